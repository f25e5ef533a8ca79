"""Delays as pyserial sees them: delay_pyserial.py PATH

For each line of delays in microseconds on standard input: that many exchanges with delay-pty.c, then the nanoseconds
that each of them took.
"""

import struct
import sys
import time

import serial


def main() -> None:
    port = serial.Serial(sys.argv[1], 115200, timeout=5)
    for line in sys.stdin:
        took = []
        for delay in map(int, line.split()):
            request = struct.pack("<II", delay, 0)
            before = time.monotonic_ns()
            port.write(request)
            answer = port.read(len(request))
            took.append(time.monotonic_ns() - before)
            if answer != request:
                sys.exit("the responder does not answer")
        print(*took, flush=True)


main()
