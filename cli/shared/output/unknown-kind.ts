/** The kind of a board in a journal of `wirejig monitor` without --suite. */
export const UNKNOWN_KIND = 'unknown';
