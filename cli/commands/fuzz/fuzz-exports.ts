/** The files beside a finding that work without this program: C99 data, and a Python script for a serial port. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LinkBinding } from '../../../devices/links/link';
import { withLinks, type BoardKind } from '../../../devices/virtual/engine/board';
import { cArray } from '../../../scenarios/fuzz/export/c-array';
import { exportFinding } from '../../../scenarios/fuzz/export/exchange';
import { pythonScript } from '../../../scenarios/fuzz/export/python-script';
import { fileNameOf, writeFinding, type Finding } from '../../../scenarios/fuzz/triage/finding';
import { boardKinds } from '../../../scenarios/protocols';
import { VirtualRig } from '../../../scenarios/fuzz/execution/virtual-rig';
import type { FuzzSetup } from '../../shared/fuzz/fuzz-board';
import { replaceFile } from '../../shared/output/folder/own-files';
import { defaultKind, applyBaud } from '../../shared/boards/run-target';

/** Files by the endings of their names. */
export type Exports = (finding: Finding) => Readonly<Record<'c' | 'py', string>>;

/** The expected answers come from the suite's own virtual board. It is sound, unlike one with published firmware. */
export async function exportsOf({ suite, target, board }: FuzzSetup): Promise<Exports> {
  const binding = (one: BoardKind): LinkBinding => one.links[0]?.binding ?? 'serial';
  const own = (await boardKinds([suite.id])).find((one) => binding(one) === board.binding);
  const kind = own ?? (await defaultKind(suite));
  return (finding) => {
    const { parameters } = finding;
    const links = applyBaud(kind.links, suite.parameters, parameters);
    const session = target.session(parameters);
    const sound = (seed: number): VirtualRig =>
      new VirtualRig({ kind: withLinks(kind, links), defects: [], parameters, seed });
    const one = exportFinding(finding, session, sound);
    return { c: cArray(one, session), py: pythonScript(one, session) };
  };
}

/** Writes a finding and its exports. Returns the path of the finding, and throws what node:fs throws. */
export function writeFindingFiles(folder: string, finding: Finding, exports: Exports): string {
  const name = join(folder, fileNameOf(finding));
  replaceFile(`${name}.json`, writeFinding(finding));
  for (const [ending, text] of Object.entries(exports(finding))) replaceFile(`${name}.${ending}`, text);
  return `${name}.json`;
}

/** Removes the files of an unconfirmed failure that is a finding now. Throws what node:fs throws. */
export function removeFindingFiles(folder: string, finding: Finding): void {
  for (const ending of ['json', 'c', 'py'])
    rmSync(join(folder, `${fileNameOf(finding)}.${ending}`), { force: true });
}
