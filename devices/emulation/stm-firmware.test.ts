/** The STM board's C code on this computer, with the sanitizers in, against the rules and against its own defects. */
import fc from 'fast-check';
import { nearMiss } from '../../protocols/stm/near-misses.arbitrary';
import { request } from '../../protocols/stm/messages.arbitrary';
import { agrees, expect as expected, follow, POWER_ON } from '../../protocols/stm/rules';
import { decodeAnswer, requests } from '../../protocols/stm/stm';
import { BAD_VECTORS } from '../../protocols/stm/stm.vectors';
import { micros } from '../../protocols/time';
import { fromHex } from '../virtual/testing/board-bench';
import { StmBench } from '../virtual/stm/testing/bench';
import { STM_BOARD } from '../virtual/stm/board';
import { TRIGGERS } from '../virtual/stm/testing/triggers';
import { needing } from '../testing/needed-tools';
import { hostProgram, Recorder, Script, type HostProgram, type Transmission } from './testing/host-program';
import { imageKinds, switchesOf } from './images';

const START = fromHex('01 FF FE');
const SILENCE = 200;

needing('firmware on this computer', 'gcc').describe('the STM firmware on this computer', () => {
  const codec = requests();
  let firmware: HostProgram;

  beforeAll(async () => {
    firmware = await hostProgram('stm');
  });
  afterAll(() => firmware.remove());

  test('any session is answered as the rules say', () => {
    const session = fc.array(request(), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(session, fc.nat(), (requests, noise) => {
        const script = new Script(noise);
        for (const one of requests) script.receive(0, codec.encode(one)).wait(1);
        const sent = firmware.play(script);
        expect(sent.length).toBe(requests.length);
        let game = POWER_ON;
        requests.forEach((one, i) => {
          const answer = decodeAnswer(fromHex(sent[i]!.hex));
          expect(agrees(expected(game, one), answer)).toBe(true);
          game = follow(game, one, answer);
        });
      }),
      { numRuns: 40 },
    );
  });

  test('each near-miss gets its one Error at its time, and the next request is answered', () => {
    const misses = fc.array(nearMiss(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(misses, (all) => {
        const script = new Script().receive(0, START).wait(1);
        for (const { bytes } of all) script.receive(0, bytes).wait(SILENCE).receive(0, START).wait(1);
        const due = all.flatMap(({ errorCode, atGap }, i) => {
          const at = 1 + i * (SILENCE + 1);
          const error = Buffer.of(0xee, errorCode, 0xee ^ errorCode)
            .toString('hex')
            .toUpperCase();
          return [
            { at: atGap ? at + 50 : at, link: 0, hex: error },
            { at: at + SILENCE, link: 0, hex: '01FFFE' },
          ];
        });
        expect(firmware.play(script).slice(1)).toEqual(due);
      }),
      { numRuns: 40 },
    );
  });

  test.each(BAD_VECTORS)('$name gets its Error, once', ({ hex, answer }) => {
    const script = new Script().receive(0, START).receive(0, fromHex(hex)).wait(SILENCE);
    expect(hexOf(firmware.play(script)).slice(1)).toEqual([answer.replaceAll(' ', '')]);
  });

  test('any bytes at any times leave memory alone, and the next request is answered', () => {
    const noise = fc.array(fc.tuple(fc.uint8Array({ maxLength: 1000, size: 'max' }), fc.nat(80)));
    fc.assert(
      fc.property(noise, (parts) => {
        const script = new Script();
        for (const [bytes, pause] of parts) script.receive(0, bytes).wait(pause);
        const sent = firmware.play(script.wait(SILENCE).receive(0, START));
        expect(sent.at(-1)?.hex).toBe('01FFFE');
      }),
      { numRuns: 40 },
    );
  });

  const [kind] = imageKinds().filter(({ name }) => name === 'stm');

  test('every switch is a defect of the virtual board', () => {
    const names = STM_BOARD.defects.map(({ name }) => name);
    expect(switchesOf('stm').filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(kind?.defects ?? [])('$name shows in the session of the virtual board’s', ({ name }) => {
    const recorder = new Recorder(['main']);
    const bench = new StmBench({ board: recorder });
    TRIGGERS[name]?.(bench);
    recorder.poll(micros(bench.now));
    recorder.script.wait(SILENCE);
    expect(firmware.play(recorder.script, [name])).not.toEqual(firmware.play(recorder.script));
  });
});

function hexOf(sent: readonly Transmission[]): string[] {
  return sent.map(({ hex }) => hex);
}
