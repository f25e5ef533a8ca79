/** The requirements and scenarios of a run: `--only` and `--skip`. */
import { suggestName } from '../../devices/name-suggestion';
import type { Verdict } from '../record';
import type { Scenario, Suite } from '../suite';

/** What can be selected. */
export type SelectableSuite = Pick<Suite, 'id' | 'requirements' | 'scenarios'>;

const NOT_SELECTED = 'not among --only';

export class Selection {
  private constructor(
    private readonly only: ReadonlySet<string> | undefined,
    private readonly skipped: ReadonlySet<string>,
  ) {}

  /** All of them. */
  static readonly all = new Selection(undefined, new Set());

  /**
   * Patterns are requirement ids, prefixes of them (`OV-FR`), or scenario ids. Throws an Error that names a pattern
   * without a match.
   */
  static of(suites: readonly SelectableSuite[], only: readonly string[], skip: readonly string[]): Selection {
    const chosen =
      only.length === 0 ? undefined : new Set(only.flatMap((pattern) => matching(suites, pattern)));
    return new Selection(chosen, new Set(skip.flatMap((pattern) => matching(suites, pattern))));
  }

  includes(scenario: Scenario): boolean {
    return scenario.covers.some((id) => this.leftOut(id) === undefined);
  }

  /** `--only` asks for this requirement. */
  demands(requirement: string): boolean {
    return this.only !== undefined && this.leftOut(requirement) === undefined;
  }

  /** Why a requirement is not part of the run; undefined: it is. */
  leftOut(requirement: string): string | undefined {
    if (this.skipped.has(requirement)) return 'left out by --skip';
    if (this.only !== undefined && !this.only.has(requirement)) return NOT_SELECTED;
    return undefined;
  }

  /**
   * Whether a verdict counts in the run. A failure that was seen counts even if `--only` did not select its
   * requirement. Requirements of `--skip` never count.
   */
  counts(requirement: string, verdict: Verdict): boolean {
    const reason = this.leftOut(requirement);
    return reason === undefined || (reason === NOT_SELECTED && verdict === 'fail');
  }
}

function matching(suites: readonly SelectableSuite[], pattern: string): string[] {
  const upper = pattern.toUpperCase();
  const ids = suites.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const scenarios = suites.flatMap((suite) => suite.scenarios).filter(({ id }) => id === pattern);
  const exact = ids.filter((id) => id === upper);
  const found =
    exact.length > 0
      ? exact
      : [...ids.filter((id) => id.startsWith(upper)), ...scenarios.flatMap(({ covers }) => covers)];
  if (upper !== '' && found.length > 0) return found;
  const near = suggestName(pattern, [
    ...ids,
    ...suites.flatMap((suite) => suite.scenarios).map(({ id }) => id),
  ]);
  const hint = near === undefined ? '' : `: did you mean ${near}?`;
  throw new Error(
    `no requirement or scenario '${pattern}' in ${suites.map(({ id }) => id).join(', ')}${hint}`,
  );
}
