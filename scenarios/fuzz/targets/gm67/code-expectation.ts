/**
 * What the page says of a code before the lens: whether it is sent, as which bytes, and which clause that is.
 *
 * A scanner of which nothing is known may send in any of its settings: what fits none of them is wrong all the same. One
 * that has read by itself, in a trigger mode that nobody knows, reads the next code too.
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

/** Bytes that a code may come as. */
export interface Form {
  readonly bytes: Uint8Array;
  readonly packet: boolean;
}

export interface CodeExpectation {
  /** undefined: the page leaves it open. */
  readonly sent: boolean | undefined;
  /** What it is, where it is sent and may not be, or is not and must. */
  readonly trigger: string;
  readonly clause: string;
  readonly forms: readonly Form[];
}

export interface CodeOracleOptions {
  readonly table: readonly ScannerParameter[];
  readonly rules: ScannerModel;
  /** How long one showing is one: a new one counts behind a third more. */
  readonly sameCode: Micros;
}

const NEVER = micros(-1e12);
const NEW_SHOWING = 1.3;
/** Shares of the scan time within which a session is on for certain, and behind which it is over. */
const SCAN = { on: 0.8, over: 1.2 } as const;
const TENTH_US = 100_000;
/** Settings that the page has: others are a board's own. */
const HIGHEST = { packet: 1, terminator: 5, stxEtx: 3 } as const;

/** A code as a frame of packet mode. */
export function packetOf({ symbology, bytes }: PresentStep, status = 0): Reply {
  const known = symbologyNamed(symbology);
  if (known === undefined) throw new Error(`no scanner reads a code of the symbology ${symbology}`);
  return scannerReply({ type: 'data', codeType: CODE_TYPE[known], payload: bytes }, status);
}

export class CodeOracle {
  /** A code was shown to a disabled scanner, which is enabled again now: the code must be lost. */
  mustBeLost = false;
  private shownWhileDisabled = false;
  /** Shown to a disabled scanner, and no other since: whatever has become of that scanner, it must be lost. */
  private lostCode: PresentStep | undefined;
  /** It has read without being asked to, in whatever trigger mode. */
  private readsItself = false;
  /** Codes of these have been read: what reads one reads the next. */
  private readonly kinds = new Set<string>();
  /** All that was ever shown. */
  private readonly shown = new Set<string>();
  private latest = '';
  private latestAt = NEVER;
  /** The session that a start began is on for certain until, and over for certain from. */
  private session = { on: NEVER, over: NEVER };
  private repeated = false;
  private enabledAgain = false;

  constructor(private readonly options: CodeOracleOptions) {}

  /** A command that was told to the rules; `at`: its last byte. */
  onCommand(command: Command, before: ScannerState, at: Micros): void {
    if (command.type === 'wake') return;
    const repeat = (command.status & STATUS.retransmission) !== 0;
    if (command.type === 'start') {
      const times = this.valuesOf(before, PARAMETER.scanTime).map((tenths) => tenths * TENTH_US);
      const on = micros(at + SCAN.on * Math.min(...times));
      const over = micros(at + SCAN.over * Math.max(...times));
      // A repeat may begin nothing, or a session of its own: it is on for certain in both.
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

  /** Nothing is known any more. */
  forget(): void {
    this.mustBeLost = false;
    this.shownWhileDisabled = false;
    this.readsItself = false;
    this.kinds.clear();
    this.session = { on: NEVER, over: NEVER };
    this.enabledAgain = false;
    this.repeated = false;
  }

  /** undefined: of this the page says nothing that could be judged. */
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

  /** These bytes are the code that must be lost, as it may be sent. */
  isLost(raw: Uint8Array): boolean {
    const code = this.lostCode?.bytes;
    return code !== undefined && Buffer.from(raw).indexOf(code) >= 0;
  }

  /** The code shown last came. */
  onCode(step: PresentStep): void {
    this.enabledAgain = false;
    this.repeated = false;
    this.kinds.add(dimensionOf(step));
    // In a trigger mode that nobody knows it may have been a start that had it read.
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
