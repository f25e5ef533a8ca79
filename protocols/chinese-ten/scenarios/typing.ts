/** Chinese Ten: keys typed while no prompt waits (CT-UI-04), and several bytes together (CT-UI-05). */
import type { Prompt } from '../reader/item';
import { millis } from '../../../api/index';
import { tenScenario, toMenu } from './main-menu';
import type { TenHost } from './host';
import { keyOf, TenPlayer, type Tactic } from './player';

const BETWEEN = 'CT-UI-04';
const BURST = 'CT-UI-05';
/** A prompt that waits prints nothing for this long. */
const WATCH = { virtual: millis(1500), real: millis(350) } as const;
/** Typed in turn: keys that no pile has, that every pile has, that an any-key prompt takes, and several keys. */
const TYPED = ['~', '0', ' ', '1', '0~', 'Z', '\r', '00 0'];
/** Pauses to type into: before a card is turned, and while a computer player plays. */
const PAUSES = { virtual: { card: 12, computer: 6 }, real: { card: 5, computer: 2 } } as const;

/** Types into pauses after screens. The next prompt must wait. */
class PauseTyper {
  private typed = 0;
  private readonly left: { card: number; computer: number };

  constructor(private readonly host: TenHost) {
    this.left = { ...(host.bench.exhaustive ? PAUSES.virtual : PAUSES.real) };
  }

  get isDone(): boolean {
    return (this.left.card <= 0 && this.left.computer <= 0) || this.host.bench.failedEnough(BETWEEN);
  }

  readonly tactic: Tactic = async (player, prompt) => {
    if ((prompt === 'use-y' || prompt === 'discard') && this.left.card > 0) {
      this.left.card--;
      await this.typeIntoPause(player, 'stock', () => true);
    } else if (prompt === 'finish' && this.left.computer > 0) {
      const typed = await this.typeIntoPause(player, 'turn', () => this.host.view.isComputersTurn);
      if (typed) this.left.computer--;
    }
  };

  /** `pause`: what is printed before it. Returns whether anything was typed. */
  private async typeIntoPause(
    player: TenPlayer,
    pause: 'stock' | 'turn',
    isRight: () => boolean,
  ): Promise<boolean> {
    const { host } = this;
    const at = host.shown;
    const key = player.answer();
    const hasCome = (): boolean => host.view.items.some(({ kind }) => kind === pause);
    await host.press(key, hasCome);
    const types = hasCome() && isRight();
    if (types) await typeInPause(host, TYPED[this.typed++ % TYPED.length] ?? '');
    await host.awaitPrompt();
    if (host.prompt === undefined) throw host.noPrompt(key, at);
    if (types) await host.watch(WATCH);
    return types;
  }
}

async function typeInPause(host: TenHost, keys: string): Promise<void> {
  await host.awaitPause();
  await host.type(keys);
}

const between = tenScenario(
  {
    id: 'between-prompts',
    title: 'keys typed between prompts change nothing',
    covers: [BETWEEN],
  },
  async (host, bench) => {
    await typeIntoBoot(host);
    await typeIntoRefusal(host);
    if (host.prompt !== 'menu' && host.prompt !== 'players') await toMenu(host);
    const player = new TenPlayer(host, { players: 3, computers: 1 });
    const interloper = new PauseTyper(host);
    await player.play(interloper.tactic, () => interloper.isDone);
    if (!bench.wasJudged(BETWEEN)) bench.inconclusive(BETWEEN, 'no pause came to type into');
  },
);

/** Types 2 before the menu, which would show the ranking table. */
async function typeIntoBoot(host: TenHost): Promise<void> {
  if (!(await host.reset())) return;
  await typeInPause(host, '2');
  await host.boot();
  await host.watch(WATCH);
  if (host.prompt !== 'menu') await toMenu(host);
}

/** Types into the second after a refusal. */
async function typeIntoRefusal(host: TenHost): Promise<void> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, { players: 3, computers: 1 });
  await player.step();
  if (host.prompt !== 'players') return;
  const isRefused = (): boolean => host.view.items.some(({ kind }) => kind === 'refused');
  await host.press('9', isRefused);
  if (!isRefused()) return;
  await typeInPause(host, '2');
  await host.awaitPrompt();
  await host.watch(WATCH);
}

/** Keys that are typed together with a legal one. The next prompt would show that they were read. */
const EXTRA_KEYS: Partial<Record<Prompt, string>> = {
  menu: '2',
  players: '24',
  computers: '12',
  order: '0~',
  'use-x': '~~',
  'use-y': ' 0~',
  take: ' ~',
  lay: '0~',
  finish: '0~',
};
/** Trials at each prompt. */
const TIMES = { virtual: 4, real: 2 } as const;
const KINDS_OF_PROMPT = Object.keys(EXTRA_KEYS).length + 1;

class BurstTyper {
  private readonly done = new Map<Prompt, number>();

  constructor(private readonly host: TenHost) {}

  get isDone(): boolean {
    const { bench } = this.host;
    const turns = this.done.get('finish') ?? 0;
    const most = bench.exhaustive ? TIMES.virtual : TIMES.real;
    const all = this.done.size >= KINDS_OF_PROMPT && turns >= most;
    return bench.failedEnough(BURST) || (all && (this.done.get('use-y') ?? 0) >= most);
  }

  readonly tactic: Tactic = async (player, prompt) => {
    const { host } = this;
    const times = this.done.get(prompt) ?? 0;
    const most = host.bench.exhaustive ? TIMES.virtual : TIMES.real;
    const extra = prompt === 'discard' ? keyOf(player.hand, player.hand.at(-1)) : EXTRA_KEYS[prompt];
    if (extra === undefined || times >= most) return;
    this.done.set(prompt, times + 1);
    // A key out of range and one in range.
    if (times === 0 && prompt === 'players') await this.typeTogether(player, '92');
    if (times === 0 && prompt === 'use-x') await this.typeTogether(player, '~0');
    if (host.prompt !== prompt) return;
    const key = prompt === 'discard' ? '0' : player.answer();
    // A choice that is refused anyway shows nothing.
    if (player.isLegalChoice) await this.typeTogether(player, `${key}${extra}`);
  };

  private async typeTogether(player: TenPlayer, keys: string): Promise<void> {
    await player.press(keys);
    await this.host.watch(WATCH);
  }
}

const bursts = tenScenario(
  {
    id: 'several-at-once',
    title: 'of several bytes together at a prompt only the first counts',
    covers: [BURST],
  },
  async (host, bench) => {
    const player = new TenPlayer(host, { players: 3, computers: 0 });
    const bursts = new BurstTyper(host);
    await player.play(bursts.tactic, () => bursts.isDone);
    if (!bench.wasJudged(BURST)) bench.inconclusive(BURST, 'no prompt came to type at');
  },
);

export const typingScenarios = [between, bursts];
