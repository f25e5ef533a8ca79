/** Import circles: files that import each other, directly or through others. Imports of types count. */
import type ts from 'typescript';
import { targetOf } from './paths';
import { factsOf } from './syntax';

/** The files that each file imports, as paths without their ending. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export function importGraph(files: readonly ts.SourceFile[]): ImportGraph {
  return new Map(
    files.map((file) => [
      withoutEnding(file.fileName),
      factsOf(file).imports.flatMap(({ specifier }) =>
        specifier?.startsWith('.') ? [targetOf(file.fileName, specifier)] : [],
      ),
    ]),
  );
}

/** Circles that list every file which reaches itself at least once, each as the shortest way back to its first file. */
export function circlesOf(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const listed = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    const circle = listed.has(start) ? undefined : shortestWayBack(graph, start);
    if (circle === undefined) continue;
    circles.push(circle);
    for (const file of circle) listed.add(file);
  }
  return circles;
}

/** Breadth first. */
function shortestWayBack(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue)
    for (const next of graph.get(file) ?? []) {
      if (next === start) return wayTo(file, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  return undefined;
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [file];
  for (let at = cameFrom.get(file); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

function withoutEnding(path: string): string {
  return path.replace(/\.ts$/, '');
}
