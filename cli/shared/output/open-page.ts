/** `--open`: shows a page in the browser. */
import { openFile } from '../../../devices/platform/file-opener';
import { printable } from '../../../reports/text/printable';
import { warn } from '../console';

export async function openPage(path: string): Promise<void> {
  const trouble = await openFile(path);
  if (trouble !== undefined)
    warn(`wirejig: ${printable(path)} could not be opened: ${trouble}: open it yourself`);
}
