/**
 * Diagnoses a link by experiments: whether it opens, sends unasked, echoes; its rate and latency; whether DTR and RTS are
 * wired; whether the board answers after its reset.
 */
import { LinkError, type Link } from '../../../devices/links/link';
import type { Dialect } from '../../../scenarios/dialect';
import { LinkChecks } from './link-checks';
import type { Finding, LinkSubject } from './link-subject';

/** Gives the findings one by one. A link that cannot be opened is the only finding. */
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
