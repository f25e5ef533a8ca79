/** The requirements and scenarios of a run: `--only` and `--skip`. */
import { suggestName } from '../../devices/name-suggestion';
import type { Verdict } from '../record';
import type { Scenario, Suite } from '../suite';

/** What can be selected. */
export type SelectableSuite = Pick<Suite, 'id' | 'requirements' | 'scenarios'>;

const NOT_SELECTED = 'not among --only';

/** What patterns name. */
interface Named {
  readonly requirements: ReadonlySet<string>;
  readonly scenarios: ReadonlySet<string>;
  /** These requirements, and those that these scenarios cover. */
  readonly all: ReadonlySet<string>;
}

export class Selection {
  private constructor(
    private readonly only: Named | undefined,
    private readonly skipped: ReadonlySet<string>,
  ) {}

  /** All of them. */
  static readonly all = new Selection(undefined, new Set());

  /**
   * Patterns are requirement ids, prefixes of them (`OV-FR`), or scenario ids. Throws an Error that names a pattern
   * without a match.
   */
  static of(suites: readonly SelectableSuite[], only: readonly string[], skip: readonly string[]): Selection {
    return new Selection(only.length === 0 ? undefined : namedBy(suites, only), namedBy(suites, skip).all);
  }

  /** Whoever asks for a requirement gets all scenarios that cover it; who asks for a scenario gets that. */
  includes({ id, covers }: Scenario): boolean {
    const { only } = this;
    return covers.some(
      (one) =>
        this.leftOut(one) === undefined &&
        (only === undefined || only.scenarios.has(id) || only.requirements.has(one)),
    );
  }

  /** `--only` asks for this requirement. */
  demands(requirement: string): boolean {
    return this.only !== undefined && this.leftOut(requirement) === undefined;
  }

  /** Why a requirement is not part of the run; undefined: it is. */
  leftOut(requirement: string): string | undefined {
    if (this.skipped.has(requirement)) return 'left out by --skip';
    if (this.only !== undefined && !this.only.all.has(requirement)) return NOT_SELECTED;
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

function namedBy(suites: readonly SelectableSuite[], patterns: readonly string[]): Named {
  const named = suites.flatMap(({ scenarios }) => scenarios).filter(({ id }) => patterns.includes(id));
  const scenarios = new Set(named.map(({ id }) => id));
  const requirements = patterns.flatMap((pattern) => matching(suites, pattern, scenarios.has(pattern)));
  return {
    requirements: new Set(requirements),
    scenarios,
    all: new Set([...requirements, ...named.flatMap(({ covers }) => covers)]),
  };
}

/** The requirements that a pattern names. */
function matching(suites: readonly SelectableSuite[], pattern: string, isScenario: boolean): string[] {
  const upper = pattern.toUpperCase();
  const ids = suites.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const exact = ids.filter((id) => id === upper);
  const found = exact.length > 0 ? exact : ids.filter((id) => id.startsWith(upper));
  if (upper !== '' && (found.length > 0 || isScenario)) return found;
  const near = suggestName(pattern, [
    ...ids,
    ...suites.flatMap((suite) => suite.scenarios).map(({ id }) => id),
  ]);
  const hint = near === undefined ? '' : `: did you mean ${near}?`;
  throw new Error(
    `no requirement or scenario '${pattern}' in ${suites.map(({ id }) => id).join(', ')}${hint}`,
  );
}
