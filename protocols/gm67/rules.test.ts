import fc from 'fast-check';
import { range } from '../dissection/dissection';
import { session, unknownNumber, validCommand } from './testing/commands.arbitrary';
import { hostCommand, scannerReply, STATUS, WAKE, type Command, type CommandBody } from './wire/message';
import { PARAMETER, parseValues, scannerParameters, TRIGGER, VALUE_PARAMETERS } from './wire/parameters';
import { fits, ScannerModel, type Expected, type ScannerState } from './rules';

const TABLE = scannerParameters();
const MODEL = new ScannerModel(TABLE);
/** The defaults that the page fixes. */
const FIXED = new Map<number, number>([[PARAMETER.packet, 0]]).set(PARAMETER.terminator, 2);
const DEFAULTS = new Map(TABLE.map(({ number, values }) => [number, FIXED.get(number) ?? values[0]!]));
const READY = MODEL.initial(DEFAULTS);

const write = (number: number, value: number): Command =>
  hostCommand({ type: 'write', prefix: 0, number, value });
const read = (number: number): Command => hostCommand({ type: 'read', number });
const TO_HOST = write(PARAMETER.trigger, TRIGGER.host);
const START = hostCommand({ type: 'start' });
const START_AGAIN = hostCommand({ type: 'start' }, STATUS.retransmission);

/** Runs commands in order; gives the last state, and a word for each due answer. */
function run(
  commands: readonly Command[],
  from: ScannerState = READY,
): { state: ScannerState; due: string[] } {
  let state = from;
  const due = commands.map((command) => {
    const step = MODEL.apply(state, command);
    state = step.state;
    return word(step.reply);
  });
  return { state, due };
}

function word(reply: Expected): string {
  if (reply.type === 'nak') return `nak ${reply.causes.join(' or ')}`;
  if (reply.type === 'value') return `value ${reply.values.join(' or ')}`;
  return reply.type === 'one-of' ? reply.choices.map(word).join(' or ') : reply.type;
}

describe('commands', () => {
  test('every valid command has one answer, without a NAK, except for start and stop outside mode host', () => {
    fc.assert(
      fc.property(fc.array(validCommand(), { minLength: 1, maxLength: 20 }), (commands) => {
        let state = READY;
        for (const command of commands) {
          const denied = command.type === 'start' || command.type === 'stop';
          const host = state.parameters.get(PARAMETER.trigger) === TRIGGER.host;
          const step = MODEL.apply(state, command);
          const right =
            command.type === 'read'
              ? 'value'
              : command.type === 'revision'
                ? 'revision'
                : denied && !host
                  ? 'nak'
                  : 'ack';
          expect(step.reply.type).toBe(right);
          state = step.state;
        }
      }),
    );
  });

  test.each<[string, CommandBody, string]>([
    ['ACK', { type: 'ack' }, 'none'],
    ['NAK', { type: 'nak', cause: 1 }, 'none'],
    ['an unknown opcode', { type: 'unknown', opcode: 0x99 }, 'nak 2 or 6'],
    ['start in mode hold', { type: 'start' }, 'nak 6'],
    ['stop in mode hold', { type: 'stop' }, 'nak 6'],
    ['LED 2', { type: 'led-on', led: 2 }, 'ack or nak 2 or 6'],
    ['beep 1B', { type: 'beep', pattern: 0x1b }, 'ack or nak 2 or 6'],
    ['another prefix', { type: 'write', prefix: 7, number: 0x8a, value: 8 }, 'ack or nak 2 or 6'],
  ])('%s', (_, body, right) => {
    expect(run([hostCommand(body)])).toMatchObject({ due: [right] });
  });

  test('with an unknown trigger mode, start and stop may be accepted or refused', () => {
    const { due } = run([START, TO_HOST, START], MODEL.initial(FIXED));
    expect(due).toEqual(['ack or nak 6', 'ack', 'ack']);
  });

  test('each value of each parameter is read as written, and C8 restores the defaults', () => {
    for (const { number, values } of TABLE)
      for (const value of values) {
        const { due } = run([
          write(number, value),
          read(number),
          hostCommand({ type: 'defaults' }),
          read(number),
        ]);
        expect(due).toEqual(['ack', `value ${value}`, 'ack', `value ${DEFAULTS.get(number)}`]);
      }
  });

  test('a value out of range and an unknown number are denied and change nothing', () => {
    for (const { number, values } of TABLE)
      for (let value = 0; value < 256; value++)
        if (!values.includes(value))
          expect(run([write(number, value)])).toEqual({ due: ['nak 6'], state: READY });
    fc.assert(
      fc.property(unknownNumber(), (number) => {
        expect(run([read(number), write(number, 1)])).toEqual({ due: ['nak 6', 'nak 6'], state: READY });
      }),
    );
  });

  test('an unknown parameter may have any value of the table, until one is learnt', () => {
    const number = PARAMETER.volume;
    const fresh = MODEL.initial(FIXED);
    expect(run([read(number)], fresh).due).toEqual(['value 0 or 1 or 2 or 3']);
    const fixed = run([read(PARAMETER.packet), read(PARAMETER.terminator)], fresh);
    expect(fixed.due).toEqual(['value 0', 'value 2']);
    const learnt = MODEL.learn(fresh, number, 3, true);
    expect(run([write(number, 1), hostCommand({ type: 'defaults' }), read(number)], learnt).due).toEqual([
      'ack',
      'ack',
      'value 3',
    ]);
    const unsure = MODEL.learn(fresh, number, 3);
    expect(run([read(number), hostCommand({ type: 'defaults' }), read(number)], unsure).due).toEqual([
      'value 3',
      'ack',
      'value 0 or 1 or 2 or 3',
    ]);
  });

  test('a permanent write survives a reset, any other does not', () => {
    const permanent = hostCommand(
      { type: 'write', prefix: 0, number: PARAMETER.light, value: 2 },
      STATUS.permanent,
    );
    const { due } = run([
      permanent,
      write(PARAMETER.volume, 3),
      hostCommand({ type: 'reset' }),
      read(PARAMETER.light),
      read(PARAMETER.volume),
    ]);
    expect(due.slice(-2)).toEqual(['value 2', 'value 0']);
  });
});

describe('retransmission', () => {
  test('a start repeated after its code was read begins no second session', () => {
    const once = run([TO_HOST, START]).state;
    const read1 = MODEL.shown(once);
    expect(read1.sent).toBe(true);
    const again = run([START_AGAIN], read1.state);
    expect(again.due).toEqual(['ack']);
    expect(MODEL.shown(again.state).sent).toBe(false);
    expect(MODEL.shown(run([START], read1.state).state).sent).toBe(true);
  });

  test('after a NAK 01 a repeat counts as new, after silence it does not', () => {
    const done = MODEL.shown(run([TO_HOST, START]).state).state;
    expect(word(MODEL.garbled(done).reply)).toBe('nak 1');
    expect(MODEL.shown(run([START_AGAIN], MODEL.garbled(done).state).state).sent).toBe(true);
    const silent = new ScannerModel(TABLE, 'silent').garbled(done);
    expect(silent).toEqual({ state: done, reply: { type: 'none' } });
  });

  test('after another command a repeat counts as new; a host ACK or a denied command does not matter', () => {
    const done = MODEL.shown(run([TO_HOST, START]).state).state;
    const after = (command: Command): boolean | undefined =>
      MODEL.shown(run([command, START_AGAIN], done).state).sent;
    expect(after(hostCommand({ type: 'revision' }))).toBe(true);
    expect(after(hostCommand({ type: 'ack' }))).toBe(false);
    expect(after(hostCommand({ type: 'unknown', opcode: 0x99 }))).toBe(false);
  });

  test('a repeated read gets the value, a repeated denied command is denied again', () => {
    const again = (body: CommandBody): Command => hostCommand(body, STATUS.retransmission);
    expect(run([read(0x8a), again({ type: 'read', number: 0x8a })]).due).toEqual(['value 0', 'value 0']);
    expect(run([START, START_AGAIN]).due).toEqual(['nak 6', 'nak 6']);
  });
});

describe('codes shown', () => {
  const inMode = (mode: number): ScannerState => run([write(PARAMETER.trigger, mode)]).state;

  test('in mode host one start reads one code; stop and the scan time end the session', () => {
    const on = run([START], inMode(TRIGGER.host)).state;
    expect(MODEL.shown(inMode(TRIGGER.host)).sent).toBe(false);
    expect(MODEL.shown(on).sent).toBe(true);
    expect(MODEL.shown(MODEL.shown(on).state).sent).toBe(false);
    expect(MODEL.shown(run([hostCommand({ type: 'stop' })], on).state).sent).toBe(false);
    expect(MODEL.shown({ ...on, session: false }).sent).toBe(false);
    const backAndForth = run([write(PARAMETER.trigger, TRIGGER.hold), TO_HOST], on).state;
    expect(MODEL.shown(backAndForth).sent).toBe(false);
  });

  test('continuous and induction send every code, but none while scanning is disabled', () => {
    for (const mode of [TRIGGER.continuous, TRIGGER.induction]) {
      const state = inMode(mode);
      expect(MODEL.shown(state).sent).toBe(true);
      const off = run([hostCommand({ type: 'disable' })], state).state;
      expect(MODEL.shown(off).sent).toBe(false);
      expect(MODEL.shown(run([hostCommand({ type: 'enable' })], off).state).sent).toBe(true);
    }
  });

  test('the model leaves open what a finger decides, or what nobody knows', () => {
    for (const mode of [TRIGGER.hold, TRIGGER.pulse]) expect(MODEL.shown(inMode(mode)).sent).toBeUndefined();
    expect(MODEL.shown(MODEL.initial(FIXED)).sent).toBeUndefined();
  });

  test('no answer of a sleeping scanner is due until the wake byte', () => {
    const asleep = run([hostCommand({ type: 'sleep' })]);
    expect(asleep.due).toEqual(['ack']);
    expect(run([read(0x8a), WAKE, read(0x8a)], asleep.state).due).toEqual(['open', 'none', 'value 0']);
    expect(MODEL.shown(asleep.state).sent).toBeUndefined();
  });
});

test('a session never throws, and keeps what is known', () => {
  fc.assert(
    fc.property(session(), (steps) => {
      let state = READY;
      let last: Command | undefined;
      for (const step of steps) {
        if (step.type === 'command') last = step.command;
        if (step.type === 'garble') state = MODEL.garbled(state).state;
        else if (step.type === 'show') state = MODEL.shown(state).state;
        else if (last !== undefined && last.type !== 'wake') {
          const status = step.type === 'repeat' ? last.status | STATUS.retransmission : last.status;
          state = MODEL.apply(state, { ...last, status }).state;
        }
        expect([...state.parameters.keys()].toSorted()).toEqual([...DEFAULTS.keys()].toSorted());
        for (const { number, values } of TABLE) expect(values).toContain(state.parameters.get(number));
        if (state.session) expect(state.parameters.get(PARAMETER.trigger)).toBe(TRIGGER.host);
      }
    }),
  );
});

const ACK = scannerReply({ type: 'ack' });
const nak = (cause: number) => scannerReply({ type: 'nak', cause });
const value = (number: number, read: number) =>
  scannerReply({ type: 'value', prefix: 255, number, value: read });
const REFUSED: Expected = { type: 'nak', causes: [2, 6] };
const READ: Expected = { type: 'value', number: 1, values: [2] };
const MAYBE: Expected = { type: 'one-of', choices: [{ type: 'ack' }, { type: 'none' }] };

test.each<[Expected, Parameters<typeof fits>[1], boolean]>([
  [{ type: 'none' }, undefined, true],
  [{ type: 'none' }, ACK, false],
  [{ type: 'ack' }, ACK, true],
  [{ type: 'ack' }, undefined, false],
  [REFUSED, nak(6), true],
  [REFUSED, nak(1), false],
  [READ, value(1, 2), true],
  [READ, value(1, 3), false],
  [READ, value(2, 2), false],
  [{ type: 'revision' }, ACK, false],
  [{ type: 'open' }, undefined, true],
  [MAYBE, undefined, true],
  [MAYBE, nak(6), false],
])('%j with %j: %s', (expected, reply, right) => {
  expect(fits(expected, reply)).toBe(right);
});

describe('the table', () => {
  test('is the page’s', () => {
    const values = new Map(TABLE.map(({ number, values: all }) => [number, [...all]]));
    expect(values).toEqual(
      new Map([
        [0x8a, [0, 2, 4, 8, 9]],
        [0xee, [0, 1]],
        [0xf205, range(0, 5)],
        [0xf2b7, range(0, 3)],
        [0x9c, range(5, 10)],
        [0x38, [0, 1]],
        [0x8c, range(0, 3)],
        [0x88, range(1, 0x63)],
        [0xf202, range(0, 3)],
        [0xf203, range(0, 3)],
        [0xf250, [0, 1]],
        [0xec, [0, 1]],
      ]),
    );
  });

  test('has ranges that a profile changes', () => {
    const changed = scannerParameters({ values8C: '00..02,07' });
    expect(changed.find(({ number }) => number === 0x8c)?.values).toEqual([0, 1, 2, 7]);
    expect(Object.keys(VALUE_PARAMETERS)).toContain('valuesF205');
    for (const { default: text } of Object.values(VALUE_PARAMETERS))
      expect(parseValues(String(text)).length).toBeGreaterThan(1);
    for (const text of ['', '1..', '100', '05..01', 'x']) expect(() => parseValues(text)).toThrow(RangeError);
  });
});
