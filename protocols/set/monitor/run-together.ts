/** Console lines without a line end between them: several texts of the page in what seems to be one line. */
import { readReport, type Report } from '../set';

/** Places inside a line where one of the page's texts begins. */
const REPORT_START =
  /(?<!\d)(?=\d+,SpotNewSet:)|(?=SetCnt:\d)|(?<=SetCnt:\d+)(?=\d,(?:EndOfFrame|SpotNewSet))|(?=NoSets)|(?<!\d)(?=\d+,EndOfFrame,)|(?=Duplicate:)|(?=TooManyCardsOnnTable:)/;
const TRAILING_PREFIX = /(?:\[[^\]]*\]\s*)+$/;

/** The reports of a line that contains several. None of any other line. */
export function splitReports(text: string): readonly Report[] {
  const pieces = text.split(REPORT_START).map((piece) => piece.replace(TRAILING_PREFIX, ''));
  const reports = pieces.flatMap((piece) => readReport(piece) ?? []);
  return reports.length < 2 ? [] : reports;
}

/** The reports of a line of a board that leaves out line ends, or not. */
export function reportsOf(text: string, leavesOutEnds: boolean): readonly Report[] {
  const several = leavesOutEnds ? splitReports(text) : [];
  const one = readReport(text);
  return several.length > 0 || one === undefined ? several : [one];
}
