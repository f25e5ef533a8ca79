"""Exchanges by pyserial: ping_pyserial.py PATH

For each line with a count on standard input: that many exchanges of the 8 bytes, then the seconds they took.
"""

import sys
import time

import serial

SELECT = bytes.fromhex("040a0402001b0112")


def main() -> None:
    port = serial.Serial(sys.argv[1], 115200, timeout=2)
    for line in sys.stdin:
        count = int(line)
        before = time.perf_counter()
        for _ in range(count):
            port.write(SELECT)
            if port.read(len(SELECT)) != SELECT:
                sys.exit("the echo is not what was sent")
        print(time.perf_counter() - before, flush=True)


main()
