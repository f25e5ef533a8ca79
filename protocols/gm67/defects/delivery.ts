/** Defects of repetitions, of disabled scanners and of repeated presentations: GM-DT-04 to DT-06. */
import { PARAMETER } from '../wire/parameters';
import { micros, type PresentedCode } from '../../../api/index';
import type { GmFirmware } from '../board/firmware';
import { onCommand, type Change, type GmDefects } from './hooks';

/** Another time from a code's last byte to the next try, as a share of the profile's. */
function retryAfter(share: number): Change {
  return (_sound, { p }) => ({ ackTimeout: () => micros(1000 * p.dataAckMs * share) });
}

/** Decides whether a code is read: `rule` gets the earlier codes. */
function onRead(
  rule: () => (code: PresentedCode, sent: boolean) => boolean,
): (sound: GmFirmware) => Partial<GmFirmware> {
  return (sound) => {
    const decide = rule();
    return {
      readCode: (before, code) => {
        const { state, sent } = sound.readCode(before, code);
        return { state, sent: decide(code, sent) };
      },
    };
  };
}

function codeKey({ symbology, bytes }: PresentedCode): string {
  return `${symbology} ${bytes.join()}`;
}

const RETRIES: GmDefects = {
  'no-retry': {
    breaks: 'GM-DT-04',
    text: 'A code that is not acknowledged is never sent again.',
    change: () => ({ retries: 0 }),
  },
  'one-retry-more': {
    breaks: 'GM-DT-04',
    text: 'A code that is not acknowledged is sent again once more than allowed.',
    change: (sound) => ({ retries: sound.retries + 1 }),
  },
  'retry-without-bit': {
    breaks: 'GM-DT-04',
    text: 'A code sent again has no retransmission bit.',
    change: (sound) => ({ pack: (code) => sound.pack(code, 0) }),
  },
  'retry-early': {
    breaks: 'GM-DT-04',
    text: 'A code is sent again after two thirds of the time.',
    change: retryAfter(2 / 3),
  },
  'retry-late': {
    breaks: 'GM-DT-04',
    text: 'A code is sent again only after one and a half times the time.',
    change: retryAfter(1.5),
  },
  'nak-resends': {
    breaks: 'GM-DT-04',
    text: 'After a NAK from the host the code is sent again immediately.',
    change: (sound) => ({
      ackEffect: (command, tries) => (command.type === 'nak' ? 'again' : sound.ackEffect(command, tries)),
    }),
  },
  'nak-acknowledges': {
    breaks: 'GM-DT-04',
    text: 'A NAK from the host ends the tries as an ACK does.',
    change: (sound) => ({
      ackEffect: (command, tries) =>
        command.type === 'nak' ? 'acknowledged' : sound.ackEffect(command, tries),
    }),
  },
  'ack-unheard': {
    breaks: 'GM-DT-04',
    text: 'A code is sent again though it was acknowledged.',
    change: () => ({ ackEffect: () => 'nothing' }),
  },
  'late-ack-unheard': {
    breaks: 'GM-DT-04',
    text: 'An ACK counts for the first try only: after a repetition it is ignored.',
    change: (sound) => ({
      ackEffect: (command, tries) => (tries > 1 ? 'nothing' : sound.ackEffect(command, tries)),
    }),
  },
  'any-command-acknowledges': {
    breaks: 'GM-DT-04',
    text: 'Any command ends the tries, as if it were an ACK.',
    change: () => ({ ackEffect: () => 'acknowledged' }),
  },
  'commands-wait-for-ack': {
    breaks: 'GM-DT-04',
    text: 'While a code is not acknowledged, commands are not answered.',
    change: (sound) => ({
      receives: (event, state) => {
        const isAnswer = event.kind === 'frame' && ['ack', 'nak'].includes(event.value.type);
        return state.sending.tries > 0 && !isAnswer ? [] : sound.receives(event, state);
      },
    }),
  },
};

const ENABLE: GmDefects = {
  'disable-ignored': {
    breaks: 'GM-DT-05',
    text: 'Scan disable is acknowledged, and codes are sent as before.',
    change: onCommand('disable', (turn, { enabled }) => ({ ...turn, state: { ...turn.state, enabled } })),
  },
  'disable-raw-only': {
    breaks: 'GM-DT-05',
    text: 'In packet mode a disabled scanner still sends codes.',
    change: (sound) => ({
      readCode: (before, code) => {
        const packet = before.parameters.get(PARAMETER.packet) === 1;
        const seen = sound.readCode(packet ? { ...before, enabled: true } : before, code);
        return { ...seen, state: { ...seen.state, enabled: before.enabled } };
      },
    }),
  },
  'disable-holds-code': {
    breaks: 'GM-DT-05',
    text: 'A code shown to a disabled scanner is sent after scan enable.',
    change: (sound) => {
      let held: readonly PresentedCode[] = [];
      return {
        readCode: (before, code) => {
          if (before.enabled !== true) held = [code];
          return sound.readCode(before, code);
        },
        applyCommand: (before, command) => {
          const turn = sound.applyCommand(before, command);
          if (command.type !== 'enable' || before.asleep || held.length === 0) return turn;
          const codes = held;
          held = [];
          return { ...turn, codes };
        },
      };
    },
  },
  'enable-loses-first': {
    breaks: 'GM-DT-05',
    text: 'The first code after scan disable and enable is lost.',
    change: (sound) => {
      let warming = false;
      return {
        applyCommand: (before, command) => {
          const turn = sound.applyCommand(before, command);
          warming ||= before.enabled !== true && turn.state.enabled === true;
          return turn;
        },
        readCode: (before, code) => {
          const { state, sent } = sound.readCode(before, code);
          const lost = warming && sent;
          if (sent) warming = false;
          return { state, sent: sent && !lost };
        },
      };
    },
  },
};

const SHOWINGS: GmDefects = {
  'same-code-twice': {
    breaks: 'GM-DT-06',
    text: 'A code that stays in front of the lens is sent again after half of the time in which it counts as one presentation.',
    change: (_sound, { p }) => ({
      rereadDelay: (state) => (state.session === true ? undefined : micros(500 * p.sameCodeMs)),
    }),
  },
  'same-code-never-again': {
    breaks: 'GM-DT-06',
    text: 'A code is not sent a second time until another was shown.',
    change: onRead(() => {
      let latest = '';
      return (code, sent) => {
        const again = sent && codeKey(code) === latest;
        if (sent) latest = codeKey(code);
        return sent && !again;
      };
    }),
  },
  'third-showing-lost': {
    breaks: 'GM-DT-06',
    text: 'When a code is presented three times in a row, the third is lost.',
    change: onRead(() => {
      let latest = '';
      let count = 0;
      return (code, sent) => {
        if (!sent) return false;
        count = codeKey(code) === latest ? count + 1 : 1;
        latest = codeKey(code);
        return count % 3 !== 0;
      };
    }),
  },
};

export const DELIVERY_DEFECTS: GmDefects = { ...RETRIES, ...ENABLE, ...SHOWINGS };
