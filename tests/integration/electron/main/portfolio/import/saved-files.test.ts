import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TableSource } from '../../../../../../electron/main/tables/table.ts';
import { createTestWorld, type TestWorld } from '../../../../../support/test-world.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const asRecognised = {
  ...{ mapping: [], isDayFirst: null, encoding: null, sheet: null },
  restoresArchived: false,
} as const;
const pasted = (text: string): TableSource => ({ kind: 'text', text });

const review = async ({ domainImport, accountId }: TestWorld, source: TableSource) =>
  valueOf(await domainImport.review(accountId, source, asRecognised));

const bringIn = async (world: TestWorld, source: TableSource) =>
  valueOf(await world.domainImport.apply(world.accountId, await review(world, source))).import;

const undo = async ({ domainImport, accountId }: TestWorld, id: string) =>
  valueOf(await domainImport.undo(accountId, id));

const hour = 3_600_000;
/** A file that was saved so long ago. */
function savedAgo({ directory }: TestWorld, text: string, ms: number): TableSource {
  const path = join(directory, 'saved.csv');
  writeFileSync(path, text);
  const at = new Date(Date.now() - ms);
  utimesSync(path, at, at);
  return { kind: 'file', path };
}

describe('what a file says of an expiry', () => {
  const one = 'domain,expires\na.com,2027-01-01\n';
  const find = async ({ portfolio, accountId }: TestWorld) =>
    valueOf(await portfolio.find(accountId, 'a.com'));
  const sync = ({ portfolio, accountId }: TestWorld, expiresOn: string, agoMs: number) =>
    portfolio.observe(accountId, 'a.com', {
      ...{ at: new Date(Date.now() - agoMs).toISOString(), source: 'sync' },
      syncAnswer: { active: true, expired: false, transferredAway: false, expiresOn },
    });

  it('is as old as the file, which the preview says, and what was read since stays', async () => {
    const world = await createTestWorld();
    const file = savedAgo(world, one, 30 * hour);
    const { asOf } = await review(world, file);
    expect(Date.now() - Date.parse(asOf ?? '')).toBeGreaterThanOrEqual(30 * hour);
    await bringIn(world, file);
    expect((await find(world)).expiresOn).toEqual({ value: '2027-01-01', source: 'import', at: asOf });
    await sync(world, '2028-01-01', hour);
    expect((await find(world)).expiresOn).toMatchObject({ value: '2028-01-01', source: 'sync' });
    expect((await review(world, file)).counts).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await review(world, pasted(one))).asOf).toBeNull();
  });

  it('of a file that was saved before what is known changes nothing, and of a newer one it is stored and taken back', async () => {
    const world = await createTestWorld();
    valueOf(await world.portfolio.add(world.accountId, 'a.com', [], 'typed'));
    await sync(world, '2026-06-01', 2 * hour);
    const before = await find(world);
    const old = await review(world, savedAgo(world, one, 3 * hour));
    expect(old.counts).toMatchObject({ changed: 0, unchanged: 1 });
    expect(old.pages[0]).toContain('Expiry kept: from the service on');
    const entry = await bringIn(world, savedAgo(world, one, hour));
    expect((await find(world)).expiresOn).toMatchObject({ value: '2027-01-01', source: 'import' });
    expect(await undo(world, entry.id)).toEqual({ undone: 1, stayed: [] });
    expect(await find(world)).toEqual(before);
  });
});

describe('what a file says of lock and nameservers', () => {
  const one = 'domain,lock,nameservers\na.com,unlocked,ns1.file.com ns2.file.com\n';
  const find = async ({ portfolio, accountId }: TestWorld) =>
    valueOf(await portfolio.find(accountId, 'a.com'));
  const read = async ({ portfolio, accountId }: TestWorld, value: 'locked' | 'unlocked', at = new Date()) =>
    portfolio.observe(accountId, 'a.com', { at: at.toISOString(), source: 'read', lock: value });

  it('is as old as the file, from it, and neither drift nor excused from the next refresh', async () => {
    const world = await createTestWorld();
    await bringIn(world, savedAgo(world, one, 30 * hour));
    const { lock, nameservers } = await find(world);
    expect([lock?.source, nameservers?.source]).toEqual(['import', 'import']);
    expect(Date.now() - Date.parse(lock?.at ?? '')).toBeGreaterThanOrEqual(30 * hour);
    await read(world, 'locked');
    const after = await find(world);
    expect(after.lock).toMatchObject({ value: 'locked', source: 'read' });
    expect(after.lock?.before).toBeUndefined();
    expect(after.nameservers).toEqual(nameservers);
  });

  it('never takes the place of what was read later than the file was saved', async () => {
    const world = await createTestWorld();
    valueOf(await world.portfolio.add(world.accountId, 'a.com', [], 'typed'));
    await read(world, 'locked', new Date(Date.now() - hour));
    const file = savedAgo(world, one, 2 * hour);
    const { counts } = await review(world, file);
    expect(counts).toMatchObject({ changed: 1 });
    await bringIn(world, file);
    expect(await find(world)).toMatchObject({
      lock: { value: 'locked', source: 'read' },
      nameservers: { value: ['ns1.file.com', 'ns2.file.com'], source: 'import' },
    });
    expect((await review(world, file)).counts).toMatchObject({ changed: 0, unchanged: 1 });
    await bringIn(world, savedAgo(world, one, 0));
    expect(await find(world)).toMatchObject({ lock: { value: 'unlocked', source: 'import' } });
  });

  it('is taken back with the import, as far as nothing else was read since', async () => {
    const world = await createTestWorld();
    valueOf(await world.portfolio.add(world.accountId, 'a.com', [], 'typed'));
    await read(world, 'locked', new Date(Date.now() - 3 * hour));
    const before = await find(world);
    const first = await bringIn(world, savedAgo(world, one, 2 * hour));
    expect(await undo(world, first.id)).toEqual({ undone: 1, stayed: [] });
    expect(await find(world)).toEqual(before);

    const second = await bringIn(world, savedAgo(world, one, 2 * hour));
    await read(world, 'locked');
    const now = (await find(world)).lock;
    expect(await undo(world, second.id)).toEqual({ undone: 1, stayed: [] });
    expect(await find(world)).toMatchObject({ lock: now, nameservers: null });
  });

  it('stays where a later import has changed it, until that one is taken back', async () => {
    const world = await createTestWorld();
    const first = await bringIn(world, savedAgo(world, one, 2 * hour));
    const second = await bringIn(world, savedAgo(world, one.replace('unlocked', 'locked'), hour));
    expect(await undo(world, first.id)).toEqual({ undone: 0, stayed: ['a.com'] });
    expect(await undo(world, second.id)).toEqual({ undone: 1, stayed: [] });
    expect(await find(world)).toMatchObject({ lock: { value: 'unlocked' } });
    expect(await undo(world, first.id)).toEqual({ undone: 1, stayed: [] });
    expect(await world.portfolio.list(world.accountId)).toEqual([]);
  });

  it('excuses no read before a change: what the service has is in the review', async () => {
    const world = await createTestWorld({ service: { moreDomains: 1 } });
    const { accountId, changes, service } = world;
    await changes.recover();
    const [domain] = service.domains();
    expect(domain?.isLocked).toBe(true);
    const name = domain?.name ?? '';
    await bringIn(world, pasted(`domain,lock\n${name},unlocked\n`));
    const { lines } = valueOf(await changes.prepare(accountId, name, { kind: 'lock', state: 'unlocked' }));
    expect(lines).toMatchObject([{ before: 'locked', after: 'unlocked' }]);
  });
});
