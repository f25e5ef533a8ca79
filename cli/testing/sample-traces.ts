/** Traces for tests of dissectors: what passes in runs, in fuzzing and in noise, as files, and the words that have tshark show them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dissection } from '../../protocols/dissection/dissection';
import { luaDissector } from '../../protocols/dissection/lua-dissector';
import type { Chunk } from '../../protocols/chunk';
import { traceFile } from '../../reports/pcapng/trace-file';
import { runSuite } from '../../scenarios/testing/suite-run';
import { derivedSeed, dice, type Dice } from '../../scenarios/fuzz/campaign/dice';
import { play, type Play } from '../../scenarios/player/play';
import { VirtualRig } from '../../scenarios/fuzz/execution/virtual-rig';
import type { ChunkRecord, JournalEvent, RunStart } from '../../scenarios/record';
import { fuzzTarget, protocolOf, resolveBoard } from '../../scenarios/protocols';
import { dissectorOf, shownText } from '../commands/report/report';
import { folder } from './wirejig-process';

const HERE = folder();

/** The dissector of a suite, as a file. */
async function writeScript(suite: string, given: Readonly<Record<string, string>>): Promise<string> {
  const path = join(HERE, `${suite}.lua`);
  writeFileSync(path, await dissectorOf(suite, new Map(Object.entries(given))));
  return path;
}

/** The words that have tshark use it. */
export async function dissectorOptions(
  suite: string,
  given: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  return ['-X', `lua_script:${await writeScript(suite, given)}`, '-d', `rtacser.data,wirejig_${suite}`];
}

/** The words for one that stands for several: a file has one for its link type. */
export async function allDissectorOptions(ids: readonly string[]): Promise<readonly string[]> {
  return dispatchingOptions(await Promise.all(ids.map((id) => writeScript(id, {}))));
}

/** The same for dissectors that no suite has. */
export function describedDissectorOptions(dissections: readonly Dissection[]): readonly string[] {
  return dispatchingOptions(
    dissections.map((one) => {
      const path = join(HERE, `${one.id}.lua`);
      writeFileSync(path, luaDissector(one, shownText()));
      return path;
    }),
  );
}

function dispatchingOptions(dissectors: readonly string[]): readonly string[] {
  const path = join(HERE, 'all.lua');
  writeFileSync(
    path,
    `local proto = Proto("wirejig_all", "All")
local interface_of = Field.new("frame.interface_name")
function proto.dissector(tvb, pinfo, tree)
  local suite = tostring(interface_of().value):match("^([^/]*)/")
  return Dissector.get("wirejig_" .. suite):call(tvb, pinfo, tree)
end
DissectorTable.get("rtacser.data"):add_for_decode_as(proto)
`,
  );
  const scripts = [...dissectors, path];
  return [...scripts.flatMap((file) => ['-X', `lua_script:${file}`]), '-d', 'rtacser.data,wirejig_all'];
}

/** The trace of a run of these suites, as a file. */
export function writeTrace(
  name: string,
  events: readonly JournalEvent[],
  suites: readonly string[],
  links: RunStart['board']['links'] = [],
): string {
  const path = join(HERE, `${name}.pcapng`);
  const parts: Uint8Array[] = [];
  const file = traceFile((bytes) => parts.push(bytes.slice()));
  file.add({
    type: 'run',
    version: '0',
    seed: 1,
    board: { name, kind: name, virtual: true, defects: [], links },
    suites: suites.map((id) => ({ id, title: id, requirements: [], parameters: {}, scenarios: [] })),
    command: '',
    platform: '',
  });
  for (const event of events) file.add(event);
  file.end();
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** What passed in a run of a virtual board, of these clauses. */
export async function recordRun(
  suiteId: string,
  board: string,
  only: readonly string[],
): Promise<ChunkRecord[]> {
  const suite = (await protocolOf(suiteId))?.suite;
  if (suite === undefined) throw new Error(`no suite ${suiteId}`);
  const { events } = await runSuite(suite, { board, seed: 3, only, sampled: true });
  return limitChunks(events.filter((event) => event.type === 'chunk'));
}

/** What passed in a run in which codes are read, and what the board said: behind a code that was shown, all up to what the host says next. */
export async function readCodes(
  seed: number,
): Promise<{ readonly events: readonly JournalEvent[]; readonly responses: readonly string[] }> {
  const suite = (await protocolOf('gm67'))?.suite;
  if (suite === undefined) throw new Error('no suite gm67');
  const { events } = await runSuite(suite, { seed, scenarios: ['gm67/raw', 'gm67/terminators'] });
  const passed = events.filter((event) => event.type === 'chunk' || event.type === 'line');
  const responses: string[] = [];
  let open = false;
  for (const event of passed) {
    if (event.type === 'line' && event.event === 'present') responses.push('');
    else if (event.type === 'chunk' && event.direction === 'rx')
      responses.push((open ? (responses.pop() ?? '') : '') + event.hex);
    open = event.type === 'line' || event.direction === 'rx';
  }
  return { events: passed, responses };
}

const MOST = 300;
/** Characters of hex. */
const LONG = 100;

/** The first of them, and of long ones that are alike only one. */
function limitChunks(chunks: readonly ChunkRecord[]): ChunkRecord[] {
  const long = new Set<string>();
  const kept = chunks.filter(({ link, direction, hex }) => {
    const key = `${link} ${direction} ${hex}`;
    return hex.length < LONG || (!long.has(key) && long.add(key));
  });
  return kept.slice(0, MOST);
}

/** What passes where every generator of a fuzz target makes so many cases. */
export async function recordFuzzing(suiteId: string, board: string, cases: number): Promise<ChunkRecord[]> {
  const { kind, defects } = await resolveBoard(board);
  const links = kind.links.map(({ name }) => name);
  const target = await fuzzTarget(suiteId, kind.links[0]?.binding ?? 'serial', links);
  const suite = (await protocolOf(suiteId))?.suite;
  if (target === undefined || suite === undefined) throw new Error(`no target ${suiteId}`);
  const parameters = Object.fromEntries(suite.parameters.map((one) => [one.name, one.default]));
  const session = target.session(parameters);
  const rig = new VirtualRig({ kind, defects: defects.map(({ name }) => name), parameters, seed: 1 });
  const passed: ChunkRecord[] = [];
  for (const [index, generator] of session.generators.entries()) {
    const draw = dice(derivedSeed(1, index));
    for (let made = 0; made < cases; made++) {
      rig.reset();
      const model = session.model(true);
      const steps = generator.make(draw, model.view);
      rig.play(recordPlay(play(steps, model, { links, quiet: session.quiet }), passed));
    }
  }
  return limitChunks(passed);
}

/** The same, with what passes written down. */
function* recordPlay<T>(steps: Play<T>, passed: ChunkRecord[]): Play<T> {
  let turn = steps.next();
  while (turn.done !== true) {
    const result = yield turn.value;
    if (result.chunk !== undefined && 'link' in turn.value)
      passed.push(chunkRecord(turn.value.link, result.chunk));
    turn = steps.next(result);
  }
  return turn.value;
}

function chunkRecord(link: string, { direction, notBefore, notAfter, bytes }: Chunk): ChunkRecord {
  const hex = Buffer.from(bytes).toString('hex');
  return {
    type: 'chunk',
    link,
    direction,
    notBefore: Math.round(notBefore),
    notAfter: Math.round(notAfter),
    hex,
  };
}

/** The same bytes, now and then with one more, one less or another, and with pauses of any length. */
export function garbleChunks(chunks: readonly ChunkRecord[], most: number, seed: number): ChunkRecord[] {
  const draw = dice(seed);
  let at = 0;
  const made = chunks.slice(0, most).map((chunk) => {
    at += 1000 * draw.pick([1, 1, 5, 30, 150, 700, 4000]);
    const bytes = [...Buffer.from(chunk.hex, 'hex')];
    if (!draw.once(3)) garbleBytes(bytes, draw);
    return { ...chunk, notBefore: at, notAfter: at, hex: Buffer.from(bytes).toString('hex') };
  });
  return made.filter(({ hex }) => hex !== '');
}

function garbleBytes(bytes: number[], draw: Dice): void {
  const at = draw.int(0, Math.max(0, bytes.length - 1));
  const other = draw.pick([draw.int(0, 255), 0, 10, 13, 0x16, 0x1e, 0x1f, 0x30 + draw.int(0, 9), 0x7f, 0xff]);
  if (draw.once(4)) bytes.splice(at, draw.int(1, 3));
  else if (draw.once(3)) bytes.splice(at);
  else bytes.splice(at, draw.int(0, 1), other);
}

/** One behind the other, ten seconds apart. */
export function concatenate(parts: readonly (readonly ChunkRecord[])[]): ChunkRecord[] {
  const all: ChunkRecord[] = [];
  let from = 0;
  for (const part of parts) {
    const base = from;
    for (const chunk of part) {
      all.push({ ...chunk, notBefore: base + chunk.notBefore, notAfter: base + chunk.notAfter });
      from = Math.max(from, base + chunk.notAfter);
    }
    from += 10_000_000;
  }
  return all;
}
