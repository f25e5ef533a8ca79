/** An error in the command or in what it needs: shown as one line on standard error, `cause: remedy`, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  constructor(
    message: string,
    /** 2: the command or configuration. 3: the board, or a disk or system that gives no more. */
    readonly exitCode: 2 | 3 = 2,
  ) {
    super(message);
  }
}

/** What was asked for could not be reached, or not be known: exit codes of every command. */
export const UNREACHED = 3;
export const INTERRUPTED = 130;

/** The cause of a system error, in words; undefined for any other error. */
export function fileErrorCause(error: unknown): string | undefined {
  const code = errorCode(error);
  return code === undefined ? undefined : (CAUSES.get(code) ?? code);
}

/** The code of a system error, `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** They are no mistake of the command. */
const SYSTEM_FAULTS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];

/** The exit code for a system error of a file. */
export function fileErrorCode(error: unknown): 2 | 3 {
  return SYSTEM_FAULTS.includes(errorCode(error) ?? '') ? 3 : 2;
}

/** Does the work. Throws a {@link UsageError} with `message` for a system error. */
export function reportFileErrors<T>(work: () => T, message: (cause: string) => string): T {
  try {
    return work();
  } catch (error) {
    const cause = fileErrorCause(error);
    if (cause === undefined) throw error;
    throw new UsageError(message(cause), fileErrorCode(error));
  }
}

/** Does the work. Any error that it throws becomes a {@link UsageError} with `message`. */
export function refuseErrors<T>(work: () => T, message = (cause: string): string => cause): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(message(error instanceof Error ? error.message : String(error)));
  }
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
  ['EFBIG', 'the file would be larger than is allowed (ulimit -f)'],
  ['EIO', 'the disk reports an error'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENAMETOOLONG', 'the path is too long'],
  ['ELOOP', 'its links go round in circles'],
  ['EMFILE', 'too many files are open (ulimit -n)'],
  ['ENFILE', 'too many files are open on this machine'],
]);
