import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endingBy } from '../../../../../electron/main/cli/ending.ts';

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

describe('a process that is asked to end', () => {
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
