# SPDX-License-Identifier: MIT
"""Finds the places of a C source or .def table that a mutant may change.

A source is read as tokens. A directive is one token, and is not mutated. A site replaces a range of the text. In code the
replacement is `(NVP4C_MUTANT(n) ? mutated : original)`, so one build holds all mutants; in a table, which is constant, it is
the mutated text alone. The reader handles only C as it is written in this tree. build.py drops sites that do not compile.

Kinds: compare, off-by-one, drop, swap, table."""
import re

TOKEN = re.compile(r'''
   (?P<space>\s+|//[^\n]*|/\*.*?\*/)
 | (?P<directive>(?<![^\n])[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
 | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
 | (?P<number>\.?[0-9](?:[0-9a-zA-Z_.]|[eEpP][+-])*)
 | (?P<name>[A-Za-z_]\w*)
 | (?P<punct>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[][(){}<>;,:?=.~!+*/%&|^-])
''', re.X | re.S)

OPEN, CLOSE = {'(': ')', '[': ']', '{': '}'}, {')': '(', ']': '[', '}': '{'}
ASSIGN = {'=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='}
WORDS = set('''auto break case char const continue default do double else enum extern float for goto if inline int long register
   restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Static_assert
   bool'''.split())
TYPES = set('''const static struct union enum unsigned signed char short int long float double void bool register extern typedef
   volatile'''.split())
# Precedence of binary operators.
LEVEL = {'*': 10, '/': 10, '%': 10, '+': 9, '-': 9, '<<': 8, '>>': 8, '<': 7, '>': 7, '<=': 7, '>=': 7, '==': 6, '!=': 6,
         '&': 5, '^': 4, '|': 3, '&&': 2, '||': 1}


class Token:
    __slots__ = ('kind', 'text', 'start', 'end')

    def __init__(self, kind, text, start, end):
        self.kind, self.text, self.start, self.end = kind, text, start, end


class Site:
    """text[start:end] becomes `new`; what = 'expression', 'statement' or 'table'."""

    def __init__(self, file, function, kind, what, start, end, old, new, line):
        self.file, self.function, self.kind, self.what = file, function, kind, what
        self.start, self.end, self.old, self.new, self.line = start, end, old, new, line

    def key(self):
        flat = lambda s: re.sub(r'\s+', ' ', s.strip())
        return '%s:%s: %s => %s' % (self.file, self.function, flat(self.old), flat(self.new) or '(nothing)')

    def becomes(self):
        """The line before the mutant, and the mutant's line with the change in it."""
        text = open(self.file).read()
        first = text.rfind('\n', 0, text.rfind('\n', 0, self.start)) + 1
        return re.sub(r'\s+', ' ', text[first:self.start] + self.new + text[self.end:text.find('\n', self.end)])


def tokens_of(text):
    out, at = [], 0
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise ValueError('cannot read %r' % text[at:at + 40])
        if m.lastgroup != 'space':
            out.append(Token(m.lastgroup, m.group(), m.start(), m.end()))
        at = m.end()
    return out


def pairs_of(t):
    """Maps each bracket to the index of its partner."""
    pair, stack = {}, []
    for i, k in enumerate(t):
        if k.kind != 'punct':
            continue
        if k.text in OPEN:
            stack.append(i)
        elif k.text in CLOSE and stack:
            pair[i] = stack.pop()
            pair[pair[i]] = i
    return pair


class Reader:
    def __init__(self, file, text):
        self.file, self.text = file, text
        self.t = tokens_of(text)
        self.pair = pairs_of(self.t)
        self.around = self.find_brackets()
        self.sites = []

    def find_brackets(self):
        """The innermost bracket that is open at each token."""
        out, stack = [], ['']
        for i, k in enumerate(self.t):
            if k.text in CLOSE and i in self.pair:
                stack.pop()
            out.append(stack[-1])
            if k.text in OPEN and i in self.pair:
                stack.append(k.text)
        return out

    def txt(self, i):
        return self.t[i].text if 0 <= i < len(self.t) else ''

    def slice(self, a, b):
        """The text of the tokens a to b, both included."""
        return self.text[self.t[a].start:self.t[b].end]

    def add(self, function, kind, what, a, b, new):
        start, end = self.t[a].start, self.t[b].end
        line = self.text.count('\n', 0, start) + 1
        self.sites.append(Site(self.file, function, kind, what, start, end, self.text[start:end], new, line))

    # ---- functions

    def functions(self):
        """(name, index of its {, index of its }) of each function."""
        i, depth = 0, 0
        while i < len(self.t):
            if self.txt(i) == '{' and i in self.pair:
                if self.txt(i - 1) == ')' and i - 1 in self.pair:
                    name = self.txt(self.pair[i - 1] - 1)
                    if re.fullmatch(r'[a-z_]\w*', name) and name not in WORDS:
                        yield name, i, self.pair[i]
                i = self.pair[i]
            i += 1

    # ---- extents

    def is_binary(self, i):
        prev = self.t[i - 1]
        return prev.kind in ('number', 'string') or prev.text in (')', ']') or (prev.kind == 'name' and prev.text not in WORDS)

    def is_cast(self, i):
        """Is the ) at i the end of a cast or of sizeof?"""
        inner = [self.t[k] for k in range(self.pair[i] + 1, i)]
        words = [k.text for k in inner if k.kind == 'name']
        return bool(words) and all(k.kind == 'name' or k.text == '*' for k in inner) and (
            words[0] in TYPES or words[0].endswith('_t') or inner[-1].text == '*')

    def left(self, i, level, stop):
        """The index at which the left operand of the operator at i begins."""
        k = i - 1
        while k > stop:
            s = self.txt(k)
            if s in CLOSE:
                k = self.pair[k] - 1
                continue
            if (s in OPEN or s in ASSIGN or self.t[k].kind == 'directive' or
                    s in (';', ',', '?', ':', 'return', 'case', 'else', '...')):
                break
            if s in LEVEL and self.is_binary(k) and LEVEL[s] < level:
                break
            k -= 1
        return k + 1

    def right(self, i, level, stop):
        k = i + 1
        while k < stop:
            s = self.txt(k)
            if s in OPEN:
                k = self.pair[k] + 1
                continue
            if s in CLOSE or s in (';', ',', '?', ':') or s in ASSIGN or self.t[k].kind == 'directive':
                break
            if s in LEVEL and k > i + 1 and self.is_binary(k) and LEVEL[s] <= level:
                break
            k += 1
        return k - 1

    def arguments(self, a, b):
        """The ranges between commas of the tokens between the brackets a and b."""
        out, first, k = [], a + 1, a + 1
        while k < b:
            if self.txt(k) in OPEN:
                k = self.pair[k]
            elif self.txt(k) == ',':
                out.append((first, k - 1))
                first = k + 1
            k += 1
        if first < b:
            out.append((first, b - 1))
        return out

    # ---- statements

    def statement_end(self, i, stop):
        k = i
        while k < stop and self.txt(k) != ';':
            k = self.pair[k] + 1 if self.txt(k) in OPEN else k + 1
        return k

    def is_declaration(self, i, end):
        if self.txt(i) in TYPES:
            return True
        k, names = i, 0
        while k < end and (self.t[k].kind == 'name' or self.txt(k) == '*'):
            names += self.t[k].kind == 'name'
            k += 1
        return names > 1

    def begins_statement(self, i):
        prev = self.txt(i - 1)
        if self.around[i] != '{':
            return False
        if prev in (';', '{', '}', 'else', 'do'):
            return True
        if prev == ')' and self.t[self.pair[i - 1] - 1].kind == 'name':
            head = self.txt(self.pair[i - 1] - 1)
            return head in ('if', 'while', 'for', 'switch') or bool(re.search(r'_foreach|_safe$', head))
        return prev == ':' and self.is_label(i - 1)

    def is_label(self, i):
        k = i - 1
        while k > 0 and self.txt(k) not in (';', '{', '}', '?', ':'):
            if self.txt(k) == 'case' or self.txt(k) == 'default':
                return True
            k -= 1
        return False

    def brace_of_initializer(self, i):
        return self.txt(i) == '{' and self.txt(i - 1) in ('=', ')', ',', '{', '(') and not (
            self.txt(i - 1) == ')' and not self.is_cast(i - 1))

    # ---- sites in a function

    def in_function(self, name, a, b):
        i = a + 1
        while i < b:
            k = self.t[i]
            if self.begins_statement(i):
                end = self.statement_end(i, b)
                if k.text == 'static' or k.text == 'enum' or k.text == '_Static_assert':
                    if k.text == 'static':
                        self.table(name, i, end)
                    i = end + 1
                    continue
                if k.text == 'case':
                    while self.txt(i) != ':':
                        i += 1
                    continue
                self.statement(name, i, end)
            if k.text == 'case':
                while self.txt(i) != ':':
                    i += 1
            elif k.text == 'sizeof':
                i = self.pair[i + 1] if self.txt(i + 1) == '(' else i
            else:
                self.expression(name, i, a, b)
            i += 1

    def statement(self, name, i, end):
        k = self.t[i]
        if self.txt(end) != ';' or self.is_declaration(i, end):
            return
        if k.kind == 'name' and k.text not in WORDS or k.text in ('*', '++', '--', '('):
            depth0, j = [], i
            while j < end:
                depth0.append(self.txt(j))
                j = self.pair[j] + 1 if self.txt(j) in OPEN else j + 1
            is_call = self.txt(i + 1) == '(' and self.pair[i + 1] == end - 1
            if is_call or any(s in ASSIGN or s in ('++', '--') for s in depth0):
                self.add(name, 'drop', 'statement', i, end, '')
        elif k.text in ('break', 'continue') or (k.text == 'return' and end == i + 1):
            self.add(name, 'drop', 'statement', i, end, '')

    def expression(self, name, i, a, b):
        k = self.t[i]
        s = k.text
        if k.kind == 'number' and re.fullmatch(r'\d{1,4}[uU]?', s):
            n, suffix = int(re.match(r'\d+', s).group()), re.sub(r'\d', '', s)
            if not (self.txt(i - 1) == '[' and self.declares_array(i - 1)):
                self.add(name, 'off-by-one', 'expression', i, i, '%d%s' % (n + 1, suffix))
                if n:
                    self.add(name, 'off-by-one', 'expression', i, i, '%d%s' % (n - 1, suffix))
        elif k.kind == 'punct' and s in LEVEL and self.is_binary(i):
            if self.txt(i - 1) == ')' and s in ('*', '&', '-', '+') and self.is_cast(i - 1):
                return
            x, y = self.left(i, LEVEL[s], a), self.right(i, LEVEL[s], b)
            if x >= i or y <= i or self.is_declaration(x, i) and s == '*':
                return
            left, right = self.slice(x, i - 1), self.slice(i + 1, y)
            other = {'<': ('<=', '>='), '>': ('>=', '<='), '<=': ('<', '>'), '>=': ('>', '<'), '==': ('!=',), '!=': ('==',),
                     '&&': ('||',), '||': ('&&',)}
            for op in other.get(s, ()):
                new = '(%s) %s (%s)' if s in ('&&', '||') else '%s %s %s'
                self.add(name, 'compare', 'expression', x, y, new % (left, op, right))
            if s in ('-', '/', '%', '<<', '>>'):
                self.add(name, 'swap', 'expression', x, y, '(%s) %s (%s)' % (right, s, left))
        elif s == '!':
            y = self.right(i, 11, b)
            if y > i:
                self.add(name, 'compare', 'expression', i, y, '!!' + self.slice(i + 1, y))
        elif s in ('if', 'while') and self.txt(i + 1) == '(':
            e = self.pair[i + 1]
            self.add(name, 'compare', 'expression', i + 2, e - 1, '!(%s)' % self.slice(i + 2, e - 1))
        elif s == '?':
            y = self.right(i, 0, b)
            if self.txt(y + 1) == ':':
                z = self.right(y + 1, 0, b)
                if self.txt(z + 1) not in ('?', ':') and z > y + 1:
                    self.add(name, 'swap', 'expression', i + 1, z, '%s : %s' % (self.slice(y + 2, z), self.slice(i + 1, y)))
                    self.sites[-1].what, self.sites[-1].arms = 'arms', (self.slice(i + 1, y), self.slice(y + 2, z))
        elif (k.kind == 'name' and s not in WORDS and self.txt(i + 1) == '(' and
              not re.search(r'_foreach|^offsetof$|^IR_SCRATCH', s)):
            e = self.pair[i + 1]
            args = self.arguments(i + 1, e)
            for n in range(len(args) - 1):
                p, q = self.slice(*args[n]), self.slice(*args[n + 1])
                if p != q and not (self.t[args[n][0]].kind == 'string' or self.t[args[n + 1][0]].kind == 'string'):
                    order = [self.slice(*g) for g in args]
                    order[n], order[n + 1] = q, p
                    self.add(name, 'swap', 'expression', i, e, '%s(%s)' % (s, ', '.join(order)))

    def declares_array(self, i):
        """Does the [ at i follow a name that is being declared?"""
        k = i - 1
        while k > 0 and self.txt(k) not in (';', '{', '}', '(', ','):
            k -= 1
        return self.txt(k) != '(' and self.is_declaration(k + 1, i)

    # ---- tables

    def table(self, name, i, end):
        eq = i
        while eq < end and self.txt(eq) != '=':
            eq = self.pair[eq] + 1 if self.txt(eq) in OPEN else eq + 1
        if 'const' not in [self.txt(k) for k in range(i, min(eq, len(self.t)))] or self.txt(eq + 1) != '{':
            return
        table = self.txt(eq - 1) if self.txt(eq - 1) != ']' else self.txt(self.pair[eq - 1] - 1)
        rows = []
        for a, b in self.arguments(eq + 1, self.pair[eq + 1]):
            if self.txt(a) == '[' and self.txt(self.pair[a] + 1) == '=':
                a = self.pair[a] + 2
            cells = self.arguments(a, self.pair[a]) if self.txt(a) == '{' and self.pair[a] == b else [(a, b)]
            rows.append([c for c in cells if c[1] >= c[0]])
        self.cells(name if name else table, rows, 0)

    def cells(self, name, rows, first):
        """Cells of a table become another of their column, and numbers one more or less."""
        width = max([len(r) for r in rows], default=0)
        for col in range(first, width):
            column = [r[col] for r in rows if len(r) > col]
            values = sorted({self.slice(*c) for c in column})
            for n, c in enumerate(column):
                if any(self.t[k].kind in ('string', 'directive') or self.txt(k) == '.' for k in range(c[0], c[1] + 1)):
                    continue
                old = self.slice(*c)
                if re.fullmatch(r'-?\d+', old):
                    self.add(name, 'table', 'table', c[0], c[1], str(int(old) + 1))
                    if int(old) > 0:
                        self.add(name, 'table', 'table', c[0], c[1], str(int(old) - 1))
                others = [v for v in values if v != old and '"' not in v]
                if others:
                    self.add(name, 'table', 'table', c[0], c[1], others[(n * 7 + col) % len(others)])

    def c_tables(self):
        depth_end = -1
        for i in range(len(self.t)):
            if i <= depth_end:
                continue
            if self.txt(i) == '{' and i in self.pair:
                depth_end = self.pair[i]
            if self.txt(i) == 'static' and self.txt(i + 1) == 'const':
                self.table('', i, self.statement_end(i, len(self.t)))

    def def_rows(self):
        macros = {}
        i = 0
        while i < len(self.t):
            k = self.t[i]
            if k.kind == 'name' and self.txt(i + 1) == '(' and i + 1 in self.pair:
                macros.setdefault(k.text, []).append((i, self.arguments(i + 1, self.pair[i + 1])))
                i = self.pair[i + 1]
            i += 1
        for macro, rows in sorted(macros.items()):
            # The first column names the row.
            self.cells(macro, [r[1] for r in rows], 1)


def sites_of(file, text):
    r = Reader(file, text)
    if file.endswith('.def'):
        r.def_rows()
    else:
        for name, a, b in r.functions():
            r.in_function(name, a, b)
        if file.endswith('.c'):
            r.c_tables()
    seen, out = set(), []
    for s in r.sites:
        if s.key() + str(s.start) not in seen:
            seen.add(s.key() + str(s.start))
            out.append(s)
    return out

