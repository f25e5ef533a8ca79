/**
 * A child process of the lab's worker: carries out one command line of wirejig (`run`, `fuzz`), which the worker made from its own
 * configuration and a checked job. It ends with its worker: also where that stands still, as its board would go to another.
 */
import { INTERRUPTED } from '../../shared/usage-error';
import { wirejig } from '../../main';

/** The worker says every 2.5 s that it is there. */
const SILENT_MS = 9000;
const LOOK_MS = 500;
/** For the end in good order. */
const END_MS = 2500;

let aliveAt = performance.now();
let overdue = 0;

process.on('message', () => (aliveAt = performance.now()));
process.on('disconnect', () => process.exit(INTERRUPTED));

function look(): void {
  // Twice: a message may wait while the run kept this process busy.
  overdue = performance.now() - aliveAt > SILENT_MS ? overdue + 1 : 0;
  if (overdue !== 2) return;
  process.emit('SIGINT');
  setTimeout(() => process.exit(INTERRUPTED), END_MS);
}
setInterval(look, LOOK_MS).unref();

void wirejig(process.argv.slice(2)).finally(() => process.exit());
