import { boardKind } from '../../../devices/virtual/request-response/board';
import { RuleError, type Message } from '../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../judge/request-response/monitor';
import { modbus } from '../../../protocols/request-response/testing/modbus';
import { millis } from '../../../protocols/time';
import { cobs } from '../../../protocols/wire/decoders/cobs';
import { slip } from '../../../protocols/wire/decoders/escaped';
import { silence, startByte } from '../../../protocols/wire/framing';
import { registerProtocol } from '../../../protocols/request-response/testing/register-protocol';
import { notPassed, requirementsWith, runSuite, type SuiteRunOptions } from '../../testing/suite-run';
import type { RequestResponseHost } from './host';
import { suiteOf } from './suite';
import { answeredBy, describeLamp, lamp, LAMP_PAGE } from './testing/lamp';

const modbusSuite = suiteOf(modbus, []);

function runModbus(options: SuiteRunOptions) {
  return runSuite(modbusSuite, { kinds: [boardKind(modbus)], sampled: true, ...options });
}

describe('the stock scenarios of a description', () => {
  it('try every clause of the lamp, and it keeps them all', async () => {
    expect(notPassed(await runSuite(suiteOf(lamp, []), { kinds: [boardKind(lamp)] }))).toEqual([]);
  });

  it('are passed by a sound Modbus board in a sample that takes less than two minutes', async () => {
    const result = await runModbus({ seed: 1 });
    expect(notPassed(result)).toEqual([]);
    expect(result.end.at).toBeLessThan(120e6);
  });

  it.each([
    ['crc-ignored', 'MB-FR-02'],
    ['write-lost', 'MB-RG-02'],
    ['late', 'MB-TM-01'],
  ])('find the defect %s of a Modbus board by its clause', async (defect, clause) => {
    const result = await runModbus({ board: `modbus+${defect}`, only: [clause] });
    expect(requirementsWith(result, 'fail')).toContain(clause);
  });

  it('find in a sample a Modbus board that takes one value too much, at each bound of the rules', async () => {
    const { defects } = boardKind(modbus);
    const bounds = defects.filter(({ name }) => /-(above|below)-.*-taken$/.test(name));
    expect(bounds.length).toBeGreaterThan(5);
    for (const { name, breaks } of bounds) {
      const result = await runModbus({ board: `modbus+${name}`, only: [breaks], seed: 7 });
      expect([name, ...requirementsWith(result, 'fail')]).toContain(breaks);
    }
  });

  it.each([
    ['silence', silence(millis(4))],
    ['COBS', cobs()],
    ['nothing but the end of SLIP', slip({ leading: false })],
    ['a start', startByte([0x55, 0xaa], { idle: millis(10) })],
  ])('are passed by a sound board whose frames are told apart by %s', async (_name, framing) => {
    const registers = registerProtocol({ framing, pipelined: true });
    const events = { id: 'events', title: 'events', covers: ['REG-14'], run: () => Promise.resolve() };
    const result = await runSuite(suiteOf(registers, [events]), {
      kinds: [boardKind(registers)],
      sampled: true,
    });
    expect(requirementsWith(result, 'fail', 'inconclusive', 'skip')).toEqual([]);
  });

  it('say that cases of a clause went wrong before they came to it', async () => {
    const wrongSums = describeLamp({
      defects: {
        'wrong-sums': {
          breaks: 'LP-FR-01',
          text: 'Each answer has a wrong checksum.',
          change: (steps) => ({
            encode: (answer) => {
              const bytes = Uint8Array.from(steps.encode(answer));
              bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
              return bytes;
            },
          }),
        },
      },
    });
    const { end } = await runSuite(suiteOf(wrongSums, []), {
      kinds: [boardKind(wrongSums)],
      board: 'lamp+wrong-sums',
    });
    expect(end.verdicts['LP-FR-01']?.verdict).toBe('fail');
    expect(end.verdicts['LP-FR-05']).toMatchObject({
      verdict: 'inconclusive',
      reason: 'what goes before each case of lamp/pieces went wrong',
    });
  });

  it('charge a request that is never answered to its own clause, and to no situation in which it was sent', async () => {
    const mute = describeLamp({
      defects: { 'fade-unanswered': answeredBy(undefined, 'fade', 'LP-LV-04') },
    });
    const result = await runSuite(suiteOf(mute, []), {
      kinds: [boardKind(mute)],
      board: 'lamp+fade-unanswered',
      sampled: true,
    });
    expect(requirementsWith(result, 'fail', 'inconclusive')).toEqual(['LP-LV-04']);
  });

  it('charge a request that takes back what others did to its own clause, where it takes nothing back', async () => {
    const stuck = describeLamp({
      page: `${LAMP_PAGE}- LP-LV-05 MUST profile — a Fade from 99 to 99 switches off what is at 100, and is not answered.\n`,
      rules: (request, state, parameters) =>
        request.type === 'fade' && request.from === 99 && request.to === 99
          ? { clause: 'LP-LV-05', state: state === 100 ? 0 : state }
          : lamp.at(parameters).rule(request, state),
      baseline: [
        { type: 'fade', from: 99, to: 99, ms: 0 },
        { type: 'set', level: 0 },
      ],
      defects: {
        stuck: {
          breaks: 'LP-LV-05',
          text: 'It is not switched off.',
          change: (steps) => ({
            rule(request, state) {
              const { clause, ...due } = steps.rule(request, state);
              return clause === 'LP-LV-05' ? { clause } : { clause, ...due };
            },
          }),
        },
      },
    });
    const run = (board: string) =>
      runSuite(suiteOf(stuck, []), { kinds: [boardKind(stuck)], board, sampled: true });
    expect(requirementsWith(await run('lamp'), 'fail')).toEqual([]);
    expect(requirementsWith(await run('lamp+stuck'), 'fail')).toContain('LP-LV-05');
  });

  it('skip a clause that no case comes to, and leave it open where exchanges could not be judged', async () => {
    const moot = describeLamp({
      page: `${LAMP_PAGE}- LP-LV-05 MUST profile — a lamp of more than 60 is set to 100, and answers so.\n`,
      rules: (request, state, parameters) =>
        parameters.most > 60 && request.type === 'set' && request.level === 100
          ? { clause: 'LP-LV-05', state: 100, answer: { type: 'level', level: 100 } }
          : lamp.at(parameters).rule(request, state),
    });
    const run = async () => {
      const result = await runSuite(suiteOf(moot, []), {
        kinds: [boardKind(moot)],
        own: { most: 50 },
        only: ['LP-LV-05'],
      });
      return result.end.verdicts['LP-LV-05'];
    };
    expect(await run()).toMatchObject({
      verdict: 'skip',
      reason: expect.stringContaining('no case of') as unknown,
    });
    const accounting = jest
      .spyOn(RequestResponseMonitor.prototype, 'accounting')
      .mockReturnValue({ judged: 9, unjudged: { 'left-open': 2 } })
      .mockReturnValueOnce({ judged: 0, unjudged: {} })
      .mockReturnValueOnce({ judged: 0, unjudged: {} });
    expect(await run()).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^2 exchanges of lamp\/.* could not be judged$/) as unknown,
    });
    accounting.mockRestore();
  });

  it('are under the id of the protocol, and each covers clauses of its page', () => {
    const { scenarios, requirements } = suiteOf(lamp, []);
    const clauses = requirements.map(({ id }) => id);
    expect(scenarios.map(({ id }) => id)).toContain('lamp/checksum');
    for (const { covers } of scenarios) expect(clauses).toEqual(expect.arrayContaining([...covers]));
  });
});

describe('what is wrong in a description is said when it is loaded', () => {
  it('a clause that nothing judges', () => {
    const page = `${LAMP_PAGE}- LP-TM-03 MUST profile — the lamp glows in the dark.\n`;
    expect(() => suiteOf(describeLamp({ page }), [])).toThrow('page: no check judges LP-TM-03');
  });

  const run = (): Promise<void> => Promise.resolve();
  it.each([
    ['glow', ['LP-TM-09'], 'scenarios.glow.covers: the page has no clause LP-TM-09'],
    ['glow', [], 'scenarios.glow.covers: name the clauses that it judges'],
    ['checksum', ['LP-LV-01'], 'scenarios.checksum: a stock scenario has this id'],
  ])('a scenario %s that covers %j', (id, covers, message) => {
    expect(() => suiteOf(lamp, [{ id, title: id, covers, run }])).toThrow(message);
  });

  it.each([
    [
      'a mistake of the program',
      (): never => {
        throw new TypeError('no such lamp');
      },
      /^lamp: scenario 'glow' threw no such lamp at .*suite\.whole\.test\.ts:\d+:\d+$/,
    ],
    [
      'a clause that the page lacks',
      async (host: RequestResponseHost<Message, unknown>) => {
        await host.play({ type: 'get' }, 'LP-XX-01');
      },
      /^a scenario charges LP-XX-01, and the page has no such clause$/,
    ],
  ])('%s in a scenario is an error of its author, when it runs', async (_, play, message) => {
    const glow = {
      id: 'glow',
      title: 'glow',
      covers: ['LP-LV-01'],
      run: async (host: RequestResponseHost<Message, unknown>) => play(host),
    };
    const running = runSuite(suiteOf(lamp, [glow]), { kinds: [boardKind(lamp)], sampled: true });
    await expect(running).rejects.toThrow(RuleError);
    await expect(running).rejects.toThrow(message);
  });

  it('a rule that throws for a request that can be sent, with its place', () => {
    const described = describeLamp({
      rules: () => {
        throw new TypeError('no such lamp');
      },
    });
    expect(() => suiteOf(described, [])).toThrow(
      /^lamp: rules of '\w+' threw no such lamp at .*suite\.whole\.test\.ts:\d+:\d+$/,
    );
  });
});
