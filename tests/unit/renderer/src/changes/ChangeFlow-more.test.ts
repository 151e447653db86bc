import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../../../../renderer/src/changes/ChangeFlow.tsx';
import { aFollowedChange, anEntryOf, answeredEvent } from '../../../../support/fake-change-flow.ts';

const change = aFollowedChange();
const sending = (attempt: number, at: string) =>
  anEntryOf(change, { type: 'sending', attempt, before: { readAt: at } }, at);

describe('how far a change is', () => {
  it('that is written down and not yet tried is: waiting for a free place, with an end to it', () => {
    const steps = stepsOf(aFollowedChange({ state: 'planned', attempts: 0, sentAt: null }), []);
    expect(steps.map(({ state }) => state)).toEqual(['done', 'now', 'later']);
    expect(steps[1]?.text).toBe('Waiting for a free place (at most 30 seconds)…');
  });

  it('that is sent and not answered waits since it was sent', () => {
    expect(stepsOf(change, [])[1]).toEqual({
      text: 'Sent once, waiting for the answer',
      state: 'now',
      at: change.sentAt,
    });
  });

  it('that is answered is being read back since then', () => {
    const answered = anEntryOf(change, answeredEvent('claimed'), '2026-11-21T09:00:05.000Z');
    expect(stepsOf(change, [sending(1, '2026-11-21T09:00:01.000Z'), answered])[2]).toEqual({
      text: 'Reading the registrar lock back',
      state: 'now',
      at: '2026-11-21T09:00:05.000Z',
    });
  });

  it('that is sent a second time does not take the first answer for its own', () => {
    const first = anEntryOf(change, answeredEvent('not-sent'), '2026-11-21T09:00:05.000Z');
    const again = sending(2, '2026-11-21T09:10:00.000Z');
    expect(stepsOf(change, [first, again])[2]?.state).toBe('later');
  });
});
