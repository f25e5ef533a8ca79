/** Helpers for defects: each changes one step of the Set firmware. */
import type { FrameEvent, FrameOf, Micros, RejectOf, StepChange } from '../../../api/index';
import type { SetFirmware } from '../firmware';
import type { Turn } from '../table';
import type { SetValues } from '../parameters';
import { CR, type ScannerFrame } from '../scanner-link';
import type { Report, Triple } from '../reports';

export type SetChange = StepChange<SetFirmware, SetValues>;

export type SetChanges = Readonly<Record<string, SetChange>>;

type Event = FrameEvent<ScannerFrame>;

export function onEvent(change: (event: Event) => readonly Event[]): SetChange {
  return (sound) => ({ receives: (event, state) => sound.receives(event, state).flatMap(change) });
}

/** A change with a memory that power-on clears. */
export function stateful(make: () => SetChange): SetChange {
  return (sound, context) => make()(sound, context);
}

/** The card that comes after a frame with this fault is lost. */
export function losesCardAfter(code: string): SetChange {
  return stateful(() => {
    let isNext = false;
    return onEvent((event) => {
      if (event.kind === 'reject') {
        isNext ||= event.error.code === code;
        return [event];
      }
      const isLost = isNext && event.value.type === 'byte';
      if (isLost) isNext = false;
      return isLost ? [] : [event];
    });
  });
}

export function onFrame<K extends ScannerFrame['type']>(
  type: K,
  change: (frame: FrameOf<ScannerFrame>) => readonly Event[],
): SetChange {
  return onEvent((event) => (event.kind === 'frame' && event.value.type === type ? change(event) : [event]));
}

/** Changes the events of a frame that silence dropped. */
export function onIdle(change: (reject: RejectOf<ScannerFrame>) => readonly Event[]): SetChange {
  return onEvent((event) =>
    event.kind === 'reject' && event.error.code === 'idle' ? change(event) : [event],
  );
}

/** Changes the events of a frame that is longer than the buffer, once its CR has come. */
export function onOverlong(change: (whole: Uint8Array) => ScannerFrame | undefined): SetChange {
  return stateful(() => {
    let parts: Uint8Array[] = [];
    return onEvent((event) => {
      if (event.kind === 'frame') {
        parts = [];
        return [event];
      }
      if (event.error.code !== 'overlong' && event.error.code !== 'discarded') return [event];
      parts.push(event.raw);
      if (event.raw.at(-1) !== CR) return [event];
      const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
      parts = [];
      const value = change(whole);
      return value === undefined ? [event] : [asFrame(event, value)];
    });
  });
}

/** The event as a frame. */
export function asFrame({ raw, first, last }: Event, value: ScannerFrame): FrameOf<ScannerFrame> {
  return { kind: 'frame', raw, first, last, value };
}

/** The CR as a card, as a receiver that stores it reads it. */
export function ghostCard(event: Event): Event {
  return asFrame(event, { type: 'byte', byte: CR });
}

function acceptCr(sound: SetFirmware): Pick<SetFirmware, 'isCard'> {
  return { isCard: (byte) => byte === CR || sound.isCard(byte) };
}

/** Accepts CR as a card, if `change` makes ghost cards. */
export function acceptGhosts(change: SetChange): SetChange {
  return (sound, context) => ({ ...change(sound, context), ...acceptCr(sound) });
}

export function onTurn(change: (turn: Turn, sound: SetFirmware) => Turn): SetChange {
  return (sound) => ({ place: (table, byte) => change(sound.place(table, byte), sound) });
}

export function onSearch(
  change: (found: readonly Triple[], bytes: readonly number[]) => readonly Triple[],
): SetChange {
  return (sound) => ({ search: (bytes) => change(sound.search(bytes), bytes) });
}

export function onReports(change: (reports: readonly Report[], turn: Turn) => readonly Report[]): SetChange {
  return (sound) => ({ reportsOf: (due, turn) => change(sound.reportsOf(due, turn), turn) });
}

/** Changes the bytes of lines. */
export function onLine(change: (line: Uint8Array, report: Report) => Uint8Array): SetChange {
  return (sound) => ({ line: (report, at: Micros) => change(sound.line(report, at), report) });
}
