/** What both `--json` and `results.json` say about a run. Every requirement has a verdict. */
import type { RunSummary } from './summary';

export function runFacts(summary: RunSummary) {
  const { start, headline, outcome, reason, counts, checks, exchanges, accounting, leastJudged } = summary;
  return {
    command: start?.command,
    seed: start?.seed,
    board: start?.board,
    outcome,
    reason,
    headline: headline.word,
    next: headline.next,
    counts,
    requirements: Object.fromEntries(summary.requirements.map(({ id, verdict }) => [id, verdict])),
    checks,
    exchanges,
    accounting,
    leastJudged,
    durationMicros: summary.duration,
  };
}
