#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what a GL program sends to its server, for gl-driver/tests/hostile: nvp4c-gl record.py FILE BYTES COMMAND...

It forwards messages between the program and the server. Data that the program writes to shared memory becomes RESOURCE_INLINE_WRITE
commands, so the file is complete. The program is ended when the file has BYTES bytes. The longest of several connections is kept."""
import array, os, signal, socket, struct, subprocess, sys, tempfile, threading, mmap

PATH, LIMIT, COMMAND = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
SUBMIT, CREATE_RENDERER, RES_CREATE2, PUT2 = 6, 8, 12, 14
WORDS = {3: 1, 7: 2, 11: 1, RES_CREATE2: 11, 13: 10, PUT2: 10}
full = threading.Event()


class Connection:
    def __init__(self, client):
        self.client, self.server = client, socket.socket(socket.AF_UNIX)
        self.server.connect(os.environ['VTEST_SOCKET_NAME'])
        self.out, self.pending, self.maps, self.context = bytearray(), [], {}, 0
        threading.Thread(target=self.answers, daemon=True).start()
        self.reader = threading.Thread(target=self.requests)
        self.reader.start()

    def answers(self):
        """Replies and descriptors go to the client as they come, until it is killed; these are of resources in the order of their creation."""
        try:
            self.forward()
        except OSError:
            self.client.close()

    def forward(self):
        while True:
            data, ancillary, _, _ = self.server.recvmsg(65536, socket.CMSG_SPACE(4))
            if not data:
                self.client.close()
                return
            for _, _, fds in ancillary:
                fd = array.array('i', fds)[0]
                handle, size = self.pending.pop(0)
                self.maps[handle] = mmap.mmap(fd, size)
                ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [fd]))]
            self.client.sendmsg([data], ancillary)
            for _, _, fds in ancillary:
                os.close(array.array('i', fds)[0])

    def take(self, size):
        data = bytearray()
        while len(data) < size:
            more = self.client.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return bytes(data)

    def requests(self):
        try:
            while not full.is_set():
                header = self.take(8)
                length, number = struct.unpack('<2I', header)
                size = length if number == CREATE_RENDERER else 4 * length if number == SUBMIT else 4 * WORDS.get(number, 0)
                body = self.take(size)
                words = struct.unpack('<%dI' % (size // 4), body[:size // 4 * 4])
                if number == RES_CREATE2 and words[10]:
                    self.pending.append((words[0], words[10]))
                if number == CREATE_RENDERER: # a file has whole words
                    self.out += struct.pack('<2I', size + -size % 4, number) + body + b'\0' * (-size % 4)
                else:
                    self.out += self.inline(words) if number == PUT2 else header + body
                if number == SUBMIT and words and words[0] & 0xff == 28:
                    self.context = words[1]
                if len(self.out) > LIMIT:
                    full.set()
                self.server.sendall(header + body)
        except (EOFError, OSError):
            pass
        self.server.close()

    def inline(self, w):
        data = self.maps[w[0]][w[9]:w[9] + w[8]] if w[0] in self.maps else b''
        data = data[:4 * 60000] + b'\0' * (-len(data) % 4)
        body = [28 | 1 << 16, self.context] if self.context else [29 | 1 << 16, 1, 28 | 1 << 16, 1]
        body += [9 | (11 + len(data) // 4) << 16, w[0], w[1], 0, 0, 0] + list(w[2:8])
        return struct.pack('<2I', len(body) + len(data) // 4, SUBMIT) + struct.pack('<%dI' % len(body), *body) + data


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1)) # the clock of who records: the program ends, too
with tempfile.TemporaryDirectory() as folder:
    name = folder + '/socket'
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(name)
    listener.listen(16)
    listener.settimeout(0.2)
    os.environ.update(NVP4C_GL_SOCKET=name)
    program = subprocess.Popen(COMMAND, env=dict(os.environ, VTEST_SOCKET_NAME=name), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    connections = []
    try:
        while program.poll() is None and not full.is_set():
            try:
                connections.append(Connection(listener.accept()[0]))
            except TimeoutError:
                pass
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
            program.wait()
    for c in connections:
        c.reader.join(5)
best = max((bytes(c.out) for c in connections), key=len, default=b'')
with open(PATH, 'wb') as f:
    f.write(best)
sys.exit(0 if best else 1)
