/** Helpers for defects: each changes one step of the Set firmware. */
import { defectHooks } from '../../../api/index';
import type { FrameEvent, FrameOf, RejectOf, StepChange } from '../../../api/index';
import type { SetFirmware } from '../board';
import type { SetValues } from '../parameters';
import { CR, type ScannerFrame } from '../wire';
import type { SetLine } from '../reports';
import type { SetState } from '../state';

export type SetChange = StepChange<SetFirmware, SetValues>;

export type SetChanges = Readonly<Record<string, SetChange>>;

type Event = FrameEvent<ScannerFrame>;

export const { onStep, onEvents } = defectHooks<ScannerFrame, SetLine, SetState, SetFirmware, SetValues>();

/** A change with a memory that power-on clears. */
export function stateful(make: () => SetChange): SetChange {
  return (sound, context) => make()(sound, context);
}

/** The card that comes after a frame with this fault is lost. */
export function losesCardAfter(code: string): SetChange {
  return stateful(() => {
    let isNext = false;
    return onEvents((event) => {
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
  return onEvents((event) => (event.kind === 'frame' && event.value.type === type ? change(event) : [event]));
}

/** Changes the events of a frame that silence dropped. */
export function onIdle(change: (reject: RejectOf<ScannerFrame>) => readonly Event[]): SetChange {
  return onEvents((event) =>
    event.kind === 'reject' && event.error.code === 'idle' ? change(event) : [event],
  );
}

/** Changes the events of a frame that is longer than the buffer, once its CR has come. */
export function onOverlong(change: (whole: Uint8Array) => ScannerFrame | undefined): SetChange {
  return stateful(() => {
    let parts: Uint8Array[] = [];
    return onEvents((event) => {
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

/** Accepts CR as a card, if `change` makes ghost cards. */
export function acceptGhosts(change: SetChange): SetChange {
  return (sound, context) => ({
    ...change(sound, context),
    isCard: (byte) => byte === CR || sound.isCard(byte),
  });
}
