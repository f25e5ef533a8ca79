/** Keeps what passes in a case on a real board, for a failure that does not reproduce. A virtual board repeats itself. */
import { micros } from '../../../protocols/time';
import type { Play } from '../../player/play';
import { withChunkListener } from '../execution/reproduce';
import type { Rig } from '../execution/rig';
import type { LinkChunk } from '../reduce/reproducibility';
import type { Case } from '../triage/triage-context';

export class CaseRecorder {
  /** How much longer than asked for a gap of the case was, at most. */
  lateness = micros(0);
  private passed: LinkChunk[] = [];

  constructor(private readonly rig: Rig) {}

  /** A case begins. */
  begin(): void {
    this.passed = [];
    this.lateness = micros(0);
  }

  record<T>(playing: Play<T>): Play<T> {
    if (this.rig.isVirtual) return playing;
    return withChunkListener(playing, (link, chunk) => void this.passed.push([link, chunk]));
  }

  /** The cases, the last one with what passed in it. */
  addTo(history: readonly Case[]): readonly Case[] {
    const last = history.at(-1);
    return last === undefined ? history : [...history.slice(0, -1), { ...last, passed: this.passed }];
  }
}
