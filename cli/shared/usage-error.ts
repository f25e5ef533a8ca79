/** The command or what it needs is wrong: one line on standard error, `cause: remedy`, and no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    /** 2: the command or configuration. 3: the board. */
    readonly exitCode: 2 | 3 = 2,
  ) {
    super(message);
  }
}

/** What an errno means to the person who gave `path`; undefined for what is no system error. */
export function fileTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return CAUSES.get(error.code) ?? error.code;
}

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['EROFS', 'the file system is read-only'],
  ['ENOTDIR', 'a part of the path is a file'],
  ['EEXIST', 'a file of that name is in the way'],
  ['EISDIR', 'it is a directory'],
  ['ENOENT', 'there is no such file or directory'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['ELOOP', 'its links go round in circles'],
]);
