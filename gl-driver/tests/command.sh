#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of the command line of the GL driver: command.sh NVP4C-GL MANUAL. Options, statuses, sockets, the man page; replaced shaders and
# dumps; clients that are killed or send nonsense.
set -u
driver=$1
manual=$2
. "$(dirname "$0")/../../tests/tool/suite.sh"
work=$dir
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$dir"' EXIT
expect() { # status, what, command...
   wanted=$1
   what=$2
   shift 2
   "$@" >"$work/out" 2>"$work/err"
   got=$?
   [ $got = "$wanted" ]
   verdict $? "$what: status $got, not $wanted: $(cat "$work/err")"
}

expect 0 "--help" "$driver" --help
grep -q '^usage: nvp4c-gl' "$work/out"
verdict $? "--help says nothing"
said() { # what: it is in what the last command said on standard error
   grep -q -F -e "$1" "$work/err"
   verdict $? "\"$1\" is not in: $(cat "$work/err")"
}
"$driver" -h | cmp -s - "$work/out"
verdict $? "-h is not --help"
# shellcheck disable=SC2013
for option in $(sed -n 's/^  \(--*[a-z]*\).*/\1/p' "$work/out"); do
   sed 's/\\//g' "$manual" | grep -q -e "^\.B .*$option"
   verdict $? "$option is not in the man page"
done
expect 2 "no command" "$driver"
expect 2 "an unknown option" "$driver" --nonsense true
said 'no such option: --nonsense'
expect 2 "an unknown level" "$driver" -O4 true
expect 2 "an unknown version" "$driver" --gl=4.6 true
expect 2 "an unknown target" "$driver" --target=vax true
expect 2 "an unknown core" "$driver" -mcpu=vax true
expect 2 "a bad number" "$driver" --threads=many true
expect 2 "no steps" "$driver" --limit-steps=0 true
expect 2 "a bad number of steps" "$driver" --limit-steps=1e6 true
expect 2 "a bad hash" "$driver" --replace=12:nothing true
expect 2 "a file that is not there" "$driver" --replace=0123456789abcdef:"$work/nothing" true
said "No such file or directory: $work/nothing"
expect 2 "no hash" "$driver" --replace=0123456789abcdeg:"$work/nothing" true
printf '!!NVfp4.0\nMOV result.color, nothing;\nEND\n' >"$work/bad.fp"
expect 2 "a program with a mistake" "$driver" --replace=0123456789abcdef:"$work/bad.fp" true
said "$work/bad.fp:2:19: "
printf '!!NVfp4.0\nMOV result.color, {1, 0, 1, 1};\nEND\n' >"$work/good.fp"
expect 0 "a program" "$driver" --replace=0123456789ABCDEF:"$work/good.fp" true
expect 2 "a folder that cannot be made" "$driver" --dump="$work/good.fp/folder" true
said "Not a directory: $work/good.fp/folder"
expect 2 "a folder that is a file" "$driver" --dump="$work/good.fp" true
expect 0 "a folder that is made" "$driver" --dump="$work/folder" true
[ -d "$work/folder" ]
verdict $? "--dump makes no folder"
expect 2 "--socket without --serve" "$driver" --socket="$work/socket" true
expect 2 "--serve with a command" "$driver" --serve true
expect 0 "a command" "$driver" true
expect 7 "the status of a command" "$driver" --target=agx -O0 sh -c 'exit 7'
expect 127 "a command that is not there" "$driver" "$work/nothing"
expect 143 "a command that is killed" "$driver" sh -c 'kill -TERM $$'
expect 137 "a command that is killed at once" "$driver" sh -c 'kill -KILL $$'
# shellcheck disable=SC2016
expect 0 "the environment" "$driver" sh -c '[ "$GALLIUM_DRIVER" = virpipe ] && [ -S "$VTEST_SOCKET_NAME" ] && [ -f "${LD_PRELOAD%%:*}" ]'
# shellcheck disable=SC2016
expect 0 "two at once" "$driver" sh -c 'a=$VTEST_SOCKET_NAME; env -u LD_PRELOAD '"'$driver'"' sh -c '"'"'[ "$VTEST_SOCKET_NAME" != "'"'"'$a'"'"'" ]'"'"

# Mesa from 24.0 on takes the name of the socket from the environment; before, it connects to the stock one, and the preloaded library sends
# it here.
cat >"$work/ping.py" <<'PY'
import os, socket, struct, sys
s = socket.socket(socket.AF_UNIX)
s.settimeout(20)
s.connect(os.environ['VTEST_SOCKET_NAME'] if sys.argv[1] == 'new' else '/tmp/.virgl_test')
s.sendall(struct.pack('<2I', 0, 10))
sys.exit(0 if s.recv(8, socket.MSG_WAITALL) == struct.pack('<2I', 0, 10) else 1)
PY
expect 0 "the socket in the environment" "$driver" env -u LD_PRELOAD python3 "$work/ping.py" new
expect 0 "the stock socket" "$driver" python3 "$work/ping.py" stock

# The driver passes signals on to the command, and removes its files.
for signal in TERM INT HUP; do
   # shellcheck disable=SC2016
   "$driver" sh -c 'echo "$VTEST_SOCKET_NAME" >'"$work"'/name; trap "exit 9" TERM INT HUP; while :; do sleep 0.1; done' &
   pid=$!
   for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
      [ -s "$work/name" ] && break
      sleep 0.1
   done
   sleep 0.2
   kill -$signal $pid
   wait $pid
   [ $? = 9 ]
   verdict $? "SIG$signal does not come to the command"
   [ ! -e "$(dirname "$(cat "$work/name")")" ]
   verdict $? "SIG$signal leaves the socket"
   rm -f "$work/name"
done

# Names of sockets that cannot be.
expect 3 "a long name" "$driver" --serve --socket="$work/$(printf '%0120d' 0)"
said "at most 107 bytes"
expect 3 "a folder that is not there" "$driver" --serve --socket="$work/none/socket"
echo text >"$work/file"
expect 3 "a file that is no socket" "$driver" --serve --socket="$work/file"
[ "$(cat "$work/file" 2>/dev/null)" = text ]
verdict $? "a file that is no socket is removed"

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
[ $? = 0 ]
verdict $? "the end of the server: $(cat "$work/server")"
server=
[ ! -e "$work/socket" ]
verdict $? "the socket stays"
# A file that has replaced the socket stays.
"$driver" --serve --socket="$work/socket" &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
   [ -S "$work/socket" ] && break
   sleep 0.1
done
mv "$work/socket" "$work/moved"
echo text >"$work/socket"
kill -INT $server
wait $server
verdict $? "SIGINT: the end of the server"
[ -f "$work/socket" ]
verdict $? "another file of this name is removed"
server=
rm -f "$work/socket" "$work/moved"
# A socket without a server is replaced.
python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$work/socket"
"$driver" --serve --socket="$work/socket" 2>"$work/server" &
server=$! taken=1
for i in 1 2 3 4 5 6 7 8 9 10; do
   sleep 0.1
   python3 "$work/client.py" "$work/socket" 2>/dev/null && taken=0 && break
done
verdict $taken "a dead socket is not taken: $(cat "$work/server")"
kill -TERM $server
wait $server
server=
# The recorder: its program is killed when the file is long enough, with more answers on their way than a socket holds, and when its own time is up.
cat >"$work/flood.py" <<'PY'
import os, socket, struct, sys, time
with open(sys.argv[1], 'w') as f:
    f.write(str(os.getpid()))
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ['VTEST_SOCKET_NAME'])
s.sendall(struct.pack('<2I4s', 4, 8, b'test'))
if len(sys.argv) < 3:
    s.sendall(struct.pack('<2I', 0, 10) * 400)
    s.sendall(struct.pack('<2I', 30000, 6) + bytes(120000))
time.sleep(60)
PY
record=$(dirname "$0")/record.py
expect 0 "the recorder" timeout 60 "$driver" python3 "$record" "$work/recorded" 100000 python3 "$work/flood.py" "$work/pid"
[ ! -s "$work/err" ]
verdict $? "the recorder says: $(cat "$work/err")"
[ "$(wc -c <"$work/recorded")" -gt 100000 ]
verdict $? "the recorder recorded too little"
rm -f "$work/pid"
"$driver" sh -c 'echo $$ >"$0"; exec python3 "$@"' "$work/recorder" "$record" "$work/recorded" 100000 python3 "$work/flood.py" "$work/pid" quiet 2>"$work/err" &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
   [ -s "$work/pid" ] && break
   sleep 0.2
done
kill -TERM "$(cat "$work/recorder")"
verdict $? "the recorder has ended by itself"
wait $server
server=
! kill -0 "$(cat "$work/pid")" 2>/dev/null
verdict $? "the recorder leaves its program running"
finish
