import { describe, expect, it } from 'vitest';
import { activeWorkIn } from '../../../../../electron/main/app/services.ts';
import type { ChangeState } from '../../../../../shared/domain/change-kinds.ts';
import { fail, ok } from '../../../../../shared/result.ts';

const now = new Date('2026-03-01T10:00:00.000Z');

interface World {
  readonly sessions: readonly string[];
  readonly changes: readonly {
    readonly state: ChangeState;
    readonly attempts: number;
    readonly changedAt: string;
  }[];
  readonly batches: readonly object[];
  readonly codeExports: readonly string[];
  readonly isUnreadable: boolean;
}

const calm: World = { sessions: [], changes: [], batches: [], codeExports: [], isUnreadable: false };
const storage = fail({ kind: 'storage', fault: 'full' } as const);

const obstacles = (changes: Partial<World>) => {
  const world = { ...calm, ...changes };
  const listed = (values: readonly object[]) => Promise.resolve(world.isUnreadable ? storage : ok(values));
  const services = {
    workspace: {
      journal: { open: () => listed(world.changes) },
      batches: { underWay: () => listed(world.batches) },
    },
    sessions: { list: () => listed(world.sessions.map((state) => ({ state }))) },
    codeExports: { list: () => world.codeExports.map((state) => ({ state })) },
  };
  // As much of the services as is looked at.
  return activeWorkIn(services as unknown as Parameters<typeof activeWorkIn>[0], now);
};

const changed = (state: ChangeState, attempts: number, agoMs: number) => ({
  state,
  attempts,
  changedAt: new Date(now.getTime() - agoMs).toISOString(),
});

describe('what an update waits for', () => {
  it.each<readonly [string, Partial<World>, readonly string[]]>([
    ['nothing', {}, []],
    ['a session that runs', { sessions: ['finished', 'running'] }, ['session']],
    [
      'no session that waits, is paused or done',
      { sessions: ['waiting', 'paused', 'stopped', 'finished'] },
      [],
    ],
    ['a change being sent', { changes: [changed('sending', 1, 600_000)] }, ['change']],
    ['a change that is about to be sent', { changes: [changed('planned', 0, 1_000)] }, ['change']],
    [
      'no change that waits for a person',
      { changes: [changed('planned', 1, 1_000), changed('planned', 0, 120_000)] },
      [],
    ],
    ['no uncertain change, or one would block for ever', { changes: [changed('uncertain', 1, 1_000)] }, []],
    ['a plan that is read or applied', { batches: [{}] }, ['batch']],
    ['a code export', { codeExports: ['done', 'running'] }, ['codes']],
    ['no code export that has ended', { codeExports: ['done', 'stopped', 'failed'] }, []],
    ['whatever cannot be read', { isUnreadable: true }, ['session', 'change', 'batch']],
  ])('%s', async (_name, world, expected) => {
    expect(await obstacles(world)).toEqual(expected);
  });
});
