/**
 * The page's rules for a code in front of the scanner: whether it is sent, as which bytes, and under which clause.
 *
 * If a setting is unknown, the code may come in any of its forms. A code that fits no form is wrong. If a scanner in an
 * unknown trigger mode has read a code by itself, it must read the next one too.
 */
import type { PresentedCode } from '../../monitor/monitor';
import type { Bounds } from '../../monitor/timed-decoder';
import { micros, type Micros } from '../../time';
import { encodeReply } from '../gm67';
import { CODE_TYPE, scannerReply, symbologyNamed, type Command, type Reply } from '../message';
import { PARAMETER, TRIGGER } from '../parameters';
import { rawBytes } from '../raw-mode';
import type { ScannerState } from '../rules';
import type { Form } from './code-form';
import { isRepeat } from './exchange';
import { SCAN, SCAN_SLACK_US, SHOWING } from './limits';
import type { ScannerEstimate } from './scanner-estimate';

export interface CodeExpectation {
  /** undefined: the page leaves it open. */
  readonly sent: boolean | undefined;
  /** The class of the failure, if the code is sent wrongly or not sent. */
  readonly trigger: string;
  readonly clause: string;
  readonly forms: readonly Form[];
}

export interface CodeOracleOptions {
  /** The time in which a code counts as the same showing. */
  readonly sameCode: Micros;
  readonly exact: boolean;
}

const NEVER = micros(-1e12);
const TENTH_US = 100_000;
/** The highest settings of the page. A higher one is the board's own. */
const HIGHEST = { packet: 1, terminator: 5, stxEtx: 3 } as const;

/** A code as a frame of packet mode; undefined: no scanner reads a code of its symbology. */
function packetOf({ symbology, bytes }: PresentedCode): Reply | undefined {
  const known = symbologyNamed(symbology);
  return known === undefined
    ? undefined
    : scannerReply({ type: 'data', codeType: CODE_TYPE[known], payload: bytes });
}

export class CodeOracle {
  /** A code was shown to a disabled scanner that is enabled again: the code must be lost. */
  mustBeLost = false;
  private shownWhileDisabled = false;
  /** The last code, if the scanner was disabled when it was shown. It must be lost in any later state. */
  private lostCode: PresentedCode | undefined;
  /** It has read a code without a start, in an unknown trigger mode. */
  private readsItself = false;
  /** The dimensions of codes that it has read: it must read these again. */
  private readonly kinds = new Set<string>();
  /** When each code was last shown. */
  private readonly shownAt = new Map<string, Micros>();
  private latestAt = NEVER;
  /** The session of the last start: certainly on until `on`, certainly over from `over`. */
  private session = { on: NEVER, over: NEVER };
  private isRepeated = false;
  private isEnabledAgain = false;

  constructor(
    private readonly estimate: ScannerEstimate,
    private readonly options: CodeOracleOptions,
  ) {}

  /** A command that the rules have seen; `at`: the time of its last byte. */
  onCommand(command: Command, before: ScannerState, at: Micros): void {
    if (command.type === 'start') {
      const least = TENTH_US * Math.min(...this.estimate.valuesOf(PARAMETER.scanTime));
      const certain = this.options.exact ? SCAN.on * least : Math.min(SCAN.on * least, least - SCAN_SLACK_US);
      const on = micros(at + certain);
      const over = micros(at + SCAN.over * this.longestScan);
      // A repeat may begin a session or not. The session is certainly on only where both agree.
      this.session = isRepeat(command)
        ? { on: micros(Math.min(on, this.session.on)), over: micros(Math.max(over, this.session.over)) }
        : { on, over };
      this.isRepeated = isRepeat(command) && before.parameters.get(PARAMETER.trigger) === TRIGGER.host;
    }
    if (command.type === 'enable') {
      this.isEnabledAgain ||= !before.enabled;
      this.mustBeLost ||= this.shownWhileDisabled;
    }
    const written = command.type === 'write' ? command.number : undefined;
    const all = command.type === 'defaults' || command.type === 'reset';
    if (all || written === PARAMETER.trigger) this.readsItself = false;
    if (all || written === PARAMETER.codes2d) this.kinds.clear();
  }

  /** The state of the scanner is unknown now. A session may have begun that nobody knows of. */
  forget(now: Micros): void {
    this.mustBeLost = this.shownWhileDisabled = this.readsItself = false;
    this.isEnabledAgain = this.isRepeated = false;
    this.kinds.clear();
    this.session = { on: NEVER, over: micros(now + SCAN.over * this.longestScan) };
  }

  private get longestScan(): number {
    return TENTH_US * Math.max(...this.estimate.valuesOf(PARAMETER.scanTime));
  }

  /** A code is shown. The time at which it was shown before. */
  note(code: PresentedCode, at: Micros): Micros | undefined {
    const name = nameOf(code);
    const before = this.shownAt.get(name);
    this.shownAt.set(name, at);
    this.latestAt = at;
    return before;
  }

  /** A code is shown while nothing is under way. undefined: the page has no rule that could be judged here. */
  expect(code: PresentedCode, at: Bounds): CodeExpectation | undefined {
    const { state, knowsEnabled } = this.estimate;
    const { latestAt } = this;
    const before = this.note(code, at.notAfter);
    const isLatest = before !== undefined && before === latestAt;
    const forms = this.formsOf(code);
    const isDisabled = knowsEnabled && !state.enabled;
    this.lostCode = isDisabled ? code : undefined;
    this.mustBeLost = false;
    this.shownWhileDisabled = isDisabled;
    if (state.asleep || code.bytes.length === 0 || forms === undefined) return undefined;
    const sent = this.sent(code, at);
    if (isDisabled) return { sent, forms, trigger: 'code while disabled', clause: 'GM-DT-05' };
    if (sent === false) return { sent, forms, trigger: 'code without a start', clause: 'GM-CM-06' };
    // For a while the page leaves open whether it is a new showing.
    const isOpen = isLatest && at.notBefore - before <= SHOWING.apart * this.options.sameCode;
    return { sent: isOpen ? undefined : sent, forms, ...this.triggerOf(before !== undefined) };
  }

  /** These bytes hold the code that must be lost. */
  isLost(raw: Uint8Array): boolean {
    const code = this.lostCode?.bytes;
    return code !== undefined && Buffer.from(raw).indexOf(code) >= 0;
  }

  /** The last shown code has come. */
  onCode(code: PresentedCode): void {
    this.isEnabledAgain = this.isRepeated = false;
    this.kinds.add(dimensionOf(code));
    // In an unknown trigger mode, a start may have caused the reading.
    if (this.latestAt > this.session.over) this.readsItself = true;
  }

  private triggerOf(again: boolean): Pick<CodeExpectation, 'trigger' | 'clause'> {
    if (this.isEnabledAgain) return { trigger: 'code behind scan enable', clause: 'GM-DT-05' };
    if (this.isRepeated) return { trigger: 'code behind a repeat', clause: 'GM-CM-06' };
    if (again) return { trigger: 'code again', clause: 'GM-DT-06' };
    const isPacket = this.estimate.value(PARAMETER.packet) === 1;
    return { trigger: 'code', clause: isPacket ? 'GM-DT-03' : 'GM-DT-01' };
  }

  private sent(code: PresentedCode, at: Bounds): boolean | undefined {
    const { estimate } = this;
    const { state, knowsEnabled, knowsSession } = estimate;
    const mode = estimate.value(PARAMETER.trigger);
    if (!knowsEnabled) return undefined;
    if (!state.enabled) return false;
    const kind = dimensionOf(code);
    const reads = kind === '1D' || estimate.value(PARAMETER.codes2d) === 1 || this.kinds.has(kind);
    if (mode === TRIGGER.host) {
      if (!knowsSession) return undefined;
      if (!state.session || at.notBefore > this.session.over) return false;
      return at.notAfter < this.session.on && reads ? true : undefined;
    }
    const itself = mode === undefined ? this.readsItself : estimate.rules.shown(state).sent === true;
    return itself && reads ? true : undefined;
  }

  private formsOf(code: PresentedCode): readonly Form[] | undefined {
    const packet = packetOf(code);
    const [packets, terminators, frames] = (['packet', 'terminator', 'stxEtx'] as const).map((name) => {
      const values = this.estimate.valuesOf(PARAMETER[name]);
      return Math.max(...values) <= HIGHEST[name] ? values : undefined;
    });
    if (packet === undefined || packets === undefined || terminators === undefined || frames === undefined)
      return undefined;
    return packets.flatMap((isPacket): Form[] =>
      isPacket === 1
        ? [{ bytes: encodeReply(packet), isPacket: true }]
        : terminators.flatMap((terminator) =>
            frames.map((stxEtx) => ({ bytes: rawBytes(code.bytes, terminator, stxEtx), isPacket: false })),
          ),
    );
  }
}

function nameOf({ symbology, bytes }: PresentedCode): string {
  return `${symbology} ${bytes.join()}`;
}

function dimensionOf({ symbology }: PresentedCode): string {
  return symbology === 'datamatrix' || symbology === 'qr' ? '2D' : '1D';
}
