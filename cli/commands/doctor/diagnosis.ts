/**
 * What is wrong with a link, found out by trying: is it there, does the board talk by itself, does everything come back,
 * at which rate does it make sense, how late are answers, are DTR and RTS wired, and does its reset leave it well.
 */
import { LinkError, type Link } from '../../../devices/links/link';
import type { Dialect } from '../../shared/boards/dialects';
import { LinkChecks } from './checks';
import type { Finding, LinkSubject } from './subject';

/** Each finding as it is made. Where the link cannot be opened that is the only one. */
export async function* diagnosis(
  patient: LinkSubject,
  dialect: Dialect | undefined,
): AsyncGenerator<Finding> {
  let link: Link;
  try {
    link = await patient.open(patient.baud);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    yield { topic: 'link', state: 'problem', text: error.message };
    return;
  }
  const exam = new LinkChecks(patient, dialect, link);
  try {
    yield { topic: 'link', state: 'ok', text: `${patient.url} opens` };
    yield await exam.talk();
    yield await exam.echo();
    yield await exam.rate();
    yield await exam.latency();
    yield* exam.lines();
    yield* exam.reset();
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    yield {
      topic: 'link',
      state: 'problem',
      text: error.message,
      next: 'check cable and power, and try again',
    };
  } finally {
    await exam.close();
  }
}
