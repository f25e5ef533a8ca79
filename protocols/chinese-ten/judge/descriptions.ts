/** The names of prompts, keys and outcomes in reports. */
import { byteText } from '../../../api/index';
import type { KeyOutcome } from '../prompts';
import type { Item, Prompt } from '../reader/item';
import { REFUSALS, type Refusal } from '../render';

const PROMPT_WORDS: Readonly<Record<Prompt, string>> = {
  menu: 'the main menu',
  players: "the prompt 'Please choose the number of players'",
  computers: "the prompt 'I want to choose'",
  name: "the prompt 'PLAYER n:'",
  order: 'the playing order',
  'use-x': "the prompt 'I want to use my <X>th card … X ='",
  'use-y': "the prompt 'Y ='",
  discard: "the prompt 'I want to discard my <X>th card. X ='",
  take: "the prompt 'I want to capture the <X>th card. X ='",
  lay: "the prompt 'Put the card on the layout directly.'",
  finish: "the prompt 'Your turn is going to finish.'",
  scoreboard: 'the scoreboard',
  special: 'the screen of the special deal',
  'any-key': "a prompt 'Press any key'",
};

/** The prompt in a sentence, with its number if there are several. */
export function promptText(prompt: Prompt, player?: number): string {
  return prompt === 'name' && player !== undefined ? `the prompt 'PLAYER ${player}:'` : PROMPT_WORDS[prompt];
}

const NAMED: Readonly<Record<number, string>> = {
  0x04: 'Ctrl-D',
  0x0a: 'LF',
  0x0d: 'CR',
  0x1b: 'ESC',
  0x20: 'the space bar',
  0x7f: 'DEL',
};

/** Keys as a person types them; others as their byte: `'0'`, `ESC (1B)`, `B0`. */
export function keyText(keys: Uint8Array): string {
  const oneKey = (byte: number): string => {
    const name = NAMED[byte];
    if (name !== undefined) return `${name} (${byteText(byte)})`;
    return byte > 0x20 && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : byteText(byte);
  };
  return Array.from(keys, oneKey).join(' ');
}

export function outcomeText({ ways }: KeyOutcome): string {
  const [{ refusal, asks }] = ways;
  if (refusal !== undefined) return `${refusalText(refusal)}, and the same question again`;
  if (asks !== undefined) return 'the same question again';
  const named = ways.flatMap(({ prompts }) => prompts.map((prompt) => promptText(prompt)));
  return named.slice(0, 3).join(' or ');
}

/** What was due, as a class: a refusal or none, and a prompt. */
export function refusalWords([{ refusal }]: KeyOutcome['ways']): string {
  return refusal === undefined ? 'no refusal' : `one refusal (${refusal})`;
}

export function promptWords(prompts: readonly Prompt[]): string {
  return `the prompt ${prompts.slice(0, 3).join(' or ')}`;
}

function refusalText(refusal: Refusal): string {
  return `'${REFUSALS[refusal]}'`;
}

/** The last few console items that show how the game went on: refusals, screens and prompts. */
export function courseText(items: readonly Item[]): string {
  const told = items.flatMap((item) => {
    if (item.kind === 'refused') return [refusalText(item.why)];
    if (item.kind === 'clear') return ['a new screen'];
    if (item.kind === 'turn') return [`the turn of ${item.name}`];
    return item.kind === 'prompt' ? [promptText(item.prompt, item.player)] : [];
  });
  return told.length === 0 ? 'nothing' : `${told.length > 5 ? '… ' : ''}${told.slice(-5).join(', ')}`;
}
