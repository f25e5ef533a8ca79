/** The page's script: reads the wire of the run from its columns, and puts frames together from the chunks they came in. */
export const WIRE_DATA = String.raw`
const varints = (bytes, count) => {
  const values = new Float64Array(count);
  let at = 0;
  for (let index = 0; index < count; index++) {
    let value = 0, scale = 1, byte;
    do {
      byte = bytes[at++];
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte & 0x80);
    values[index] = value;
  }
  return values;
};
const summed = (values) => {
  let sum = 0;
  return values.map((value) => (sum += value));
};
const readWire = (bytes) => {
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  const take = (size, count) => varints(bytes.subarray(at, (at += size)), count);
  const [starts, spans, lanes, kept, beyond] = head.columns.map((size) => take(size, head.count));
  const named = (head.frames || []).map((sizes) => sizes && { lengths: take(sizes[1], sizes[0]), says: take(sizes[2], sizes[0]) });
  const ends = summed(kept);
  return { ...head, named, starts: summed(starts), spans, lanes, kept, beyond, ends, bytes: bytes.subarray(at) };
};
/** Columns of so many frames, the first chunk of each and its place in it among them. */
const frameColumns = (count) => ({
  count, starts: new Float64Array(count), spans: new Float64Array(count), lanes: new Int32Array(count),
  says: new Int32Array(count), lengths: new Float64Array(count), chunk: new Int32Array(count), offset: new Float64Array(count),
});
/** The frames of one lane: each takes its bytes from the lane's chunks in turn. */
const laneFrames = (data, lane, mine) => {
  const named = data.named[lane];
  const size = (place) => data.kept[mine[place]] + data.beyond[mine[place]];
  const frames = frameColumns(named ? named.lengths.length : mine.length);
  const when = (place, offset) => data.starts[mine[place]] + (offset > 0 ? (data.spans[mine[place]] * offset) / size(place) : 0);
  let place = 0, offset = 0;
  for (let frame = 0; frame < frames.count; frame++) {
    while (named && place < mine.length - 1 && offset >= size(place)) { place++; offset = 0; }
    let left = named ? named.lengths[frame] : size(place);
    frames.lanes[frame] = lane;
    frames.says[frame] = named ? named.says[frame] : 0;
    frames.lengths[frame] = left;
    frames.chunk[frame] = mine[place];
    frames.offset[frame] = offset;
    frames.starts[frame] = when(place, offset);
    while (place < mine.length - 1 && left > size(place) - offset) { left -= size(place) - offset; place++; offset = 0; }
    offset += left;
    frames.spans[frame] = (named ? when(place, offset) : data.starts[mine[place]] + data.spans[mine[place]]) - frames.starts[frame];
    if (!named) { place++; offset = 0; }
  }
  return frames;
};
/** What passed, frame after frame in time; chunk after chunk where no lane has names. */
const framesOf = (data) => {
  if (!data.named.some(Boolean)) {
    const none = new Int32Array(data.count);
    const lengths = data.kept.map((kept, chunk) => kept + data.beyond[chunk]);
    return { count: data.count, starts: data.starts, spans: data.spans, lanes: data.lanes, says: none, lengths, chunk: none.map((_, chunk) => chunk), offset: none };
  }
  const mine = Array.from({ length: 2 * data.links.length }, () => []);
  for (let chunk = 0; chunk < data.count; chunk++) mine[data.lanes[chunk]].push(chunk);
  const each = mine.map((chunks, lane) => laneFrames(data, lane, chunks));
  const all = frameColumns(each.reduce((sum, { count }) => sum + count, 0));
  const next = each.map(() => 0);
  for (let frame = 0; frame < all.count; frame++) {
    let first = -1;
    for (let lane = 0; lane < each.length; lane++)
      if (next[lane] < each[lane].count && (first < 0 || each[lane].starts[next[lane]] < each[first].starts[next[first]])) first = lane;
    const from = next[first]++;
    for (const column of ['starts', 'spans', 'lanes', 'says', 'lengths', 'chunk', 'offset']) all[column][frame] = each[first][column][from];
  }
  return all;
};
/** The kept bytes of a frame, up to the first that is not kept. */
const frameBytes = (data, frames, frame) => {
  let left = frames.lengths[frame], chunk = frames.chunk[frame], offset = frames.offset[frame];
  const parts = [];
  while (left > 0 && chunk < data.count) {
    const from = data.ends[chunk] - data.kept[chunk];
    const part = data.bytes.subarray(from + Math.min(offset, data.kept[chunk]), Math.min(from + offset + left, data.ends[chunk]));
    parts.push(part);
    left -= data.kept[chunk] + data.beyond[chunk] - offset;
    if (left <= 0 || data.beyond[chunk] > 0) break;
    offset = 0;
    const lane = data.lanes[chunk];
    do chunk++; while (chunk < data.count && data.lanes[chunk] !== lane);
  }
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
};
/** Frames and what happened between them, in time: frame n as n, mark n as ~n. */
const rowsOf = ({ starts, count }, marks) => {
  const rows = new Int32Array(count + marks.length);
  let frame = 0, mark = 0;
  for (let row = 0; row < rows.length; row++) {
    const first = mark < marks.length && (frame >= count || marks[mark].at < starts[frame] ||
      (marks[mark].at === starts[frame] && marks[mark].kind === 'scenario'));
    rows[row] = first ? ~mark++ : frame++;
  }
  return rows;
};
/** The first place whose value is not below the limit, in ascending values. */
const firstFrom = (values, limit, count = values.length) => {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};
/** Like a clock, as elsewhere on the page, with as many digits of a second: 0:12.222 292 */
const clock = (micros, digits = 6) => {
  const unit = 10 ** (6 - digits), units = Math.round(micros / unit), second = 1e6 / unit;
  const whole = Math.floor(units / second), rest = String(units % second).padStart(digits, '0');
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, '0');
  return (hours > 0 ? hours + ':' + two(minutes) : minutes) + ':' + two(seconds) + (digits === 0 ? '' : '.' + rest.replace(/(...)(?=.)/, '$1\u202f'));
};
const spanText = (micros) => {
  if (micros < 1000) return Math.round(micros) + ' µs';
  if (micros < 1e6) return Number((micros / 1000).toFixed(3)) + ' ms';
  return Number((micros / 1e6).toFixed(6)) + ' s';
};
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
const SIGNS = { fail: '✗', inconclusive: '?', error: '?' };
`;
