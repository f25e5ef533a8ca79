/** Stock scenarios that listen: the board sends nothing unasked, and what it sends by itself comes in time. */
import { micros, millis } from '../../../protocols/time';
import type { StockContext } from './prepared-session';

const SHORTEST_WATCH = millis(2000);
/** Of the silence after which nothing is under way. */
const IDLES_WATCHED = 3;
const PERIODS = 4;
const KINDS_WATCHED = { virtual: 40, real: 6 } as const;

/** Listens after each kind of exchange. */
export async function watchSilence({ host, session, samples }: StockContext): Promise<void> {
  const { exhaustive } = host.bench;
  const watch = micros(Math.max(SHORTEST_WATCH, IDLES_WATCHED * session.idle));
  await host.quiet(watch, 'after the line was opened');
  if (await host.reset()) await host.quiet(watch, 'after a reset');
  await host.begin();
  const kinds = samples.representatives.slice(0, exhaustive ? KINDS_WATCHED.virtual : KINDS_WATCHED.real);
  for (const { request } of kinds) {
    await host.play(request);
    await host.quiet(
      exhaustive ? watch : micros(2 * session.idle),
      `after ${session.requests.wire.describe(request)}`,
    );
  }
  await host.bytes([0]);
  await host.quiet(watch, 'after a frame of a single byte');
}

/** Listens for several periods of what the board sends by itself, in the initial state and after each kind of request. */
export async function watchUnsolicited({ host, session, samples }: StockContext): Promise<void> {
  const longest = Math.max(...session.unsolicited.map(({ period }) => period?.max ?? 0));
  const span = micros(PERIODS * longest);
  await host.quiet(span, 'what comes by itself');
  for (const { request } of samples.representatives.filter(({ changesState }) => changesState)) {
    await host.play(request);
    await host.quiet(span, `what comes by itself after ${session.requests.wire.describe(request)}`);
  }
}
