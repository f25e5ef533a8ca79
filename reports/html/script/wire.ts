/** The page's script: reads the wire of the run from its columns, and lists its chunks and events. */
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
  const columns = head.columns.map((size) => varints(bytes.subarray(at, (at += size)), head.count));
  const [starts, spans, lanes, kept, beyond] = columns;
  const ends = summed(kept);
  return { ...head, starts: summed(starts), spans, lanes, kept, beyond, ends, bytes: bytes.subarray(at) };
};
/** Chunks and what happened between them, in time: chunk n as n, mark n as ~n. */
const rowsOf = ({ starts, count, marks }) => {
  const rows = new Int32Array(count + marks.length);
  let chunk = 0, mark = 0;
  for (let row = 0; row < rows.length; row++) {
    const first = mark < marks.length && (chunk >= count || marks[mark].at < starts[chunk] ||
      (marks[mark].at === starts[chunk] && marks[mark].kind === 'scenario'));
    rows[row] = first ? ~mark++ : chunk++;
  }
  return rows;
};
const apart = (micros) => (micros / 1000).toFixed(3).replace(/\B(?=(\d{3})+\.)/g, '\u202f');
const spanText = (micros) => {
  if (micros < 1000) return Math.round(micros) + ' µs';
  if (micros < 1e6) return Number((micros / 1000).toFixed(3)) + ' ms';
  return Number((micros / 1e6).toFixed(6)) + ' s';
};
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
const SIGNS = { fail: '✗', inconclusive: '?', error: '?' };
`;

export const WIRE_LIST = String.raw`
const openWire = async () => {
  const section = one('.wire');
  if (!section) return;
  const packed = await unpack('wire-data');
  const data = readWire(packed);
  const rows = rowsOf(data);
  const list = one('.wire-list', section), inner = one('.wire-rows', section), detail = one('.wire-detail', section);
  const head = one('.wire-head', section), found = one('.wire-found', section), find = one('.wire-find', section);
  one('.wire-card', section).hidden = false;
  section.style.setProperty('--lanes', data.links.length);
  const ROW = 26;
  const timeOf = (row) => (rows[row] < 0 ? data.marks[~rows[row]].at : data.starts[rows[row]]);
  const bytesOf = (chunk) => data.bytes.subarray(data.ends[chunk] - data.kept[chunk], data.ends[chunk]);
  let chosen = -1;

  head.append(make('span', 'wt', 'ms'), make('span', 'wd', 'after'));
  for (const name of data.links) head.append(make('span', 'wl', name));
  head.append(make('span', 'wb', 'bytes'));

  const markRow = (mark) => {
    const row = make('div', 'wr mark at-' + mark.kind + ' ' + (mark.verdict || ''));
    row.append(make('span', 'wt', apart(mark.at)));
    const sign = SIGNS[mark.verdict];
    if (mark.id) {
      const link = make('a', 'id', sign + ' ' + mark.id);
      link.href = '#' + mark.id;
      link.tabIndex = -1;
      row.append(link);
    }
    row.append(make('span', 'mark-text', mark.text));
    return row;
  };
  const chunkRow = (chunk) => {
    const sent = data.lanes[chunk] % 2 === 0;
    const row = make('div', 'wr ' + (sent ? 'tx' : 'rx'));
    const before = chunk > 0 ? data.starts[chunk] - data.starts[chunk - 1] - data.spans[chunk - 1] : 0;
    row.append(make('span', 'wt', apart(data.starts[chunk])), make('span', 'wd', chunk > 0 ? '+' + spanText(Math.max(0, before)) : ''));
    for (let lane = 0; lane < data.links.length; lane++) {
      const mine = lane === Math.floor(data.lanes[chunk] / 2);
      row.append(make('span', 'wl' + (mine ? ' busy' : ''), mine ? (sent ? '▸' : '◂') : ''));
    }
    const few = bytesOf(chunk);
    const more = few.length - 48 + data.beyond[chunk];
    row.append(make('span', 'wb', hexOf(few.subarray(0, 48)) + (more > 0 ? ' … ' + more + ' more' : '')));
    return row;
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const last = Math.min(rows.length, first + Math.ceil(list.clientHeight / ROW) + 8);
    const shown = [];
    for (let index = first; index < last; index++) {
      const row = rows[index] < 0 ? markRow(data.marks[~rows[index]]) : chunkRow(rows[index]);
      row.style.top = index * ROW + 'px';
      row.dataset.row = index;
      if (index === chosen) row.classList.add('chosen');
      shown.push(row);
    }
    inner.replaceChildren(...shown);
  };
  const explain = () => {
    const row = rows[chosen];
    if (row === undefined) return detail.replaceChildren();
    if (row < 0) return detail.replaceChildren(make('p', '', apart(timeOf(chosen)) + ' ms  ' + data.marks[~row].text));
    const bytes = bytesOf(row), sent = data.lanes[row] % 2 === 0;
    const total = bytes.length + data.beyond[row];
    const words = (sent ? 'host → board' : 'board → host') + ' on ' + data.links[Math.floor(data.lanes[row] / 2)] + ', ' +
      apart(data.starts[row]) + '–' + apart(data.starts[row] + data.spans[row]) + ' ms, ' + total + (total === 1 ? ' byte' : ' bytes');
    const lines = [];
    for (let at = 0; at < bytes.length; at += 16) {
      const part = bytes.subarray(at, at + 16);
      const text = Array.from(part, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
      lines.push(at.toString(16).toUpperCase().padStart(4, '0') + '  ' + hexOf(part).padEnd(47) + '  ' + text);
    }
    if (data.beyond[row] > 0) lines.push('… ' + data.beyond[row] + ' bytes left out');
    const dump = make('pre', '', lines.join('\n'));
    dump.tabIndex = 0;
    dump.setAttribute('role', 'group');
    dump.setAttribute('aria-label', 'its bytes');
    detail.replaceChildren(make('p', '', words), dump);
  };
  const choose = (index, scroll) => {
    chosen = Math.max(0, Math.min(rows.length - 1, index));
    const top = chosen * ROW;
    if (scroll === 'middle') list.scrollTop = top - list.clientHeight / 2;
    else if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    draw();
    explain();
    time.draw();
  };
  const rowAt = (at) => {
    let low = 0, high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeOf(middle) < at) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, rows.length - 1);
  };
  const time = timeLine(one('.wire-time', section), data, {
    chosen: () => (chosen < 0 ? undefined : timeOf(chosen)),
    choose: (at) => choose(rowAt(at), 'middle'),
    shown: () => [timeOf(Math.min(rows.length - 1, Math.floor(list.scrollTop / ROW))),
      timeOf(Math.min(rows.length - 1, Math.floor((list.scrollTop + list.clientHeight) / ROW)))],
  });
  inner.style.height = rows.length * ROW + 'px';
  let waiting = false;
  list.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); time.draw(); });
  });
  list.addEventListener('click', (event) => {
    const row = event.target.closest('.wr');
    if (row && !event.target.closest('a')) choose(Number(row.dataset.row));
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose(chosen < 0 ? Math.ceil(list.scrollTop / ROW) : chosen + step);
  });
  const showAt = (at) => {
    let index = rowAt(at);
    for (let row = index; row < rows.length && timeOf(row) === at; row++)
      if (rows[row] < 0 && data.marks[~rows[row]].kind === 'check') { index = row; break; }
    choose(index, 'middle');
    time.around(at);
  };
  const nextBad = () => {
    const from = chosen < 0 ? 0 : chosen + 1;
    for (let step = 0; step < rows.length; step++) {
      const index = (from + step) % rows.length;
      if (rows[index] < 0 && data.marks[~rows[index]].kind === 'check') return showAt(timeOf(index)), choose(index, 'middle');
    }
    found.textContent = 'none';
  };
  const search = () => {
    const hex = find.value.replace(/[\s,]|0x/gi, '');
    if (!/^([0-9a-f]{2})+$/i.test(hex)) { found.textContent = find.value === '' ? '' : 'hex bytes, as 01 FF'; return; }
    const wanted = hex.match(/../g).map((byte) => parseInt(byte, 16));
    const has = (chunk) => {
      const from = data.ends[chunk] - data.kept[chunk], last = data.ends[chunk] - wanted.length;
      for (let at = data.bytes.indexOf(wanted[0], from); at >= 0 && at <= last; at = data.bytes.indexOf(wanted[0], at + 1))
        if (wanted.every((byte, offset) => data.bytes[at + offset] === byte)) return true;
      return false;
    };
    let count = 0, next = -1, first = -1;
    for (let index = 0; index < rows.length; index++) {
      if (rows[index] < 0 || !has(rows[index])) continue;
      count += 1;
      if (first < 0) first = index;
      if (next < 0 && index > chosen) next = index;
    }
    found.textContent = count + ' found';
    if (count > 0) choose(next < 0 ? first : next, 'middle');
  };
  find.addEventListener('keydown', (event) => { if (event.key === 'Enter') search(); });
  one('.wire-tools', section).addEventListener('click', (event) => {
    const kind = event.target.dataset.wire;
    if (kind === 'bad') nextBad();
    else if (kind) time.zoom(kind);
  });
  document.addEventListener('click', (event) => {
    const button = event.target.closest('.to-wire');
    if (!button) return;
    reveal(section);
    showAt(Number(button.dataset.at));
    list.focus({ preventScroll: true });
  });
  addEventListener('resize', () => { draw(); time.draw(); });
  draw();
  time.draw();
  document.documentElement.dataset.ready = 'wire';
};
`;
