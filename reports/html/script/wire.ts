/** The page's script: lists the frames on the wire and the events between them, beginning at the first failure. */
export const WIRE_LIST = String.raw`
const openWire = async () => {
  const section = one('.wire');
  if (!section) return;
  const packed = await unpack('wire-data');
  const data = readWire(packed);
  const frames = framesOf(data);
  const rows = rowsOf(frames, data.marks);
  const list = one('.wire-list', section), inner = one('.wire-rows', section), detail = one('.wire-detail', section);
  const head = one('.wire-head', section), found = one('.wire-found', section), find = one('.wire-find', section);
  one('.wire-card', section).hidden = false;
  section.style.setProperty('--lanes', data.links.length);
  const ROW = 26, SHOWN = 48;
  const timeOf = (row) => (rows[row] < 0 ? data.marks[~rows[row]].at : frames.starts[rows[row]]);
  const bytesOf = (frame) => frameBytes(data, frames, frame);
  /** Name, why it is no frame, and fields. */
  const says = (frame) => (data.explanations || [])[frames.says[frame] - 1] || ['', '', []];
  let chosen = -1;

  head.append(make('span', 'wt', 'time'), make('span', 'wd', 'after'));
  for (const name of data.links) head.append(make('span', 'wl', name));
  head.append(make('span', 'wb', data.explanations ? 'frame' : 'bytes'));

  const markRow = (mark) => {
    const row = make('div', 'wr mark at-' + mark.kind + ' ' + (mark.verdict || ''));
    row.append(make('span', 'wt', clock(mark.at)));
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
  const wrongAt = (fields, at) => fields.some(([, offset, length, , wrong]) => wrong && at >= offset && at < offset + length);
  const frameText = (frame) => {
    const [name, reject, fields = []] = says(frame), got = frames.lanes[frame] % 2 === 1;
    const cell = make('span', 'wb');
    const faulty = fields.some((field) => field[4]);
    if (name) cell.append(make('b', got && (reject || faulty) ? 'bad' : '', (got && faulty && !reject ? '✗ ' : '') + name), ' ');
    const bytes = bytesOf(frame), few = bytes.subarray(0, SHOWN);
    if (!faulty) cell.append(hexOf(few));
    else few.forEach((byte, at) => cell.append(wrongAt(fields, at) ? make('span', 'wrong', hexOf([byte])) : hexOf([byte]), ' '));
    const more = frames.lengths[frame] - few.length;
    if (more > 0) cell.append(' … ' + more + ' more');
    return cell;
  };
  const frameRow = (frame) => {
    const sent = frames.lanes[frame] % 2 === 0;
    const row = make('div', 'wr ' + (sent ? 'tx' : 'rx'));
    const before = frame > 0 ? frames.starts[frame] - frames.starts[frame - 1] - frames.spans[frame - 1] : 0;
    row.append(make('span', 'wt', clock(frames.starts[frame])), make('span', 'wd', frame > 0 ? '+' + spanText(Math.max(0, before)) : ''));
    for (let lane = 0; lane < data.links.length; lane++) {
      const mine = lane === Math.floor(frames.lanes[frame] / 2);
      row.append(make('span', 'wl' + (mine ? ' busy' : ''), mine ? (sent ? '▸' : '◂') : ''));
    }
    row.append(frameText(frame));
    return row;
  };
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const last = Math.min(rows.length, first + Math.ceil(list.clientHeight / ROW) + 8);
    const shown = [];
    for (let index = first; index < last; index++) {
      const row = rows[index] < 0 ? markRow(data.marks[~rows[index]]) : frameRow(rows[index]);
      row.style.top = index * ROW + 'px';
      row.dataset.row = index;
      if (index === chosen) row.classList.add('chosen');
      shown.push(row);
    }
    inner.replaceChildren(...shown);
  };
  const fieldView = ([name, offset, length, meaning, wrong], bytes) => {
    const part = make('span', 'seg' + (wrong ? ' wrong' : ''));
    const few = bytes.subarray(offset, offset + Math.min(length, 8));
    part.append(make('span', 'hex', hexOf(few) + (length > 8 ? ' …' : '')), make('span', 'name', (wrong ? '✗ ' : '') + name));
    if (meaning) part.append(make('span', 'means', meaning));
    return part;
  };
  const dumpOf = (bytes, beyond) => {
    const lines = [];
    for (let at = 0; at < bytes.length; at += 16) {
      const part = bytes.subarray(at, at + 16);
      const text = Array.from(part, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
      lines.push(at.toString(16).toUpperCase().padStart(4, '0') + '  ' + hexOf(part).padEnd(47) + '  ' + text);
    }
    if (beyond > 0) lines.push('… ' + beyond + ' bytes left out');
    const dump = make('pre', '', lines.join('\n'));
    dump.tabIndex = 0;
    dump.setAttribute('role', 'group');
    dump.setAttribute('aria-label', 'its bytes');
    return dump;
  };
  const wordsOf = (frame) => {
    const [name] = says(frame), lane = frames.lanes[frame], total = frames.lengths[frame];
    return (name ? name + ', ' : '') + (lane % 2 === 0 ? 'host → board' : 'board → host') + ' on ' + data.links[Math.floor(lane / 2)] + ', ' +
      'at ' + clock(frames.starts[frame]) + ' for ' + spanText(frames.spans[frame]) + ', ' + total + (total === 1 ? ' byte' : ' bytes');
  };
  const explain = () => {
    const row = rows[chosen];
    if (row === undefined) return detail.replaceChildren();
    if (row < 0) return detail.replaceChildren(make('p', '', clock(timeOf(chosen)) + '  ' + data.marks[~row].text));
    const bytes = bytesOf(row), [, reject, fields = []] = says(row);
    const parts = [make('p', '', wordsOf(row))];
    if (reject) parts.push(make('p', 'refused', '! not a frame: ' + reject));
    if (fields.length > 0) {
      const named = make('div', 'bytes');
      named.append(...fields.map((field) => fieldView(field, bytes)));
      parts.push(named);
    }
    detail.replaceChildren(...parts, dumpOf(bytes, frames.lengths[row] - bytes.length));
  };
  const choose = (index, scroll) => {
    chosen = Math.max(0, Math.min(rows.length - 1, index));
    const top = chosen * ROW;
    if (scroll === 'middle') list.scrollTop = top - list.clientHeight / 2;
    else if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW - list.clientHeight;
    draw();
    explain();
    time.keep(timeOf(chosen));
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
  const time = timeLine(section, { data, frames, says, bytesOf }, {
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
  const isCheck = (row) => rows[row] < 0 && data.marks[~rows[row]].kind === 'check';
  const showRow = (index) => {
    const at = timeOf(index), { from = at } = rows[index] < 0 ? data.marks[~rows[index]] : {};
    // The time line first: drawn whole, a long run takes its time.
    time.around(from, at);
    choose(index, 'middle');
  };
  const showAt = (at) => {
    let index = rowAt(at);
    for (let row = index; row < rows.length && timeOf(row) === at; row++)
      if (isCheck(row)) { index = row; break; }
    showRow(index);
  };
  const nextBad = () => {
    const from = chosen < 0 ? 0 : chosen + 1;
    for (let step = 0; step < rows.length; step++) {
      const index = (from + step) % rows.length;
      if (isCheck(index)) return showRow(index);
    }
    found.textContent = 'none';
  };
  const hasBytes = (wanted) => (frame) => {
    const bytes = bytesOf(frame);
    for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1))
      if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true;
    return false;
  };
  const search = () => {
    const text = find.value.trim().toLowerCase(), hex = text.replace(/[\s,]|0x/g, '');
    if (text === '') { found.textContent = ''; return; }
    const has = /^([0-9a-f]{2})+$/.test(hex)
      ? hasBytes(hex.match(/../g).map((byte) => parseInt(byte, 16)))
      : (frame) => says(frame)[0].toLowerCase().includes(text);
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
  const failed = rows.findIndex((row) => row < 0 && data.marks[~row].verdict === 'fail');
  if (failed >= 0) showRow(failed);
  else { draw(); time.draw(); }
  document.documentElement.dataset.ready = 'wire';
};
`;
