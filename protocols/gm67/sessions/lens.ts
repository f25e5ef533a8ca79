/** What a scanner is set to before codes are shown to it. */
import { profileOf } from '../profile';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { quiet } from './steps';
import type { GmSession, GmSessions, Settings, Table } from './steps';

function lensOf({ p, all }: Pick<Table, 'p' | 'all'>) {
  const page = profileOf(p);
  const most = (number: number): number => Math.max(...page.valuesOf(number));
  const { scanTime, codes2d } = PARAMETER;
  return {
    ...{ p, page, all },
    /** The pause after which the same code counts as shown anew. */
    apart: quiet(1.35 * page.sameCode),
    /** By default one code for each start, in raw mode with CR. */
    settings: (
      asked: Partial<Record<'trigger' | 'packet' | 'terminator' | 'stxEtx', number>> = {},
    ): Settings => [
      [PARAMETER.stxEtx, asked.stxEtx ?? 0],
      [PARAMETER.terminator, asked.terminator ?? 2],
      [scanTime, most(scanTime)],
      [codes2d, most(codes2d)],
      [PARAMETER.packet, asked.packet ?? 0],
      [PARAMETER.trigger, asked.trigger ?? TRIGGER.host],
    ],
  };
}

export type Lens = ReturnType<typeof lensOf>;

export function withLens(make: (lens: Lens) => readonly GmSession[]): GmSessions['sessions'] {
  return (table) => make(lensOf(table));
}
