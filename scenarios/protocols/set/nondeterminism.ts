/** Free choices of Set: the text around a report, the name of a card, and the place of the EndOfFrame line. */
import { readReport, reportText } from '../../../protocols/set/set';
import { consoleLines } from '../../../protocols/terminal/console-line';
import { micros } from '../../../protocols/time';
import type { AnswerComparer } from '../../protocol';
import { bytesOf } from '../parameter-values';

export function compareSetReports(): AnswerComparer {
  return (_sent, _link, before, after) => (reportsOf(before) === reportsOf(after) ? 'same' : 'changed');
}

function reportsOf(hex: string): string {
  const reports = consoleLines()
    .decoder()
    .push(bytesOf(hex), micros(0))
    .flatMap((event) => (event.kind === 'frame' ? (readReport(event.value.text) ?? []) : []))
    .map((report) => ('card' in report ? report.type : reportText(report)));
  const ends = reports.filter((text) => text.includes('EndOfFrame'));
  return [...reports.filter((text) => !ends.includes(text)), ...ends].join('\n');
}
