import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportDomains } from '../../../../../electron/main/export/exports.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import type { Change } from '#shared/domain/change.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const domain = 'harbour-books.com';
const renewing = { kind: 'renew', periodYears: 1, addons: {} } as const;
const confirmation = { typedName: domain, premiumAccepted: false, typedLimit: null };

/** The renewal is made, and nobody is told. */
const lostAnswer: FaultPlan = [
  { operation: 'renew', times: 1, fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true },
];

let world: TestWorld;

/** The application over what is on the disk, as its window starts it. */
async function start(opened: TestWorld): Promise<void> {
  world = opened;
  await world.removal.deleteRemoved();
  await world.changes.recover();
}

const restart = async (): Promise<void> => start(await world.reopen());

/** A service, and the application without an account. */
const serve = async (faults: FaultPlan = []): Promise<void> =>
  start(await createTestWorld({ service: { faults }, account: null }));

async function renew(accountId: string): Promise<Change> {
  const { changes } = world;
  const review = valueOf(await changes.prepare(accountId, domain, renewing));
  const { id } = valueOf(await changes.apply(review.reviewId, confirmation));
  const states = ['planned', 'sending'];
  await expect.poll(async () => states.includes(await stateOf(id)), { timeout: 15_000 }).toBe(false);
  return valueOf(await changes.find(id)).change;
}

const stateOf = async (id: string) => valueOf(await world.changes.find(id)).change.state;

const renewals = () =>
  world.service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renew'));

const open = (number: number, id: string) => ({
  ok: false,
  error: { kind: 'open-change', changeId: id, number },
});

describe('F5 one login under two labels', () => {
  it('F5 is not renewed with under one while a renewal under the other is uncertain', async ({
    annotate,
  }) => {
    await serve(lostAnswer);
    const [alpha, beta] = [await world.enter('Alpha'), await world.enter('Beta')];
    const lost = await renew(alpha);
    expect(lost.state).toBe('uncertain');
    expect(await world.changes.prepare(beta, domain, renewing)).toEqual(open(lost.number, lost.id));
    expect(valueOf(await world.changes.lastOf(beta, domain))).toMatchObject([{ id: lost.id }]);
    expect(renewals()).toHaveLength(1);
    await annotate('figure: 1 POST of 2 labels for one login');
  });

  it('F5 is not lifted by removing the account: that is refused until a person has decided', async () => {
    await serve(lostAnswer);
    const alpha = await world.enter('Alpha');
    const lost = await renew(alpha);
    const inUse = { kind: 'account-in-use', why: 'change', id: lost.id, number: lost.number, domain };
    const account = valueOf(world.accounts.find(alpha));
    expect(await world.removal.remove(alpha, null)).toEqual({ ok: false, error: inUse });
    expect(await world.removal.removeForGood(alpha, null)).toEqual({ ok: false, error: inUse });
    expect(await world.accounts.edit({ ...account, username: 'other@example.com' })).toEqual({
      ok: false,
      error: inUse,
    });
    const keys = [...world.keychain].filter(([entry]) => !entry.startsWith('mark-'));
    expect(keys).toEqual([[alpha, expect.stringContaining(`:${apiKey}`)]]);
    valueOf(await world.changes.settle(lost.id, 'applied', 'Seen in the panel'));
    // The name whose renewal was done is in its portfolio now: the label is typed.
    expect(await world.removal.remove(alpha, 'Alpha')).toMatchObject({ ok: true });
  });

  it('F5 is remembered when the account was removed and is added again: the last renewal, and that it was just renewed', async () => {
    await serve(lostAnswer);
    const alpha = await world.enter('Alpha');
    valueOf(await world.portfolio.add(alpha, domain, [], 'typed'));
    const lost = await renew(alpha);
    valueOf(await world.changes.settle(lost.id, 'applied', 'Seen in the panel'));
    valueOf(await world.removal.remove(alpha, 'Alpha'));
    await restart();
    const again = await world.enter('Alpha');
    expect(again).not.toBe(alpha);
    expect(valueOf(await world.changes.lastOf(again, domain))).toMatchObject([{ id: lost.id }]);
    const review = valueOf(await world.changes.prepare(again, domain, renewing));
    expect(review.last).toMatchObject({ id: lost.id });
    const { id } = valueOf(await world.batches.prepare(again, { kind: 'renew', periodYears: 1 }, [domain]));
    await expect.poll(async () => valueOf(await world.batches.find(id)).state).toBe('ready');
    const { rows } = valueOf(await world.batches.rows(id, { which: 'all', offset: 0, limit: 1 }));
    expect(rows).toMatchObject([{ leftOut: 'renewed', renewal: { renewedAt: lost.sentAt } }]);
    expect(renewals()).toHaveLength(1);
  });
});

describe('F16 the removal of an account', () => {
  const fill = async (accountId: string) => {
    valueOf(await world.portfolio.add(accountId, `${domain} quiet-harbor.org`, ['Own'], 'typed'));
    valueOf(await world.portfolio.setTexts(accountId, domain, { note: '=Call "in", March' }));
    const names = Array.from({ length: 40 }, (_, index) => `name-${index}`);
    const draft = { accountId, name: 'Bakeries', names, tlds: ['com'], source: 'typed' };
    return valueOf(await world.sessions.create({ ...draft, isStarted: true })).id;
  };
  const backups = () =>
    readdirSync(world.workspaceDirectory, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.removal.sqlite'),
    );

  it('F16 tells what goes, has the label typed, and is kept in a backup', async ({ annotate }) => {
    await serve();
    const alpha = await world.enter('Alpha');
    await fill(alpha);
    const contents = { domains: 2, annotated: 2, sessions: 1, drafts: 0, batches: 0, inUse: null };
    expect(valueOf(world.accounts.contents(alpha))).toEqual(contents);
    for (const typed of [null, '', 'Alph', 'Beta']) {
      expect(await world.removal.remove(alpha, typed)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input', field: 'typedLabel' },
      });
    }
    expect(backups()).toEqual([]);
    expect(world.accounts.list().accounts).toHaveLength(1);
    expect(valueOf(await world.removal.remove(alpha, ' alpha '))).toMatchObject({ label: 'Alpha' });
    expect(backups()).toHaveLength(1);
    await annotate('figure: 4 wrong labels, 0 removals; 1 backup before the removal');
  });

  it('F16 needs no typing and no backup where nothing is lost', async () => {
    await serve();
    const alpha = await world.enter('Alpha');
    expect(await world.removal.remove(alpha, null)).toMatchObject({ ok: true });
    expect(readdirSync(world.workspaceDirectory)).not.toContain('backups');
  });

  it('F16 ends what runs for it, lets nothing be asked with it, and is undone with all that was its own', async () => {
    await serve();
    const alpha = await world.enter('Alpha');
    const sessionId = await fill(alpha);
    const review = valueOf(await world.changes.prepare(alpha, domain, renewing));
    valueOf(await world.removal.remove(alpha, 'Alpha'));
    const nobody = { ok: false, error: { kind: 'no-account' } };
    expect(await world.changes.apply(review.reviewId, confirmation)).toEqual(nobody);
    expect(await world.changes.prepare(alpha, domain, renewing)).toEqual(nobody);
    expect(await world.batches.prepare(alpha, { kind: 'renew', periodYears: 1 }, [domain])).toEqual(nobody);
    expect(await world.connections.of(alpha)).toEqual(nobody);
    expect(await world.accounts.keyFor(alpha, { baseUrl: '', username: '' })).toEqual(nobody);
    expect(valueOf(await world.sessions.list())).toEqual([]);
    const asked = world.service.requestCount();
    expect(await world.sessions.resume(sessionId)).toMatchObject({ ok: false });
    expect(world.service.requestCount()).toBe(asked);
    expect(renewals()).toHaveLength(0);

    expect(valueOf(await world.removal.restore(alpha))).toMatchObject({ id: alpha, label: 'Alpha' });
    expect(valueOf(await world.sessions.list())).toMatchObject([{ id: sessionId, state: 'paused' }]);
    expect(valueOf(await world.portfolio.find(alpha, domain))).toMatchObject({ tags: ['Own'] });
    expect(await world.changes.prepare(alpha, domain, renewing)).toMatchObject({ ok: true });
  });

  it('F16 is for good at the next start: the key too, and the label is nobody’s', async () => {
    await serve();
    const alpha = await world.enter('Alpha');
    await fill(alpha);
    valueOf(await world.removal.remove(alpha, 'Alpha'));
    expect([...world.keychain.values()]).toEqual([expect.stringContaining(`:${apiKey}`)]);
    await restart();
    expect(world.keychain.size).toBe(0);
    expect(world.accounts.removed()).toEqual([]);
    expect(await world.removal.restore(alpha)).toEqual({ ok: false, error: { kind: 'no-account' } });
    expect(valueOf(await world.sessions.list())).toEqual([]);
  });

  it('F16 is tried again at the start after, where the keychain does not give the key away', async () => {
    await serve();
    const alpha = await world.enter('Alpha');
    valueOf(await world.removal.remove(alpha, null));
    world.shut('locked');
    await restart();
    expect(world.accounts.removed()).toMatchObject([{ id: alpha }]);
    world.shut(null);
    await restart();
    expect(world.accounts.removed()).toEqual([]);
    expect(world.keychain.size).toBe(0);
  });

  it('F16 at once, as from the command line, removes nothing where the key cannot be removed', async () => {
    await serve();
    const alpha = await world.enter('Alpha');
    const sessionId = await fill(alpha);
    world.shut('locked');
    expect(await world.removal.removeForGood(alpha, 'Alpha')).toEqual({
      ok: false,
      error: { kind: 'keychain', fault: 'locked' },
    });
    expect(world.accounts.list()).toMatchObject({
      accounts: [{ id: alpha, label: 'Alpha' }],
      activeId: alpha,
    });
    expect(valueOf(await world.sessions.list())).toMatchObject([{ id: sessionId }]);
    world.shut(null);
    expect(await world.removal.removeForGood(alpha, 'Alpha')).toMatchObject({ ok: true });
    expect(world.accounts.removed()).toEqual([]);
    expect(world.keychain.size).toBe(0);
  });

  it('exports the named domains alone, in the given order, and leaves out what has gone meanwhile', async () => {
    await serve();
    const alpha = await world.enter('Alpha');
    await fill(alpha);
    const path = join(world.workspaceDirectory, 'domains.txt');
    const of = (...names: readonly string[]) =>
      exportDomains(world, [{ accountId: alpha, names }], { format: 'txt', path });
    expect(valueOf(await of('quiet-harbor.org', 'gone.com', domain))).toEqual({ rows: 2 });
    expect(readFileSync(path, 'utf8')).toBe(`quiet-harbor.org\n${domain}\n`);
    expect(valueOf(await of(domain))).toEqual({ rows: 1 });
    expect(readFileSync(path, 'utf8')).toBe(`${domain}\n`);
    const aborted = AbortSignal.abort();
    const order = [{ accountId: alpha, names: null }];
    expect(await exportDomains(world, order, { format: 'txt', path }, aborted)).toEqual({
      ok: false,
      error: { kind: 'cancelled' },
    });
    expect(readFileSync(path, 'utf8')).toBe(`${domain}\n`);
  });
});
