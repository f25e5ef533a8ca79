/** The page's script: the time line of the run, one lane a link and direction, from hours down to microseconds. */
export const WIRE_TIMELINE = String.raw`
const timeLine = (section, { data, frames, says, bytesOf }, { chosen, choose, shown }) => {
  const canvas = one('.wire-time', section), gap = one('.wire-gap', section), words = one('.wire-hover', section);
  const lanes = 2 * data.links.length;
  const LANE = lanes > 6 ? 20 : 32, TOP = 20, AXIS = 20, LEFT = 86, BOX = 16;
  /** Pixels of a byte from which on its value is written, and of a frame for its name. */
  const BYTE = 17, NAME = 26;
  const last = data.count > 0 ? data.starts[data.count - 1] + data.spans[data.count - 1] : 0;
  const whole = [0, Math.max(data.end, last, 1) * 1.005];
  let [from, to] = whole;
  const height = TOP + lanes * LANE + AXIS;
  canvas.style.height = height + 'px';
  const marks = data.marks.filter(({ kind }) => kind === 'check');
  const scenes = data.marks.filter(({ kind }) => kind === 'scenario');
  const CLOCK_STEPS = [20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21600, 86400].map((seconds) => seconds * 1e6);
  const HINT = 'Point at a frame, a byte or a silence: what it is, and how long.';
  words.textContent = HINT;
  const context = canvas.getContext('2d');
  const width = () => Math.max(1, canvas.clientWidth - LEFT);
  const x = (at) => LEFT + ((at - from) / (to - from)) * width();
  const at = (px) => from + ((px - LEFT) / width()) * (to - from);
  /** The top of a lane's boxes. */
  const boxTop = (lane) => TOP + lane * LANE + LANE - BOX - 2;
  const ticks = (color) => {
    const rough = ((to - from) / width()) * 110;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = (rough > 1e7 ? CLOCK_STEPS : [1, 2, 5, 10].map((factor) => factor * power)).find((each) => each >= rough) || rough;
    const digits = Math.max(0, Math.min(6, Math.ceil(6 - Math.log10(step))));
    context.fillStyle = color.soft;
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
      context.fillRect(x(tick), TOP, 1, lanes * LANE + 4);
      const text = clock(tick, digits);
      const wide = context.measureText(text).width + 3;
      if (x(tick) + wide <= canvas.clientWidth) context.fillText(text, x(tick) + 3, height - 5);
    }
  };
  const busy = (color) => {
    const pixels = Math.ceil(width());
    const seen = Array.from({ length: lanes }, () => new Uint8Array(pixels + 1));
    const scale = width() / (to - from);
    for (let chunk = Math.max(0, firstFrom(data.starts, from) - 64); chunk < data.count && data.starts[chunk] <= to; chunk++) {
      const start = Math.floor((data.starts[chunk] - from) * scale);
      const end = Math.floor((data.starts[chunk] + data.spans[chunk] - from) * scale);
      if (end - start >= BYTE * (data.kept[chunk] + data.beyond[chunk])) continue;
      if (end >= 0) seen[data.lanes[chunk]].fill(1, Math.max(0, start), Math.min(pixels, end) + 1);
    }
    seen.forEach((columns, lane) => {
      context.fillStyle = lane % 2 === 0 ? color.tx : color.rx;
      const y = boxTop(lane) + 1;
      for (let px = 0; px < pixels; px++) {
        if (columns[px] === 0) continue;
        let end = px;
        while (end < pixels && columns[end] === 1) end++;
        context.fillRect(LEFT + px, y, end - px, BOX - 2);
        px = end;
      }
    });
  };
  /** Frames that can be seen, where they are few enough to be told apart. */
  const inSight = () => {
    const start = Math.max(0, firstFrom(frames.starts, from) - 64), end = firstFrom(frames.starts, to);
    return end - start > 600 ? [] : Array.from({ length: end - start }, (_, place) => start + place);
  };
  /** A byte as analysers draw a bus: a box with pointed ends and its value. */
  const byteBox = (left, wide, top, text, wrong, color, lane) => {
    const tip = Math.min(4, wide / 4), right = left + wide - 1;
    context.beginPath();
    context.moveTo(left, top + BOX / 2);
    for (const [px, py] of [[left + tip, top], [right - tip, top], [right, top + BOX / 2], [right - tip, top + BOX], [left + tip, top + BOX]])
      context.lineTo(px, py);
    context.closePath();
    context.fillStyle = wrong ? color.badBg : color.card;
    context.fill();
    context.strokeStyle = wrong ? color.bad : lane % 2 === 0 ? color.tx : color.rx;
    context.lineWidth = wrong ? 2 : 1;
    context.stroke();
    context.fillStyle = wrong ? color.bad : color.ink;
    context.fillText(text, left + (wide - context.measureText(text).width) / 2, top + BOX - 4);
  };
  const frameViews = (color) => {
    for (const frame of inSight()) {
      const lane = frames.lanes[frame], top = boxTop(lane);
      const left = x(frames.starts[frame]), wide = x(frames.starts[frame] + frames.spans[frame]) - left;
      const count = frames.lengths[frame], each = wide / count;
      if (left + wide < LEFT || left > canvas.clientWidth) continue;
      const [name, reject, fields = []] = says(frame);
      if (name && LANE > BOX + 12 && wide >= NAME) {
        context.save();
        context.beginPath();
        context.rect(Math.max(LEFT, left), top - 14, Math.max(wide, NAME), 13);
        context.clip();
        context.fillStyle = fields.some((field) => field[4]) || (reject && lane % 2 === 1) ? color.bad : color.ink;
        context.fillText(name, Math.max(LEFT, left) + 1, top - 4);
        context.restore();
      }
      if (wide < BYTE * count) continue;
      const first = Math.max(0, Math.floor((LEFT - left) / each)), end = Math.min(count, Math.ceil((canvas.clientWidth - left) / each));
      const bytes = bytesOf(frame);
      for (let place = first; place < end; place++) {
        const text = place < bytes.length ? hexOf([bytes[place]]) : '··';
        byteBox(left + place * each, each, top, text, fields.some(([, offset, length, , wrong]) => wrong && place >= offset && place < offset + length), color, lane);
      }
    }
  };
  const names = (color) => {
    context.fillStyle = color.card;
    context.fillRect(0, 0, LEFT, height);
    context.fillStyle = color.ink;
    data.links.forEach((name, link) => {
      const short = name.length > 7 ? name.slice(0, 6) + '…' : name;
      context.fillText(short + ' ▸ sent', 2, boxTop(2 * link) + BOX - 4);
      context.fillText(short + ' ◂ got', 2, boxTop(2 * link + 1) + BOX - 4);
    });
  };
  const draw = () => {
    gap.hidden = true;
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(name).trim();
    const color = { ink: value('--ink'), soft: value('--soft'), line: value('--line'), card: value('--card'), shade: value('--shade'), tx: value('--tx'), rx: value('--rx'), bad: value('--bad'), badBg: value('--bad-bg'), warn: value('--warn') };
    const ratio = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = color.card;
    context.fillRect(0, 0, canvas.clientWidth, height);
    scenes.forEach((scene, index) => {
      if (index % 2 === 1) return;
      const end = scenes[index + 1] ? scenes[index + 1].at : whole[1];
      context.fillStyle = color.shade;
      context.fillRect(x(scene.at), TOP, x(end) - x(scene.at), lanes * LANE);
    });
    const [first, final] = shown();
    context.fillStyle = color.line;
    context.fillRect(x(first), TOP, Math.max(2, x(final) - x(first)), lanes * LANE);
    ticks(color);
    busy(color);
    frameViews(color);
    for (const mark of marks) {
      if (mark.at < from || mark.at > to) continue;
      context.fillStyle = mark.verdict === 'fail' ? color.bad : color.warn;
      context.fillRect(x(mark.at), 14, 1, TOP + lanes * LANE - 14);
      context.fillText(SIGNS[mark.verdict] || '·', x(mark.at) - 4, 12);
    }
    const moment = chosen();
    if (moment !== undefined) {
      context.fillStyle = color.ink;
      context.fillRect(x(moment) - 1, TOP - 4, 2, lanes * LANE + 6);
    }
    names(color);
  };
  const show = (start, end) => {
    const span = Math.max(20, Math.min(end - start, whole[1] - whole[0]));
    from = Math.max(whole[0], Math.min(start, whole[1] - span));
    to = from + span;
    draw();
  };
  const scale = (factor, centre) => show(centre - (centre - from) * factor, centre + (to - centre) * factor);
  const middle = () => {
    const moment = chosen();
    return moment !== undefined && moment >= from && moment <= to ? moment : (from + to) / 2;
  };
  canvas.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (event.ctrlKey) scale(event.deltaY < 0 ? 0.7 : 1.4, at(event.offsetX));
    else show(from + (event.deltaX / width()) * (to - from), to + (event.deltaX / width()) * (to - from));
  }, { passive: false });
  let held;
  canvas.addEventListener('pointerdown', (event) => {
    held = { px: event.offsetX, from, to, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  const nameOf = (frame) => (frames.lanes[frame] % 2 === 0 ? '▸ ' : '◂ ') + (says(frame)[0] || hexOf(bytesOf(frame).subarray(0, 6)));
  const endOf = (frame) => frames.starts[frame] + frames.spans[frame];
  /** The frame on the wire at a time, on the lane pointed at if one is there; else those before and after the silence. */
  const around = (moment, lane) => {
    const next = firstFrom(frames.starts, moment);
    let here = -1, before = -1;
    for (let frame = Math.max(0, next - 64); frame < next; frame++) {
      if (endOf(frame) >= moment && (here < 0 || frames.lanes[frame] === lane)) here = frame;
      if (before < 0 || endOf(frame) >= endOf(before)) before = frame;
    }
    return { here, before, next: next < frames.count ? next : -1 };
  };
  const frameHover = (frame, moment) => {
    const count = frames.lengths[frame], [, reject, fields = []] = says(frame), bytes = bytesOf(frame);
    const place = Math.max(0, Math.min(count - 1, Math.floor(((moment - frames.starts[frame]) / Math.max(1e-9, frames.spans[frame])) * count)));
    const field = fields.find(([, offset, length]) => place >= offset && place < offset + length);
    const byte = place < bytes.length ? ', byte ' + (place + 1) + ' is ' + hexOf([bytes[place]]) : '';
    return nameOf(frame) + ', ' + count + (count === 1 ? ' byte' : ' bytes') + ' in ' + spanText(frames.spans[frame]) + byte +
      (field ? ' = ' + field[0] + (field[3] ? ', ' + field[3] : '') : '') + (reject ? '; not a frame: ' + reject : '');
  };
  const hover = (px, py) => {
    const moment = at(px), { here, before, next } = around(moment, Math.floor((py - TOP) / LANE));
    gap.hidden = true;
    if (px < LEFT) { words.textContent = HINT; return; }
    if (here >= 0) { words.textContent = clock(frames.starts[here]) + ': ' + frameHover(here, moment); return; }
    if (before < 0 || next < 0) { words.textContent = spanText(Math.max(0, moment)) + ' after the start'; return; }
    const silence = spanText(Math.max(0, frames.starts[next] - endOf(before)));
    words.textContent = clock(moment) + ': silence of ' + silence + ' from ' + nameOf(before) + ' to ' + nameOf(next);
    const left = Math.max(LEFT, x(endOf(before))), right = Math.min(canvas.clientWidth, x(frames.starts[next]));
    if (right - left < 12) return;
    gap.textContent = silence;
    gap.style.left = left + 'px';
    gap.style.width = right - left + 'px';
    gap.hidden = false;
  };
  canvas.addEventListener('pointerleave', () => { gap.hidden = true; words.textContent = HINT; });
  canvas.addEventListener('pointermove', (event) => {
    if (!held) { hover(event.offsetX, event.offsetY); return; }
    const shift = ((held.px - event.offsetX) / width()) * (held.to - held.from);
    if (Math.abs(held.px - event.offsetX) > 3) held.moved = true;
    if (held.moved) show(held.from + shift, held.to + shift);
  });
  canvas.addEventListener('pointerup', (event) => {
    const still = held && !held.moved;
    held = undefined;
    if (!still) return;
    const moment = at(event.offsetX), { here } = around(moment, Math.floor((event.offsetY - TOP) / LANE));
    choose(here < 0 ? moment : frames.starts[here]);
    hover(event.offsetX, event.offsetY);
  });
  canvas.addEventListener('dblclick', (event) => scale(0.25, at(event.offsetX)));
  const KEYS = {
    ArrowLeft: () => show(from - (to - from) / 5, to - (to - from) / 5),
    ArrowRight: () => show(from + (to - from) / 5, to + (to - from) / 5),
    '+': () => scale(0.5, middle()), '=': () => scale(0.5, middle()), '-': () => scale(2, middle()),
    Home: () => show(...whole), Enter: () => choose(middle()),
  };
  canvas.addEventListener('keydown', (event) => {
    const act = KEYS[event.key];
    if (!act || event.ctrlKey) return;
    event.preventDefault();
    act();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  return {
    draw,
    zoom: (kind) => (kind === 'all' ? show(...whole) : scale(kind === 'in' ? 0.5 : 2, middle())),
    /** All from one time to another, with some room. */
    around: (start, end) => {
      const room = Math.max(400, (end - start) / 8);
      show(start - room, end + room);
    },
    /** Moves, where a time is out of sight. */
    keep: (moment) => (moment < from || moment > to ? show(moment - (to - from) / 2, moment + (to - from) / 2) : draw()),
  };
};
`;
