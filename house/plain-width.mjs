/**
 * In place of string-width, which yargs asks for the width of its help: that sets up Intl.Segmenter, which takes half of all that a
 * command needs to start. No help has characters of another width than one.
 */
import { stripVTControlCharacters } from 'node:util';

export default function stringWidth(text) {
  return stripVTControlCharacters(text).length;
}
