import { beforeEach, describe, expect, it } from 'vitest';
import { type Confirmations, createConfirmations } from '../../../../../electron/main/codes/confirmations.ts';

const minuteMs = 60_000;
const wayOf = (id: string) => ({
  account: { id, label: id, colour: 'blue' as const },
  ended: new AbortController().signal,
});

describe('a confirmation', () => {
  let nowMs: number;
  let confirmations: Confirmations;
  const acme = wayOf('acme');
  beforeEach(() => {
    nowMs = 1_000;
    confirmations = createConfirmations(() => nowMs);
  });

  it('B13 counts for its domain alone', () => {
    expect(confirmations.use(acme, 'a.com')).toBe(false);
    confirmations.add(acme, 'a.com');
    expect(confirmations.use(acme, 'a.com')).toBe(true);
    expect(confirmations.use(acme, 'b.com')).toBe(false);
  });

  it('B13 is asked again after five minutes without use', () => {
    confirmations.add(acme, 'a.com');
    nowMs += 5 * minuteMs;
    expect(confirmations.use(acme, 'a.com')).toBe(false);
    nowMs = 1_001;
    expect(confirmations.use(acme, 'a.com')).toBe(false);
  });

  it('B13 lasts another five minutes with each use', () => {
    confirmations.add(acme, 'a.com');
    for (let use = 0; use < 3; use += 1) {
      nowMs += 5 * minuteMs - 1;
      expect(confirmations.use(acme, 'a.com')).toBe(true);
    }
  });

  it('B13 is forgotten with all others', () => {
    confirmations.add(acme, 'a.com');
    confirmations.forget();
    expect(confirmations.use(acme, 'a.com')).toBe(false);
  });

  it('B13 is forgotten when another account was asked in between', () => {
    confirmations.add(acme, 'a.com');
    expect(confirmations.use(wayOf('other'), 'a.com')).toBe(false);
    expect(confirmations.use(acme, 'a.com')).toBe(false);
  });

  it('B13 is forgotten when the account is reached over another connection', () => {
    confirmations.add(acme, 'a.com');
    expect(confirmations.use(wayOf('acme'), 'a.com')).toBe(false);
  });
});
