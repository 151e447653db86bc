import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../../shared/domain/counting.ts';
import { holdsAnything, removalText } from '../../../../shared/domain/account.ts';

const nothing = { domains: 0, annotated: 0, sessions: 0, drafts: 0, batches: 0 };

describe('F16 what goes with an account', () => {
  it.each([
    [{ domains: 1 }, '1 domain is removed here.'],
    [{ domains: 5_001 }, '5,001 domains are removed here.'],
    [{ domains: 2, annotated: 1 }, '2 domains (1 with notes or tags) are removed here.'],
    [{ sessions: 1 }, '1 bulk lookup is removed here.'],
    [
      { domains: 5_001, annotated: 320, sessions: 2 },
      '5,001 domains (320 with notes or tags) and 2 bulk lookups are removed here.',
    ],
    [
      { domains: 1, sessions: 1, drafts: 1, batches: 1 },
      '1 domain, 1 bulk lookup, 1 draft and 1 batch are removed here.',
    ],
    [{ drafts: 3, batches: 2 }, '3 drafts and 2 batches are removed here.'],
  ])('F16 is told: %j', (contents, text) => {
    expect(removalText({ ...nothing, ...contents }, inEnglish)).toBe(text);
    expect(holdsAnything({ ...nothing, ...contents })).toBe(true);
  });

  it('is not told where it is nothing', () => {
    expect(removalText(nothing, inEnglish)).toBeNull();
    expect(holdsAnything(nothing)).toBe(false);
  });
});
