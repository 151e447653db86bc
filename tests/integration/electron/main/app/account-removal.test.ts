import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '../../../../../electron/main/accounts/vault.ts';
import type { Services } from '../../../../../electron/main/app/services.ts';
import { exportDomains } from '../../../../../electron/main/export/exports.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import { type PracticeService, startPracticeService } from '../../../../../electron/main/practice/service.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import type { Change } from '../../../../../shared/domain/change.ts';
import type { KeychainFault } from '../../../../../shared/errors.ts';
import { aKeychain } from '../../../../support/keychain/a-keychain.ts';
import { openServices } from '../../../../support/services/open-services.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

const username = 'reseller@example.com';
const apiKey = 'key-5f1d09c7';
const domain = 'harbour-books.com';
const renewing = { kind: 'renew', periodYears: 1, addons: {} } as const;
const confirmation = { typedName: domain, premiumAccepted: false, typedLimit: null };

/** The renewal is made, and nobody is told. */
const lostAnswer: FaultPlan = [
  { operation: 'renew', times: 1, fault: { kind: 'break', after: 'head', by: 'reset' }, isApplied: true },
];

const directory = directoryOfEachTest();
let service: PracticeService;
let services: Services;
let fault: KeychainFault | undefined;
const keychain = aKeychain({ faultOf: () => fault });

beforeEach(async () => {
  fault = undefined;
  keychain.entries.clear();
  services = await start();
});
afterEach(async () => {
  await services.close();
  await service.stop();
});

/** The application over what is on the disk, as its window starts it. */
async function start(): Promise<Services> {
  const opened = await openServices(directory.path, createVault(keychain));
  await opened.removal.deleteRemoved();
  await opened.changes.recover();
  return opened;
}

async function restart(): Promise<void> {
  await services.close();
  services = await start();
}

const serve = async (faults: FaultPlan = []) => {
  service = await startPracticeService({ username, apiKey, faults, rememberRequests: 1_000 });
};

async function enter(label: string): Promise<string> {
  const draft = { label, colour: 'teal', baseUrl: service.baseUrl, username } as const;
  const { id } = valueOf(await services.accounts.add(draft));
  valueOf(await services.accounts.saveKey(id, new Secret(apiKey), 'keychain'));
  return id;
}

async function renew(accountId: string): Promise<Change> {
  const { changes } = services;
  const review = valueOf(await changes.prepare(accountId, domain, renewing));
  const { id } = valueOf(await changes.apply(review.reviewId, confirmation));
  const states = ['planned', 'sending'];
  await expect.poll(async () => states.includes(await stateOf(id)), { timeout: 15_000 }).toBe(false);
  return valueOf(await changes.find(id)).change;
}

const stateOf = async (id: string) => valueOf(await services.changes.find(id)).change.state;

const renewals = () =>
  service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/renew'));

const open = (number: number, id: string) => ({
  ok: false,
  error: { kind: 'open-change', changeId: id, number },
});

describe('F5 one login under two labels', () => {
  it('F5 is not renewed with under one while a renewal under the other is uncertain', async ({
    annotate,
  }) => {
    await serve(lostAnswer);
    const [alpha, beta] = [await enter('Alpha'), await enter('Beta')];
    const lost = await renew(alpha);
    expect(lost.state).toBe('uncertain');
    expect(await services.changes.prepare(beta, domain, renewing)).toEqual(open(lost.number, lost.id));
    expect(valueOf(await services.changes.lastOf(beta, domain))).toMatchObject([{ id: lost.id }]);
    expect(renewals()).toHaveLength(1);
    await annotate('figure: 1 POST of 2 labels for one login');
  });

  it('F5 is not lifted by removing the account: that is refused until a person has decided', async () => {
    await serve(lostAnswer);
    const alpha = await enter('Alpha');
    const lost = await renew(alpha);
    const inUse = { kind: 'account-in-use', why: 'change', id: lost.id, number: lost.number, domain };
    const account = valueOf(await services.accounts.find(alpha));
    expect(await services.removal.remove(alpha, null)).toEqual({ ok: false, error: inUse });
    expect(await services.removal.removeForGood(alpha, null)).toEqual({ ok: false, error: inUse });
    expect(await services.accounts.edit({ ...account, username: 'other@example.com' })).toEqual({
      ok: false,
      error: inUse,
    });
    expect([...keychain.entries.values()]).toEqual([apiKey]);
    valueOf(await services.changes.settle(lost.id, 'applied', 'Seen in the panel'));
    expect(await services.removal.remove(alpha, null)).toMatchObject({ ok: true });
  });

  it('F5 is remembered when the account was removed and is added again: the last renewal, and that it was just renewed', async () => {
    await serve(lostAnswer);
    const alpha = await enter('Alpha');
    valueOf(await services.portfolio.add(alpha, domain, [], 'typed'));
    const lost = await renew(alpha);
    valueOf(await services.changes.settle(lost.id, 'applied', 'Seen in the panel'));
    valueOf(await services.removal.remove(alpha, 'Alpha'));
    await restart();
    const again = await enter('Alpha');
    expect(again).not.toBe(alpha);
    expect(valueOf(await services.changes.lastOf(again, domain))).toMatchObject([{ id: lost.id }]);
    const review = valueOf(await services.changes.prepare(again, domain, renewing));
    expect(review.last).toMatchObject({ id: lost.id });
    const { id } = valueOf(
      await services.batches.prepare(again, { kind: 'renew', periodYears: 1 }, [domain]),
    );
    await expect.poll(async () => valueOf(await services.batches.find(id)).state).toBe('ready');
    const { rows } = valueOf(await services.batches.rows(id, { which: 'all', offset: 0, limit: 1 }));
    expect(rows).toMatchObject([{ leftOut: 'renewed', renewal: { renewedAt: lost.sentAt } }]);
    expect(renewals()).toHaveLength(1);
  });
});

describe('F16 the removal of an account', () => {
  const fill = async (accountId: string) => {
    valueOf(await services.portfolio.add(accountId, `${domain} quiet-harbor.org`, ['Own'], 'typed'));
    valueOf(await services.portfolio.setTexts(accountId, domain, { note: '=Call "in", March' }));
    const names = Array.from({ length: 40 }, (_, index) => `name-${index}`);
    const draft = { accountId, name: 'Bakeries', names, tlds: ['com'], source: 'typed' };
    return valueOf(await services.sessions.create({ ...draft, isStarted: true })).id;
  };
  const backups = () =>
    readdirSync(directory.path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.removal.sqlite'),
    );

  it('F16 tells what goes, has the label typed, and is kept in a backup', async ({ annotate }) => {
    await serve();
    const alpha = await enter('Alpha');
    await fill(alpha);
    const contents = { domains: 2, annotated: 2, sessions: 1, drafts: 0, batches: 0, inUse: null };
    expect(valueOf(await services.accounts.contents(alpha))).toEqual(contents);
    for (const typed of [null, '', 'Alph', 'Beta']) {
      expect(await services.removal.remove(alpha, typed)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input', field: 'typedLabel' },
      });
    }
    expect(backups()).toEqual([]);
    expect(valueOf(await services.accounts.list()).accounts).toHaveLength(1);
    expect(valueOf(await services.removal.remove(alpha, ' alpha '))).toMatchObject({ label: 'Alpha' });
    expect(backups()).toHaveLength(1);
    await annotate('figure: 4 wrong labels, 0 removals; 1 backup before the removal');
  });

  it('F16 needs no typing and no backup where nothing is lost', async () => {
    await serve();
    const alpha = await enter('Alpha');
    expect(await services.removal.remove(alpha, null)).toMatchObject({ ok: true });
    expect(readdirSync(directory.path)).not.toContain('backups');
  });

  it('F16 ends what runs for it, lets nothing be asked with it, and is undone with all that was its own', async () => {
    await serve();
    const alpha = await enter('Alpha');
    const sessionId = await fill(alpha);
    const review = valueOf(await services.changes.prepare(alpha, domain, renewing));
    valueOf(await services.removal.remove(alpha, 'Alpha'));
    const nobody = { ok: false, error: { kind: 'no-account' } };
    expect(await services.changes.apply(review.reviewId, confirmation)).toEqual(nobody);
    expect(await services.changes.prepare(alpha, domain, renewing)).toEqual(nobody);
    expect(await services.batches.prepare(alpha, { kind: 'renew', periodYears: 1 }, [domain])).toEqual(
      nobody,
    );
    expect(await services.connections.of(alpha)).toEqual(nobody);
    expect(await services.accounts.keyFor(alpha)).toEqual(nobody);
    expect(valueOf(await services.sessions.list())).toEqual([]);
    const asked = service.requestCount();
    expect(await services.sessions.resume(sessionId)).toMatchObject({ ok: false });
    expect(service.requestCount()).toBe(asked);
    expect(renewals()).toHaveLength(0);

    expect(valueOf(await services.removal.restore(alpha))).toMatchObject({ id: alpha, label: 'Alpha' });
    expect(valueOf(await services.sessions.list())).toMatchObject([{ id: sessionId, state: 'paused' }]);
    expect(valueOf(await services.portfolio.find(alpha, domain))).toMatchObject({ tags: ['Own'] });
    expect(await services.changes.prepare(alpha, domain, renewing)).toMatchObject({ ok: true });
  });

  it('F16 is for good at the next start: the key too, and the label is nobody’s', async () => {
    await serve();
    const alpha = await enter('Alpha');
    await fill(alpha);
    valueOf(await services.removal.remove(alpha, 'Alpha'));
    expect([...keychain.entries.values()]).toEqual([apiKey]);
    await restart();
    expect(keychain.entries.size).toBe(0);
    expect(valueOf(await services.accounts.removed())).toEqual([]);
    expect(await services.removal.restore(alpha)).toEqual({ ok: false, error: { kind: 'no-account' } });
    expect(valueOf(await services.sessions.list())).toEqual([]);
  });

  it('F16 is tried again at the start after, where the keychain does not give the key away', async () => {
    await serve();
    const alpha = await enter('Alpha');
    valueOf(await services.removal.remove(alpha, null));
    fault = 'locked';
    await restart();
    expect(valueOf(await services.accounts.removed())).toMatchObject([{ id: alpha }]);
    fault = undefined;
    await restart();
    expect(valueOf(await services.accounts.removed())).toEqual([]);
    expect(keychain.entries.size).toBe(0);
  });

  it('F16 at once, as from the command line, removes nothing where the key cannot be removed', async () => {
    await serve();
    const alpha = await enter('Alpha');
    const sessionId = await fill(alpha);
    fault = 'locked';
    expect(await services.removal.removeForGood(alpha, 'Alpha')).toEqual({
      ok: false,
      error: { kind: 'keychain', fault: 'locked' },
    });
    expect(valueOf(await services.accounts.list())).toMatchObject({
      accounts: [{ id: alpha, label: 'Alpha' }],
      activeId: alpha,
    });
    expect(valueOf(await services.sessions.list())).toMatchObject([{ id: sessionId }]);
    fault = undefined;
    expect(await services.removal.removeForGood(alpha, 'Alpha')).toMatchObject({ ok: true });
    expect(valueOf(await services.accounts.removed())).toEqual([]);
    expect(keychain.entries.size).toBe(0);
  });

  it('F16 offers the domains as a file, with tags, notes and where the expiry came from', async () => {
    await serve();
    const alpha = await enter('Alpha');
    await fill(alpha);
    valueOf(await services.portfolio.tellExpiry(alpha, domain, '2027-03-01'));
    const path = join(directory.path, 'domains.csv');
    const order = { accountId: alpha, names: null, format: 'csv', path } as const;
    expect(valueOf(await exportDomains(services, order))).toEqual({ rows: 2 });
    const rows = parse(readFileSync(path, 'utf8'), { columns: true });
    // What a spreadsheet would take for a formula stays text.
    expect(rows).toMatchObject([
      {
        domain,
        account: 'Alpha',
        tags: 'Own',
        note: `'=Call "in", March`,
        expires_on: '2027-03-01',
        expiry_source: 'typed',
        expiry_at: expect.stringMatching(/^2\d{3}-/) as string,
        archived_at: '',
      },
      { domain: 'quiet-harbor.org', tags: 'Own', note: '', expires_on: '', expiry_source: '' },
    ]);
  });

  it('exports the named domains alone, in the given order, and leaves out what has gone meanwhile', async () => {
    await serve();
    const alpha = await enter('Alpha');
    await fill(alpha);
    const path = join(directory.path, 'domains.txt');
    const of = (...names: readonly string[]) =>
      exportDomains(services, { accountId: alpha, names, format: 'txt', path });
    expect(valueOf(await of('quiet-harbor.org', 'gone.com', domain))).toEqual({ rows: 2 });
    expect(readFileSync(path, 'utf8')).toBe(`quiet-harbor.org\n${domain}\n`);
    expect(valueOf(await of(domain))).toEqual({ rows: 1 });
    expect(readFileSync(path, 'utf8')).toBe(`${domain}\n`);
    const aborted = AbortSignal.abort();
    const order = { accountId: alpha, names: null, format: 'txt', path } as const;
    expect(await exportDomains(services, order, aborted)).toEqual({
      ok: false,
      error: { kind: 'cancelled' },
    });
    expect(readFileSync(path, 'utf8')).toBe(`${domain}\n`);
  });
});
