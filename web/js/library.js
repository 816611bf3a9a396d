/* SPDX-License-Identifier: MIT */
/*
 * The library as WebAssembly, for a worker and for node: loads the module, and wraps the functions of include/nvp4c.h and of web/wasm.
 * Pointers are numbers. Each text that is passed to the library is copied and freed here.
 */
const encoder = new TextEncoder(), decoder = new TextDecoder();
/* enum nvp4c_status */
export const STATUS = ['ok', 'rejected', 'wrong option', 'I/O', 'internal error', 'limit', 'mismatch', 'unsupported', 'cancelled'];
export const KIND = {INPUT: 0, OUTPUT: 1, PARAM: 2, CONSTANT: 3, TEXTURE: 4};

export class Library
{
   constructor(exports)
   {
      this.e = exports;
      this.e._initialize?.();
      this.options = this.createOptions();
      this.message = this.e.malloc(1024);
   }
   static async load(module)
   {
      let high = 0; /* of emscripten: a second result of a function, which longjmp needs */
      const nothing = () => 0, known = {
         setTempRet0: (value) => { high = value; },
         getTempRet0: () => high,
         emscripten_notify_memory_growth: nothing,
         /* files: the library has none, but the C library refers to them */
         fd_close: nothing, fd_read: nothing, fd_seek: nothing, fd_write: nothing,
         clock_time_get: (id, precision, at) => {
            new DataView(instance.exports.memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
         },
         proc_exit: (status) => { throw new Error(`the library stopped with status ${status}`); },
      };
      const imports = {};
      for (const {module: from, name} of WebAssembly.Module.imports(module)) {
         if (!(name in known))
            throw new Error(`the module imports ${name}, which is not known`);
         (imports[from] ??= {})[name] = known[name];
      }
      const instance = await WebAssembly.instantiate(module, imports);
      return new Library(instance.exports);
   }

   /* ---- memory */
   get bytes() { return new Uint8Array(this.e.memory.buffer); }
   get words() { return new Uint32Array(this.e.memory.buffer); }
   get floats() { return new Float32Array(this.e.memory.buffer); }
   word(at) { return this.words[at >> 2]; }
   text(at)
   {
      const {bytes} = this;
      return at ? decoder.decode(bytes.subarray(at, bytes.indexOf(0, at))) : '';
   }
   /* Copies bytes; the caller frees them. */
   copy(data)
   {
      const at = this.e.malloc(data.length + 1);
      this.bytes.set(data, at);
      this.bytes[at + data.length] = 0;
      return at;
   }
   /* Calls a function with addresses of texts. */
   withTexts(texts, call)
   {
      const at = texts.map((text) => text === null ? 0 : this.copy(encoder.encode(text)));
      try {
         return call(...at);
      } finally {
         at.forEach((address) => this.e.free(address));
      }
   }
   /* The text that a function writes as snprintf does. */
   written(call)
   {
      const length = call(0, 0), at = this.e.malloc(length + 1);
      call(at, length + 1);
      const text = decoder.decode(this.bytes.subarray(at, at + length));
      this.e.free(at);
      return text;
   }
   /* The words that a function writes. */
   out(count, call)
   {
      const at = this.e.malloc(4 * count), result = call(at), words = [...this.words.subarray(at >> 2, (at >> 2) + count)];
      this.e.free(at);
      return [words, result];
   }

   /* ---- options */

   /* Options with the defaults. */
   createOptions()
   {
      const options = this.e.malloc(this.e.web_options_size());
      this.e.nvp4c_options_init(options, this.e.web_options_size());
      return options;
   }
   freeOptions(options)
   {
      this.e.nvp4c_options_clear(options);
      this.e.free(options);
   }
   /* Sets options, a list of [name, value], from the defaults. Returns the messages of those that are wrong. */
   setOptions(list, options = this.options)
   {
      this.e.nvp4c_options_clear(options);
      return list.map(([name, value]) => this.withTexts([name, value], (n, v) =>
         this.e.nvp4c_options_set(options, n, v, this.message, 1024) ? this.text(this.message) : null)).filter(Boolean);
   }
   /* Lists that the library gives by index: functions of it and their leading arguments. */
   list(name, ...before)
   {
      const texts = [];
      for (let k = 0, at; (at = this.e[name](...before, k, 0)); k++)
         texts.push(this.text(at));
      return texts;
   }
   /* [name, form of the value, help] of each option. */
   optionList()
   {
      const help = this.e.malloc(4), options = [];
      for (let k = 0, name; (name = this.e.nvp4c_option_name(k, help)); k++)
         options.push([this.text(name), this.written((at, size) => this.e.nvp4c_option_form(k, at, size)), this.text(this.word(help))]);
      this.e.free(help);
      return options;
   }

   /* ---- results: the address of a result is the caller's to free */

   compile(source)
   {
      const text = encoder.encode(source);
      return this.withTexts([source], (at) => this.e.nvp4c_compile(at, text.length, this.options));
   }
   status(result) { return result ? this.e.nvp4c_result_status(result) : 5; }
   free(result) { this.e.nvp4c_result_free(result); }
   listing(result)
   {
      const [[length], at] = this.out(1, (out) => this.e.nvp4c_result_listing(result, out));
      return at ? decoder.decode(this.bytes.subarray(at, at + length)) : '';
   }
   json(result, what, file) { return this.withTexts([file], (name) => this.written((at, size) => this.e.nvp4c_result_json(result, what, name, at, size))); }
   diagnostics(result)
   {
      return Array.from({length: result ? this.e.nvp4c_result_num_diagnostics(result) : 0}, (_, k) => {
         const [[severity, id, offset, length, line, column, message, section]] = this.out(8, (out) => this.e.web_diagnostic(result, k, out));
         return {severity: ['note', 'warning', 'error'][severity], id: this.text(id), offset, length, line, column, message: this.text(message), section: this.text(section)};
      });
   }
   /* Entries of the reflection, with their names. */
   entries(result)
   {
      return Array.from({length: this.e.nvp4c_result_num_reflections(result)}, (_, k) => {
         const [[kind, binding, index, component, interpolation, value]] = this.out(6, (out) => this.e.web_entry(result, k, out));
         return {k, kind, binding, index, component, interpolation, value, name: this.written((at, size) => this.e.web_entry_name(result, k, at, size))};
      });
   }
   textures(result)
   {
      const list = [];
      for (let k = 0;; k++) {
         const [[unit, target], more] = this.out(2, (out) => this.e.web_texture(result, k, out));
         if (!more)
            return list;
         list.push({unit, target: ['1D', '2D', '3D', 'CUBE', 'RECT', 'BUFFER'][target]});
      }
   }
   stage(result) { return ['any', 'vertex', 'fragment', 'geometry', 'compute'][this.e.nvp4c_result_stage(result)]; }
   version() { return this.text(this.e.nvp4c_version()); }

   /* Names of the parameters that the program or its pre-shader reads, with their components: {"program.local[0]": [0, 1, 2]}. */
   parameters(result)
   {
      const names = this.entries(result).filter(({kind, name}) => kind === KIND.PARAM && /^(program|state|CONST)/.test(name)).map(({name}) => name);
      const [[length], bytes] = this.out(1, (out) => this.e.nvp4c_result_preshader(result, out));
      if (bytes) {
         const preshader = this.e.nvp4c_preshader_create(bytes, length, 0);
         for (let k = 0, name; (name = this.written((at, size) => this.out(6, (out) => this.e.web_preshader_input(preshader, k, out, at, size))[1])); k++)
            names.push(name);
         this.e.nvp4c_preshader_free(preshader);
      }
      const found = {};
      for (const name of names) {
         const at = name.lastIndexOf('.'), base = name.slice(0, at), component = 'xyzw'.indexOf(name.slice(at + 1));
         (found[base] ??= new Set()).add(component);
      }
      return Object.fromEntries(Object.entries(found).map(([name, components]) => [name, [...components].sort()]));
   }
}
