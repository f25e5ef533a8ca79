/** Replays chunks that were judged already on another model of the board. */
import type { Chunk } from '../../../protocols/chunk';
import { CONSOLE, SCANNER, type SetModel } from '../../oracle/set/model';

/** `fresh`: the table is empty; else it is unknown. */
export type SetModelFactory = (fresh: boolean) => SetModel;

/** The model after these chunks. */
export function replay(newModel: SetModelFactory, chunks: readonly Chunk[], fresh: boolean): SetModel {
  const model = newModel(fresh);
  for (const chunk of chunks) replayChunk(model, chunk);
  model.due();
  model.conclude();
  return model;
}

/** Lets the time before the chunk pass for the model. */
export function replayChunk(model: SetModel, chunk: Chunk): void {
  const at = chunk.notBefore;
  for (let due = model.due(); due !== undefined && due.until <= at; due = model.due())
    model.passed(due.until);
  model.passed(at);
  if (chunk.direction === 'tx') model.conclude();
  feedModel(model, chunk);
}

export function feedModel(model: SetModel, chunk: Chunk): void {
  if (chunk.direction === 'tx') model.tx(SCANNER, chunk);
  else model.rx(CONSOLE, chunk);
}
