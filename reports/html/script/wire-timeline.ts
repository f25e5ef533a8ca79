/** The page's script: the time line of the run, one lane a link and direction, from hours down to microseconds. */
export const WIRE_TIMELINE = String.raw`
const timeLine = (canvas, data, { chosen, choose, shown }) => {
  const LANE = 16, TOP = 20, AXIS = 20, LEFT = 86;
  const last = data.count > 0 ? data.starts[data.count - 1] + data.spans[data.count - 1] : 0;
  const whole = [0, Math.max(data.end, last, 1) * 1.005];
  let [from, to] = whole;
  const lanes = 2 * data.links.length;
  const height = TOP + lanes * LANE + AXIS;
  canvas.style.height = height + 'px';
  const marks = data.marks.filter(({ kind }) => kind === 'check');
  const scenes = data.marks.filter(({ kind }) => kind === 'scenario');
  const context = canvas.getContext('2d');
  const width = () => Math.max(1, canvas.clientWidth - LEFT);
  const x = (at) => LEFT + ((at - from) / (to - from)) * width();
  const at = (px) => from + ((px - LEFT) / width()) * (to - from);
  const firstFrom = (moment) => {
    let low = 0, high = data.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (data.starts[middle] < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const ticks = (color) => {
    const rough = ((to - from) / width()) * 110;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
    context.fillStyle = color.soft;
    for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
      context.fillRect(x(tick), TOP, 1, lanes * LANE + 4);
      const text = spanText(tick);
      const wide = context.measureText(text).width + 3;
      context.fillText(text, x(tick) + wide > canvas.clientWidth ? x(tick) - wide : x(tick) + 3, height - 5);
    }
  };
  const busy = (color) => {
    const pixels = Math.ceil(width());
    const seen = Array.from({ length: lanes }, () => new Uint8Array(pixels + 1));
    const scale = width() / (to - from);
    for (let chunk = Math.max(0, firstFrom(from) - 64); chunk < data.count && data.starts[chunk] <= to; chunk++) {
      const start = Math.floor((data.starts[chunk] - from) * scale);
      const end = Math.floor((data.starts[chunk] + data.spans[chunk] - from) * scale);
      if (end >= 0) seen[data.lanes[chunk]].fill(1, Math.max(0, start), Math.min(pixels, end) + 1);
    }
    seen.forEach((columns, lane) => {
      context.fillStyle = lane % 2 === 0 ? color.tx : color.rx;
      const y = TOP + lane * LANE + (lane % 2 === 0 ? 4 : 2);
      for (let px = 0; px < pixels; px++) {
        if (columns[px] === 0) continue;
        let end = px;
        while (end < pixels && columns[end] === 1) end++;
        context.fillRect(LEFT + px, y, end - px, LANE - 6);
        px = end;
      }
    });
  };
  const names = (color) => {
    context.fillStyle = color.card;
    context.fillRect(0, 0, LEFT, height);
    context.fillStyle = color.ink;
    data.links.forEach((name, link) => {
      const short = name.length > 7 ? name.slice(0, 6) + '…' : name;
      context.fillText(short + ' ▸ sent', 2, TOP + 2 * link * LANE + 13);
      context.fillText(short + ' ◂ got', 2, TOP + (2 * link + 1) * LANE + 11);
    });
  };
  const draw = () => {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => style.getPropertyValue(name).trim();
    const color = { ink: value('--ink'), soft: value('--soft'), line: value('--line'), card: value('--card'), shade: value('--shade'), tx: value('--tx'), rx: value('--rx'), bad: value('--bad'), warn: value('--warn') };
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
  canvas.addEventListener('pointermove', (event) => {
    if (!held) { canvas.title = spanText(Math.max(0, at(event.offsetX))) + ' after the start'; return; }
    const shift = ((held.px - event.offsetX) / width()) * (held.to - held.from);
    if (Math.abs(held.px - event.offsetX) > 3) held.moved = true;
    if (held.moved) show(held.from + shift, held.to + shift);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (held && !held.moved) choose(at(event.offsetX));
    held = undefined;
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
    around: (moment) => show(moment - 20000, moment + 5000),
  };
};
`;
