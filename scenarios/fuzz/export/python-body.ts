/** The script after a finding's constants. A mark at the end of a line names the features that need the line. */
export const BODY = `
RESPONSE_TIMEOUT = QUIET + 0.25  # s without a byte, after which the answer counts as missing


def spaced(text):
    return " ".join(text[i:i + 2] for i in range(0, len(text), 2)) or "nothing"


def words_in(text):  #: words
    return sorted(re.findall(WORDS, bytes.fromhex(text).decode("latin-1")))  #: words


def matches(want, text):  #: open
    if isinstance(want, dict):  #: words
        words = words_in(text)  #: words
        known = all(word in want for word in words)  #: words
        return known and all(least <= words.count(word) <= most for word, (least, most) in want.items())  #: words
    want, shuffled = want  #: order
    if want == "*":  #: open
        return text != ""  #: open
    if len(want) != len(text):  #: open
        return False  #: open
    pairs = [(want[i:i + 2], text[i:i + 2]) for i in range(0, len(text), 2)]  #: open
    if any(due not in ("..", byte) for due, byte in pairs):  #: open
        return False  #: open
    return shuffled is None or "".join(sorted(byte for due, byte in pairs if due == "..")) == shuffled  #: order
    return True  #: open !order


def without_chatter(text):  #: chatter
    data = bytes.fromhex(text)  #: chatter
    for chatter in CHATTER:  #: chatter
        data = data.replace(bytes.fromhex(chatter), b"")  #: chatter
    return data.hex().upper()  #: chatter


def read_port(port):  #: dial
    if not port.is_open:  #: dial
        return b""  #: dial
    try:  #: dial
        return port.read(max(1, port.in_waiting))  #: dial
    except serial.SerialException:  #: dial
        port.close()  #: dial
        return b""  #: dial


class Connection:
    def __init__(self, ports):
        self.ports = ports
        self.sent_at = time.monotonic()
        self.log = []  #: rounds
        self.begin()

    def begin(self):
        self.received = {link: "" for link in self.ports}
        self.times = []

    def listen(self, until):
        """Receives bytes until the time that until() returns."""
        more = True
        while more or time.monotonic() < until():
            more = False
            for link, port in self.ports.items():
                data = port.read(max(1, port.in_waiting))  #: !dial
                data = read_port(port)  #: dial
                if data:
                    more = True
                    self.times.append(time.monotonic())
                    self.received[link] += data.hex().upper()
            if not more:
                time.sleep(0.0005)

    def do(self, step):
        if step[0] == "listen":  #: listen
            end = time.monotonic() + step[1]  #: listen
            self.listen(lambda: end)  #: listen
            return  #: listen
        if step[0] == "dial":  #: dial
            port = self.ports[step[1]]  #: dial
            if port.is_open:  #: dial
                port.close()  #: dial
                time.sleep(0.05)  #: dial
            if step[2]:  #: dial
                port.open()  #: dial
            self.sent_at = time.monotonic()  #: dial
            print("%s  %s" % ("opened  " if step[2] else "closed  ", step[1]))  #: dial !rounds
            self.log.append("%s  %s" % ("opened  " if step[2] else "closed  ", step[1]))  #: dial rounds
            return  #: dial
        if step[0] == "show":  #: show
            print("show the scanner a %s code that holds %s, then press Enter" % (step[1], spaced(step[2])))  #: show
            input()  #: show
            return  #: show
        _, link, data, note = step  #: !gap
        _, link, data, note, gap = step  #: gap
        if gap is not None:  #: gap
            end = self.sent_at + gap  #: gap
            self.listen(lambda: end)  #: gap
        if self.ports[link].is_open:  #: dial
            self.ports[link].write(bytes.fromhex(data))  #: dial
            self.ports[link].flush()  #: dial
        self.ports[link].write(bytes.fromhex(data))  #: !dial
        self.ports[link].flush()  #: !dial
        self.sent_at = time.monotonic()
        print("sent      %s  %s" % (spaced(data), note))  #: !rounds
        self.log.append("sent      %s  %s" % (spaced(data), note))  #: rounds

    def settle(self, due, final):
        """Waits until the answer has come; after the last exchange, also until nothing more can come."""

        def until():
            whole = all(len(self.received[link]) >= len(want) for link, want in due.items())  #: !order
            whole = all(len(self.received[link]) >= len(want) for link, (want, _) in due.items())  #: order
            sure = len(due) > 0  #: !open
            sure = False  #: words
            sure = due and "*" not in due.values()  #: open !order !words
            sure = due and all(want != "*" for want, _ in due.values())  #: order
            if whole and sure and not final:
                return 0.0
            last = max([self.sent_at] + self.times)  #: !chatter
            last = self.sent_at  #: chatter
            return last + (QUIET if whole else RESPONSE_TIMEOUT)

        self.listen(until)
        self.received = {link: without_chatter(text) for link, text in self.received.items()}  #: chatter


def timing(connection):  #: time
    """Returns what is wrong with the time of the answer, or None."""  #: time
    if not connection.times:  #: time
        return None  #: time
    first = connection.times[0] - connection.sent_at  #: time
    if NOT_AFTER is not None and first > NOT_AFTER:  #: time
        return "the answer came after %.1f ms, at most %.1f ms are allowed" % (first * 1e3, NOT_AFTER * 1e3)  #: time
    if NOT_BEFORE is not None and first < NOT_BEFORE:  #: time
        return "the answer came after %.1f ms, at least %.1f ms are due" % (first * 1e3, NOT_BEFORE * 1e3)  #: time
    gaps = [b - a for a, b in zip(connection.times, connection.times[1:])]  #: time
    if MAX_PAUSE is not None and gaps and max(gaps) > MAX_PAUSE:  #: time
        return "a pause of %.1f ms within the answer, at most %.1f ms are allowed" % (max(gaps) * 1e3, MAX_PAUSE * 1e3)  #: time
    return None  #: time


def run_exchanges(connection):  #: !rounds
    """Returns whether the failure shows."""  #: !rounds
    answers = []  #: chance !rounds
    differs = False  #: !rounds
    for number, (steps, due) in enumerate(EXCHANGES):  #: !rounds
        differs = False  #: silence !rounds
        connection.begin()  #: !rounds
        for step in steps:  #: !rounds
            connection.do(step)  #: !rounds
        connection.settle(due, number == len(EXCHANGES) - 1)  #: !rounds
        answers.append(str(connection.received))  #: chance !rounds
        for link in LINKS:  #: !rounds
            want = due.get(link, "")  #: !order !rounds
            want = due.get(link, ("", None))  #: order !rounds
            same = want == connection.received[link]  #: !open !rounds
            same = matches(want, connection.received[link])  #: open !rounds
            print("expected  %s" % spaced(want))  #: !order !words !rounds
            print("expected  %s" % spaced(want[0]))  #: order !rounds
            shown = spaced(connection.received[link])  #: !rounds
            if isinstance(want, dict):  #: words !rounds
                print("expected  %s" % (", ".join(word for word, (least, _) in want.items() if least > 0) or "nothing"))  #: words !rounds
                shown = ", ".join(words_in(connection.received[link])) or "nothing"  #: words !rounds
            print("seen      %s%s" % (shown, "" if same else "   <-- differs"))  #: !rounds
            differs = differs or not same  #: !rounds
    wrong = timing(connection)  #: time !rounds
    if wrong is not None:  #: time !rounds
        print("time      " + wrong)  #: time !rounds
        return True  #: time !rounds
    return differs  #: !chance !rounds
    return differs or len({answers[i] for i in CHANCE}) == 1  #: chance !rounds


def run_exchanges(connection):  #: rounds
    """Returns whether the board answers as it did when the failure was recorded, to the end."""  #: rounds
    connection.log = []  #: rounds
    for number, (steps, recorded) in enumerate(EXCHANGES):  #: rounds
        connection.begin()  #: rounds
        for step in steps:  #: rounds
            connection.do(step)  #: rounds
        connection.settle(recorded, number == len(EXCHANGES) - 1)  #: rounds
        connection.log += ["seen      %s" % spaced(text) for text in connection.received.values() if text]  #: rounds
        if any(recorded.get(link, "") != text for link, text in connection.received.items()):  #: rounds
            return False  #: rounds
    return True  #: rounds


def run_rounds(connection, begin):  #: rounds
    for number in range(ROUNDS):  #: rounds
        if number % 50 == 0:  #: rounds
            print("round %d of %d" % (number + 1, ROUNDS), flush=True)  #: rounds
        if number > 0:  #: rounds
            begin()  #: rounds
            connection.sent_at = time.monotonic()  #: rounds
        if run_exchanges(connection):  #: rounds
            print("\\n".join(connection.log))  #: rounds
            return True  #: rounds
    return False  #: rounds


def main():
    parser = argparse.ArgumentParser(description="Shows one failure of a board, found by wirejig.")
    for link in LINKS:
        parser.add_argument(link, metavar="PORT")  #: !links
        parser.add_argument(link, metavar="PORT-of-" + link)  #: links
    parser.add_argument("--baud", type=int, default=BAUD)
    parser.add_argument("--reset", choices=["dtr", "rts"], help="pulse this line first")
    options = vars(parser.parse_args())
    ports = {}
    for link in LINKS:
        try:
            ports[link] = serial.serial_for_url(options[link], baudrate=options["baud"], timeout=0)  #: !dial
            ports[link] = serial.serial_for_url(options[link], baudrate=options["baud"], timeout=0, do_not_open=True)  #: dial
        except (OSError, ValueError) as error:
            print("cannot open %s: %s" % (options[link], error), file=sys.stderr)
            return 2

    def begin():
        for port in ports.values():  #: dial
            port.close()  #: dial
        if options["reset"]:
            for level in (True, False, True):
                for port in ports.values():
                    setattr(port, options["reset"], level)
                time.sleep(0.1)
            time.sleep(1.0)
        time.sleep(BOOT + 0.5)  #: boot
        time.sleep(0.1)  #: dial
        for port in ports.values():  #: !dial
            port.reset_input_buffer()  #: !dial

    if ROUNDS > 1 and not options["reset"]:  #: rounds !dial
        print("the failure depends on choices of the board, and each round begins with a reset: give --reset dtr or --reset rts", file=sys.stderr)  #: rounds !dial
        return 2  #: rounds !dial
    begin()
    connection = Connection(ports)
    shows = run_exchanges(connection)  #: !rounds
    shows = run_rounds(connection, begin)  #: rounds
    print("\\nexpected: %s\\nseen when the failure was found: %s" % (EXPECTED, SEEN))
    for link, text in RECEIVED.items():
        print("bytes received when the failure was found, on %s: %s" % (link, spaced(text)))
    if shows and any(connection.received.values()):  #: silence
        print("the board answers, but not as a conformant board does: wirejig replay judges whether it may")  #: silence
        return 2  #: silence
    print(UNDECIDED)  #: undecided
    return 2  #: undecided
    if not shows:  #: rounds
        print("the board did not choose in any round as it did when the failure was recorded: try again, or wirejig replay")  #: rounds
        return 2  #: rounds
    print("the failure reproduces" if shows else "the failure does not reproduce")  #: !undecided
    return 1 if shows else 0  #: !undecided


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, serial.SerialException) as error:
        print("the port was lost: %s" % error, file=sys.stderr)
        sys.exit(2)
`;
