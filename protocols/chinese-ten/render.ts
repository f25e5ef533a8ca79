/**
 * The screens of Chinese Ten as text for the terminal, exactly as on the page. The virtual console prints them,
 * and the tests of the reader use them.
 *
 *      (0) (1)            indices
 *     ␣[ ♣ ]␣[ ♥ ]W       suits: a blank, the colour, three cells, the reset; W is one full-width blank
 *     ␣[ 7 ]␣[10 ]W       ranks
 */
import { isRed, rankName, sorted, SUIT_SIGN, type Card, type Players } from './cards';

export const CLEAR = '\u001b[1J\u001b[1;1H';
export const RED = '\u001b[1;31;47m';
export const BLACK = '\u001b[30;47m';
export const RESET = '\u001b[m';
export const FULL_WIDTH_BLANK = '\u3000';
export const EOL = '\r\n';

/** 0–9, then A–Z, then AA, AB, … Throws RangeError for an index outside 0..51. */
export function indexName(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > 51) throw new RangeError(`no card has index ${index}`);
  if (index < 36) return index.toString(36).toUpperCase();
  return `A${String.fromCharCode(0x41 + index - 36)}`;
}

/** The index that a key names, undefined for other keys; small letters count as capitals. */
export function indexOfKey(key: number): number | undefined {
  const text = String.fromCharCode(key);
  return /^[0-9A-Za-z]$/.test(text) ? parseInt(text, 36) : undefined;
}

function colour(card: Card): string {
  return isRed(card) ? RED : BLACK;
}

/** A card in running text: colour, suit, rank, reset. */
export function renderCard(card: Card): string {
  return `${colour(card)}${card.name}${RESET}`;
}

/** A pile's three lines, sorted. */
export function renderPile(cards: readonly Card[]): string {
  return renderLaid(sorted(cards));
}

/** The three lines of cards in the order given. */
export function renderLaid(cards: readonly Card[]): string {
  const row = (face: (card: Card) => string): string =>
    cards.map((card) => ` ${colour(card)}${face(card)}${RESET}`).join('') + FULL_WIDTH_BLANK + EOL;
  return (
    cards.map((_, index) => ` (${indexName(index)})`).join('') +
    EOL +
    row(({ suit }) => ` ${SUIT_SIGN[suit]} `) +
    row(({ rank }) => `${rankName(rank).padStart(2)} `)
  );
}

export const TEXT = {
  playerCount: 'Please choose the number of players (2-4 people): ',
  refusedRange: 'Sorry, your input is out of range.',
  refusedIndex: 'Your input index is out of range!!',
  refusedAction: 'Sorry, this action is invalid.',
  choose: 'I want to choose ',
  anyKey: 'Press any key to continue...',
  use: 'I want to use my <X>th card to capture the <Y>th card.',
  x: 'X = ',
  y: 'Y = ',
  nothing: 'No cards can be captured.',
  discard: 'I want to discard my <X>th card. ',
  take: 'I want to capture the <X>th card. ',
  lay: 'Put the card on the layout directly.',
  waiting: 'Waiting',
  finish: 'Your turn is going to finish.',
  finishKey: 'Press any key to continue....',
  menuKey: 'Press any key to go back to the main menu...',
} as const;

export function renderMenu(): string {
  return `${CLEAR}(1) Play the game!${EOL}(2) Check the ranking table.${EOL}( ) Exit.${EOL}`;
}

export function renderPlayerCount(): string {
  return `${CLEAR}${TEXT.playerCount}`;
}

export function renderChoices(players: Players): string {
  const choices = Array.from(
    { length: players + 1 },
    (_, i) => `(${i}) ${players - i} human player(s), ${i} computer player(s)${EOL}`,
  );
  return choices.join('');
}

export function renderChoose(): string {
  return `${EOL}${TEXT.choose}`;
}

export function renderNamePrompt(number: number): string {
  return `PLAYER ${number}: `;
}

/** Prompt 5: the names in their playing order. */
export function renderOrder(names: readonly string[]): string {
  const order = names.map((name, i) => `Player ${i + 1}: ${name}${EOL}`).join('');
  return `${CLEAR}The playing order is:${EOL}${EOL}${order}${EOL}${TEXT.anyKey}`;
}

/** The screen of a special deal, before the first turn. */
export function renderSpecial(rank: number, count: 3 | 4, layout: readonly Card[], taker: string): string {
  const cards = `${count === 4 ? 'all four' : 'three'} cards of rank ${rankName(rank)}`;
  return (
    `${CLEAR}Now the layout contains ${cards}.${EOL}${EOL}Layout:${EOL}${renderPile(layout)}${EOL}` +
    `They go to ${taker}.${EOL}${EOL}${TEXT.anyKey}`
  );
}

function renderPiles(layout: readonly Card[], hand: readonly Card[]): string {
  return `Layout:${EOL}${renderPile(layout)}${EOL}Cards in hand:${EOL}${renderPile(hand)}${EOL}`;
}

export interface Option {
  readonly card: Card;
  readonly taken: Card;
}

/** A turn's first screen, up to the captures that it offers; a prompt follows. */
export function renderTurn(
  name: string,
  layout: readonly Card[],
  hand: readonly Card[],
  options: readonly Option[],
): string {
  const [cards, table] = [sorted(hand), sorted(layout)];
  const lines = options.map(
    ({ card, taken }) =>
      `You can use your card (${indexName(cards.indexOf(card))})${renderCard(card)}` +
      ` to capture card (${indexName(table.indexOf(taken))})${renderCard(taken)}.${EOL}`,
  );
  return `${CLEAR}>>> It's ${name}'s turn...${EOL}${EOL}${renderPiles(layout, hand)}${lines.join('')}`;
}

/** Prompts 6 and 8; `X = ` after 6 and `Y = ` have their own lines. */
export function renderUse(): string {
  return `${EOL}${TEXT.use}${EOL}${TEXT.x}`;
}

export function renderDiscard(): string {
  return `${EOL}${TEXT.nothing}${EOL}${EOL}${TEXT.discard}${TEXT.x}`;
}

/** The screen after the card from the hand, up to `Waiting`: the dots and the turned card follow. */
export function renderStock(
  layout: readonly Card[],
  hand: readonly Card[],
  captured: number,
  stock: number,
): string {
  return (
    `${CLEAR}${renderPiles(layout, hand)}Total number of captured cards: ${captured}${EOL}${EOL}` +
    `Now we are going to flip a card from the deck. (${stock} cards remaining)${EOL}${TEXT.waiting}`
  );
}

export function renderTurned(card: Card): string {
  return `${EOL}The flipped card is: ${renderCard(card)}${EOL}${EOL}`;
}

/** Prompt 9. */
export function renderTake(): string {
  return `${EOL}${TEXT.take}${TEXT.x}`;
}

/** Prompt 10. */
export function renderLay(): string {
  return `${TEXT.nothing}${EOL}${TEXT.lay}${EOL}${TEXT.anyKey}`;
}

/** The turn's last screen with prompt 11. */
export function renderFinish(layout: readonly Card[], hand: readonly Card[], captured: number): string {
  return (
    `${CLEAR}${renderPiles(layout, hand)}Number of captured cards: ${captured}${EOL}${EOL}` +
    `${TEXT.finish}${EOL}${EOL}${TEXT.finishKey}${EOL}`
  );
}

export interface Standing {
  readonly name: string;
  readonly points: number;
}

/** The end: a pile per player, then the scoreboard with prompt 12. */
export function renderEnd(
  players: readonly { readonly name: string; readonly captured: readonly Card[] }[],
  standings: readonly Standing[],
  tie: number,
): string {
  const piles = players.map(({ name, captured }) => `${name}'s cards:${EOL}${renderPile(captured)}${EOL}`);
  const rows = standings.map(({ name, points }, i) => renderRow(i + 1, name, points, tie));
  return (
    `${CLEAR}${piles.join('')}Player: ${players.length}${EOL}Tie Score: ${tie} points${EOL}${EOL}` +
    `${rows.join('')}${EOL}${TEXT.menuKey}${EOL}`
  );
}

function renderRow(place: number, name: string, points: number, tie: number): string {
  const difference = Math.abs(points - tie)
    .toString()
    .padStart(4);
  const score = points === tie ? '     Tie' : `${points > tie ? '+' : '-'}${difference} point(s)`;
  const number = place.toString().padStart(2, '0');
  return `  ${number}  |${name.padStart(33)} |${points.toString().padStart(5)} point(s)| ${score}${EOL}`;
}
