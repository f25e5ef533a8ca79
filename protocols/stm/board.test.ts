import { decodeAnswer } from './testing/codecs';
import { StmBench } from './testing/bench';
import { BAD_VECTORS, REQUEST_VECTORS } from './testing/stm.vectors';
import { fromHex } from '../../devices/virtual/testing/board-bench';

function started(): StmBench {
  const bench = new StmBench();
  bench.start();
  return bench;
}

describe('the page’s examples', () => {
  test.each(REQUEST_VECTORS)('$name gets one frame of its form', ({ hex, message }) => {
    const answer = decodeAnswer(fromHex(started().ask(hex)));
    expect(answer.type).toBe(message.type === 'set-state' ? 'state' : message.type);
  });

  test.each(BAD_VECTORS)('$name gets its Error, once', ({ hex, answer }) => {
    expect(started().ask(hex)).toBe(answer);
  });
});
