/** The tests of every board's defects. */
import type { BoardKind } from '../engine/board';

export interface DefectTests<Trigger> {
  readonly kind: BoardKind;
  /** For each defect, by its name, a session in which it shows. */
  readonly triggers: Readonly<Record<string, Trigger>>;
  /** What a board with these defects sends in a session; with times where `timed`. */
  readonly transcript: (trigger: Trigger, defects: readonly string[], timed: boolean) => readonly string[];
  /** Whether the defect shows in the times of what is sent. */
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

/** The bytes received, as hex, with times where `timed`. */
export function hexTranscript(
  rx: readonly { readonly at: number; readonly hex: string }[],
  timed: boolean,
): string[] {
  return rx.map(({ at, hex }) => (timed ? `${at.toFixed(1)} ${hex}` : hex));
}
