/** Random traffic of a host, drawn before it is played: the same seed gives the same bytes and pauses on any board. */
import { concat } from '../../../protocols/bytes';
import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { micros, millis, type Micros } from '../../../protocols/time';
import { frameContent } from '../../../protocols/wire/frame-content';
import { silenceOf } from '../../../protocols/wire/framing';
import { nearMisses } from '../../../protocols/wire/near-misses';
import { dice, type Dice } from '../../fuzz/campaign/dice';
import type { RequestSource } from '../../fuzz/targets/request-response/request-source';

/** After a write: a pause, or until the answer has come (no longer than `idle`). */
export type Wait = Micros | 'answer';

export interface Write {
  readonly bytes: Uint8Array;
  readonly wait: Wait;
}

export interface HostStep {
  /** For people. */
  readonly what: string;
  /** What the board must decide about: requests, or bytes that are none. undefined: nobody can count them. */
  readonly requests?: number;
  readonly writes: readonly Write[];
  /** Presses the reset button before it writes. */
  readonly reset?: true;
}

export interface HostScriptOptions {
  readonly session: AnySession;
  readonly source: RequestSource;
  readonly seed: number;
  readonly steps: number;
}

/** Pauses within a frame whose silence is not known, microseconds. */
const SHORT = millis(20);
const NEAR_SILENCE = [0.05, 0.3, 0.5, 0.9, 0.98, 1.02, 1.1, 1.5, 3] as const;
const SEEN = 8;
const IN_IDLE_TIMES = [0, 0, 0.003, 0.05, 0.3, 0.9, 1.1, 2.2, 4] as const;

/** Any traffic: requests, near-misses, noise, pieces, several at once, the baseline, resets. */
export function drawScript(options: HostScriptOptions): readonly HostStep[] {
  const draws = new StepDraws(options);
  return Array.from({ length: options.steps }, () => draws.any());
}

/** More than all that a host which does not stand still adds to the times of an exchange. */
const ADDED = millis(100);

/**
 * Whole requests, each alone: the line was quiet for so long that nothing is in flight, whatever the host knows of times. They begin in
 * a known state, whatever came before: after a reset, or after the baseline. The first baseline may end what was half received.
 */
export function drawOrderlyScript(options: HostScriptOptions, beginsWithReset: boolean): readonly HostStep[] {
  const draws = new StepDraws(options);
  const { session, steps } = options;
  const wait = micros(2.5 * session.idle + ADDED);
  const alone = (request: Message): HostStep => ({
    what: session.requests.wire.describe(request),
    requests: 1,
    writes: [{ bytes: session.requests.codec.encode(request), wait }],
  });
  const silence = { bytes: new Uint8Array(0), wait };
  const known: readonly HostStep[] = beginsWithReset
    ? [{ what: 'a reset', requests: 0, writes: [silence], reset: true }]
    : [...session.baseline, ...session.baseline].map(alone);
  return [
    { what: 'silence', requests: 0, writes: [silence] },
    ...known,
    ...Array.from({ length: steps }, () => alone(draws.request())),
  ];
}

class StepDraws {
  private readonly dice: Dice;
  private readonly silence: number;
  /** The latest requests. */
  private readonly seen: Message[] = [];

  constructor(private readonly options: HostScriptOptions) {
    this.dice = dice(options.seed);
    this.silence = silenceOf(options.session.requests.framing) ?? SHORT;
  }

  request(): Message {
    const request = this.options.source.any(this.dice, { seen: this.seen });
    this.seen.push(request);
    if (this.seen.length > SEEN) this.seen.shift();
    return request;
  }

  any(): HostStep {
    const kind = this.dice.int(0, 39);
    if (kind < 12) return this.whole('request', this.request());
    if (kind < 16) return this.changeAndLook();
    if (kind < 21) return this.nearMiss();
    if (kind < 23) return this.noise();
    if (kind < 27) return this.inPieces();
    if (kind < 29) return this.cutOff();
    if (kind < 32) return this.together();
    if (kind < 34) return this.baseline();
    if (kind < 37) return this.whole('probe', this.options.session.probe);
    if (kind < 39)
      return { what: 'silence', requests: 0, writes: [{ bytes: new Uint8Array(0), wait: this.pause() }] };
    return { ...this.whole('request after a reset', this.request()), reset: true };
  }

  private whole(what: string, request: Message): HostStep {
    return { what, requests: 1, writes: [{ bytes: this.encode(request), wait: this.wait() }] };
  }

  private changeAndLook(): HostStep {
    const requests = this.options.source.changeAndLook(this.dice, { seen: this.seen });
    const writes = requests.map((request): Write => ({ bytes: this.encode(request), wait: 'answer' }));
    return { what: 'a change, then a look at the state', requests: requests.length, writes };
  }

  private nearMiss(): HostStep {
    const { wire, framing } = this.options.session.requests;
    const found = [...nearMisses(wire, this.request())];
    const group = this.dice.any([...new Set(found.map((one) => one.group))]);
    const miss = this.dice.any(found.filter((one) => one.group === group));
    const bytes = miss === undefined ? this.dice.bytes(3) : frameContent(framing, miss.bytes);
    return { what: miss?.name ?? 'noise', writes: [{ bytes, wait: this.wait() }] };
  }

  private noise(): HostStep {
    const bytes = this.dice.bytes(this.dice.once(8) ? this.dice.pick([64, 300]) : this.dice.int(1, 20));
    return { what: 'noise', writes: [{ bytes, wait: this.wait() }] };
  }

  /** One request with pauses, or byte after byte. */
  private inPieces(): HostStep {
    const bytes = this.encode(this.request());
    const all = this.dice.once(5) && bytes.length <= 24;
    const count = this.dice.int(1, Math.min(3, bytes.length));
    const drawn = Array.from({ length: count }, () => this.dice.int(1, bytes.length));
    const cuts = all ? [...bytes.keys()].slice(1) : [...new Set(drawn)].sort((a, b) => a - b);
    const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length];
    const writes = ends.map((end, i): Write => {
      const wait = end === bytes.length ? this.wait() : this.nearSilence();
      return { bytes: bytes.subarray(ends[i - 1] ?? 0, end), wait };
    });
    return { what: 'a request in pieces', writes };
  }

  private cutOff(): HostStep {
    const bytes = this.encode(this.request());
    const part = bytes.subarray(0, this.dice.int(1, Math.max(1, bytes.length - 1)));
    return {
      what: 'half a request, then a whole one',
      writes: [
        { bytes: part, wait: this.nearSilence() },
        { bytes: this.encode(this.request()), wait: this.wait() },
      ],
    };
  }

  private together(): HostStep {
    const count = this.options.session.clauses.pipelined === undefined ? 2 : this.dice.int(2, 4);
    const requests = Array.from({ length: count }, () => this.encode(this.request()));
    if (this.dice.once(2))
      return { what: 'requests at once', writes: [{ bytes: concat(...requests), wait: this.wait() }] };
    const pause = (): Micros => micros(this.dice.pick([0, 100, 1000, 3000]));
    return {
      what: 'requests right after each other',
      writes: requests.map((bytes, i) => ({ bytes, wait: i < count - 1 ? pause() : this.wait() })),
    };
  }

  private baseline(): HostStep {
    const { baseline } = this.options.session;
    const writes = baseline.map((request): Write => ({ bytes: this.encode(request), wait: 'answer' }));
    return { what: 'baseline', requests: baseline.length, writes };
  }

  private encode(request: Message): Uint8Array {
    return this.options.session.requests.codec.encode(request);
  }

  private wait(): Wait {
    return this.dice.once(2) ? 'answer' : this.pause();
  }

  private pause(): Micros {
    return micros(this.dice.pick(IN_IDLE_TIMES) * this.options.session.idle);
  }

  private nearSilence(): Micros {
    return micros(this.dice.pick(NEAR_SILENCE) * this.silence);
  }
}
