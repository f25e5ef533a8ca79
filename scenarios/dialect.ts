/** What can be sent to and received from a board by name: for a person at a terminal, and for the doctor. */
import type { LinkBinding } from '../devices/links/link';
import type { Codec } from '../protocols/frame';
import type { Parameters } from '../protocols/requirement';

/** A message that is sent by its name. */
export interface NamedMessage {
  readonly name: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** Messages whose values are typed, and frames by their content. */
export interface TypedMessages {
  /** The names of messages, each with the names of its values: `select`, `tile.x tile.y`. */
  readonly forms: ReadonlyMap<string, string>;
  /** Throws EncodeError for a value that cannot be read, or is out of range. */
  encode(form: string, values: readonly string[]): Uint8Array;
  /** The frame of this content: lengths, checksum and framing are added; nothing else is checked. */
  frame(content: Uint8Array): Uint8Array;
}

/** The language of one link. */
export interface Dialect {
  readonly link: string;
  /** Explains what is sent. With its decoder, a report joins what was sent to frames. */
  readonly tx: Pick<Codec<unknown>, 'fields'> & Partial<Pick<Codec<unknown>, 'decoder'>>;
  /** Takes apart what is received. */
  readonly rx: Pick<Codec<unknown>, 'decoder' | 'fields'>;
  readonly messages: readonly NamedMessage[];
  /** Absent: messages are sent by their names only. */
  readonly typed?: TypedMessages;
  /** The name of the message that a sound board answers at any time, and that changes nothing which matters. */
  readonly probe?: string;
}

/** What is left out is the suite's default. */
export interface DialectOptions {
  readonly parameters?: Parameters;
  /** What carries the link: some protocols differ on tcp and udp. */
  readonly binding?: LinkBinding;
}
