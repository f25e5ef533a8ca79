/** Bugs of checksums: an incomplete check in requests, or wrong sums in answers. */
import { contentStep } from '../session-step';
import { chooseOutcome } from '../../../../protocols/request-response/outcomes';
import { hasSum, plainWireAt, plainWireOf, plainWires } from '../../../../protocols/wire/parts/plain-wires';
import { changeContent, changeReading } from './content-changes';
import { LEAST_EVERY, MOST_EVERY, oneOf, probes, type StockBug, type StockSource } from './stock-bug';

export function checksumBugs(source: StockSource): readonly StockBug[] {
  return [...requestBugs(source), ...answerBugs(source)];
}

function requestBugs({ session, pool }: StockSource): readonly StockBug[] {
  const { wire } = session.requests;
  if (!hasSum(wire)) return [];
  /** A request with wrong bits in its sum. */
  const wrong = (mask: number, requests = pool.all()): Pick<StockBug, 'trigger'> => ({
    trigger: oneOf(requests, (request) => {
      const { wire: own, frame } = plainWireOf(wire, request);
      const { sumBytes } = own.layout;
      if (sumBytes === 0) return undefined;
      const content = own.encode(request);
      content[content.length - 1] = (content.at(-1) ?? 0) ^ (mask & 0xff);
      if (sumBytes > 1) content[content.length - sumBytes] = (content.at(-sumBytes) ?? 0) ^ (mask >> 8);
      return contentStep(session, frame(content));
    }),
  });
  /** Only this byte of the sum is compared. */
  const onlyByte = (which: 'first' | 'last') =>
    changeReading((bytes, read, wire) => {
      if (read.kind === 'frame' || read.error.code !== 'checksum') return read;
      const { wire: own, content } = plainWireAt(wire, bytes);
      const [seen, right] = [content(bytes), content(wire.resum(bytes))];
      const at = seen.length - (which === 'first' ? own.layout.sumBytes : 1);
      return seen[at] === right[at] ? wire.decode(wire.resum(bytes)) : read;
    });
  const whole: readonly StockBug[] = [
    {
      name: 'checksum-ignored',
      text: 'The checksum of a request is not looked at.',
      change: changeReading((content, read, wire) =>
        read.kind === 'reject' && read.error.code === 'checksum' ? wire.decode(wire.resum(content)) : read,
      ),
      ...wrong(0x5aa5),
    },
    {
      name: 'checksum-wrong-obeyed',
      text: 'A request with a wrong checksum is refused, but has been done.',
      change: (sound, { session }) => ({
        refusal: (reject, state) => {
          const ruling = sound.refusal(reject, state);
          if (reject.error.code !== 'checksum' || reject.value === undefined) return ruling;
          return { ...ruling, state: chooseOutcome(session.rule(reject.value, state), state).state };
        },
      }),
      ...wrong(
        0x5aa5,
        pool.all().filter(({ changesState }) => changesState),
      ),
    },
  ];
  if (plainWires(wire).every((one) => one.wire.layout.sumBytes <= 1)) return whole;
  return [
    ...whole,
    {
      name: 'checksum-first-byte-only',
      text: 'Only the first byte of the checksum of a request is compared.',
      change: onlyByte('first'),
      ...wrong(0x00a5),
    },
    {
      name: 'checksum-last-byte-only',
      text: 'Only the last byte of the checksum of a request is compared.',
      change: onlyByte('last'),
      ...wrong(0x5a00),
    },
  ];
}

function answerBugs(source: StockSource): readonly StockBug[] {
  if (!hasSum(source.session.answers.wire)) return [];
  return [
    {
      name: 'answer-checksum-wrong',
      text: 'The checksum of every answer is wrong in one bit.',
      change: changeContent((content, _answer, wire) => wire.spoil(content)),
      trigger: probes(source),
    },
    {
      name: 'answer-checksum-wrong-now-and-then',
      text: 'The checksum of one answer of a few is wrong in one bit.',
      change: (sound, { session: { answers }, random }) => {
        const every = random.int(LEAST_EVERY, MOST_EVERY);
        let count = 0;
        return {
          content: (answer) => {
            const content = sound.content(answer);
            return ++count % every === 0 ? answers.wire.spoil(content) : content;
          },
        };
      },
      trigger: probes(source, MOST_EVERY),
    },
  ];
}
