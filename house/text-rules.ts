/** The rules that a line of text breaks, whatever its syntax. */
import { isIn, isTestRig, roomOf } from './paths';
import { isTest } from './source-files';

interface TextBreach {
  readonly rule: 'platform-place' | 'words-for-people';
  readonly line: number;
  readonly what: string;
}

/** Names of the system, and of folders that only Linux has. */
const PLATFORM = /\bprocess\.platform\b|['"`]\/(?:proc|sys)(?![\w-])/;

export function platformBreaches(path: string, text: string): TextBreach[] {
  const isFree = isTest(path) || isTestRig(path) || isIn(path, 'devices/platform');
  if (isFree || ['bench', 'house'].includes(roomOf(path))) return [];
  return text.split('\n').flatMap((line, i) => {
    const [what] = /^\s*(?:\*|\/[/*])/.test(line) ? [] : (PLATFORM.exec(line) ?? []);
    return what === undefined ? [] : [{ rule: 'platform-place', line: i + 1, what: `names ${what}` }];
  });
}

const READS_WORDS =
  /\b(?:expected|seen)\b[^,;]{0,12}\.(?:startsWith|endsWith|includes|match|matchAll|replace|search)\(|\.(?:test|exec)\(\s*(?:\w+\.)*(?:expected|seen)\b/;

export function wordBreaches(path: string, text: string): TextBreach[] {
  if (roomOf(path) !== 'scenarios' || isTest(path)) return [];
  return text
    .split('\n')
    .flatMap((line, i) =>
      READS_WORDS.test(line)
        ? [{ rule: 'words-for-people' as const, line: i + 1, what: 'reads the words of a verdict' }]
        : [],
    );
}
