/**
 * Where a protocol leaves an answer to chance, or to the board's own mind: two runs that differ in nothing else have not
 * changed. What such an answer is about differs from then on, and is not held side by side.
 */
import { consoleLines } from '../../../protocols/terminal/console-line';
import { packets } from '../../../protocols/durak/durak';
import type { FrameEvent } from '../../../protocols/frame';
import type { Parameters } from '../../../protocols/requirement';
import { readReport, reportText } from '../../../protocols/set/set';
import { isDealOf } from '../../../protocols/stm/rules';
import { answers, requests, type Answer } from '../../../protocols/stm/stm';
import { cellOf } from '../../../protocols/ttt/message';
import { micros } from '../../../protocols/time';
import type { Comparer, Comparers } from '../../../reports/comparison/answer-changes';

/** `parameters`: of the boards that are compared, by suite. */
export function nondeterministicComparers(parameters: ReadonlyMap<string, Parameters>): Comparers {
  return (suite) => COMPARERS.get(suite)?.(parameters.get(suite) ?? {}) ?? (() => 'changed');
}

const COMPARERS: ReadonlyMap<string, (parameters: Parameters) => Comparer> = new Map([
  ['stm', stm],
  ['durak', durak],
  ['set', set],
  ['ttt', ttt],
  ['chinese-ten', chineseTen],
]);

const START = micros(0);

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

/** A Shuffle's deal is random, and with it whether the known board has a pair left. */
function stm({ errorCmd }: Parameters): Comparer {
  const codec = answers(errorCmd === undefined ? {} : { errorCmd: Number(errorCmd) });
  let dealt = false;
  const answer = (hex: string): Answer | undefined => {
    const [event, more] = codec.decoder().push(bytesOf(hex), START);
    return more === undefined && event?.kind === 'frame' && 2 * event.raw.length === hex.length
      ? event.value
      : undefined;
  };
  return (sent, _link, before, after) => {
    const [was, is] = [answer(before), answer(after)];
    const [asked] = requests().decoder().push(bytesOf(sent), START);
    const random = was?.type === 'shuffle' && is?.type === 'shuffle' && isDealOf(is.tiles, was.tiles);
    dealt ||= random;
    const state = asked?.kind === 'frame' && asked.value.type === 'set-state';
    return random || (dealt && state) ? 'same' : 'changed';
  };
}

/** When it says hello and what it deals and plays is the board's; what it acknowledges is not. */
function durak(): Comparer {
  const acknowledgements = (hex: string): string => {
    const events = packets().decoder().push(bytesOf(hex), START);
    return events.filter(({ kind }) => kind === 'reject').length + ` ${events.filter(isAck).length}`;
  };
  return (_sent, _link, before, after) =>
    acknowledgements(before) === acknowledgements(after) ? 'diverged' : 'changed';
}

function isAck(event: FrameEvent<{ readonly type: string }>): boolean {
  return event.kind === 'frame' && event.value.type === 'ack';
}

/** Lines without what stands before and around their text; a card's name is free, and an ended frame's line may come anywhere. */
function set(): Comparer {
  const reportsOf = (hex: string): string => {
    const reports = consoleLines()
      .decoder()
      .push(bytesOf(hex), START)
      .flatMap((event) => (event.kind === 'frame' ? (readReport(event.value.text) ?? []) : []))
      .map((report) => ('card' in report ? report.type : reportText(report)));
    const ends = reports.filter((text) => text.includes('EndOfFrame'));
    return [...reports.filter((text) => !ends.includes(text)), ...ends].join('\n');
  };
  return (_sent, _link, before, after) => (reportsOf(before) === reportsOf(after) ? 'same' : 'changed');
}

/** The machine's cell. */
function ttt(parameters: Parameters): Comparer {
  const cell = (hex: string): boolean => hex.length === 2 && cellOf(parseInt(hex, 16)) !== undefined;
  if (parameters['game'] === 'ttt-pvp') return () => 'changed';
  return (_sent, _link, before, after) => (cell(before) && cell(after) ? 'diverged' : 'changed');
}

const SHUFFLED = /[♠♥♦♣]|playing order is:/u;

/** Who begins, and every card. */
function chineseTen(): Comparer {
  const random = (hex: string): boolean => SHUFFLED.test(new TextDecoder().decode(bytesOf(hex)));
  return (_sent, _link, before, after) => (random(before) && random(after) ? 'diverged' : 'changed');
}
