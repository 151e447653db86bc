import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeStates, isOpen } from '../../../../shared/domain/change.ts';
import type { AnswerVerdict, JournalEvent, ReadBackVerdict } from '../../../../shared/domain/change-entry.ts';
import { type Standing, stateAfter } from '../../../../shared/domain/change-machine.ts';
import { standingOf, tell, type Told } from '../../../../shared/domain/change-story.ts';
import {
  answered,
  at,
  changeId,
  interrupted,
  planned,
  readBack,
  sending,
  settled,
  withdrawn,
} from '../../../support/workspace/a-journal.ts';

const answers = ['claimed', 'refused', 'refused-unconfirmed', 'uncertain', 'not-sent'] as const;
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
function next(told: Told | null, event: JournalEvent): Told | null {
  const state = stateAfter(told === null ? null : standingOf(told), event);
  return state === null ? null : tell(told, { changeId: changeId(1), at, state, event }, 1);
}

const stateOf = (told: Told | null) => told?.change.state ?? null;

/** What is never to happen, over one step that the machine allows. */
function expectNothingForbidden(before: Told | null, event: JournalEvent, after: Told): void {
  const [from, to] = [stateOf(before), after.change.state];
  if (from === null) expect(event.type).toBe('planned');
  else expect(isOpen(from)).toBe(true);
  if (event.type === 'sending') expect([from, to]).toEqual(['planned', 'sending']);
  if (from === 'uncertain')
    expect(['sending', 'planned', 'refused', 'confirmed', 'withdrawn']).not.toContain(to);
  if (to === 'planned' && from !== null) expect(event).toMatchObject({ verdict: 'not-sent' });
  if (to === 'withdrawn') expect(from).toBe('planned');
  if (to === 'settled') expect(from).toBe('uncertain');
  expect(after.change.next.includes('send')).toBe(to === 'planned');
}

describe('the states of a change', () => {
  it('C8 never go from uncertain to sending, never leave the end, and are sent from planned alone: every sequence of 7 events', () => {
    // What comes next depends on state and last answer alone, so that each standing is walked on from once for each length.
    let reached = new Map<string, Told | null>([['nothing', null]]);
    let steps = 0;
    for (let length = 1; length <= 7; length += 1) {
      const further = new Map<string, Told | null>(reached);
      for (const told of reached.values()) {
        for (const event of events) {
          const after = next(told, event);
          if (after === null) continue;
          steps += 1;
          expectNothingForbidden(told, event, after);
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
        let told: Told | null = null;
        let sends = 0;
        for (const event of sequence) {
          const after: Told | null = next(told, event);
          if (after === null) continue;
          expectNothingForbidden(told, event, after);
          if (event.type === 'sending') sends += 1;
          told = after;
        }
        // Each attempt but the last one came back unsent.
        const unsent = sequence.filter(({ type }) => type === 'answered').length;
        expect(sends).toBeLessThanOrEqual(unsent + 1);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<readonly [AnswerVerdict, ReadBackVerdict, string | null]>([
    ['claimed', 'agrees', 'confirmed'],
    ['claimed', 'no-proof', 'confirmed'],
    ['claimed', 'as-before', 'uncertain'],
    ['claimed', 'differs', 'uncertain'],
    ['claimed', 'unreadable', 'uncertain'],
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
    ['not-sent', 'agrees', null],
  ])('after %s and a reading that %s: %s', (verdict, reading, state) => {
    const told = [planned(), sending, answered(verdict)].reduce<Told | null>(next, null);
    expect(stateOf(next(told, readBack(reading)))).toBe(state);
  });

  it('C13 a refusal may be the trace of an attempt of our own: what is there says so', () => {
    const told = [planned(), sending, answered('refused'), readBack('agrees')].reduce<Told | null>(
      next,
      null,
    );
    expect(told?.change).toMatchObject({ state: 'applied', proof: 'read-back' });
  });

  it('is not read back before it is sent, nor on its way after an answer that ends the attempt', () => {
    for (const standing of [
      { state: 'planned', answered: null },
      { state: 'sending', answered: 'uncertain' },
      { state: 'sending', answered: 'not-sent' },
    ] as const) {
      expect(stateAfter(standing, readBack('agrees'))).toBeNull();
    }
  });

  it('is not read back before it is answered', () => {
    const standing: Standing = { state: 'sending', answered: null };
    for (const verdict of readings) expect(stateAfter(standing, readBack(verdict))).toBeNull();
  });
});
