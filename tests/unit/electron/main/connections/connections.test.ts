import { describe, expect, it } from 'vitest';
import { defaultAccountOptions } from '#shared/domain/account.ts';
import { fail, ok } from '#shared/result.ts';
import { createConnections } from '../../../../../electron/main/connections/connections.ts';
import { createStatusBoard } from '../../../../../electron/main/connections/status-board.ts';
import { anAccount } from '../../../../support/workspace/a-workspace.ts';

function desk() {
  const connections = createConnections({
    account: (id) =>
      Promise.resolve(
        ok({ ...anAccount({ id }), key: { hasKey: false, place: 'none', savedAt: null } } as const),
      ),
    keyFor: () => Promise.resolve(fail({ kind: 'no-key' })),
    board: createStatusBoard(() => undefined),
    onDeviation: () => undefined,
    timer: { nowMs: () => 0, sleep: () => Promise.resolve() },
    now: () => new Date('2026-02-21T14:00:00Z'),
    random: () => 0,
  });
  const ceilings = async (id: string) => {
    const connection = await connections.of(id);
    if (!connection.ok) throw new Error('There is an account of every id');
    const { concurrency, ceilingPerSecond } = connection.value.throttle.allowed();
    return [concurrency, ceilingPerSecond];
  };
  return { connections, ceilings };
}

const own = [defaultAccountOptions.concurrency, defaultAccountOptions.requestsPerSecond];

describe('the ceilings of one run', () => {
  it('take the place of the account’s own until they are taken back, also where they came before the connection', async () => {
    const { connections, ceilings } = desk();
    const takeBack = await connections.override('a1', { concurrency: 2, requestsPerSecond: 0 });
    expect(await ceilings('a1')).toEqual([2, null]);
    expect(await ceilings('a2')).toEqual(own);
    await takeBack();
    expect(await ceilings('a1')).toEqual(own);
    await connections.closeAll();
  });

  it('of several runs at once are those of the last, and then those of the one before', async () => {
    const { connections, ceilings } = desk();
    await ceilings('a1');
    const takeBackFirst = await connections.override('a1', { concurrency: 2 });
    const takeBackSecond = await connections.override('a1', { concurrency: 3, requestsPerSecond: 1 });
    expect(await ceilings('a1')).toEqual([3, 1]);
    await takeBackSecond();
    expect(await ceilings('a1')).toEqual([2, own[1]]);
    await takeBackFirst();
    expect(await ceilings('a1')).toEqual(own);
    await connections.closeAll();
  });
});
