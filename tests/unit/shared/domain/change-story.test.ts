import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../shared/app-error.ts';
import type { Change } from '../../../../shared/domain/change.ts';
import type { JournalEvent } from '../../../../shared/domain/change-entry.ts';
import { stateAfter } from '../../../../shared/domain/change-machine.ts';
import { standingOf, tell, type Told } from '../../../../shared/domain/change-story.ts';
import {
  answered,
  before,
  changeId,
  interrupted,
  planned,
  readBack,
  sending,
  settled,
  withdrawn,
} from '../../../support/workspace/a-journal.ts';

const minute = (n: number): string => `2026-02-21T14:${String(n).padStart(2, '0')}:00.000Z`;
const refusal: AppError = { kind: 'refused', why: 'other', status: 400, said: 'Not now' };

/** The change after `events`, one in each minute. */
function story(events: readonly JournalEvent[]): Change {
  let told: Told | null = null;
  for (const [index, event] of events.entries()) {
    const state = stateAfter(told === null ? null : standingOf(told), event);
    if (state === null) throw new Error(`Cannot happen: ${event.type}`);
    told = tell(told, { changeId: changeId(1), at: minute(index), state, event }, 7);
  }
  if (told === null) throw new Error('Nothing to tell');
  return told.change;
}

describe('the story of a change', () => {
  it('begins with what was planned and nothing else', () => {
    expect(story([planned({ planId: changeId(9) })])).toMatchObject({
      id: changeId(1),
      number: 7,
      state: 'planned',
      planId: changeId(9),
      attempts: 0,
      createdAt: minute(0),
      changedAt: minute(0),
      sentAt: null,
      before: null,
      proof: null,
      next: ['send', 'withdraw'],
    });
    expect(() =>
      tell(null, { changeId: changeId(1), at: minute(0), state: 'sending', event: sending }, 1),
    ).toThrow();
  });

  it('is not told anew by a second planning, and stops at an event that nobody knows', () => {
    const planning = { changeId: changeId(1), at: minute(0), state: 'planned', event: planned() } as const;
    const told = tell(null, planning, 7);
    expect(tell(told, { ...planning, event: planned({ domain: 'other.com' }) }, 8)).toEqual(told);
    const unknown = { type: 'forgotten' } as unknown as JournalEvent; // What a later version may write.
    expect(() => tell(told, { ...planning, event: unknown }, 7)).toThrow();
  });

  it('has what was read before the last attempt, and nothing of an attempt before it', () => {
    const change = story([
      planned(),
      sending,
      answered('not-sent', { error: { kind: 'uncertain', why: 'no-complete-answer' } }),
      { type: 'sending', attempt: 2, before: { ...before, lock: 'locked' } },
    ]);
    expect(change).toMatchObject({
      attempts: 2,
      sentAt: minute(3),
      error: null,
      evidence: [],
      readBackAt: null,
    });
    expect(change.before?.lock).toBe('locked');
  });

  it.each<readonly [string, readonly JournalEvent[], Partial<Change>]>([
    [
      'the answer, where nothing can be read back',
      [answered('claimed'), readBack('no-proof')],
      { proof: 'answer' },
    ],
    ['the reading', [answered('claimed'), readBack('agrees')], { proof: 'read-back', readBackAt: minute(3) }],
    ['a person', [interrupted, settled], { proof: 'person', settledAs: 'applied', next: [] }],
    [
      'the reading of a doubt',
      [interrupted, readBack('as-before')],
      { state: 'not-applied', proof: 'read-back' },
    ],
    [
      'the answer, where the reading failed',
      [answered('refused'), readBack('unreadable')],
      { proof: 'answer' },
    ],
    ['nothing while it is open', [interrupted], { proof: null, next: ['read-back', 'settle'] }],
  ])('is proved by %s', (_what, events, expected) => {
    expect(story([planned(), sending, ...events])).toMatchObject(expected);
  });

  it('keeps why it is not confirmed: the first reason, not that of a reading that failed', () => {
    const unreachable = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
    const doubt = answered('uncertain', { error: { kind: 'uncertain', why: 'no-complete-answer' } });
    const failed = readBack('unreadable', { error: unreachable, evidence: [] });
    expect(story([planned(), sending, doubt, failed]).error).toMatchObject({ kind: 'uncertain' });
    expect(story([planned(), sending, answered('claimed'), failed]).error).toEqual(unreachable);
    expect(story([planned(), sending, interrupted]).error).toMatchObject({ kind: 'uncertain' });
  });

  it('has the note of the person who settled it, and why it was withdrawn', () => {
    expect(story([planned(), sending, interrupted, settled]).note).toBe('The registry says so.');
    const why: JournalEvent = { type: 'withdrawn', error: refusal };
    expect(story([planned(), why])).toMatchObject({ error: refusal, proof: null, next: [] });
    expect(story([planned(), withdrawn]).error).toBeNull();
  });
});
