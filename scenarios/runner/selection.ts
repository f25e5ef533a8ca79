/** The requirements and scenarios of a run: `--only`, `-k` and `--skip`. */
import { suggestName } from '../../devices/name-suggestion';
import type { Verdict } from '../record';
import type { Scenario, Suite } from '../suite';

/** What can be selected. */
export type SelectableSuite = Pick<Suite, 'id' | 'requirements' | 'scenarios'>;

/** What an option names. */
interface Named {
  readonly option: string;
  readonly requirements: ReadonlySet<string>;
  readonly scenarios: ReadonlySet<string>;
  /** These requirements, and those that these scenarios cover. */
  readonly all: ReadonlySet<string>;
}

/** What `--skip` names. */
interface Skipped extends Pick<Named, 'requirements' | 'scenarios'> {
  /** No other scenario covers these. */
  readonly untried: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export class Selection {
  private constructor(
    /** Each of them must name what is selected. */
    private readonly filters: readonly Named[],
    private readonly skipped: Skipped,
  ) {}

  /** All of them. */
  static readonly all = new Selection([], { requirements: NONE, scenarios: NONE, untried: NONE });

  /**
   * Patterns are requirement ids, prefixes of them (`OV-FR`), or scenario ids; `text` is part of an id, a heading, the text of a
   * clause or the title of a scenario. Throws an Error that names what has no match.
   */
  static of(
    suites: readonly SelectableSuite[],
    only: readonly string[],
    skip: readonly string[],
    text?: string,
  ): Selection {
    const filters = [
      ...(only.length === 0 ? [] : [namedBy(suites, only)]),
      ...(text === undefined ? [] : [withText(suites, text)]),
    ];
    return new Selection(filters, skippedBy(suites, skip));
  }

  /** Each `of`-th of its scenarios, from `part` (1 is the first) on: all parts together are the whole. */
  shard(suites: readonly SelectableSuite[], part: number, of: number): Selection {
    const own = suites
      .flatMap(({ scenarios }) => scenarios)
      .filter((scenario) => this.includes(scenario))
      .filter((_, at) => at % of === part - 1);
    const shard: Named = {
      option: '--shard',
      requirements: new Set(),
      scenarios: new Set(own.map(({ id }) => id)),
      all: new Set(own.flatMap(({ covers }) => covers)),
    };
    return new Selection([...this.filters, shard], this.skipped);
  }

  /** Whoever asks for a requirement gets all scenarios that cover it; who asks for a scenario gets that. */
  includes({ id, covers }: Scenario): boolean {
    if (this.skipped.scenarios.has(id)) return false;
    return covers.some(
      (one) =>
        this.leftOut(one) === undefined &&
        this.filters.every(({ scenarios, requirements }) => scenarios.has(id) || requirements.has(one)),
    );
  }

  /** An option asks for this requirement. */
  demands(requirement: string): boolean {
    return this.filters.length > 0 && this.leftOut(requirement) === undefined;
  }

  /** Why a requirement is not part of the run; undefined: it is. */
  leftOut(requirement: string): string | undefined {
    const { requirements, untried } = this.skipped;
    if (requirements.has(requirement) || untried.has(requirement)) return 'left out by --skip';
    const missing = this.filters.find(({ all }) => !all.has(requirement));
    return missing && `not among ${missing.option}`;
  }

  /**
   * Whether a verdict counts in the run. A failure that was seen counts even if no option selected its
   * requirement. Requirements that `--skip` names never count.
   */
  counts(requirement: string, verdict: Verdict): boolean {
    return (
      this.leftOut(requirement) === undefined ||
      (verdict === 'fail' && !this.skipped.requirements.has(requirement))
    );
  }
}

function namedBy(suites: readonly SelectableSuite[], patterns: readonly string[]): Named {
  const named = suites.flatMap(({ scenarios }) => scenarios).filter(({ id }) => patterns.includes(id));
  const scenarios = new Set(named.map(({ id }) => id));
  const requirements = patterns.flatMap((pattern) => matching(suites, pattern, scenarios.has(pattern)));
  return {
    option: '--only',
    requirements: new Set(requirements),
    scenarios,
    all: new Set([...requirements, ...named.flatMap(({ covers }) => covers)]),
  };
}

function skippedBy(suites: readonly SelectableSuite[], patterns: readonly string[]): Skipped {
  const { requirements, scenarios, all } = namedBy(suites, patterns);
  const played = suites.flatMap((suite) => suite.scenarios).filter(({ id }) => !scenarios.has(id));
  const tried = new Set(played.flatMap(({ covers }) => covers));
  return { requirements, scenarios, untried: new Set([...all].filter((id) => !tried.has(id))) };
}

/** What `-k` names, in letters of any case. */
function withText(suites: readonly SelectableSuite[], text: string): Named {
  const clauses = suites.flatMap(({ requirements }) =>
    requirements.map(({ id, group, text: words }) => ({ id, words: [id, group, words].join('\n') })),
  );
  const scenarios = suites.flatMap((suite) => suite.scenarios);
  const hasText = (words: string): boolean => words.toLowerCase().includes(text.toLowerCase());
  const named = scenarios.filter(({ id, title }) => hasText(`${id}\n${title}`));
  const requirements = clauses.filter(({ words }) => hasText(words)).map(({ id }) => id);
  if (text === '' || named.length + requirements.length === 0) {
    const all = [...clauses.map(({ words }) => words), ...scenarios.map(({ title }) => title)].join('\n');
    throw unknownName(suites, `clause or scenario with '${text}'`, text, all.match(/[\w-]+/g) ?? []);
  }
  return {
    option: '-k',
    requirements: new Set(requirements),
    scenarios: new Set(named.map(({ id }) => id)),
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
  const names = [...ids, ...suites.flatMap((suite) => suite.scenarios).map(({ id }) => id)];
  throw unknownName(suites, `clause or scenario '${pattern}'`, pattern, names);
}

function unknownName(
  suites: readonly SelectableSuite[],
  what: string,
  typed: string,
  names: readonly string[],
): Error {
  const near = suggestName(typed, names);
  const hint = near === undefined ? '' : `: did you mean ${near}?`;
  return new Error(`no ${what} in ${suites.map(({ id }) => id).join(', ')}${hint}`);
}
