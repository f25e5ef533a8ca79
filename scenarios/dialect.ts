/** The messages of a board by name: for a person at a terminal, and for the doctor. */
import type { LinkBinding } from '../devices/links/link';
import type { Codec } from '../protocols/frame';
import type { Parameters } from '../protocols/requirement';

/** A message to send by its name. */
export interface NamedMessage {
  readonly name: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** Messages whose values a user types, and frames by their content. */
export interface TypedMessages {
  /** The names of messages, each with the names of its values: `select`, `tile.x tile.y`. */
  readonly forms: ReadonlyMap<string, string>;
  /** Throws EncodeError for an unreadable value, or one out of range. */
  encode(form: string, values: readonly string[]): Uint8Array;
  /** The frame of this content: with lengths, checksum and framing; nothing else is checked. */
  frame(content: Uint8Array): Uint8Array;
}

/** The language of one link. */
export interface Dialect {
  readonly link: string;
  /** Explains sent bytes. With its decoder, a report joins sent chunks to frames. */
  readonly tx: Pick<Codec<unknown>, 'fields'> & Partial<Pick<Codec<unknown>, 'decoder'>>;
  /** Decodes and explains received bytes. */
  readonly rx: Pick<Codec<unknown>, 'decoder' | 'fields'>;
  readonly messages: readonly NamedMessage[];
  /** Absent: messages are sent only by their names. */
  readonly typed?: TypedMessages;
  /** The name of a message that a conformant board answers at any time, and that changes nothing important. */
  readonly probe?: string;
}

/** An absent option has the suite's default. */
export interface DialectOptions {
  readonly parameters?: Parameters;
  /** The carrier of the link: some protocols differ on tcp and udp. */
  readonly binding?: LinkBinding;
}
