/** A warm process for the cases of audits: starting one for each would take longer than most cases. */
import { join } from 'node:path';
import { outcomeSchema, type Outcome } from '../../../lab/job';
import { RuleError } from '../../../protocols/request-response/definition';
import { WorkerPool } from '../../shared/worker-pool';

/** The process that `audit` itself uses: started by its file, as no command imports another. */
const WORKER = join(__dirname, '../audit/audit-worker.js');

const NO_FINDING = 'the audit gave no finding: are the rules of the protocol wrong?';

export class AuditProcess {
  private pool: WorkerPool | undefined;

  /** `config`: of own protocols. */
  constructor(private readonly config: string | undefined) {}

  async ask(asked: object, signal: AbortSignal): Promise<Outcome> {
    const pool = (this.pool ??= new WorkerPool(WORKER, 1, this.config));
    const stop = (): void => this.end();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await pool.start({ task: asked, name: 'the audit' }).answer;
      return outcomeSchema.safeParse({ code: 0, answer }).data ?? { code: 3, reason: NO_FINDING };
    } catch (error) {
      if (signal.aborted) return { code: 130 };
      const reason = error instanceof RuleError ? NO_FINDING : 'the process of the audit died';
      return { code: 3, reason };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  end(): void {
    this.pool?.close();
    this.pool = undefined;
  }
}
