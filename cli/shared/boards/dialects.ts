/** What each protocol can be said to and heard from a board by name: for a person at a terminal, and for the doctor. */
import type { LinkBinding } from '../../../devices/links/link';
import { consoleLines } from '../../../protocols/terminal/console-line';
import { packets } from '../../../protocols/durak/durak';
import type { Codec } from '../../../protocols/frame';
import { commands, replies } from '../../../protocols/gm67/gm67';
import { BARE, hostCommand, WAKE, type BareType } from '../../../protocols/gm67/message';
import type { Parameters } from '../../../protocols/requirement';
import { cardByte, CARDS, cardName, type CardEncoding } from '../../../protocols/set/card';
import { scannerLink } from '../../../protocols/set/scanner-link';
import { answers, requests } from '../../../protocols/stm/stm';
import { millis, type Micros } from '../../../protocols/time';
import { BYTE, CELLS } from '../../../protocols/ttt/message';
import { playerMessages, serverMessages } from '../../../protocols/ttt/ttt';

/** A message that is sent by its name. */
export interface NamedMessage {
  readonly name: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

export interface Dialect {
  readonly suite: string;
  readonly link: string;
  /** Explains what is sent. */
  readonly tx: Pick<Codec<unknown>, 'fields'>;
  /** Takes apart what is received. */
  readonly rx: Pick<Codec<unknown>, 'decoder' | 'fields'>;
  readonly messages: readonly NamedMessage[];
  /** The word that a sound board answers at any time, and that changes nothing which matters. */
  readonly probe?: string;
}

/** Under what a protocol is spoken; what is left out is as the suite has it by default. */
export interface DialectOptions {
  readonly parameters?: Parameters;
  /** What carries it: tic-tac-toe is spoken otherwise on tcp and udp. */
  readonly binding?: LinkBinding;
}

/** All of them, as they are spoken under these parameters. */
export function dialects(setting: DialectOptions = {}): readonly Dialect[] {
  return [stm(setting), durak(), gm67(setting), ...set(setting), ttt(setting)];
}

function stm({ parameters }: DialectOptions): Dialect {
  const errorCmd = numberOf(parameters, 'errorCmd');
  const options = {
    ...spanUnder('idleGap', numberOf(parameters, 'idleGapMs')),
    ...(errorCmd === undefined ? {} : { errorCmd }),
  };
  const out = requests(options);
  return {
    suite: 'stm',
    link: 'main',
    tx: out,
    rx: answers(options),
    messages: [
      { name: 'start', description: 'begin a game', bytes: out.encode({ type: 'start' }) },
      { name: 'reset', description: 'give the game up', bytes: out.encode({ type: 'reset' }) },
      {
        name: 'state',
        description: 'Set State: how does the game stand?',
        bytes: out.encode({ type: 'set-state' }),
      },
    ],
    probe: 'state',
  };
}

function durak(): Dialect {
  const codec = packets();
  return {
    suite: 'durak',
    link: 'main',
    tx: codec,
    rx: codec,
    messages: [
      { name: 'hello', description: 'is a second board there?', bytes: codec.encode({ type: 'hello' }) },
      { name: 'ack', description: 'the last packet came', bytes: codec.encode({ type: 'ack' }) },
    ],
    probe: 'hello',
  };
}

function gm67({ parameters }: DialectOptions): Dialect {
  const options = spanUnder('interByte', numberOf(parameters, 'interByteMs'));
  const out = commands(options);
  const word = (name: string, type: BareType): NamedMessage => ({
    name,
    description: `the command ${type}`,
    bytes: out.encode(hostCommand({ type })),
  });
  return {
    suite: 'gm67',
    link: 'main',
    tx: out,
    rx: replies(options),
    messages: [
      ...Object.keys(BARE).flatMap((name) => (isBare(name) ? [word(name, name)] : [])),
      { name: 'wake', description: 'the byte 00 that wakes it', bytes: out.encode(WAKE) },
      {
        name: 'beep',
        description: 'beep once',
        bytes: out.encode(hostCommand({ type: 'beep', pattern: 0 })),
      },
      { name: 'led-on', description: 'LED on', bytes: out.encode(hostCommand({ type: 'led-on', led: 1 })) },
      {
        name: 'led-off',
        description: 'LED off',
        bytes: out.encode(hostCommand({ type: 'led-off', led: 1 })),
      },
    ],
    probe: 'revision',
  };
}

function set({ parameters }: DialectOptions): readonly Dialect[] {
  const encoding: CardEncoding = parameters?.['cardEncoding'] === '0..2' ? '0..2' : '1..3';
  const longest = numberOf(parameters, 'rxBufferBytes');
  const out = scannerLink({
    encoding,
    ...spanUnder('idleReset', numberOf(parameters, 'idleResetMs')),
    ...(longest === undefined ? {} : { longest }),
  });
  const words = Array.from({ length: CARDS }, (_, card) => ({
    name: `card-${card}`,
    description: cardName(card),
    bytes: Uint8Array.of(cardByte(card, encoding), 0x0d),
  }));
  const lines = consoleLines();
  return [
    { suite: 'set', link: 'scanner', tx: out, rx: lines, messages: words },
    { suite: 'set', link: 'console', tx: lines, rx: lines, messages: [] },
  ];
}

function ttt({ binding = 'serial' }: DialectOptions): Dialect {
  return {
    suite: 'ttt',
    link: 'main',
    tx: playerMessages(binding),
    rx: serverMessages(binding),
    messages: [
      { name: 'join', description: 'sit down', bytes: Uint8Array.of(BYTE.join) },
      { name: 'leave', description: 'go', bytes: Uint8Array.of(BYTE.leave) },
      ...CELLS.map((cell) => ({
        name: `cell-${cell}`,
        description: 'a move, row by row from 0',
        bytes: Uint8Array.of(BYTE.cell0 + cell),
      })),
    ],
  };
}

function numberOf(parameters: Parameters | undefined, name: string): number | undefined {
  const value = parameters?.[name];
  return typeof value === 'number' ? value : undefined;
}

function spanUnder<K extends string>(key: K, ms: number | undefined): Partial<Record<K, Micros>> {
  const found: Partial<Record<K, Micros>> = {};
  if (ms !== undefined) found[key] = millis(ms);
  return found;
}

function isBare(name: string): name is BareType {
  return name in BARE;
}

/** What is spoken on a link of a suite; undefined where it is plain text or nothing known. */
export function dialectOf(suite: string, link: string, setting?: DialectOptions): Dialect | undefined {
  return dialects(setting).find((one) => one.suite === suite && one.link === link);
}
