/** A warm child process for the cases of audits: starting one for each would take longer than most cases. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { outcomeSchema, type Outcome } from '../../../lab/job';

/** The process that `audit` itself uses: started by its file, as no command imports another. */
const CHILD = join(__dirname, '../audit/audit-worker.js');

export class AuditProcess {
  private child: ChildProcess | undefined;

  /** `config`: of own protocols. */
  constructor(private readonly config: string | undefined) {}

  ask(asked: object, signal: AbortSignal): Promise<Outcome> {
    this.child ??= fork(CHILD, this.config === undefined ? [] : [this.config]);
    const { child } = this;
    return new Promise((resolve) => {
      const stop = (): void => this.end();
      const end = (outcome: Outcome): void => {
        child.off('exit', died);
        child.off('message', answered);
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      const died = (): void => {
        if (this.child === child) this.child = undefined;
        end(signal.aborted ? { code: 130 } : { code: 3, reason: 'the process of the audit died' });
      };
      const answered = (answer: unknown): void => {
        const read = outcomeSchema.safeParse({ code: 0, answer });
        end(
          read.data ?? { code: 3, reason: 'the audit gave no finding: are the rules of the protocol wrong?' },
        );
      };
      child.once('exit', died);
      child.once('message', answered);
      signal.addEventListener('abort', stop, { once: true });
      child.send(asked);
    });
  }

  end(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}
