import { describe, expect, it } from 'vitest';
import type { ChangeKind } from '#shared/domain/change-kinds.ts';
import { BatchesWorld } from '../../../../support/batches/a-batches-world.ts';
import { accountId, asks, ChangesWorld, domain } from '../../../../support/changes/a-changes-world.ts';
import type { AService, OutcomeOfWrite, ReadName } from '../../../../support/changes/a-service.ts';
import { expectFailure } from '../../../../support/rows.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

// What becomes of a change, by the service's answer and by what reading back shows then: for every kind, alone and as a row of a
// batch. A proof stands behind a stroke. A batch is done then; with “!” it halts, with “~” it waits for the network, and with “+” it
// makes the row anew. One POST is made where something was sent, else none.
const table = `
answer              | shows what was asked | shows what was before | cannot be read       | nothing can show it
done                | confirmed/read-back  | uncertain!            | uncertain!           | confirmed/answer
refused             | applied/read-back    | refused/read-back     | refused/answer~      | refused/answer
refused-unconfirmed | applied/read-back    | refused/read-back!    | uncertain!           | uncertain!
exists              | applied/read-back    | not-applied/read-back!| uncertain!           | uncertain!
uncertain           | applied/read-back    | not-applied/read-back!| uncertain!           | uncertain!
unsent              | -                    | planned+              | -                    | planned+
cancelled           | -                    | planned               | -                    | planned
`;

/** By which read a kind is read back; without one, nothing that can be read shows it. */
const readBackBy: Readonly<Partial<Record<ChangeKind, ReadName>>> = {
  lock: 'lock',
  nameservers: 'nameservers',
  contacts: 'contacts',
  register: 'finding',
};
/** A registration that is refused for no defined reason may be done (F2), and is called not done after ten minutes. */
const ofRegistrations: Readonly<Record<string, string>> = {
  'refused-unconfirmed, shows what was before': 'not-applied/read-back!',
};

interface Case {
  readonly kind: ChangeKind;
  readonly answer: OutcomeOfWrite;
  readonly shows: string;
  readonly cell: string;
}

const [heads = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const kinds = Object.keys(asks) as readonly ChangeKind[]; // Its keys are the kinds.

const cases: readonly Case[] = kinds.flatMap((kind) =>
  rows.flatMap(([answer = '', ...cells]) =>
    cells.flatMap((cell, column) => {
      const shows = heads[column + 1] ?? '';
      if (cell === '-' || (shows === 'nothing can show it') === kind in readBackBy) return [];
      const own = kind === 'register' ? ofRegistrations[`${answer}, ${shows}`] : undefined;
      return [{ kind, answer: answer as OutcomeOfWrite, shows, cell: own ?? cell }];
    }),
  ),
);

/** The service answers its next write so, and shows what the column says from then on. */
function answer(service: AService, { kind, answer: outcome, shows }: Case): void {
  service.behaviours.push({ outcome, isApplied: shows === 'shows what was asked' });
  const part = readBackBy[kind];
  if (shows === 'cannot be read' && part !== undefined)
    service.onWrite = () =>
      Promise.resolve(void service.failing.set(part, { kind: 'unreachable', why: 'offline' }));
}

const stateIn = (cell: string): readonly [state: string, proof: string | null] => {
  const [state = '', proof = null] = cell.replace(/[!+~]$/, '').split('/');
  return [state, proof];
};

const batchIn: Readonly<Record<string, string>> = { '!': 'halted', '~': 'running' };

/** Until nothing more comes of itself: a registration is not called not done before ten minutes have passed. */
const decidedAfterMs = ({ kind }: Case): number => (kind === 'register' ? 601_000 : 0);

describe('a change, by its answer and what is read back', () => {
  it.each(cases)('C2 C8 C10 C13 F11 a $kind that is answered $answer and $shows: $cell', async (one) => {
    const world = new ChangesWorld();
    if (one.kind === 'register') world.service.free(domain);
    answer(world.service, one);
    const { id } = await world.settled(asks[one.kind]);
    await world.time.pass(decidedAfterMs(one));
    const { state, proof } = await world.find(id);
    expect([state, proof]).toEqual(stateIn(one.cell));
    expect(world.service.writes).toHaveLength(stateIn(one.cell)[0] === 'planned' ? 0 : 1);
    expect(world.bugs).toEqual([]);
    // What is open lets no other of its family in, and is never sent again where it may have been done.
    const next = await world.changes.prepare(accountId, domain, asks[one.kind]);
    if (state === 'uncertain' || state === 'planned') expectFailure(next, 'open-change number=1');
    if (state !== 'planned') expectFailure(await world.changes.send(id), 'invalid-input id');
  });

  it.each(cases.filter(({ answer: given }) => given !== 'cancelled'))(
    'a row of a batch, a $kind that is answered $answer and $shows: $cell',
    async (one) => {
      const world = new BatchesWorld();
      const ask = asks[one.kind];
      const host = 'host' in ask ? { host: 'ns1.name-0.com' } : {};
      // A batch of a child nameserver has one row.
      const domains = 'host' in ask ? ['name-0.com'] : ['name-0.com', 'name-1.com'];
      if (one.kind === 'register') world.free(domains);
      const batch = await world.prepared({ ...ask, ...host }, domains);
      answer(world.service, one);
      const ran = await world.ran(batch);
      await world.time.pass(decidedAfterMs(one));
      const [row] = await world.rows(batch.id);
      expect([row?.state, row?.proof]).toEqual(
        one.cell.endsWith('+') ? [expect.stringMatching('confirmed'), expect.anything()] : stateIn(one.cell),
      );
      expect(ran.state).toBe(batchIn[one.cell.at(-1) ?? ''] ?? 'done');
      expect(world.service.writes.filter((write) => write.endsWith('name-0.com'))).toHaveLength(1);
      expect(world.bugs).toEqual([]);
      expect(valueOf(await world.changes.health(true)).broken).toBeNull();
    },
  );
});
