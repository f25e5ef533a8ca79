/** Judges what is printed, whatever was typed: the game by its rules, the names of its players, the colours of cards. */
import { playersOf, type Players } from '../cards';
import type { Item } from '../reader/item';
import type { Check } from '../referee/counts';
import { Referee } from '../referee/referee';
import { PlayerNames, type ScreenCheck } from './player-names';

export class ScreenJudge {
  /** The game by its screens; undefined: none is followed. */
  referee: Referee | undefined;
  /** The names that were typed. */
  names = new PlayerNames();
  /** The lines of the playing order, until the game begins. */
  private order: Item[] = [];
  private isOrdered = false;
  /** All lines of the present game can be read. */
  private isFollowed = false;

  constructor(private readonly record: (check: ScreenCheck) => void) {}

  /** Nothing is known of the game, until another one begins. */
  forgetGame(): void {
    this.referee = undefined;
    this.names.forget();
    this.isFollowed = false;
  }

  /** `players`: how many play by the keys, if that is known. */
  take(item: Item, players: Players | undefined): void {
    if ('flaws' in item && (!('cards' in item) || item.cards.length + item.flaws.length > 0)) {
      const seen = item.flaws.map(({ text }) => text).join('; ');
      this.check('CT-UI-01', seen === '', seen, undefined, 'a card that is printed');
    }
    if (item.kind === 'prompt' && (item.prompt === 'menu' || item.prompt === 'players')) this.endGame();
    if (this.referee === undefined && this.isFollowed) this.setUp(item, players);
    this.referee?.take(item);
  }

  private setUp(item: Item, players = playersOf(this.order.length)): void {
    if (item.kind === 'order') this.order.push(item);
    this.names.show(item);
    if (item.kind === 'prompt' && item.prompt === 'order') {
      this.isOrdered = true;
      return this.names.judge(this.record);
    }
    const begins = (item.kind === 'turn' || item.kind === 'special') && this.isOrdered;
    if (!begins || players === undefined) return;
    const referee = new Referee(players, this.check);
    this.order.splice(0).forEach((line) => referee.take(line));
    this.referee = referee;
  }

  private endGame(): void {
    this.referee = undefined;
    this.names = new PlayerNames();
    this.order = [];
    this.isOrdered = false;
    this.isFollowed = true;
  }

  private readonly check = (
    ...[clause, holds, seen, due = `${clause} holds`, title = seen]: [...Parameters<Check>, string?]
  ): void =>
    this.record({ clause, holds, trigger: 'play', due, title, expected: 'as the page has it', seen });
}
