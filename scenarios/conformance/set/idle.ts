/** Set: a frame that is not ended in time is dropped (SET-FR-03). */
import { byteText } from '../../../protocols/byte-text';
import { cardByte, type Card } from '../../../protocols/set/card';
import { micros } from '../../../protocols/time';
import { CR, type Stimulus, type Pause } from './stimulus';
import { nonCards } from './non-cards';
import type { SetHost } from './host';
import { setScenario } from './scenario';
import { untilFailed } from '../until-failed';

const ID = 'SET-FR-03';

/** Pauses as shares of idleResetMs: up to 0.5 is within the limit, from 1.2 on is beyond it. */
const WITHIN = { exhaustive: [0.05, 0.25, 0.4, 0.49], real: [0.4] };
const BEYOND = { exhaustive: [1.2, 1.3, 1.7, 3], real: [1.22] };

const CR_ALONE = Uint8Array.of(CR);

export const idle = setScenario(
  {
    id: 'set/idle',
    title: 'a frame that is not ended in time is dropped, one that is ended in time is taken',
    covers: [ID],
  },
  async (host, bench) => {
    await host.clearTable();
    for (const share of bench.exhaustive ? BEYOND.exhaustive : BEYOND.real) await checkDropped(host, share);
    for (const share of bench.exhaustive ? WITHIN.exhaustive : WITHIN.real) await checkCompleted(host, share);
    await checkSlowFrame(host);
  },
);

const BEYOND_BUFFER = 'bytes beyond the buffer without CR';

/** Judges the bytes without the silence after them: if they alone go wrong, the silence cannot be judged. */
function bytesAloneAreDropped(host: SetHost, byte: number): Promise<boolean> {
  const parts = [new Uint8Array(host.rxBuffer + 4).fill(byte), CR_ALONE];
  const stimulus: Stimulus = { what: 'a frame longer than the buffer', parts };
  return host.trial('SET-FR-04', stimulus.what, [stimulus]);
}

/** A card other than the one that the trial sends after the stimuli. */
function cardWithoutSet(host: SetHost): Card {
  const next = host.nextCard();
  return host.unusedCards(81).find((card) => card !== next) ?? 0;
}

async function checkDropped(host: SetHost, share: number): Promise<void> {
  const { bench } = host;
  const beyond: Pause = { pause: micros(share * host.idleReset) };
  const after = `and ${share} idleResetMs without a byte`;
  const parts: readonly (readonly [string, (card: number) => Uint8Array])[] = [
    ['a card without CR', (card) => Uint8Array.of(card)],
    ['two bytes without CR', (card) => Uint8Array.of(card, card)],
    ['a byte that is no card, without CR', () => Uint8Array.of(nonCards(host.encoding)[9]!)],
    [BEYOND_BUFFER, (card) => new Uint8Array(host.rxBuffer + 4).fill(card)],
  ];
  for (const [name, of] of untilFailed(bench, ID, parts)) {
    if (!(await host.prepareTable())) return bench.inconclusive(ID, 'plain cards go wrong');
    const byte = cardByte(cardWithoutSet(host), host.encoding);
    if (name === BEYOND_BUFFER && !(await bytesAloneAreDropped(host, byte))) continue;
    const part = of(cardByte(cardWithoutSet(host), host.encoding));
    const stimulus = (what: string, ...more: (Uint8Array | Pause)[]): Stimulus => ({
      what: `${name}, ${after}${what}`,
      parts: [part, beyond, ...more],
    });
    for (const one of [
      stimulus(''),
      stimulus(', then CR', CR_ALONE),
      stimulus(', CR, and a pause', CR_ALONE, beyond),
    ])
      await host.trial(ID, one.what, [one]);
  }
}

async function checkCompleted(host: SetHost, share: number): Promise<void> {
  if (host.bench.failedEnough(ID)) return;
  if (!(await host.prepareTable(3))) return host.bench.inconclusive(ID, 'plain cards go wrong');
  const card = cardWithoutSet(host);
  const byte = cardByte(card, host.encoding);
  const within: Pause = { pause: micros(share * host.idleReset) };
  const stimulus: Stimulus = {
    what: `${byteText(byte)}, and its CR ${share} idleResetMs later`,
    parts: [Uint8Array.of(byte), within, CR_ALONE],
    cards: [card],
  };
  await host.trial(ID, stimulus.what, [stimulus]);
}

/** Judges that bytes which each come in time are one frame, even if the whole frame takes long. */
async function checkSlowFrame(host: SetHost): Promise<void> {
  if (host.bench.failedEnough(ID)) return;
  if (!(await host.prepareTable(3))) return host.bench.inconclusive(ID, 'plain cards go wrong');
  const within: Pause = { pause: micros(0.42 * host.idleReset) };
  const [a = 0, b = 0, c = 0] = nonCards(host.encoding).slice(20);
  const card = (): number => cardByte(cardWithoutSet(host), host.encoding);
  const payload = Uint8Array.of(a, b, c, card());
  const whole: Stimulus = { what: 'three bytes and a card', parts: [payload, CR_ALONE] };
  if (!(await host.trial('SET-FR-05', 'three bytes that are no cards and a card, one frame', [whole])))
    return;
  const last = Uint8Array.of(card());
  const parts = [payload.subarray(0, 1), within, payload.subarray(1, 2), within, payload.subarray(2, 3)];
  const stimulus: Stimulus = {
    what: 'a frame whose bytes come 0.42 idleResetMs apart: none of them is late',
    parts: [...parts, within, Uint8Array.of(...last, CR)],
  };
  await host.trial(ID, stimulus.what, [stimulus]);
}
