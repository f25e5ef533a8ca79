/** lrzsz as the board in both roles, and as the other side of the virtual boards. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { needsPrograms, PROJECT, run, runOn, withPrograms } from './programs.mjs';

const BLOCKS = 258;
/** Bytes that no text has, and an end that fills the last block. */
const FILE = Uint8Array.from({ length: 128 * BLOCKS }, (_, at) => (at * 37 + (at >> 8)) & 0xff);
const RECEIVE = join(PROJECT, 'boards', 'receive.sh');
const SEND = join(PROJECT, 'boards', 'send.sh');

/** A busy machine may leave something open; nothing is wrong, and most was judged. */
function assertKept({ text, verdicts }, clauses) {
  for (const clause of clauses) assert.equal(verdicts[clause], 'pass', `${clause}\n${text}`);
  assert.ok(!Object.values(verdicts).includes('fail'), text);
}

describe('lrzsz', { concurrency: true }, () => {
  for (const [check, options] of [
    ['checksum', ''],
    ['crc', ' -c'],
  ])
    test(`rx${options} is a receiver`, needsPrograms(), () =>
      withPrograms(async (folder, { board }) => {
        const link = await board(`${RECEIVE}${options}`);
        // It asks again after 14 s.
        const param = ['--param', 'waitMs=16000', '--param', `check=${check}`];
        const all = [
          'ST-01',
          'ST-02',
          'BL-01',
          'BL-02',
          'BL-03',
          'BL-04',
          'BL-05',
          'BL-06',
          'EN-01',
          'CN-01',
          'CN-02',
          'TM-03',
        ];
        assertKept(
          await runOn(link, 'xmodem-receiver', join(folder, 'report'), ...param),
          all.map((one) => `XR-${one}`),
        );
      }),
    );

  for (const check of ['checksum', 'crc'])
    test(`sx is a sender of blocks with a ${check}`, needsPrograms(), () =>
      withPrograms(async (folder, { board }) => {
        const file = join(folder, 'file');
        writeFileSync(file, FILE);
        const link = await board(`${SEND} ${file}`);
        const all = ['ST-01', 'BL-01', 'BL-02', 'BL-03', 'EN-01', 'EN-02', 'CN-01', 'TM-02'];
        assertKept(
          await runOn(link, 'xmodem-sender', join(folder, 'report'), '--param', `check=${check}`),
          all.map((one) => `XS-${one}`),
        );
      }),
    );

  test('sx sends a file to the virtual receiver', needsPrograms(), () =>
    withPrograms(async (folder, { simulate }) => {
      const file = join(folder, 'file');
      writeFileSync(file, FILE);
      const ended = join(folder, 'ended');
      // The receiver asks for the next file at once: then socat finds the pipe of sx closed, and is no judge.
      const command = `SYSTEM:sx -q ${file}; echo $? > ${ended}`;
      const { text } = await run('socat', (await simulate('xmodem-receiver')).replace('tcp://', 'TCP:'), command);
      assert.equal(readFileSync(ended, 'utf8').trim(), '0', text);
    }),
  );

  for (const [check, options] of [
    ['checksum', ''],
    ['crc', '-c '],
  ])
    test(`rx ${options}gets the file of the virtual sender`, needsPrograms(), () =>
      withPrograms(async (folder, { simulate }) => {
        const file = join(folder, 'file');
        const link = await simulate('xmodem-sender', '--param', 'blocks=40', '--param', `check=${check}`);
        // Without -U newer versions write no file by its whole path.
        const { code, text } = await run('socat', link.replace('tcp://', 'TCP:'), `EXEC:rx -q -U ${options}${file}`);
        assert.equal(code, 0, text);
        const block = (index) => Array.from({ length: 128 }, (_, at) => (7 * index + 3 * at) & 0xff);
        const sent = Array.from({ length: 40 }, (_, at) => block(at + 1)).flat();
        assert.deepEqual([...readFileSync(file)], sent);
      }),
    );
});
