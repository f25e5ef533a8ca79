/**
 * Checks a journal line: every field that record.ts names has its type. Other fields pass unread, so that a journal of
 * a later version can still be shown.
 */
import { checked } from '../common-record';
import { journalRecord, type JournalEvent } from '../record';

/** Throws an Error of one line that names the wrong field and its error. */
export function journalEvent(value: unknown): JournalEvent {
  return checked(journalRecord, value);
}
