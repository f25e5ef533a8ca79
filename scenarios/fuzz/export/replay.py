import argparse
import json
import re
import sys
import time

import serial

finding = json.loads(FINDING)
EXCHANGES = finding["exchanges"]
LINKS = finding["links"]
QUIET = finding["quiet"]
RESPONSE_TIMEOUT = QUIET + 0.25  # s without a byte, after which the answer counts as missing
ROUNDS = finding.get("rounds")  # at most, until the board chooses as it did when the failure was recorded
WORDS = finding.get("words")  # a regular expression for the words of a text that matter
CHATTER = [bytes.fromhex(one) for one in finding.get("chatter", [])]  # may come at any time, and does not matter
DIALS = any(step["do"] in ("open", "close") for one in EXCHANGES for step in one["steps"])
NOTHING = {"hex": ""}


def spaced(text):
    return " ".join(text[i:i + 2] for i in range(0, len(text), 2)) or "nothing"


def words_in(text):
    return sorted(re.findall(WORDS, bytes.fromhex(text).decode("latin-1")))


def matches(due, text):
    if "words" in due:
        words = words_in(text)
        counts = due["words"]
        known = all(word in counts for word in words)
        return known and all(least <= words.count(word) <= most for word, (least, most) in counts.items())
    want = due["hex"]
    if want == "*":
        return text != ""
    if len(want) != len(text):
        return False
    pairs = [(want[i:i + 2], text[i:i + 2]) for i in range(0, len(text), 2)]
    if any(one not in ("..", byte) for one, byte in pairs):
        return False
    return due.get("anyOrder") in (None, "".join(sorted(byte for one, byte in pairs if one == "..")))


def described(due, text):
    """The expected answer and what came, for people."""
    if "words" not in due:
        return spaced(due["hex"]), spaced(text)
    wanted = ", ".join(word for word, (least, _) in due["words"].items() if least > 0)
    return wanted or "nothing", ", ".join(words_in(text)) or "nothing"


def without_chatter(text):
    data = bytes.fromhex(text)
    for one in CHATTER:
        data = data.replace(one, b"")
    return data.hex().upper()


def read_port(port):
    if not port.is_open:
        return b""
    try:
        return port.read(max(1, port.in_waiting))
    except serial.SerialException:
        if not DIALS:
            raise
        port.close()
        return b""


class Connection:
    def __init__(self, ports):
        self.ports = ports
        self.sent_at = time.monotonic()
        self.log = []
        self.begin()

    def begin(self):
        self.received = {link: "" for link in self.ports}
        self.times = []

    def tell(self, line):
        """Of many rounds only the one that shows the failure is printed."""
        self.log.append(line)
        if ROUNDS is None:
            print(line)

    def listen(self, until):
        """Receives bytes until the time that until() returns."""
        more = True
        while more or time.monotonic() < until():
            more = False
            for link, port in self.ports.items():
                data = read_port(port)
                if data:
                    more = True
                    self.times.append(time.monotonic())
                    self.received[link] += data.hex().upper()
            if not more:
                time.sleep(0.0005)

    def listen_for(self, begin, span):
        self.listen(lambda: begin + span)

    def do(self, step):
        kind = step["do"]
        if kind == "listen":
            self.listen_for(time.monotonic(), step["span"])
        elif kind == "show":
            print("show the scanner a %s code that holds %s, then press Enter" % (step["code"], spaced(step["hex"])))
            input()
        elif kind == "send":
            if "gap" in step:
                self.listen_for(self.sent_at, step["gap"])
            port = self.ports[step["link"]]
            text = step["hex"] * step.get("times", 1)
            if port.is_open:
                port.write(bytes.fromhex(text))
                port.flush()
            self.sent_at = time.monotonic()
            self.tell("sent      %s  %s" % (spaced(text), step["note"]))
        else:
            self.dial(self.ports[step["link"]], kind == "open")
            self.tell("%-8s  %s" % ("opened" if kind == "open" else "closed", step["link"]))

    def dial(self, port, up):
        if port.is_open:
            port.close()
            time.sleep(0.05)
        if up:
            port.open()
        self.sent_at = time.monotonic()

    def settle(self, due, final):
        """Waits until the answer has come; after the last exchange, also until nothing more can come."""
        wants = {link: one["hex"] for link, one in due.items()}
        sure = len(wants) > 0 and "*" not in wants.values()

        def until():
            whole = all(len(self.received[link]) >= len(want) for link, want in wants.items())
            if whole and sure and not final:
                return 0.0
            last = self.sent_at if CHATTER else max([self.sent_at] + self.times)
            return last + (QUIET if whole else RESPONSE_TIMEOUT)

        self.listen(until)
        if CHATTER:
            self.received = {link: without_chatter(text) for link, text in self.received.items()}


def timing(connection, least=None, most=None, apart=None):
    """Returns what is wrong with the time of the answer, or None."""
    times = connection.times
    if not times:
        return None
    first = times[0] - connection.sent_at
    if most is not None and first > most:
        return "the answer came after %.1f ms, at most %.1f ms are allowed" % (first * 1e3, most * 1e3)
    if least is not None and first < least:
        return "the answer came after %.1f ms, at least %.1f ms are due" % (first * 1e3, least * 1e3)
    gaps = [b - a for a, b in zip(times, times[1:])]
    if apart is not None and gaps and max(gaps) > apart:
        return "a pause of %.1f ms within the answer, at most %.1f ms are allowed" % (max(gaps) * 1e3, apart * 1e3)
    return None


def exchanged(connection):
    """Plays each exchange, and yields what is due after it."""
    for number, one in enumerate(EXCHANGES):
        connection.begin()
        for step in one["steps"]:
            connection.do(step)
        connection.settle(one["due"], number == len(EXCHANGES) - 1)
        yield one["due"]


def run_exchanges(connection):
    """Returns whether the failure shows."""
    answers = []
    differs = False
    for due in exchanged(connection):
        # A board that answers the last exchange is not silent.
        differs = differs and not finding["silence"]
        answers.append(str(connection.received))
        for link in LINKS:
            want, text = due.get(link, NOTHING), connection.received[link]
            expected, seen = described(want, text)
            same = matches(want, text)
            print("expected  %s" % expected)
            print("seen      %s%s" % (seen, "" if same else "   <-- differs"))
            differs = differs or not same
    wrong = timing(connection, **finding["times"])
    if wrong is not None:
        print("time      " + wrong)
        return True
    # Exchanges whose answers may not all be the same.
    return differs or len({answers[i] for i in finding.get("chance", [])}) == 1


def run_recorded(connection):
    """Returns whether the board answers as it did when the failure was recorded, to the end."""
    connection.log = []
    for due in exchanged(connection):
        connection.log += ["seen      %s" % spaced(text) for text in connection.received.values() if text]
        if any(due.get(link, NOTHING)["hex"] != text for link, text in connection.received.items()):
            return False
    return True


def run_rounds(connection, begin):
    for number in range(ROUNDS):
        if number % 50 == 0:
            print("round %d of %d" % (number + 1, ROUNDS), flush=True)
        if number > 0:
            begin()
            connection.sent_at = time.monotonic()
        if run_recorded(connection):
            print("\n".join(connection.log))
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description="Shows one failure of a board, found by wirejig.")
    for link in LINKS:
        parser.add_argument(link, metavar="PORT" if len(LINKS) == 1 else "PORT-of-" + link)
    parser.add_argument("--baud", type=int, default=finding["baud"])
    parser.add_argument("--reset", choices=["dtr", "rts"], help="pulse this line first")
    options = vars(parser.parse_args())
    if (ROUNDS or 1) > 1 and not options["reset"] and not DIALS:
        print("the failure depends on choices of the board, and each round begins with a reset: give --reset dtr or --reset rts", file=sys.stderr)
        return 2
    ports = {}
    for link in LINKS:
        try:
            ports[link] = serial.serial_for_url(options[link], baudrate=options["baud"], timeout=0, do_not_open=DIALS)
        except (OSError, ValueError) as error:
            print("cannot open %s: %s" % (options[link], error), file=sys.stderr)
            return 2

    def begin():
        if DIALS:
            for port in ports.values():
                port.close()
        if options["reset"]:
            for level in (True, False, True):
                for port in ports.values():
                    setattr(port, options["reset"], level)
                time.sleep(0.1)
            time.sleep(1.0)
        if "boot" in finding:
            # The board receives nothing, or sends by itself.
            time.sleep(finding["boot"] + 0.5)
        if DIALS:
            time.sleep(0.1)
        else:
            for port in ports.values():
                port.reset_input_buffer()

    begin()
    connection = Connection(ports)
    shows = run_exchanges(connection) if ROUNDS is None else run_rounds(connection, begin)
    print("\nexpected: %s\nseen when the failure was found: %s" % (finding["expected"], finding["seen"]))
    for link, text in finding["received"].items():
        print("bytes received when the failure was found, on %s: %s" % (link, spaced(text)))
    if shows and finding["silence"] and any(connection.received.values()):
        print("the board answers, but not as a conformant board does: wirejig replay judges whether it may")
        return 2
    if "undecided" in finding:
        print(finding["undecided"])
        return 2
    if ROUNDS is not None and not shows:
        print("the board did not choose in any round as it did when the failure was recorded: try again, or wirejig replay")
        return 2
    print("the failure reproduces" if shows else "the failure does not reproduce")
    return 1 if shows else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, serial.SerialException) as error:
        print("the port was lost: %s" % error, file=sys.stderr)
        sys.exit(2)
