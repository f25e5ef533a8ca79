/** For tests: a short session for each defect of the GM67, in which it shows. */
import { sealed } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { millis } from '../../time';
import type { GmBench } from './bench';
import { GARBLED, HOST_ACK, LED_ON } from './frames';

type Trigger = (bench: GmBench) => void;

const REVISION = '04 A3 04 00 FF 55';
const START = '04 E4 04 00 FF 14';
const NAK = sealed([5, 0xd1, 4, 0, 1]);
const VOLUME_2 = sealed([7, 0xc6, 4, 0, 0, PARAMETER.volume, 2]);
const LONG_SILENCE = millis(8000);

/** Sends each of these, with silence after it. */
function asked(...all: readonly (string | Uint8Array)[]): Trigger {
  return (bench) => {
    for (const one of all) bench.ask(one);
  };
}

function written(number: number, ...values: readonly number[]): Trigger {
  return (bench) => {
    for (const value of values) {
      bench.write(number, value);
      bench.command({ type: 'read', number });
    }
  };
}

/** The bytes of a code with this terminator. */
function terminated(setting: number): Trigger {
  return (bench) => {
    bench.write(PARAMETER.terminator, setting);
    bench.show('41 42');
  };
}

function shown(...payloads: readonly (string | Uint8Array)[]): Trigger {
  return (bench) => {
    for (const payload of payloads) bench.show(payload);
  };
}

function packets(then: Trigger): Trigger {
  return (bench) => {
    bench.packetMode();
    then(bench);
  };
}

/** A code in packet mode, the host's answer to it, and everything after that. */
function answered(answer: string | Uint8Array): Trigger {
  return packets((bench) => {
    bench.show('55');
    bench.ask(answer);
    bench.advance(LONG_SILENCE);
  });
}

const UNANSWERED: Trigger = packets((bench) => void bench.show('55', 'qr', LONG_SILENCE));

function defaulted(number: number, value: number): Trigger {
  return (bench) => {
    bench.command({ type: 'defaults' });
    const fresh = bench.read(number);
    bench.write(number, fresh === value ? value - 1 : value);
    bench.command({ type: 'defaults' });
    bench.command({ type: 'read', number });
  };
}

function inHost(then: Trigger): Trigger {
  return (bench) => {
    bench.hostMode();
    then(bench);
  };
}

/** A start, its code, the start repeated with the retransmission bit, and another code. */
const REPEATED: Trigger = inHost((bench) => {
  bench.command({ type: 'start' });
  bench.show('31');
  bench.command({ type: 'start' }, 1);
  bench.show('32');
});

function disabled(then: Trigger): Trigger {
  return (bench) => {
    bench.command({ type: 'disable' });
    bench.show('41');
    then(bench);
  };
}

const ENABLED: Trigger = (bench) => {
  bench.command({ type: 'enable' });
  bench.show('42');
};

function longCode(length: number): Trigger {
  return packets((bench) => void bench.show(new Uint8Array(length).fill(0x41), 'qr', millis(900)));
}

const NOISE_300 = new Uint8Array(300).fill(0x02);

export const GM67_TRIGGERS: Readonly<Record<string, Trigger>> = {
  'nak-checksum': asked(START),
  'value-source-host': asked('05 C7 04 00 8A FE A6'),
  // 06 F3 00 00 F2 15 add up to 0200.
  'checksum-carry': packets(shown('15')),
  'revision-len': asked(REVISION),
  'slow-write': written(PARAMETER.volume, 1),
  'slow-while-scanning': inHost(asked(START, LED_ON)),
  'slow-defaults': (bench) => void bench.ask('04 C8 04 00 FF 30', millis(1000)),

  'checksum-ignored': asked(GARBLED),
  'checksum-high-only': asked('04 E9 04 00 FF 00'),
  'checksum-low-only': asked('04 E9 04 00 00 0F'),
  'bad-checksum-silent': asked(GARBLED),
  'bad-checksum-denied': asked(GARBLED),
  'bad-checksum-twice': asked(GARBLED),
  'bad-checksum-write-kept': (bench) => {
    bench.ask(VOLUME_2.with(8, 0));
    bench.command({ type: 'read', number: PARAMETER.volume });
  },
  'bad-checksum-enables': disabled((bench) => {
    bench.ask(GARBLED);
    bench.show('42');
  }),
  'bad-checksum-ends-session': inHost((bench) => {
    bench.ask(START);
    bench.ask(GARBLED);
    bench.show('42');
  }),
  'bad-checksum-deaf': asked(`${GARBLED} ${LED_ON}`),
  'half-frame-nak': asked('04 E9 04'),
  'half-frame-kept': asked('04 E9 04', LED_ON),
  'half-frame-eats-next': asked('04 E9 04', LED_ON),
  'short-patience': (bench) => void bench.send('04 E9').advance(millis(90)).ask('04 00 FF 0F'),
  'frame-timer': (bench) => {
    for (const part of ['04', 'E9', '04', '00', 'FF']) void bench.send(part).advance(millis(80));
    bench.ask('0F');
  },
  'bad-len-twice': asked('03 E9 04 00'),
  'bad-len-resync': asked(`02 ${LED_ON}`),
  'len-trusted': asked(sealed([5, 0xe9, 4, 0, 0])),
  'short-write-taken': asked(sealed([6, 0xc6, 4, 0, 0, PARAMETER.volume])),
  'bad-len-eats-next': asked('03 E9 04 00', LED_ON),
  'noise-overrun': asked(NOISE_300, LED_ON),
  'noise-xoff': asked('02 13 13', LED_ON),
  'noise-lockout': asked(new Uint8Array(20).fill(0xff), LED_ON),

  'led-off-silent': asked('05 E8 04 00 01 FF 0E'),
  'beep-acknowledged-twice': asked('05 E6 04 00 01 FF 10'),
  'revision-acknowledged': asked(REVISION),
  'enable-again-denied': asked('04 E9 04 00 FF 0F'),
  'start-again-denied': inHost((bench) => {
    bench.ask(START);
    bench.ask(START);
  }),
  'stop-ignored': inHost((bench) => {
    bench.ask(START);
    bench.ask('04 E5 04 00 FF 13');
    bench.show('41');
  }),
  'sleep-silent': asked('04 EB 04 00 FF 0D'),
  'start-anywhere': asked(START),
  'stop-anywhere': asked('04 E5 04 00 FF 13'),
  'start-bad-context': asked(START),
  'start-in-pulse': (bench) => {
    bench.write(PARAMETER.trigger, TRIGGER.pulse);
    bench.ask(START);
  },
  'unknown-acknowledged': asked(sealed([4, 0x77, 4, 0])),
  'unknown-silent': asked(sealed([4, 0x77, 4, 0])),
  'unknown-low-acknowledged': asked(sealed([4, 0x11, 4, 0])),
  'unknown-resend': asked(sealed([4, 0x77, 4, 0])),
  'host-ack-acknowledged': asked(HOST_ACK),
  'host-nak-refused': asked(sealed([4, 0xd1, 4, 0])),
  'host-nak-cause-refused': asked(NAK),
  'repeat-obeyed': REPEATED,
  'repeat-by-opcode': (bench) => {
    for (const value of [1, 2])
      bench.command({ type: 'write', prefix: 0, number: PARAMETER.volume, value }, value - 1);
    bench.command({ type: 'read', number: PARAMETER.volume });
  },
  'repeat-refused': REPEATED,
  // Its reply is waited for: no code is shown while it is due.
  'repeat-silent': inHost((bench) => {
    bench.command({ type: 'start' });
    bench.show('31');
    bench.command({ type: 'start' }, 1);
  }),
  'repeat-after-nak': inHost((bench) => {
    bench.command({ type: 'start' });
    bench.show('31');
    bench.ask(GARBLED);
    bench.command({ type: 'start' }, 1);
    bench.show('32');
  }),
  'wake-slow': (bench) => {
    bench.command({ type: 'sleep' });
    bench.send('00').advance(millis(50)).ask(LED_ON);
  },
  'wake-twice': (bench) => {
    bench.command({ type: 'sleep' });
    bench.send('00').advance(millis(50)).ask(LED_ON);
  },

  'volume-clamped': written(PARAMETER.volume, 1, 4),
  'out-of-range-stored': written(PARAMETER.light, 1, 9),
  'out-of-range-defaults': written(PARAMETER.terminator, 1, 9),
  'scan-time-six-bits': written(PARAMETER.scanTime, 0x63),
  'trigger-any-below-ten': written(PARAMETER.trigger, 3),
  'sleep-forgets': (bench) => {
    bench.write(PARAMETER.volume, bench.read(PARAMETER.volume) === 1 ? 2 : 1);
    bench.command({ type: 'sleep' });
    bench.send('00').advance(millis(60));
    bench.command({ type: 'read', number: PARAMETER.volume });
  },
  'scan-time-zero': written(PARAMETER.scanTime, 0),
  'light-is-collimation': written(PARAMETER.collimation, 0, 1, 2, 3),
  'light-sets-collimation': (bench) => {
    bench.write(PARAMETER.light, 1);
    for (const value of [2, 3]) {
      bench.write(PARAMETER.light, value);
      bench.command({ type: 'read', number: PARAMETER.collimation });
    }
  },
  'write-lost': written(PARAMETER.stxEtx, 3),
  'unknown-number-acknowledged': (bench) => void bench.write(0xf277, 1),
  'unknown-read-zero': (bench) => void bench.command({ type: 'read', number: 0x01 }),
  'defaults-keep-volume': defaulted(PARAMETER.volume, 3),
  'defaults-one-byte-only': defaulted(PARAMETER.light, 3),

  'raw-seven-bits': shown('80'),
  'raw-ends-at-nul': shown('41 00 42'),
  'raw-ends-at-cr': shown('41 0D 42'),
  'raw-fills-buffer': shown(new Uint8Array(64).fill(0x41)),
  'raw-upper-case': shown('61'),
  'raw-code-id': shown('41'),
  'raw-pause': shown(new Uint8Array(40).fill(0x41)),
  'terminator-none-cr': terminated(0),
  'terminator-crlf-swapped': terminated(1),
  'terminator-tab-blank': terminated(3),
  'terminator-crcr-once': terminated(4),
  'terminator-five-once': terminated(5),
  'packet-type-fixed': packets((bench) => void bench.show('55', 'qr')),
  'packet-without-type': packets((bench) => void bench.show('55', 'ean13')),
  'packet-terminated': packets(shown('55')),
  'packet-terminated-crlf': packets((bench) => {
    bench.write(PARAMETER.terminator, 1);
    bench.show('55');
  }),
  'long-code-split': longCode(250),
  'long-code-in-short': longCode(250),
  'long-code-cut': longCode(250),

  'no-retry': UNANSWERED,
  'one-retry-more': UNANSWERED,
  'retry-without-bit': UNANSWERED,
  'retry-early': UNANSWERED,
  'retry-late': UNANSWERED,
  'nak-resends': answered(NAK),
  'nak-acknowledges': answered(NAK),
  'ack-unheard': answered(HOST_ACK),
  'late-ack-unheard': packets((bench) => {
    bench.show('55', 'qr', millis(2500));
    bench.ask(HOST_ACK);
    bench.advance(LONG_SILENCE);
  }),
  'early-ack-counts': (bench) => {
    bench.ask(HOST_ACK);
    UNANSWERED(bench);
  },
  'any-command-acknowledges': answered(LED_ON),
  'commands-wait-for-ack': answered(LED_ON),
  'disable-ignored': disabled(() => undefined),
  'led-off-disables': (bench) => {
    bench.command({ type: 'led-off', led: 1 });
    bench.show('41');
  },
  'sleep-enables': disabled((bench) => {
    bench.command({ type: 'sleep' });
    bench.send('00').advance(millis(60)).show('42');
  }),
  'disable-raw-only': packets(disabled(() => undefined)),
  'disable-holds-code': disabled(ENABLED),
  'enable-loses-first': disabled(ENABLED),
  'same-code-twice': (bench) => void bench.show('41', 'qr', millis(1100)),
  'same-code-never-again': (bench) => {
    bench.show('41', 'qr', millis(1500));
    bench.show('41', 'qr', millis(1500));
  },
  'third-showing-lost': (bench) => {
    for (let i = 0; i < 3; i++) void bench.show('41', 'qr', millis(1500));
  },
};
