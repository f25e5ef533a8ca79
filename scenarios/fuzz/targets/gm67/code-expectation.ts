/**
 * The page's rules for a code in front of the scanner: whether it is sent, as which bytes, and under which clause.
 *
 * If a setting is unknown, the code may come in any of its forms. A code that fits no form is wrong. If a scanner in an
 * unknown trigger mode has read a code by itself, it must read the next one too.
 */
import { encodeReply } from '../../../../protocols/gm67/gm67';
import {
  CODE_TYPE,
  scannerReply,
  STATUS,
  symbologyNamed,
  type Command,
  type Reply,
} from '../../../../protocols/gm67/message';
import { PARAMETER, TRIGGER, type ScannerParameter } from '../../../../protocols/gm67/parameters';
import { rawBytes } from '../../../../protocols/gm67/raw-mode';
import type { ScannerModel, ScannerState } from '../../../../protocols/gm67/rules';
import { micros, type Micros } from '../../../../protocols/time';
import type { PresentStep } from '../../../oracle/model';

/** One possible form of a code. */
export interface Form {
  readonly bytes: Uint8Array;
  readonly packet: boolean;
}

export interface CodeExpectation {
  /** undefined: the page leaves it open. */
  readonly sent: boolean | undefined;
  /** The class of the failure, if the code is sent wrongly or not sent. */
  readonly trigger: string;
  readonly clause: string;
  readonly forms: readonly Form[];
}

export interface CodeOracleOptions {
  readonly table: readonly ScannerParameter[];
  readonly rules: ScannerModel;
  /** The time in which a code counts as the same showing. A third more than this is certainly a new showing. */
  readonly sameCode: Micros;
}

const NEVER = micros(-1e12);
const NEW_SHOWING = 1.3;
/** In the first share of the scan time a session is certainly on; after the second it is certainly over. */
const SCAN = { on: 0.8, over: 1.2 } as const;
const TENTH_US = 100_000;
/** The highest settings of the page. A higher one is the board's own. */
const HIGHEST = { packet: 1, terminator: 5, stxEtx: 3 } as const;

/** A code as a frame of packet mode. */
export function packetOf({ symbology, bytes }: PresentStep, status = 0): Reply {
  const known = symbologyNamed(symbology);
  if (known === undefined) throw new Error(`no scanner reads a code of the symbology ${symbology}`);
  return scannerReply({ type: 'data', codeType: CODE_TYPE[known], payload: bytes }, status);
}

export class CodeOracle {
  /** A code was shown to a disabled scanner that is enabled again: the code must be lost. */
  mustBeLost = false;
  private shownWhileDisabled = false;
  /** The last code, if the scanner was disabled when it was shown. It must be lost in any later state. */
  private lostCode: PresentStep | undefined;
  /** It has read a code without a start, in an unknown trigger mode. */
  private readsItself = false;
  /** The dimensions of codes that it has read: it must read these again. */
  private readonly kinds = new Set<string>();
  /** All codes that were ever shown. */
  private readonly shown = new Set<string>();
  private latest = '';
  private latestAt = NEVER;
  /** The session of the last start: certainly on until `on`, certainly over from `over`. */
  private session = { on: NEVER, over: NEVER };
  private repeated = false;
  private enabledAgain = false;

  constructor(private readonly options: CodeOracleOptions) {}

  /** A command that the rules have seen; `at`: the time of its last byte. */
  onCommand(command: Command, before: ScannerState, at: Micros): void {
    if (command.type === 'wake') return;
    const repeat = (command.status & STATUS.retransmission) !== 0;
    if (command.type === 'start') {
      const times = this.valuesOf(before, PARAMETER.scanTime).map((tenths) => tenths * TENTH_US);
      const on = micros(at + SCAN.on * Math.min(...times));
      const over = micros(at + SCAN.over * Math.max(...times));
      // A repeat may begin a session or not. The session is certainly on only where both agree.
      this.session = repeat
        ? { on: micros(Math.min(on, this.session.on)), over: micros(Math.max(over, this.session.over)) }
        : { on, over };
      this.repeated = repeat && before.parameters.get(PARAMETER.trigger) === TRIGGER.host;
    }
    if (command.type === 'enable') {
      this.enabledAgain ||= !before.enabled;
      this.mustBeLost ||= this.shownWhileDisabled;
    }
    const written = command.type === 'write' ? command.number : undefined;
    const all = command.type === 'defaults' || command.type === 'reset';
    if (all || written === PARAMETER.trigger) this.readsItself = false;
    if (all || written === PARAMETER.codes2d) this.kinds.clear();
  }

  /** The state of the scanner is unknown now. */
  forget(): void {
    this.mustBeLost = false;
    this.shownWhileDisabled = false;
    this.readsItself = false;
    this.kinds.clear();
    this.session = { on: NEVER, over: NEVER };
    this.enabledAgain = false;
    this.repeated = false;
  }

  /** undefined: the page has no rule that could be judged here. */
  expect(state: ScannerState, step: PresentStep, at: Micros): CodeExpectation | undefined {
    const forms = this.formsOf(state, step);
    this.lostCode = state.enabled ? undefined : step;
    if (state.asleep || step.bytes.length === 0 || forms === undefined) return undefined;
    const sent = this.sent(state, step, at);
    const once = this.latest === nameOf(step);
    const apart = at - this.latestAt > NEW_SHOWING * this.options.sameCode;
    const again = this.shown.has(nameOf(step));
    this.shown.add(nameOf(step));
    this.latest = nameOf(step);
    this.latestAt = at;
    this.mustBeLost = false;
    this.shownWhileDisabled = !state.enabled;
    if (!state.enabled) return { sent, forms, trigger: 'code while disabled', clause: 'GM-DT-05' };
    if (sent === false) return { sent, forms, trigger: 'code without a start', clause: 'GM-CM-06' };
    const open = once && !apart ? undefined : sent;
    return { sent: open, forms, ...this.triggerOf(state, again) };
  }

  /** These bytes hold the code that must be lost. */
  isLost(raw: Uint8Array): boolean {
    const code = this.lostCode?.bytes;
    return code !== undefined && Buffer.from(raw).indexOf(code) >= 0;
  }

  /** The last shown code has come. */
  onCode(step: PresentStep): void {
    this.enabledAgain = false;
    this.repeated = false;
    this.kinds.add(dimensionOf(step));
    // In an unknown trigger mode, a start may have caused the reading.
    if (this.latestAt > this.session.over) this.readsItself = true;
  }

  private triggerOf(
    { parameters }: ScannerState,
    again: boolean,
  ): Pick<CodeExpectation, 'trigger' | 'clause'> {
    if (this.enabledAgain) return { trigger: 'code behind scan enable', clause: 'GM-DT-05' };
    if (this.repeated) return { trigger: 'code behind a repeat', clause: 'GM-CM-06' };
    if (again) return { trigger: 'code again', clause: 'GM-DT-06' };
    const packet = parameters.get(PARAMETER.packet) === 1;
    return { trigger: 'code', clause: packet ? 'GM-DT-03' : 'GM-DT-01' };
  }

  private sent(state: ScannerState, step: PresentStep, at: Micros): boolean | undefined {
    const mode = state.parameters.get(PARAMETER.trigger);
    if (!state.enabled) return false;
    const kind = dimensionOf(step);
    const reads = kind === '1D' || state.parameters.get(PARAMETER.codes2d) === 1 || this.kinds.has(kind);
    if (mode === TRIGGER.host) {
      if (!state.session || at > this.session.over) return false;
      return at < this.session.on && reads ? true : undefined;
    }
    const itself = mode === undefined ? this.readsItself : this.options.rules.shown(state).sent === true;
    return itself && reads ? true : undefined;
  }

  private formsOf(state: ScannerState, step: PresentStep): readonly Form[] | undefined {
    const packets = this.valuesOf(state, PARAMETER.packet);
    const terminators = this.valuesOf(state, PARAMETER.terminator);
    const frames = this.valuesOf(state, PARAMETER.stxEtx);
    const known =
      Math.max(...packets) <= HIGHEST.packet &&
      Math.max(...terminators) <= HIGHEST.terminator &&
      Math.max(...frames) <= HIGHEST.stxEtx;
    if (!known) return undefined;
    return packets.flatMap((packet): Form[] =>
      packet === 1
        ? [{ bytes: encodeReply(packetOf(step)), packet: true }]
        : terminators.flatMap((terminator) =>
            frames.map((stxEtx) => ({ bytes: rawBytes(step.bytes, terminator, stxEtx), packet: false })),
          ),
    );
  }

  private valuesOf({ parameters }: ScannerState, number: number): readonly number[] {
    const known = parameters.get(number);
    if (known !== undefined) return [known];
    return this.options.table.find((one) => one.number === number)?.values ?? [0];
  }
}

function nameOf({ symbology, bytes }: PresentStep): string {
  return `${symbology} ${bytes.join()}`;
}

function dimensionOf({ symbology }: PresentStep): string {
  return symbology === 'datamatrix' || symbology === 'qr' ? '2D' : '1D';
}
