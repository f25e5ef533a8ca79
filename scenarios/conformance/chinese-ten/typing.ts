/** Chinese Ten: keys typed while no prompt waits (CT-UI-04), and several bytes together (CT-UI-05). */
import type { Item, Prompt } from '../../../protocols/chinese-ten/item';
import { after, millis, type Micros } from '../../../protocols/time';
import { tenScenario, toMenu } from './main-menu';
import type { TenHost } from './host';
import { keyOf, TenPlayer, type Tactic } from './player';
import { courseText, keyText, promptText } from '../../../protocols/chinese-ten/monitor/descriptions';

const BETWEEN = 'CT-UI-04';
const BURST = 'CT-UI-05';
/** A prompt that waits prints nothing for this long. */
const WATCH = { virtual: millis(1500), real: millis(350) } as const;
/** When to type into a pause of 0.8 s or more. A prompt sooner than `MIN_LEAD` after the key may have been there before it. */
const PAUSE_DELAY = millis(20);
const MIN_LEAD = millis(30);
/** Typed in turn: keys that no pile has, that every pile has, that an any-key prompt takes, and several keys. */
const TYPED = ['~', '0', ' ', '1', '0~', 'Z', '\r', '00 0'];
/** Pauses to type into: before a card is turned, and while a computer player plays. */
const PAUSES = { virtual: { card: 12, computer: 6 }, real: { card: 5, computer: 2 } } as const;

/** Judges that one prompt comes after what was typed, and waits. */
async function judgePromptWaits(
  host: TenHost,
  id: string,
  title: string,
  came: readonly Item[],
  refusals = 0,
): Promise<boolean> {
  const { bench } = host;
  const own = came.slice(came.findLastIndex(({ kind }) => kind === 'turn') + 1);
  const count = (kind: Item['kind']): number => own.filter((item) => item.kind === kind).length;
  const items: Item[] = [];
  const alone = count('prompt') === 1 && count('refused') === refusals;
  const holds = alone && (await host.staysQuiet(bench.exhaustive ? WATCH.virtual : WATCH.real, items));
  bench.check(id, holds, () => ({
    title,
    expected: 'the next prompt comes and waits for a key',
    seen: courseText([...own, ...items]),
  }));
  return holds;
}

/** Types into pauses after screens, and judges that the next prompt waits. */
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
      await this.typeIntoPause(
        player,
        prompt,
        ({ kind }) => kind === 'stock',
        'while a card was about to be turned',
      );
    } else if (prompt === 'finish' && this.left.computer > 0) {
      await this.typeIntoPause(
        player,
        prompt,
        ({ kind }) => kind === 'turn',
        'in the turn of a computer player',
      );
    }
  };

  private async typeIntoPause(
    player: TenPlayer,
    prompt: Prompt,
    pause: (item: Item) => boolean,
    when: string,
  ): Promise<void> {
    const { host } = this;
    const at = host.state;
    const key = player.answer();
    const items: Item[] = [];
    const came = await host.pressUntil(key, pause);
    const computers = prompt === 'finish';
    const typed =
      !came || (computers && !host.isComputersTurn) ? undefined : TYPED[this.typed++ % TYPED.length];
    if (computers && typed !== undefined) this.left.computer--;
    const typedAt = typed === undefined ? undefined : await typeInPause(host, typed);
    await host.awaitPrompt(items);
    if (host.prompt === undefined)
      throw host.noPrompt({ keys: new Uint8Array(0), state: host.state, items }, at);
    if (typed === undefined || typedAt === undefined || !isBeforePrompt(host, typedAt)) return;
    const text = keyText(new TextEncoder().encode(typed));
    await judgePromptWaits(host, BETWEEN, `${player.situation}: ${text} typed ${when}`, items);
  }
}

/** Types into a pause that has begun. Returns the time. */
async function typeInPause(host: TenHost, keys: string): Promise<Micros> {
  await host.bench.pause(PAUSE_DELAY);
  await host.type(keys);
  return host.bench.now();
}

/** Whether the keys came before any prompt that could have taken them. */
function isBeforePrompt({ promptAt }: TenHost, typedAt: Micros): boolean {
  return promptAt !== undefined && promptAt >= after(typedAt, MIN_LEAD);
}

const between = tenScenario(
  {
    id: 'chinese-ten/between-prompts',
    title: 'keys typed between prompts change nothing',
    covers: [BETWEEN],
  },
  async (host, bench) => {
    await typeIntoBoot(host);
    await typeIntoRefusal(host);
    if (host.prompt !== 'menu' && host.prompt !== 'players') await toMenu(host);
    const player = new TenPlayer(host, { players: 3, computers: 1 }, []);
    const interloper = new PauseTyper(host);
    await player.play(interloper.tactic, () => interloper.isDone);
    if (!bench.wasJudged(BETWEEN)) bench.inconclusive(BETWEEN, 'no pause came to type into');
  },
);

/** Types 2 before the menu, which would show the ranking table. */
async function typeIntoBoot(host: TenHost): Promise<void> {
  if (!host.resettable) return;
  await host.reset();
  const typedAt = await typeInPause(host, '2');
  const items: Item[] = [];
  await host.awaitPrompt(items);
  const came = items.some((item) => item.kind === 'prompt' && item.prompt === 'menu');
  if (!came || !isBeforePrompt(host, typedAt)) return toMenu(host);
  await judgePromptWaits(host, BETWEEN, "'2' typed before the menu came", items);
}

/** Types into the second after a refusal. */
async function typeIntoRefusal(host: TenHost): Promise<void> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, { players: 3, computers: 1 }, []);
  await player.step();
  if (host.prompt !== 'players') return;
  if (!(await host.pressUntil('9', ({ kind }) => kind === 'refused'))) return;
  const typedAt = await typeInPause(host, '2');
  const items: Item[] = [];
  await host.awaitPrompt(items);
  if (isBeforePrompt(host, typedAt))
    await judgePromptWaits(host, BETWEEN, "'2' typed after the refusal of a player count", items);
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
    const times = this.done.get(prompt) ?? 0;
    const most = this.host.bench.exhaustive ? TIMES.virtual : TIMES.real;
    const extra = prompt === 'discard' ? keyOf(player.hand, player.hand.at(-1)) : EXTRA_KEYS[prompt];
    if (extra === undefined || times >= most) return;
    this.done.set(prompt, times + 1);
    if (times === 0 && (prompt === 'players' || prompt === 'use-x'))
      await this.checkRefusedFirst(player, prompt);
    if (this.host.prompt === prompt) await this.checkFirstCounts(player, prompt, extra);
  };

  /** Types a key out of range and one in range together. */
  private async checkRefusedFirst(player: TenPlayer, prompt: 'players' | 'use-x'): Promise<void> {
    const { host } = this;
    const reaction = await player.press(prompt === 'players' ? '92' : '~0');
    const title = `${player.situation}: ${keyText(reaction.keys)} typed together at ${promptText(prompt)}`;
    await judgePromptWaits(host, BURST, title, reaction.items, 1);
  }

  private async checkFirstCounts(player: TenPlayer, prompt: Prompt, extra: string): Promise<void> {
    const { host } = this;
    const before = player.hand;
    const key = prompt === 'discard' ? '0' : player.answer();
    // A choice that is refused anyway shows nothing.
    if (!player.isLegalChoice) return;
    const reaction = await player.press(`${key}${extra}`);
    const title = `${player.situation}: ${keyText(reaction.keys)} typed together at ${promptText(prompt)}`;
    const holds = await judgePromptWaits(host, BURST, title, reaction.items);
    const [card] = before;
    if (!holds || prompt !== 'discard' || card === undefined) return;
    host.bench.check(BURST, !player.hand.includes(card), () => ({
      title,
      expected: `${card.name}, the card of the first key, is discarded`,
      seen: `the hand is ${player.hand.map(({ name }) => name).join(' ')}`,
    }));
  }
}

const bursts = tenScenario(
  {
    id: 'chinese-ten/several-at-once',
    title: 'of several bytes together at a prompt only the first counts',
    covers: [BURST],
  },
  async (host, bench) => {
    const player = new TenPlayer(host, { players: 3, computers: 0 }, []);
    const bursts = new BurstTyper(host);
    await player.play(bursts.tactic, () => bursts.isDone);
    if (!bench.wasJudged(BURST)) bench.inconclusive(BURST, 'no prompt came to type at');
  },
);

export const typingScenarios = [between, bursts];
