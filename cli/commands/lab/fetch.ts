/** `wirejig lab fetch`: the journal and the findings of an earlier run, from the worker that keeps them. */
import { fetchRun } from '../../../lab/fetch';
import { printable } from '../../../reports/text/printable';
import { commandLine } from '../../shared/command-line';
import { say } from '../../shared/console';
import { withLab } from '../../shared/lab/lab-url';
import { ReceivedFiles } from '../../shared/lab/received-files';
import { UsageError } from '../../shared/usage-error';
import { pickBoard } from './hold';
import type { LabRequest } from './command';

export function fetch({ lab, boards, out }: LabRequest): Promise<number> {
  const [name, run, ...others] = boards;
  if (name === undefined || run === undefined || others.length > 0 || !/^[0-9a-f]{8}$/.test(run))
    throw new UsageError('which run? give its board and its name, as wirejig lab history BOARD shows it');
  return withLab(lab, 'wait', async (client) => {
    const { id } = await pickBoard(client, [name]);
    const files = new ReceivedFiles(out, undefined, () => undefined);
    try {
      let begun = false;
      await fetchRun(client, id, run, (file, bytes) => {
        // What an earlier run left there stays where nothing comes.
        if (!begun) files.begin();
        begun = true;
        files.add(file, bytes);
      });
      if (!begun) throw new UsageError(`run ${run} of ${id} left no files`, 3);
      files.writeFindings();
    } finally {
      files.release();
    }
    say(
      `${printable(`run ${run} of ${id} is in ${out}: ${commandLine(['report', out], {})} draws its page`)}\n`,
    );
    return 0;
  });
}
