import { describe, expect, it, vi } from 'vitest';
import { ok, type Result } from '#shared/result.ts';
import { createLastOrders } from '../../../../../electron/main/portfolio/last-orders.ts';
import { sweep } from '../../../../support/canary.ts';
import { createTestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const body = '{"domain":"harbour.com","form":{"registrant":{"email":"anna.canary@harbour.example"}}}';

describe('what was ordered last with an account', () => {
  it('is there after a restart, as it was typed, and nowhere on the disk in plain text', async () => {
    const world = await createTestWorld();
    await world.lastOrders.save(world.accountId, 'an earlier one');
    await world.lastOrders.save(world.accountId, body);
    const after = await world.reopen();
    expect(valueOf(await after.lastOrders.read(world.accountId))?.body).toBe(body);
    expect(valueOf(await after.lastOrders.read('another account'))).toBeNull();
    const swept = await sweep(world.directory, { email: 'anna.canary@harbour.example' });
    expect(swept.files).toBeGreaterThan(0);
    expect(swept.finds).toEqual([]);
    expect(world.said().join('\n')).not.toContain('anna.canary');
  });

  it('is forgotten for good when a person says so, also while it is being encrypted', async () => {
    const world = await createTestWorld();
    const saving = world.lastOrders.save(world.accountId, body);
    await world.lastOrders.forget(world.accountId);
    await saving;
    expect(valueOf(await world.lastOrders.read(world.accountId))).toBeNull();
    await world.lastOrders.save(world.accountId, body);
    await world.lastOrders.forget(world.accountId);
    const after = await world.reopen();
    expect(valueOf(await after.lastOrders.read(world.accountId))).toBeNull();
  });

  it('is the later one of two, whichever is encrypted first', async () => {
    const { accountId, workspace } = await createTestWorld();
    const slow = Promise.withResolvers<Result<Uint8Array<ArrayBuffer>>>();
    const orders = createLastOrders({
      workspace,
      sealing: {
        seal: (text) => (text === 'first' ? slow.promise : Promise.resolve(ok(new Uint8Array([2])))),
        open: (sealed) => Promise.resolve(ok(String(sealed))),
        keyed: () => Promise.reject(new Error('Nothing is compared')),
      },
      now: () => new Date(),
    });
    const first = orders.save(accountId, 'first');
    await orders.save(accountId, 'second');
    slow.resolve(ok(new Uint8Array([1])));
    await first;
    expect(valueOf(await orders.read(accountId))?.body).toBe('2');
  });

  it('is of its account alone, and deleted with it', async () => {
    const world = await createTestWorld();
    const other = await world.enter('Globex');
    await world.lastOrders.save(world.accountId, body);
    await world.lastOrders.save(other, 'of Globex');
    valueOf(await world.removal.removeForGood(other, null));
    expect(world.workspace.lastOrders.read({ accountId: other })).toBeNull();
    expect(valueOf(await world.lastOrders.read(world.accountId))?.body).toBe(body);
  });

  it('is in memory alone where the keychain fails, and the one before does not come back in its place', async () => {
    const world = await createTestWorld();
    await world.lastOrders.save(world.accountId, 'an earlier one');
    world.shut('no-service');
    const without = await world.reopen();
    await without.lastOrders.save(world.accountId, body);
    expect(valueOf(await without.lastOrders.read(world.accountId))?.body).toBe(body);
    world.shut(null);
    const after = await without.reopen();
    expect(valueOf(await after.lastOrders.read(world.accountId))).toBeNull();
  });
});

it('the lock of a new domain is read once it was registered here, without anybody asking', async () => {
  const { portfolio, accountId, service } = await createTestWorld();
  await portfolio.observe(accountId, 'oakline.io', {
    at: new Date().toISOString(),
    source: 'change',
    isRegistered: true,
  });
  await vi.waitFor(async () => {
    const { lock } = valueOf(await portfolio.find(accountId, 'oakline.io'));
    expect(lock?.source).toBe('read');
  });
  expect(service.requests().map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'GET lock',
  ]);
});
