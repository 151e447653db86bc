import { describe, expect, it } from 'vitest';
import type { ChangeState } from '#shared/domain/change.ts';
import { asks, ChangingDesk, domain } from '../../../../support/changes/a-changing-desk.ts';
import type { OutcomeOfWrite } from '../../../../support/changes/a-service.ts';

type Kind = keyof typeof asks;
const provable = ['lock', 'nameservers', 'contacts', 'register'] as const satisfies readonly Kind[];
const unprovable = [
  'renew',
  'child-register',
  'child-modify',
  'child-delete',
  'sync',
] as const satisfies readonly Kind[];

function aDesk(kind: Kind): ChangingDesk {
  const desk = new ChangingDesk();
  if (kind === 'register') desk.service.free(domain);
  return desk;
}

/** [answered, whether it was applied, state, proof] */
const whereItCanBeProven: readonly (readonly [OutcomeOfWrite, boolean, ChangeState, string | null])[] = [
  ['claimed', true, 'confirmed', 'read-back'],
  ['claimed', false, 'uncertain', null],
  ['refused', false, 'refused', 'read-back'],
  ['refused', true, 'applied', 'read-back'],
  ['refused-unconfirmed', false, 'refused', 'read-back'],
  ['refused-unconfirmed', true, 'applied', 'read-back'],
  ['exists', false, 'not-applied', 'read-back'],
  ['exists', true, 'applied', 'read-back'],
  ['uncertain', true, 'applied', 'read-back'],
  ['uncertain', false, 'not-applied', 'read-back'],
  ['not-sent', false, 'planned', null],
  ['cancelled', false, 'planned', null],
];

const whereNothingProvesIt: readonly (readonly [OutcomeOfWrite, ChangeState, string | null])[] = [
  ['claimed', 'confirmed', 'answer'],
  ['refused', 'refused', 'answer'],
  ['refused-unconfirmed', 'uncertain', null],
  ['exists', 'uncertain', null],
  ['uncertain', 'uncertain', null],
  ['not-sent', 'planned', null],
  ['cancelled', 'planned', null],
];

describe.each(provable)('a change of %s', (kind) => {
  it.each(whereItCanBeProven)(
    'that is answered “%s” and done: %s, ends as %s by %s, and was sent once at most',
    async (outcome, isApplied, state, proof) => {
      const desk = aDesk(kind);
      desk.service.behaviours.push({ outcome, isApplied });
      const { id } = await desk.settled(asks[kind]);
      // A registration is not called not done before ten minutes have passed.
      await desk.time.pass(600_000);
      const change = await desk.find(id);
      const isDoubted = kind === 'register' && outcome === 'refused-unconfirmed' && !isApplied;
      expect({ state: change.state, proof: change.proof }).toEqual({
        state: isDoubted ? 'not-applied' : state,
        proof,
      });
      expect(desk.service.writes.length).toBe(outcome === 'not-sent' || outcome === 'cancelled' ? 0 : 1);
      expect(desk.bugs).toEqual([]);
    },
  );
});

describe.each(unprovable)('C10 a change of %s', (kind) => {
  it.each(whereNothingProvesIt)(
    'that is answered “%s” ends as %s by %s, and was sent once at most',
    async (outcome, state, proof) => {
      const desk = aDesk(kind);
      desk.service.behaviours.push({ outcome, isApplied: false });
      const change = await desk.settled(asks[kind]);
      expect({ state: change.state, proof: change.proof }).toEqual({ state, proof });
      expect(desk.service.writes.length).toBe(outcome === 'not-sent' || outcome === 'cancelled' ? 0 : 1);
    },
  );
});
