#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line of the GL driver: command.sh NVP4C-GL. Options, statuses, sockets; clients that are killed or send nonsense.
set -u
driver=$1
work=$(mktemp -d) || exit 3
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$work"' EXIT
bad=0
expect() { # status, what, command...
   wanted=$1
   what=$2
   shift 2
   "$@" >"$work/out" 2>"$work/err"
   got=$?
   [ $got = "$wanted" ] || {
      echo "FAIL $what: status $got, not $wanted: $(cat "$work/err")"
      bad=1
   }
}

expect 0 "--help" "$driver" --help
grep -q '^usage: nvp4c-gl' "$work/out" || { echo "FAIL --help says nothing"; bad=1; }
expect 2 "no command" "$driver"
expect 2 "an unknown option" "$driver" --nonsense true
expect 2 "an unknown target" "$driver" --target=vax true
expect 2 "an unknown core" "$driver" -mcpu=vax true
expect 2 "a bad number" "$driver" --threads=many true
expect 2 "a bad hash" "$driver" --replace=12:nothing true
expect 2 "a file that is not there" "$driver" --replace=0123456789abcdef:"$work/nothing" true
expect 2 "--serve with a command" "$driver" --serve true
expect 0 "a command" "$driver" true
expect 7 "the status of a command" "$driver" --target=agx -O0 sh -c 'exit 7'
expect 127 "a command that is not there" "$driver" "$work/nothing"
expect 143 "a command that is killed" "$driver" sh -c 'kill -TERM $$'
# shellcheck disable=SC2016
expect 0 "the environment" "$driver" sh -c '[ "$GALLIUM_DRIVER" = virpipe ] && [ -S "$VTEST_SOCKET_NAME" ] && [ -f "${LD_PRELOAD%%:*}" ]'
# shellcheck disable=SC2016
expect 0 "two at once" "$driver" sh -c 'a=$VTEST_SOCKET_NAME; env -u LD_PRELOAD '"'$driver'"' sh -c '"'"'[ "$VTEST_SOCKET_NAME" != "'"'"'$a'"'"'" ]'"'"

# A server of its own: it is not taken over, survives its clients, and ends when it is told to.
"$driver" --serve --socket="$work/socket" 2>"$work/server" &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
   [ -S "$work/socket" ] && break
   sleep 0.1
done
expect 3 "a live socket" "$driver" --serve --socket="$work/socket"
cat >"$work/client.py" <<'PY'
import os, socket, struct, sys
def client():
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(20)
    s.connect(sys.argv[1])
    return s
def ping(s):
    s.sendall(struct.pack('<2I', 0, 10))
    return s.recv(8, socket.MSG_WAITALL) == struct.pack('<2I', 0, 10)
many = [client() for i in range(16)]
good = all(ping(s) for s in many)
many[0].sendall(struct.pack('<2I', 0xffffffff, 6)) # a message of 16 GB
many[1].sendall(struct.pack('<2I', 4, 99))         # an unknown one
many[2].sendall(struct.pack('<I', 100))            # half of a header
many[3].sendall(struct.pack('<3I', 100, 6, 1))     # a part of a message
many[4].sendall(os.urandom(4096))
pid = os.fork()
if pid == 0:
    many[5].sendall(struct.pack('<13I', 11, 12, 1, 2, 67, 2, 64, 64, 1, 1, 0, 0, 64 * 64 * 4))
    os.kill(os.getpid(), 9)
os.waitpid(pid, 0)
for i in range(5):
    many[i].close()
good = good and all(ping(s) for s in many[6:]) and ping(client())
sys.exit(0 if good else 1)
PY
expect 0 "clients that make no sense" python3 "$work/client.py" "$work/socket"
kill -TERM $server
wait $server
[ $? = 0 ] || { echo "FAIL the end of the server: $(cat "$work/server")"; bad=1; }
server=
[ ! -e "$work/socket" ] || { echo "FAIL the socket stays"; bad=1; }
# One that nobody serves any more is taken.
python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$work/socket"
"$driver" --serve --socket="$work/socket" 2>"$work/server" &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
   sleep 0.1
   python3 "$work/client.py" "$work/socket" 2>/dev/null && break
   [ $i != 10 ] || { echo "FAIL a dead socket is not taken: $(cat "$work/server")"; bad=1; }
done
exit $bad
