import { describe, expect, it } from 'vitest';
import { type BatchAsk, doneText } from '#shared/domain/batch.ts';
import { inEnglish } from '#shared/domain/counting.ts';

describe('what a batch has done', () => {
  it.each<[ask: BatchAsk, said: string]>([
    [{ kind: 'lock', state: 'unlocked' }, '2 domains unlocked'],
    [{ kind: 'nameservers', nameservers: ['ns1.example.net'] }, 'Nameservers of 2 domains set'],
    [
      { kind: 'nameservers', nameservers: [], undoes: { changeId: '00000000-0000-4000-8000-000000000001' } },
      'Nameservers of 2 domains put back',
    ],
    [{ kind: 'renew', periodYears: 2 }, '2 domains renewed for 2 years'],
    [{ kind: 'sync' }, '2 domains read again by the service'],
  ])('is said in the past: %j', (ask, said) => expect(doneText(ask, 2, inEnglish)).toBe(said));
});
