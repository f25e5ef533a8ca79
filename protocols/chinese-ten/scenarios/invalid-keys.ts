/** Chinese Ten: a player that types every byte at every prompt, and then plays on (CT-UI-02). */
import { refusedKeys, triedKeys } from '../keys';
import { indexName } from '../render';
import { after, millis } from '../../../api/index';
import { backToMenu, recoverMenu, tenScenario, toMenu } from './main-menu';
import { NoPrompt, type TenHost } from './host';
import { TenPlayer, type GamePlan, type Tactic } from './player';
import { promptText } from '../judge/descriptions';

const ID = 'CT-UI-02';
const TRIED_PROMPTS = ['players', 'computers', 'name', 'use-x', 'use-y', 'discard', 'take'] as const;
type TriedPrompt = (typeof TRIED_PROMPTS)[number];

/** Bytes that a program is most likely to accept by mistake: neighbours of valid keys, controls, the high bit. */
const LIKELY_ACCEPTED: readonly number[] = [
  0x2f, 0x3a, 0x00, 0x1b, 0xff, 0x04, 0x0d, 0x0a, 0x2d, 0x20, 0x7f, 0x08, 0x09, 0x80, 0xb0, 0xb2, 0xb3, 0xb4,
  0xc2, 0xe2, 0x41, 0x5a, 0x61, 0x7a, 0x40, 0x5b, 0x60, 0x7b, 0x25, 0x3b, 0x01, 0x02, 0x07, 0x0c, 0x0e, 0x12,
  0x15, 0x16, 0x17, 0x19, 0x1d, 0x1e, 0x1f, 0x34, 0x35, 0x39,
];
/** Hands of eight cards: no letter is a key of a card. */
const PLAN: GamePlan = { players: 3, computers: 0, names: ['', 'Ann', ''] };
/** The most games until every byte was tried at every prompt. */
const GAMES = { virtual: 6, real: 3 } as const;
/** Hands of twelve cards: letters are keys, and the signs between 9 and A are not. */
const LARGE: GamePlan = { players: 2, computers: 0 };
const LARGE_HAND = 11;
/** Invalid keys at an index prompt where every byte was tried before, besides those next to the valid ones. */
const EXTRA_KEYS = 2;
const SIGNS = [0x2f, 0x3a, 0x3b, 0x40];
/** Turns after the last new kind of prompt, on a real clock. */
const MORE_TURNS = 2;
/** On a real clock a refusal at prompts 2 and 3 takes 1 s. Bytes are tried for this long. */
const BUDGET = millis(75_000);
const COMMA = 0x2c;
const CR = 0x0d;

class NonsenseTester {
  /** The turn in which the last new kind of prompt came. */
  private lastNew = 0;
  private readonly sweptPrompts = new Set<TriedPrompt>();

  /** The bytes that are still to be tried at each prompt: likely mistakes first, the others in random order. */
  private readonly untried: ReadonlyMap<TriedPrompt, Set<number>>;

  constructor(private readonly host: TenHost) {
    const ordered = (keys: readonly number[]): Set<number> =>
      new Set([...LIKELY_ACCEPTED.filter((key) => keys.includes(key)), ...host.shuffled(keys)]);
    this.untried = new Map(
      TRIED_PROMPTS.map((prompt) => [prompt, ordered(triedKeys(prompt === 'name' ? 'line' : 'key'))]),
    );
  }

  get missedPrompts(): readonly TriedPrompt[] {
    return TRIED_PROMPTS.filter((prompt) => !this.sweptPrompts.has(prompt));
  }

  /** Whether every prompt came, and the game went on after that. */
  isDone({ turn }: TenPlayer): boolean {
    const on = this.host.bench.exhaustive ? Infinity : MORE_TURNS;
    return this.missedPrompts.length === 0 && turn >= this.lastNew + on;
  }

  readonly tactic: Tactic = async (player, prompt) => {
    const tried = TRIED_PROMPTS.find((one) => one === prompt);
    if (tried === undefined || this.host.bench.failedEnough(ID)) return;
    const due = new Set(dueKeys(player, tried));
    const open = [...(this.untried.get(tried) ?? [])].filter((key) => due.has(key));
    if (open.length > 0) await this.sweep(player, tried, open);
    else if (tried !== 'players' && tried !== 'computers' && tried !== 'name')
      await this.sampleKeys(player, tried);
    if (this.sweptPrompts.has(tried) || this.host.prompt !== prompt) return;
    this.sweptPrompts.add(tried);
    this.lastNew = Math.max(0, player.turn);
  };

  private async sweep(player: TenPlayer, prompt: TriedPrompt, keys: readonly number[]): Promise<void> {
    const { host } = this;
    const untried = this.untried.get(prompt);
    const slow = !host.bench.exhaustive && (prompt === 'players' || prompt === 'computers');
    const end = after(host.bench.now(), BUDGET);
    for (const key of keys) {
      if (host.prompt !== prompt || host.bench.failedEnough(ID)) return;
      if (slow && host.bench.now() > end) return untried?.clear();
      untried?.delete(key);
      // A name goes on, with the byte or without.
      await player.press(prompt === 'name' ? Uint8Array.of(COMMA, key, COMMA, CR) : Uint8Array.of(key));
    }
  }

  private async sampleKeys(player: TenPlayer, prompt: TriedPrompt): Promise<void> {
    const due = dueKeys(player, prompt);
    const cards = prompt === 'use-y' || prompt === 'take' ? player.layout.length : player.hand.length;
    const next = [indexName(cards).charCodeAt(0), ...this.host.shuffled(SIGNS).slice(0, 1)];
    const keys = [
      ...next.filter((key) => due.includes(key)),
      ...this.host.shuffled(due).slice(0, EXTRA_KEYS),
    ];
    for (const key of keys) if (this.host.prompt === prompt) await player.press(Uint8Array.of(key));
  }
}

/** The bytes to try at a prompt. Player counts are tried for CT-UI-03. */
function dueKeys({ plan, hand, layout }: TenPlayer, prompt: TriedPrompt): readonly number[] {
  switch (prompt) {
    case 'players':
      return triedKeys('key').filter((key) => key < 0x30 || key > 0x39);
    case 'computers':
      return triedKeys('key').filter((key) => key < 0x30 || key > 0x30 + plan.players);
    case 'name':
      return triedKeys('line');
    case 'use-x':
    case 'discard':
      return refusedKeys(hand.length);
    case 'use-y':
    case 'take':
      return refusedKeys(layout.length);
  }
}

/** Tries every byte at the first prompt of each player's first turn, with large hands. */
function largeHands(host: TenHost): Tactic {
  const turns = new Set<number>();
  return async (player, prompt) => {
    const { turn } = player;
    if ((prompt !== 'use-x' && prompt !== 'discard') || player.hand.length < LARGE_HAND || turns.has(turn))
      return;
    turns.add(turn);
    for (const key of refusedKeys(player.hand.length)) {
      if (host.prompt !== prompt || host.bench.failedEnough(ID)) return;
      await player.press(Uint8Array.of(key));
    }
  };
}

async function playLargeHands(host: TenHost): Promise<void> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, LARGE);
  await player.play(largeHands(host), () => player.turn >= 2);
}

async function playNonsense(host: TenHost, nonsense: NonsenseTester): Promise<void> {
  if (host.prompt !== 'menu') await toMenu(host);
  const player = new TenPlayer(host, PLAN);
  host.bench.note('every byte at every prompt');
  await player.play(nonsense.tactic, () => nonsense.isDone(player));
  await backToMenu(player);
}

/** Judges a board that stops, and brings it back. */
async function withRecovery(host: TenHost, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NoPrompt)) throw error;
    await recoverMenu(host, error);
  }
}

export const everyByte = tenScenario(
  {
    id: 'nonsense',
    title: 'every byte at every prompt: what is out of range is refused, and the game goes on',
    covers: [ID],
  },
  async (host, bench) => {
    const nonsense = new NonsenseTester(host);
    const games = bench.exhaustive ? GAMES.virtual : GAMES.real;
    await withRecovery(host, () => playLargeHands(host));
    for (let n = 0; n < games && nonsense.missedPrompts.length > 0 && !bench.failedEnough(ID); n++)
      await withRecovery(host, () => playNonsense(host, nonsense));
    if (nonsense.missedPrompts.length === 0 || bench.failedEnough(ID)) return;
    const missed = nonsense.missedPrompts.map((prompt) => promptText(prompt)).join(', ');
    bench.inconclusive(ID, `what never came in ${games} games could not be tried: ${missed}`);
  },
);
