import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeStates, isOpen } from '../../../../shared/domain/change-kinds.ts';
import {
  type WriteOutcome,
  type Change,
  type ChangeStatus,
  type JournalEvent,
  projectChange,
  type ProjectedChange,
  provenLater,
  type ReadBackVerdict,
  stateAfter,
  statusOf,
} from '../../../../shared/domain/change.ts';
import type { AppError } from '../../../../shared/errors.ts';
import { aReading } from '../../../support/registry/a-reading.ts';
import {
  answered,
  at,
  before,
  changeId,
  interrupted,
  planned,
  readBack,
  sending,
  settled,
  withdrawn,
} from '../../../support/workspace/a-journal.ts';

describe('the states of a change', () => {
  const answers = ['done', 'refused', 'refused-unconfirmed', 'uncertain', 'unsent'] as const;
  const readings = ['agrees', 'as-before', 'differs', 'no-proof', 'unreadable'] as const;
  const events: readonly JournalEvent[] = [
    planned(),
    sending,
    interrupted,
    settled,
    withdrawn,
    ...answers.map((verdict) => answered(verdict)),
    ...readings.map((verdict) => readBack(verdict)),
  ];

  /** What the journal does with an event: null where the machine does not let it happen. */
  function next(projected: ProjectedChange | null, event: JournalEvent): ProjectedChange | null {
    const state = stateAfter(projected === null ? null : statusOf(projected), event);
    return state === null ? null : projectChange(projected, { changeId: changeId(1), at, state, event }, 1);
  }

  const stateOf = (projected: ProjectedChange | null) => projected?.change.state ?? null;

  /** What is never to happen, over one step that the machine allows. */
  function expectNothingForbidden(
    before: ProjectedChange | null,
    event: JournalEvent,
    after: ProjectedChange,
  ): void {
    const [from, to] = [stateOf(before), after.change.state];
    if (from === null) expect(event.type).toBe('planned');
    else expect(isOpen(from)).toBe(true);
    if (event.type === 'sending') expect([from, to]).toEqual(['planned', 'sending']);
    if (from === 'uncertain')
      expect(['sending', 'planned', 'refused', 'confirmed', 'withdrawn']).not.toContain(to);
    if (to === 'planned' && from !== null) expect(event).toMatchObject({ outcome: 'unsent' });
    if (to === 'withdrawn') expect(from).toBe('planned');
    if (to === 'settled') expect(from).toBe('uncertain');
    expect(after.change.next.includes('send')).toBe(to === 'planned');
  }

  it('C8 never go from uncertain to sending, never leave the end, and are sent from planned alone: every sequence of 7 events', () => {
    // What comes next depends on state and last answer alone, so that each standing is walked on from once for each length.
    let reached = new Map<string, ProjectedChange | null>([['nothing', null]]);
    let steps = 0;
    for (let length = 1; length <= 7; length += 1) {
      const further = new Map<string, ProjectedChange | null>(reached);
      for (const projected of reached.values()) {
        for (const event of events) {
          const after = next(projected, event);
          if (after === null) continue;
          steps += 1;
          expectNothingForbidden(projected, event, after);
          further.set(`${after.change.state} ${String(after.answered)}`, after);
        }
      }
      reached = further;
    }
    expect(steps).toBeGreaterThan(200);
    const states = new Set([...reached.values()].map(stateOf));
    expect([...states].filter((state) => state !== null).toSorted()).toEqual([...changeStates].toSorted());
  });

  it('C8 the same over long sequences at random', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60 }), (sequence) => {
        let projected: ProjectedChange | null = null;
        let sends = 0;
        for (const event of sequence) {
          const after: ProjectedChange | null = next(projected, event);
          if (after === null) continue;
          expectNothingForbidden(projected, event, after);
          if (event.type === 'sending') sends += 1;
          projected = after;
        }
        // Each attempt but the last one came back unsent.
        const unsent = sequence.filter(({ type }) => type === 'answered').length;
        expect(sends).toBeLessThanOrEqual(unsent + 1);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<readonly [WriteOutcome, ReadBackVerdict, string | null]>([
    ['done', 'agrees', 'confirmed'],
    ['done', 'no-proof', 'confirmed'],
    ['done', 'as-before', 'uncertain'],
    ['done', 'differs', 'uncertain'],
    ['done', 'unreadable', 'uncertain'],
    ['refused', 'agrees', 'applied'],
    ['refused', 'no-proof', 'refused'],
    ['refused', 'as-before', 'refused'],
    ['refused', 'differs', 'uncertain'],
    ['refused', 'unreadable', 'refused'],
    ['refused-unconfirmed', 'agrees', 'applied'],
    ['refused-unconfirmed', 'no-proof', 'uncertain'],
    ['refused-unconfirmed', 'as-before', 'refused'],
    ['refused-unconfirmed', 'differs', 'uncertain'],
    ['refused-unconfirmed', 'unreadable', 'uncertain'],
    ['uncertain', 'agrees', 'applied'],
    ['uncertain', 'as-before', 'not-applied'],
    ['uncertain', 'no-proof', 'uncertain'],
    ['uncertain', 'differs', 'uncertain'],
    ['uncertain', 'unreadable', 'uncertain'],
    ['unsent', 'agrees', null],
  ])('after %s and a reading that %s: %s', (verdict, reading, state) => {
    const projected = [planned(), sending, answered(verdict)].reduce<ProjectedChange | null>(next, null);
    expect(stateOf(next(projected, readBack(reading)))).toBe(state);
  });

  it('C13 a refusal may be the trace of an attempt of our own: what is there says so', () => {
    const projected = [
      planned(),
      sending,
      answered('refused'),
      readBack('agrees'),
    ].reduce<ProjectedChange | null>(next, null);
    expect(projected?.change).toMatchObject({ state: 'applied', proof: 'read-back' });
  });

  it('is not read back before it is sent, nor on its way after an answer that ends the attempt', () => {
    for (const standing of [
      { state: 'planned', answered: null },
      { state: 'sending', answered: 'uncertain' },
      { state: 'sending', answered: 'unsent' },
    ] as const) {
      expect(stateAfter(standing, readBack('agrees'))).toBeNull();
    }
  });

  it('is not read back before it is answered', () => {
    const standing: ChangeStatus = { state: 'sending', answered: null };
    for (const verdict of readings) expect(stateAfter(standing, readBack(verdict))).toBeNull();
  });
});

describe('the story of a change', () => {
  const minute = (n: number): string => `2026-02-21T14:${String(n).padStart(2, '0')}:00.000Z`;
  const refusal: AppError = { kind: 'refused', why: 'other', status: 400, said: 'Not now' };

  /** The change after `events`, one in each minute. */
  function story(events: readonly JournalEvent[]): Change {
    let projected: ProjectedChange | null = null;
    for (const [index, event] of events.entries()) {
      const state = stateAfter(projected === null ? null : statusOf(projected), event);
      if (state === null) throw new Error(`Cannot happen: ${event.type}`);
      projected = projectChange(projected, { changeId: changeId(1), at: minute(index), state, event }, 7);
    }
    if (projected === null) throw new Error('Nothing to tell');
    return projected.change;
  }

  it('begins with what was planned and nothing else', () => {
    expect(story([planned({ batchId: changeId(9) })])).toMatchObject({
      id: changeId(1),
      number: 7,
      state: 'planned',
      batchId: changeId(9),
      attempts: 0,
      createdAt: minute(0),
      changedAt: minute(0),
      sentAt: null,
      before: null,
      proof: null,
      next: ['send', 'withdraw'],
    });
    expect(() =>
      projectChange(null, { changeId: changeId(1), at: minute(0), state: 'sending', event: sending }, 1),
    ).toThrow();
  });

  it('is not told anew by a second planning, and stops at an event that nobody knows', () => {
    const planning = { changeId: changeId(1), at: minute(0), state: 'planned', event: planned() } as const;
    const projected = projectChange(null, planning, 7);
    expect(projectChange(projected, { ...planning, event: planned({ domain: 'other.com' }) }, 8)).toEqual(
      projected,
    );
    const unknown = { type: 'forgotten' } as unknown as JournalEvent; // What a later version may write.
    expect(() => projectChange(projected, { ...planning, event: unknown }, 7)).toThrow();
  });

  it('has what was read before the last attempt, and nothing of an attempt before it', () => {
    const change = story([
      planned(),
      sending,
      answered('unsent', { error: { kind: 'uncertain', why: 'no-complete-answer' } }),
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
      [answered('done'), readBack('no-proof')],
      { proof: 'answer' },
    ],
    ['the reading', [answered('done'), readBack('agrees')], { proof: 'read-back', readBackAt: minute(3) }],
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

  it('is proven at the time at which its registry showed it, and a later reading of the credit does not move that', () => {
    const price = { kind: 'not-given' } as const;
    const registry = { at, proof: 'proven', why: null } as const;
    const events: readonly JournalEvent[] = [
      planned({ what: { kind: 'renew', periodYears: 1, addons: {}, price } }),
      { ...sending, before: { ...before, registry: aReading({ expiresAt: '2027-03-01T00:00:00Z' }) } },
      answered('done'),
      readBack('no-proof', { charge: 'not-yet' }),
    ];
    expect(story(events).provenAt).toBeUndefined();
    const proven = [...events, readBack('agrees', { registry })];
    expect(story(proven)).toMatchObject({ proof: 'registry', provenAt: minute(4) });
    const readSince = story([...proven, readBack('no-proof', { charge: 'fell' })]);
    expect(readSince).toMatchObject({ proof: 'registry', provenAt: minute(4), readBackAt: minute(5) });
    expect(story([...events, readBack('no-proof', { charge: 'fell' })]).provenAt).toBeUndefined();
  });

  it.each([
    [2, '2 s later'],
    [44, '44 s later'],
    [185, '3 min later'],
    [7_300, '2 h later'],
    [90_000, '1 day later'],
    [400_000, '5 days later'],
  ])('says how long after its sending it was proven: after %s s', (seconds, words) => {
    const provenAt = new Date(Date.parse(at) + seconds * 1_000).toISOString();
    expect(provenLater({ sentAt: at, provenAt })).toBe(words);
    expect(provenLater({ sentAt: at })).toBeNull();
    expect(provenLater({ sentAt: null, provenAt })).toBeNull();
  });

  it('keeps why it is not confirmed: the first reason, not that of a reading that failed', () => {
    const unreachable = { kind: 'unreachable', why: 'no-answer-in-time' } as const;
    const doubt = answered('uncertain', { error: { kind: 'uncertain', why: 'no-complete-answer' } });
    const failed = readBack('unreadable', { error: unreachable, evidence: [] });
    expect(story([planned(), sending, doubt, failed]).error).toMatchObject({ kind: 'uncertain' });
    expect(story([planned(), sending, answered('done'), failed]).error).toEqual(unreachable);
    expect(story([planned(), sending, interrupted]).error).toMatchObject({ kind: 'uncertain' });
  });

  it('has the note of the person who settled it, and why it was withdrawn', () => {
    expect(story([planned(), sending, interrupted, settled]).note).toBe('The registry says so.');
    const why: JournalEvent = { type: 'withdrawn', error: refusal };
    expect(story([planned(), why])).toMatchObject({ error: refusal, proof: null, next: [] });
    expect(story([planned(), withdrawn]).error).toBeNull();
  });
});

it('a registry that proves nothing yet takes nothing from a change that was verified and not charged', () => {
  const verified = {
    change: {
      ...{ state: 'confirmed', proof: 'read-back', charge: 'not-yet', sentAt: at },
      what: { kind: 'register' },
    } as Change, // All that is looked at.
    answered: 'done',
  } as const;
  const event: JournalEvent = {
    ...{ type: 'read-back', verdict: 'no-proof', evidence: [], error: null },
    registry: { at, proof: 'not-yet', why: 'unchanged' },
  };
  expect(stateAfter(statusOf(verified), event)).toBe('confirmed');
  const after = projectChange(verified, { changeId: changeId(1), at, state: 'confirmed', event }, 1);
  expect(after.change).toMatchObject({ state: 'confirmed', proof: 'read-back', registry: event.registry });
});
