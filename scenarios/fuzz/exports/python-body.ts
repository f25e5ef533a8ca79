/** The parts of the script that are the same for every finding. */
export const IMPORTS = `import argparse
import sys
import time

import serial
`;

export const BODY = `
PATIENCE = QUIET + 0.25  # s without a byte after which what is due is missing


def spaced(text):
    return " ".join(text[i:i + 2] for i in range(0, len(text), 2)) or "nothing"


def fits(due, text):
    pattern, any_order = due
    if pattern == "*":
        return text != ""
    if len(pattern) != len(text):
        return False
    pairs = [(pattern[i:i + 2], text[i:i + 2]) for i in range(0, len(text), 2)]
    if any(want not in ("..", byte) for want, byte in pairs):
        return False
    return any_order is None or "".join(sorted(byte for want, byte in pairs if want == "..")) == any_order


def decisive(text):
    data = bytes.fromhex(text)
    for chatter in CHATTER:
        data = data.replace(bytes.fromhex(chatter), b"")
    return data.hex().upper()


def received(port):
    if not port.is_open:
        return b""
    try:
        return port.read(max(1, port.in_waiting))
    except serial.SerialException:
        if not DIALS:
            raise
        port.close()
        return b""


class Talk:
    def __init__(self, ports, started):
        self.ports = ports
        self.sent_at = started
        self.begin()

    def begin(self):
        self.heard = {link: "" for link in self.ports}
        self.times = []

    def listen(self, until):
        """Takes what comes until the time that until() gives."""
        while True:
            came = False
            for link, port in self.ports.items():
                data = received(port)
                if data:
                    came = True
                    self.times.append(time.monotonic())
                    self.heard[link] += data.hex().upper()
            if not came:
                if time.monotonic() >= until():
                    return
                time.sleep(0.0005)

    def last(self):
        if CHATTER:
            return self.sent_at
        return max([self.sent_at] + self.times)

    def do(self, step):
        kind = step[0]
        if kind == "listen":
            end = time.monotonic() + step[1]
            self.listen(lambda: end)
        elif kind == "dial":
            port = self.ports[step[1]]
            if port.is_open:
                port.close()
                time.sleep(0.05)
            if step[2]:
                port.open()
            self.sent_at = time.monotonic()
            print("%s  %s" % ("opened  " if step[2] else "closed  ", step[1]))
        elif kind == "show":
            print("show a %s that holds %s to the lens, then press Enter" % (step[1], spaced(step[2])))
            input()
        else:
            _, link, data, gap, note = step
            if gap is not None:
                end = self.sent_at + gap
                self.listen(lambda: end)
            if self.ports[link].is_open:
                self.ports[link].write(bytes.fromhex(data))
                self.ports[link].flush()
            self.sent_at = time.monotonic()
            print("sent      %s  %s" % (spaced(data), note))

    def settle(self, due, final):
        wanted = {link: len(pattern) for link, (pattern, _) in due.items()}

        def until():
            whole = all(len(self.heard[link]) >= size for link, size in wanted.items())
            sure = wanted and not any(pattern == "*" for pattern, _ in due.values())
            if whole and sure and not final:
                return 0.0
            return self.last() + (QUIET if whole else PATIENCE)

        self.listen(until)


def timing(talk):
    """What is wrong with the time of the answer, as text."""
    if not talk.times:
        return None
    first = talk.times[0] - talk.sent_at
    if NOT_AFTER is not None and first > NOT_AFTER:
        return "it came after %.1f ms, at most %.1f ms are allowed" % (first * 1e3, NOT_AFTER * 1e3)
    if NOT_BEFORE is not None and first < NOT_BEFORE:
        return "it came after %.1f ms, at least %.1f ms are due" % (first * 1e3, NOT_BEFORE * 1e3)
    gaps = [b - a for a, b in zip(talk.times, talk.times[1:])]
    if APART is not None and gaps and max(gaps) > APART:
        return "a pause of %.1f ms within it, at most %.1f ms are allowed" % (max(gaps) * 1e3, APART * 1e3)
    return None


def shows(talk, answers):
    _, due = EXCHANGES[-1]
    if any(not fits(due.get(link, ("", None)), text) for link, text in talk.heard.items()):
        return True
    wrong = timing(talk)
    if wrong is not None:
        print("time      " + wrong)
        return True
    return len(CHANCE) > 1 and len({str(answers[i]) for i in CHANCE}) == 1


def main():
    parser = argparse.ArgumentParser(description="Shows one failure of a board, found by wirejig.")
    for link in LINKS:
        parser.add_argument("port_" + link, metavar="PORT-of-" + link if len(LINKS) > 1 else "PORT")
    parser.add_argument("--baud", type=int, default=BAUD)
    parser.add_argument("--reset", choices=["dtr", "rts"], help="pulse this line first")
    options = vars(parser.parse_args())
    ports = {}
    for link in LINKS:
        try:
            ports[link] = serial.serial_for_url(options["port_" + link], baudrate=options["baud"], timeout=0, do_not_open=DIALS)
        except (OSError, ValueError) as error:
            print("cannot open %s: %s" % (options["port_" + link], error), file=sys.stderr)
            return 2
    if options["reset"]:
        for level in (True, False, True):
            for port in ports.values():
                setattr(port, options["reset"], level)
            time.sleep(0.1)
        time.sleep(1.0)
    for port in ports.values():
        if port.is_open:
            port.reset_input_buffer()
    talk = Talk(ports, time.monotonic())
    answers = []
    for number, (steps, due) in enumerate(EXCHANGES):
        final = number == len(EXCHANGES) - 1
        talk.begin()
        for step in steps:
            talk.do(step)
        talk.settle(due, final)
        talk.heard = {link: decisive(text) for link, text in talk.heard.items()}
        answers.append(dict(talk.heard))
        for link in LINKS:
            want = due.get(link, ("", None))
            print("expected  %s" % spaced(want[0]))
            right = fits(want, talk.heard[link])
            print("seen      %s%s" % (spaced(talk.heard[link]), "" if right else "   <-- differs"))
    print()
    print("expected: " + EXPECTED)
    print("seen when it was found: " + SEEN)
    for link, text in CAME.items():
        print("bytes when it was found, on %s: %s" % (link, spaced(text)))
    if SILENCE and any(talk.heard.values()) and shows(talk, answers):
        print("it answers, and not as a sound board does: wirejig replay tells whether it may")
        return 2
    if shows(talk, answers):
        print("it still shows")
        return 1
    if not DECIDABLE:
        print("bytes alone do not tell whether it shows: wirejig replay does")
        return 2
    print("it does not show")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, serial.SerialException) as error:
        print("the port was lost: %s" % error, file=sys.stderr)
        sys.exit(2)
`;
