import { describeProtocol } from '../../../protocols/request-response/request-response';
import type { AnyRequestResponse, Message } from '../../../protocols/request-response/definition';
import { millis } from '../../../protocols/time';
import { list, u16be, u8 } from '../../../protocols/wire/field';
import { byLength } from '../../../protocols/wire/framing';
import { wire } from '../../../protocols/wire/wire';
import { requestBounds } from './sample-requests';

const forms = wire({
  forms: { read: { address: u16be(), values: list(u16be(), { count: u8(), most: 123 }) } },
});
const READ = { type: 'read', address: 5, values: [7] } as const;
const PROTOCOL: AnyRequestResponse = describeProtocol(
  {
    baud: 9600,
    requests: forms,
    answers: forms,
    framing: byLength({ idle: millis(20) }),
    initial: {},
    time: { max: millis(50) },
  },
  {
    id: 'reader',
    title: 'A reader',
    page: '## Reads\n- R-1 MUST documented — a read is answered.',
    rules: (request) => ({ clause: 'R-1', answer: request }),
    refuse: () => ({ clause: 'R-1' }),
    probe: READ,
  },
);

interface Read extends Message {
  readonly address: number;
  readonly values: readonly number[];
}

describe('the bounds of a request', () => {
  const kindOf = (message: Message): string | undefined => {
    const { address, values } = message as Read;
    if (address < 0 || address > 0xffff || values.length > 123) return undefined;
    return address + values.length > 37 ? 'refused' : 'done';
  };
  const found = [...requestBounds(PROTOCOL.at({}), READ, [], kindOf)];
  const bounds = found.map(({ request }) => request) as unknown as readonly Read[];

  it('are found on both sides of a change of the rules', () => {
    const addresses = bounds.filter(({ values }) => values.length === 1).map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining([36, 37]));
  });

  it('are the least and the most that a field can hold, and nothing beyond', () => {
    const addresses = bounds.map(({ address }) => address);
    expect([Math.min(...addresses), Math.max(...addresses)]).toEqual([0, 0xffff]);
  });

  it('are told from other values of the field', () => {
    const last = found.filter(({ isAtBound }) => isAtBound).map(({ request }) => request as unknown as Read);
    const addresses = last.filter(({ values }) => values.length === 1).map(({ address }) => address);
    expect([...new Set(addresses)].sort((a, b) => a - b)).toEqual([0, 36, 37, 0xffff]);
  });

  it('are found for the length of a list', () => {
    const lengths = bounds.filter(({ address }) => address === 5).map(({ values }) => values.length);
    expect(lengths).toEqual(expect.arrayContaining([0, 32, 33, 123]));
  });
});
