/** `--open`: shows the report in the browser. */
import { join } from 'node:path';
import { openFile } from '../../../devices/platform/file-opener';
import { printable } from '../../../reports/text/printable';
import { warn } from '../console';

export async function openReport(out: string): Promise<void> {
  const report = join(out, 'report.html');
  const trouble = await openFile(report);
  if (trouble !== undefined)
    warn(`wirejig: ${printable(report)} could not be opened: ${trouble}: open it yourself`);
}
