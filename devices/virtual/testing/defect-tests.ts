/** The tests of every board's defects. */
import type { BoardKind } from '../engine/board';

export interface DefectTests<Trigger> {
  readonly kind: BoardKind;
  /** A session for each defect in which it shows, by name. */
  readonly triggers: Readonly<Record<string, Trigger>>;
  /** The bytes of a board with these defects in a session; with times if `timed`. */
  readonly transcript: (trigger: Trigger, defects: readonly string[], timed: boolean) => readonly string[];
  /** Whether the defect shows only in the times of the bytes. */
  readonly isTimed: (defect: { readonly name: string; readonly breaks: string }) => boolean;
}

export function testDefects<Trigger>({ kind, triggers, transcript, isTimed }: DefectTests<Trigger>): void {
  const transcriptOf = (name: string, defects: readonly string[], timed: boolean): readonly string[] => {
    const trigger = triggers[name];
    if (trigger === undefined) throw new Error(`no session shows the defect ${name}`);
    return transcript(trigger, defects, timed);
  };

  test('every session belongs to a defect', () => {
    expect(Object.keys(triggers).sort()).toEqual(kind.defects.map(({ name }) => name).sort());
  });

  test.each(kind.defects)('$name ($breaks) shows in its session', (defect) => {
    const { name } = defect;
    const timed = isTimed(defect);
    expect(transcriptOf(name, [name], timed)).not.toEqual(transcriptOf(name, [], timed));
  });

  test.each(kind.defects)('$name ($breaks) repeats itself under the same seed', ({ name }) => {
    expect(transcriptOf(name, [name], true)).toEqual(transcriptOf(name, [name], true));
  });
}

/** The received bytes as hex, with times if `timed`. */
export function hexTranscript(
  rx: readonly { readonly at: number; readonly hex: string }[],
  timed: boolean,
): string[] {
  return rx.map(({ at, hex }) => (timed ? `${at.toFixed(1)} ${hex}` : hex));
}
