/** Set: a frame that is not ended in time is dropped (SET-FR-03). */
import { cardByte, type Card } from '../../../protocols/set/card';
import { micros } from '../../../protocols/time';
import { byteFrame, CR, hexByte, NOTHING, type Act, type Pause } from './act';
import { nonCards } from './bytes';
import type { SetHost } from './host';
import { setScenario } from './scenario';

const ID = 'SET-FR-03';

/** Shares of idleResetMs: up to half of it is within, from 1.2 of it on is beyond. */
const WITHIN = { exhaustive: [0.05, 0.25, 0.4, 0.49], real: [0.4] };
const BEYOND = { exhaustive: [1.2, 1.3, 1.7, 3], real: [1.22] };

const CR_ALONE = Uint8Array.of(CR);

const idle = setScenario(
  {
    id: 'set/idle',
    title: 'a frame that is not ended in time is dropped, one that is ended in time is taken',
    covers: [ID],
  },
  async (host, bench) => {
    await host.empty();
    for (const share of bench.exhaustive ? BEYOND.exhaustive : BEYOND.real) await dropped(host, share);
    for (const share of bench.exhaustive ? WITHIN.exhaustive : WITHIN.real) await completed(host, share);
    await fromTheLastByte(host);
  },
);

const BEYOND_BUFFER = 'bytes beyond the buffer without CR';

/** A board that stumbles over the bytes alone tells nothing about the silence behind them. */
function heldWhole(host: SetHost, byte: number): Promise<boolean> {
  const parts = [new Uint8Array(host.rxBuffer + 4).fill(byte), CR_ALONE];
  const act: Act = { what: 'a frame that the buffer does not hold', parts, frames: [NOTHING] };
  return host.trial('SET-FR-04', act.what, [act]);
}

/** What a trial is about must not be what comes behind it: a card that completes no set is far from that. */
function other(host: SetHost): Card {
  const next = host.fresh();
  return host.unused(81).find((card) => card !== next) ?? 0;
}

async function dropped(host: SetHost, share: number): Promise<void> {
  const { bench } = host;
  const beyond: Pause = { pause: micros(share * host.idleReset) };
  const after = `and ${share} idleResetMs without a byte`;
  const parts: readonly (readonly [string, (card: number) => Uint8Array])[] = [
    ['a card without CR', (card) => Uint8Array.of(card)],
    ['two bytes without CR', (card) => Uint8Array.of(card, card)],
    ['a byte that is no card, without CR', () => Uint8Array.of(nonCards(host.encoding)[9]!)],
    [BEYOND_BUFFER, (card) => new Uint8Array(host.rxBuffer + 4).fill(card)],
  ];
  for (const [name, of] of parts) {
    if (bench.failedEnough(ID)) return;
    if (!(await host.ready())) return bench.inconclusive(ID, 'plain cards go wrong');
    const byte = cardByte(other(host), host.encoding);
    if (name === BEYOND_BUFFER && !(await heldWhole(host, byte))) continue;
    const part = of(cardByte(other(host), host.encoding));
    const act = (what: string, ...behind: (Uint8Array | Pause)[]): Act => ({
      what: `${name}, ${after}${what}`,
      parts: [part, beyond, ...behind],
      frames: [NOTHING, NOTHING],
    });
    for (const one of [act(''), act(', then CR', CR_ALONE), act(', CR, and a pause', CR_ALONE, beyond)])
      await host.trial(ID, one.what, [one]);
  }
}

async function completed(host: SetHost, share: number): Promise<void> {
  if (host.bench.failedEnough(ID)) return;
  if (!(await host.ready(3))) return host.bench.inconclusive(ID, 'plain cards go wrong');
  const byte = cardByte(other(host), host.encoding);
  const within: Pause = { pause: micros(share * host.idleReset), atMost: micros(host.idleReset / 2) };
  const act: Act = {
    what: `${hexByte(byte)}, and its CR ${share} idleResetMs later`,
    parts: [Uint8Array.of(byte), within, CR_ALONE],
    frames: [byteFrame(byte)],
  };
  await host.trial(ID, act.what, [act]);
}

/** Bytes that come in time, one after the other, are one frame however long it takes. */
async function fromTheLastByte(host: SetHost): Promise<void> {
  if (host.bench.failedEnough(ID)) return;
  if (!(await host.ready(3))) return host.bench.inconclusive(ID, 'plain cards go wrong');
  const within: Pause = { pause: micros(0.42 * host.idleReset), atMost: micros(host.idleReset / 2) };
  const [a = 0, b = 0, c = 0] = nonCards(host.encoding).slice(20);
  const card = (): number => cardByte(other(host), host.encoding);
  const payload = Uint8Array.of(a, b, c, card());
  const frames = [{ type: 'bytes', payload } as const];
  const whole: Act = { what: 'three bytes and a card', parts: [payload, CR_ALONE], frames };
  if (!(await host.trial('SET-FR-05', 'three bytes that are no cards and a card, one frame', [whole])))
    return;
  const last = Uint8Array.of(card());
  const parts = [payload.subarray(0, 1), within, payload.subarray(1, 2), within, payload.subarray(2, 3)];
  const act: Act = {
    what: 'a frame whose bytes come 0.42 idleResetMs apart: not one of them is late',
    parts: [...parts, within, Uint8Array.of(...last, CR)],
    frames: [{ type: 'bytes', payload: Uint8Array.of(a, b, c, ...last) }],
  };
  await host.trial(ID, act.what, [act]);
}

export const idleScenarios = [idle];
