/** The prompts before a game: the number of players, the computers among them, and the names. */
import type { Players } from '../cards';
import type { TenSteps } from './firmware';
import * as render from '../render';
import { pause, print, readKey, type Steps } from './steps';

export interface Seat {
  readonly name: string;
  readonly computer: boolean;
}

/** The pause after a refused count, milliseconds. */
const REFUSAL_PAUSE = 1000;

export function* readPlayers(rules: TenSteps): Steps<Players> {
  for (;;) {
    yield* print(render.renderPlayerCount());
    const key = yield* readKey(true);
    yield* print(render.EOL);
    const count = rules.players(key);
    if (count !== undefined) return count;
    yield* print(`${render.EOL}${render.TEXT.refusedRange}`);
    yield* pause(REFUSAL_PAUSE);
  }
}

export function* readComputers(players: Players): Steps<number> {
  yield* print(render.renderChoices(players));
  for (;;) {
    yield* print(render.renderChoose());
    const count = (yield* readKey(true)) - 0x30;
    yield* print(`.${render.EOL}`);
    if (count >= 0 && count <= players) return count;
    yield* print(`${render.TEXT.refusedRange}${render.EOL}`);
  }
}

export function* readNames(players: Players, computers: number, rules: TenSteps): Steps<readonly Seat[]> {
  const seats: Seat[] = [];
  for (let i = 0; i < players; i++) {
    const letter = String.fromCharCode(0x41 + i);
    if (i < computers) {
      const name = `COMPUTER_${letter}`;
      yield* print(`${render.renderNamePrompt(i + 1)}${name}${render.EOL}`);
      seats.push({ name, computer: true });
      continue;
    }
    seats.push({ name: yield* readName(i + 1, `PLAYER_${letter}`, rules), computer: false });
  }
  return seats;
}

function* readName(number: number, unnamed: string, rules: TenSteps): Steps<string> {
  for (;;) {
    yield* print(render.renderNamePrompt(number));
    const line = yield { kind: 'line' };
    const bytes = line instanceof Uint8Array ? line : new Uint8Array(0);
    if (bytes.length > 0) {
      const name = rules.name(bytes);
      if (name !== undefined) return name;
      continue;
    }
    yield* print(`${render.renderNamePrompt(number)}${unnamed}${render.EOL}`);
    return unnamed;
  }
}
