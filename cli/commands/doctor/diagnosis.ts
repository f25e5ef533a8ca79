/**
 * What is wrong with a link, found out by trying: is it there, does the board talk by itself, does everything come back,
 * at which rate does it make sense, how late are answers, are DTR and RTS wired, and does its reset leave it well.
 */
import { LinkError, type Link } from '../../../devices/links/link';
import type { Dialect } from '../../../scenarios/dialect';
import { LinkChecks } from './link-checks';
import type { Finding, LinkSubject } from './link-subject';

/** Each finding as it is made. Where the link cannot be opened that is the only one. */
export async function* diagnose(subject: LinkSubject, dialect: Dialect | undefined): AsyncGenerator<Finding> {
  let link: Link;
  try {
    link = await subject.open(subject.baud);
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    yield { topic: 'link', state: 'problem', text: error.message };
    return;
  }
  const checks = new LinkChecks(subject, dialect, link);
  try {
    yield { topic: 'link', state: 'ok', text: `${subject.url} opens` };
    yield await checks.checkUnsolicited();
    yield await checks.checkEcho();
    yield await checks.checkRate();
    yield await checks.measureLatency();
    yield* checks.checkLines();
    yield* checks.checkReset();
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    yield {
      topic: 'link',
      state: 'problem',
      text: error.message,
      next: 'check cable and power, and try again',
    };
  } finally {
    await checks.close();
  }
}
