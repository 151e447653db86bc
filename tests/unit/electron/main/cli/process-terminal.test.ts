import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createAskHidden, endingBy } from '../../../../../electron/main/cli/process-terminal.ts';

describe('what is typed without being shown', () => {
  /** A terminal into which these pieces are typed. */
  function aKeyboard(pieces: readonly (string | Uint8Array)[], isTerminal = true) {
    const left = [...pieces];
    const happened: string[] = [];
    let interrupts = 0;
    const ask = createAskHidden(
      {
        isTerminal: () => isTerminal,
        setRaw: (isRaw) => void happened.push(isRaw ? 'raw' : 'cooked'),
        next: () => {
          const piece = left.shift();
          return Promise.resolve(typeof piece === 'string' ? Buffer.from(piece) : (piece ?? null));
        },
      },
      (text) => void happened.push(text),
      () => void (interrupts += 1),
    );
    return { ask, happened, interrupts: () => interrupts };
  }

  it.each<[string, readonly (string | Uint8Array)[], string]>([
    ['ends at Enter', ['correct horse\r'], 'correct horse'],
    ['comes key by key', ['a', 'b', 'c', '\r'], 'abc'],
    ['may be corrected', ['abd\u007Fc\r'], 'abc'],
    ['may be begun again', ['wrong\u0015right\r'], 'right'],
    ['keeps its letters whole', [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0d])], 'é'],
    ['has no arrows in it', ['a\u001B[Db\u001BOHc\r'], 'abc'],
    ['keeps its spaces', ['  two  \r'], '  two  '],
  ])('%s', async (_name, pieces, text) => {
    expect(await aKeyboard(pieces).ask('Passphrase: ')).toBe(text);
  });

  it('is never written, and the terminal is as before afterwards', async () => {
    const { ask, happened } = aKeyboard(['secret\r']);
    await ask('Passphrase: ');
    expect(happened).toEqual(['Passphrase: ', 'raw', 'cooked', '\n']);
  });

  it('may be typed ahead, and belongs to the next question then', async () => {
    const { ask } = aKeyboard(['one\rtwo\r']);
    expect([await ask('1'), await ask('2')]).toEqual(['one', 'two']);
  });

  it.each([
    ['Ctrl-C, which is told', ['ab\u0003'], 1],
    ['Ctrl-D', ['ab\u0004'], 0],
    ['the end of the input', ['ab'], 0],
  ] as const)('is nothing at %s', async (_name, pieces, interrupts) => {
    const keyboard = aKeyboard(pieces);
    expect(await keyboard.ask('Passphrase: ')).toBeNull();
    expect(keyboard.interrupts()).toBe(interrupts);
    expect(keyboard.happened.at(-2)).toBe('cooked');
  });

  it('is not asked for where there is no terminal', async () => {
    const { ask, happened } = aKeyboard(['typed\r'], false);
    expect(await ask('Passphrase: ')).toBeNull();
    expect(happened).toEqual([]);
  });
});

describe('a process that is asked to end', () => {
  function aProcess() {
    const signals = new EventEmitter();
    const exits: number[] = [];
    let nowMs = 1_000;
    const ending = endingBy(
      signals,
      () => nowMs,
      (code) => exits.push(code),
    );
    const send = (signal: string, afterMs = 0): void => {
      nowMs += afterMs;
      signals.emit(signal);
    };
    return { ending, exits, send };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('by %s asks its command to end, and goes on until that has', (signal, code) => {
    const { ending, exits, send } = aProcess();
    expect(ending.aborted).toBe(false);
    send(signal);
    expect([ending.reason, exits]).toEqual([code, []]);
  });

  it('takes two signals of one key press, as npm passes them on, for one', () => {
    const { exits, send } = aProcess();
    send('SIGINT');
    send('SIGINT', 400);
    expect(exits).toEqual([]);
  });

  it('ends at once when it is asked once more', () => {
    const { exits, send } = aProcess();
    send('SIGINT');
    send('SIGTERM', 600);
    expect(exits).toEqual([143]);
  });
});
