/** The names of the configured boards, for completion. */
import { z } from 'zod';
import { readDocument } from './config-document';
import { findConfig } from './find-config';

const withBoards = z.looseObject({ boards: z.record(z.string(), z.unknown()) });

/**
 * Only YAML and JSON are read: no key that is pressed may run a program. Empty if the configuration cannot be read: a
 * shell cannot show errors.
 */
export function boardNames(): readonly string[] {
  try {
    const path = findConfig(process.cwd());
    if (path === undefined || !/\.(?:json|ya?ml)$/.test(path)) return [];
    return Object.keys(withBoards.parse(readDocument(path).content).boards);
  } catch {
    return [];
  }
}
