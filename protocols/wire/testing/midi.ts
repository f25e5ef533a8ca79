/** Messages of MIDI 1.0, for tests: channel messages of two and three bytes, and two of the system. */
import { u8 } from '../field';
import type { NumberField } from '../layout/field-types';
import type { TagPredicate } from '../layout/layout-data';
import { wire } from '../wire';

const data = (): NumberField => u8({ max: 0x7f });
const channel = (high: number): TagPredicate => ({ tag: (status) => (status & 0xf0) === high });

export const midi = wire({
  tag: { status: u8({ base: 'hex' }) },
  forms: {
    noteOff: [channel(0x80), { note: data(), velocity: data() }],
    noteOn: [channel(0x90), { note: data(), velocity: data() }],
    program: [channel(0xc0), { program: data() }],
    song: [0xf3, { song: data() }],
    clock: [0xf8, {}],
  },
});
