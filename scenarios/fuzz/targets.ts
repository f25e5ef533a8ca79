/** The protocols that can be fuzzed. */
import type { FuzzTarget } from './target';
import { DURAK_TARGET } from './targets/durak/durak';
import { GM67_TARGET } from './targets/gm67/gm67';
import { SET_TARGET } from './targets/set/set';
import { STM_TARGET } from './targets/stm/stm';

/** A target whose view of its model is its own matter. */
export type AnyTarget = FuzzTarget;

export const TARGETS: readonly AnyTarget[] = [STM_TARGET, GM67_TARGET, SET_TARGET, DURAK_TARGET];
