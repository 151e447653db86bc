import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { Connection } from '../../../../../electron/main/connections/connections.ts';
import { createTldLists, type TldList } from '../../../../../electron/main/lookups/tlds.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';

const at = new Date('2026-01-02T03:04:05.000Z');

function aService(kept: TldList, answer: readonly string[] | 'refuses') {
  const store = { kept, asked: 0 };
  const connection = {
    account: { id: 'a' },
    throttle: { run: (work: () => Promise<unknown>) => work() },
    client: {
      listTlds: () => {
        store.asked += 1;
        return Promise.resolve(
          answer === 'refuses' ? fail({ kind: 'unreachable', why: 'offline' }) : ok({ tlds: answer }),
        );
      },
    },
  } as unknown as Connection; // what listing TLDs uses of a connection, and no more
  const workspace = {
    list: () => Promise.resolve(ok(store.kept)),
    replace: ({ tlds, readAt }: { tlds: string[]; readAt: string }) => {
      store.kept = { tlds, readAt };
      return Promise.resolve(ok({}));
    },
  } as unknown as Workspace['tlds']; // its two methods that are used
  return { store, connection, lists: createTldLists(workspace, () => at) };
}

const old: TldList = { tlds: ['.com'], readAt: '2026-01-01T00:00:00.000Z' };

describe('the TLDs of an account', () => {
  it('are asked for once and kept, as they were given', async () => {
    const { store, connection, lists } = aService({ tlds: [], readAt: null }, ['.com', '.co.uk']);
    const fresh = { tlds: ['.com', '.co.uk'], readAt: at.toISOString() };
    expect(await lists.read(connection, false)).toEqual(ok(fresh));
    expect(store.kept).toEqual(fresh);
    await lists.read(connection, false);
    expect(store.asked).toBe(1);
  });

  it('are asked for again when told to', async () => {
    const { store, connection, lists } = aService(old, ['.com', '.net']);
    await lists.read(connection, true);
    expect(store.kept.tlds).toEqual(['.com', '.net']);
  });

  it('stay kept when the service does not answer', async () => {
    const { store, connection, lists } = aService(old, 'refuses');
    expect(await lists.read(connection, true)).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(store.kept).toEqual(old);
  });
});
