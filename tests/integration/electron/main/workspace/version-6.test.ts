import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Change, emptyChangeFilter } from '../../../../../shared/domain/change.ts';
import type { Batch, BatchRow } from '../../../../../shared/domain/batch.ts';
import type { Domain } from '../../../../../shared/domain/portfolio.ts';
import { createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

const fixture = (name: string): URL => new URL(`../../../../fixtures/workspaces/${name}`, import.meta.url);

interface OfAccount {
  readonly domains: readonly Pick<Domain, 'name' | 'expiresOn'>[];
  readonly children: readonly object[];
  readonly drafts: readonly { readonly domain: string; readonly kind: 'contacts'; readonly body: string }[];
  readonly tlds: object;
  readonly deviations: readonly object[];
  readonly plans: readonly { readonly plan: Batch; readonly rows: readonly BatchRow[] }[];
  readonly findings: readonly ({
    readonly finding: { readonly domain: string; readonly kind: string };
  } | null)[];
}

/** What the program of then said of the file. */
interface Said {
  readonly sealingKey: string;
  readonly ids: Readonly<Record<'acme' | 'again' | 'gone' | 'practice', string>>;
  readonly activeId: string;
  readonly accounts: readonly { readonly id: string; readonly kind: string; readonly baseUrl: string }[];
  readonly settings: object;
  readonly tldSets: readonly object[];
  readonly templates: readonly object[];
  readonly changes: readonly Omit<Change, 'service'>[];
  readonly personal: Readonly<Record<string, unknown>>;
  readonly accesses: readonly object[];
  readonly health: {
    readonly entries: number;
    readonly changes: number;
    readonly head: string;
    readonly accesses: { readonly lines: number; readonly head: string };
  };
  readonly ofAccount: Readonly<Record<string, OfAccount>>;
  readonly sessions: readonly {
    readonly session: { readonly id: string; readonly pace: unknown; readonly changedAt: string };
    readonly names: string;
    readonly codes: readonly number[];
    readonly answer: string | null;
  }[];
}

const said = JSON.parse(readFileSync(fixture('version-6.json'), 'utf8')) as Said;
const { acme, again, gone, practice } = said.ids;
const accountIds = Object.keys(said.ofAccount);
const ofAccount = (id: string): OfAccount => {
  const found = said.ofAccount[id];
  if (found === undefined) throw new Error('It says nothing of this account');
  return found;
};
const batchesIn = (id: string) => ofAccount(id).plans.map(({ plan: batch, rows }) => ({ batch, rows }));
const batchesOf = (state: string) =>
  accountIds.flatMap(batchesIn).filter(({ batch }) => batch.state === state);

let world: TestWorld;
beforeEach(async () => {
  world = await createTestWorld({
    account: null,
    before(workspaceDirectory, keychain) {
      copyFileSync(fixture('version-6.sqlite'), join(workspaceDirectory, 'workspace.sqlite'));
      keychain.set('sealing-key', said.sealingKey);
    },
  });
});

/** As the start of the window does it; the services that the accounts name are not there. */
async function start(): Promise<void> {
  await world.changes.recover();
  await world.batches.takeUp();
}

const list = async (): Promise<readonly Change[]> =>
  valueOf(await world.changes.list(emptyChangeFilter, 0, 500)).changes;

const change = async (domain: string): Promise<Change> => {
  const found = (await list()).find((one) => one.domain === domain);
  if (found === undefined) throw new Error(`No change of ${domain}`);
  return found;
};

describe('a workspace of version 6, opened today', () => {
  it('is copied as it was before it is brought to the newest version', () => {
    const [copy, ...others] = readdirSync(join(world.workspaceDirectory, 'backups'));
    expect(others).toEqual([]);
    const database = new DatabaseSync(join(world.workspaceDirectory, 'backups', copy ?? ''), {
      readOnly: true,
    });
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 6 });
    expect(database.prepare('SELECT count(*) AS count FROM journal_changes').get()).toEqual({
      count: said.changes.length,
    });
    database.close();
  });

  it('has its accounts, settings and own sets', async () => {
    const { accounts, workspace } = world;
    const listed = valueOf(await accounts.list());
    expect(listed.activeId).toBe(said.activeId);
    expect(listed.accounts).toHaveLength(said.accounts.length);
    // The practice service has another address in each run.
    const kept = said.accounts.map(({ baseUrl, ...account }) =>
      account.kind === 'practice' ? { id: account.id, kind: account.kind } : { ...account, baseUrl },
    );
    expect(listed.accounts).toMatchObject(kept);
    const settings = valueOf(await workspace.settings.read());
    // Which channel updates come from is no setting any more.
    const settingsKept = Object.entries(said.settings).filter(([name]) => name !== 'updateChannel');
    expect(settings).toMatchObject(Object.fromEntries(settingsKept));
    // Those that it had by default, though new workspaces begin with lower ones.
    expect(settings.limits).toMatchObject({ batchCount: 100, dayCount: 250 });
    expect(valueOf(await workspace.tldSets.list())).toEqual(said.tldSets);
  });

  it.each(accountIds.map((id) => [id]))(
    'has all domains, notes, tags, drafts, TLDs and deviations of account %s',
    async (id) => {
      const { portfolio, drafts, workspace } = world;
      const { domains, children, drafts: texts, tlds, deviations } = ofAccount(id);
      // Beside all that there was then, a domain has members that later versions know.
      expect(valueOf(await portfolio.list(id))).toMatchObject(domains);
      const typed = await workspace.domains.withExpiryFrom({ accountId: id, source: 'typed' });
      const expectedTyped = domains.filter(({ expiresOn }) => expiresOn?.source === 'typed');
      expect(valueOf(typed)).toEqual(expectedTyped.map(({ name }) => name));
      expect(valueOf(await portfolio.children(id, 'orbit-hosting.net'))).toEqual(children);
      expect(valueOf(await drafts.list(id))).toHaveLength(texts.length);
      for (const { domain, kind, body } of texts) {
        expect(valueOf(await drafts.read(id, domain, kind))).toMatchObject({ body });
      }
      expect(valueOf(await workspace.tlds.list({ accountId: id }))).toEqual(tlds);
      expect(valueOf(await workspace.deviations.list({ accountId: id }))).toEqual(deviations);
    },
  );

  it('has its templates and what is sealed with its changes', async () => {
    const { templates, changes } = world;
    expect(valueOf(await templates.list())).toEqual(said.templates);
    const personal = Object.entries(said.personal);
    expect(personal.filter(([, roles]) => roles !== null)).toHaveLength(2);
    for (const [id, roles] of personal) expect(valueOf(await changes.personal(id))).toEqual(roles);
  });

  it('has what was found, and forgets of a premium name the ordinary price (F14)', async () => {
    for (const id of accountIds) {
      for (const known of ofAccount(id).findings) {
        if (known === null) continue;
        const { finding } = known;
        const kept = await world.workspace.findings.details({ accountId: id, domain: finding.domain });
        const isPremium = finding.kind === 'premium';
        expect(valueOf(kept)).toEqual({
          ...known,
          finding: { ...finding, ...(isPremium ? { prices: [] } : {}) },
        });
      }
    }
  });

  it('has its look-ups, cell by cell', async () => {
    const { sessions, workspace } = world;
    expect(valueOf(await sessions.list())).toHaveLength(said.sessions.length);
    for (const { session, names, codes, answer } of said.sessions) {
      const open = valueOf(await sessions.open(session.id, () => undefined));
      open.close();
      expect(open.names).toBe(names);
      expect([...open.codes]).toEqual(codes);
      // How fast it was is of the run that asked; of that which ran, its last moment may not have been on the disk.
      expect(open.session).toMatchObject({
        ...session,
        pace: null,
        changedAt: expect.any(String) as string,
      });
      expect(Math.abs(Date.parse(open.session.changedAt) - Date.parse(session.changedAt))).toBeLessThan(
        1_000,
      );
      if (answer === null) continue;
      expect(valueOf(await workspace.sessions.details({ id: session.id, cell: 3 })).answer).toBe(answer);
    }
  });
});

describe('the journal of version 6, opened today', () => {
  it('holds together, to the same last entry of both chains', async () => {
    const health = valueOf(await world.changes.health(true));
    const { entries, changes, head, accesses } = said.health;
    expect(health).toMatchObject({ entries, changes, head, broken: null });
    expect(health.accesses).toMatchObject({ lines: accesses.lines, head: accesses.head, broken: null });
    const list = { accountId: null, domain: null, text: '', limit: 200 };
    expect(valueOf(await world.workspace.codeAccesses.list(list))).toEqual(said.accesses);
  });

  it('tells every change as it was told then, of every kind and in every state', async () => {
    const listed = await list();
    expect(new Set(listed.map(({ state }) => state)).size).toBe(9);
    expect(new Set(listed.map(({ what }) => what.kind)).size).toBe(9);
    const services = listed.map(({ service }) => service);
    expect(listed).toEqual(said.changes.map((known, index) => ({ ...known, service: services[index] })));
  });

  it('knows of each change the service of its account, as it was at the migration', async () => {
    const baseUrl = said.accounts.find(({ id }) => id === acme)?.baseUrl;
    const login = { baseUrl, username: 'reseller@example.com' };
    const byAccount = new Map([
      [acme, login],
      [again, login],
      [practice, { baseUrl: 'practice', username: '' }],
      [gone, null],
    ]);
    for (const { accountId, service } of await list()) expect(service).toEqual(byAccount.get(accountId));
  });

  it('shows what was changed by an account that is gone, under its name, and lets it block nothing', async () => {
    const { journal } = world.workspace;
    const { domain, accountLabel, service } = await change('more-81.com');
    expect({ accountLabel, service }).toEqual({ accountLabel: 'Left us', service: null });
    expect(
      valueOf(await journal.open({ accountId: gone }))
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['planned', 'uncertain']);
    const ours = (await change('more-40.com')).service;
    if (ours === null) throw new Error('Its account is there');
    expect(valueOf(await journal.lastOf({ service: ours, domain, accountId: acme }))).toEqual([]);
    expect(await begin(acme, domain)).toBe('written');
  });

  it('lets a person close what is open of an account that is gone', async () => {
    await start();
    const [uncertain, planned] = [await change('more-81.com'), await change('more-82.com')];
    const settled = await world.changes.settle(uncertain.id, 'not-applied', 'They are not ours any more');
    expect(valueOf(settled)).toMatchObject({ state: 'settled', service: null });
    expect(valueOf(await world.changes.withdraw(planned.id)).state).toBe('withdrawn');
  });

  it('F5 blocks by what is uncertain under another label of the same login', async () => {
    expect(await begin(acme, 'more-40.com')).toBe('open');
    expect(await begin(practice, 'more-40.com')).toBe('written');
  });

  it('F5 keeps an account from being removed, from the first moment on', async () => {
    const whyKept = async (): Promise<string | undefined> =>
      valueOf(await world.workspace.accounts.contents({ id: again })).inUse?.why;
    expect(await whyKept()).toBe('batch');
    for (const { batch } of batchesOf('running')) valueOf(await world.batches.stop(batch.id));
    expect(await whyKept()).toBe('change');
  });

  it('counts nothing of then to today’s limits, and remembers what took effect', async () => {
    const { journal } = world.workspace;
    const { service, number } = await change('more-2.com');
    if (service === null) throw new Error('Its account is there');
    const of = { service, domain: 'more-2.com', accountId: acme, family: 'renew', besideId: null } as const;
    expect(valueOf(await journal.historyOf(of)).lastEffect).toMatchObject({ number, state: 'confirmed' });
    const today = { accountId: null, batchId: null, since: '2026-03-02T00:00:00.000Z' };
    expect(valueOf(await journal.costs(today))).toEqual([]);
    expect(
      valueOf(await journal.costs({ ...today, since: '2026-03-01T00:00:00.000Z' })).length,
    ).toBeGreaterThan(8);
  });

  it('has nobody’s consent: what was planned is looked at again before it goes out', async () => {
    await start();
    const planned = (await list()).filter(({ state }) => state === 'planned');
    expect(planned.length).toBeGreaterThan(7);
    for (const { id } of planned) {
      expect(await world.changes.send(id)).toEqual({
        ok: false,
        error: { kind: 'changed-since', what: 'consent' },
      });
    }
  });

  it('takes what was on its way for uncertain, and can go on being written', async () => {
    const before = (await list()).filter(({ state }) => state === 'sending');
    expect(before).toHaveLength(2);
    await start();
    for (const { id } of before) expect(valueOf(await world.changes.find(id)).change.state).toBe('uncertain');
    const { id } = await change('more-12.com');
    expect(valueOf(await world.changes.settle(id, 'applied', 'Today'))).toMatchObject({
      state: 'settled',
      note: 'Today',
    });
    expect(valueOf(await world.changes.health(true)).broken).toBeNull();
  });

  async function begin(accountId: string, domain: string): Promise<string> {
    const account = valueOf(await world.accounts.find(accountId));
    const service =
      account.kind === 'practice'
        ? { baseUrl: 'practice', username: '' }
        : { baseUrl: account.baseUrl, username: account.username };
    const event = {
      type: 'planned',
      accountLabel: account.label,
      ...{ accountId, service, domain, batchId: null },
      what: { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } },
      ...{ digest: 'd'.repeat(64), personal: null },
    } as const;
    const input = { id: crypto.randomUUID(), at: new Date().toISOString(), event, sealed: null };
    return valueOf(await world.workspace.journal.begin(input)).kind;
  }
});

it('an export of entries of version 6 has the texts that their hashes, or those of their masks, were made of', async () => {
  const path = join(world.directory, 'journal.csv');
  const { entries } = valueOf(await world.changes.exportJournal('csv', emptyChangeFilter, path));
  const rows = parse<Record<string, string>>(readFileSync(path, 'utf8'), { columns: true });
  const ofChanges = rows.filter(({ type }) => type !== 'code-access');
  const hash = (...lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');
  for (const row of ofChanges) {
    const { seq = '', change = '', at = '', state = '', event = '', previous_hash: before = '' } = row;
    const head = [before, seq, change, at, state];
    if (row['mask'] === '') expect(row['hash']).toBe(hash(...head, event));
    else expect(row['mask']).toBe(hash(...head, row['hash'] ?? '', event));
  }
  expect(ofChanges.at(-1)?.['hash']).toBe(said.health.head);
  expect(ofChanges.some(({ mask }) => mask !== '')).toBe(true);
  expect(rows).toHaveLength(entries);
});

describe('the batches of version 6, opened today', () => {
  it('are all there, with every row and what became of it', async () => {
    for (const id of accountIds) {
      const then = batchesIn(id);
      const now = valueOf(await world.batches.list(id));
      expect(now.map((batch) => [batch.id, batch.state])).toEqual(
        then.map(({ batch }) => [batch.id, batch.state]),
      );
      for (const { batch, rows } of then) {
        // Computed, not stored: since then the count of renewals is typed, however few they are.
        const isRenewal = batch.state === 'ready' && batch.ask.kind === 'renew';
        const typedCount = isRenewal ? batch.counts.toDo : batch.typedCount;
        expect(valueOf(await world.batches.find(batch.id))).toMatchObject({ ...batch, typedCount });
        const { rows: kept } = valueOf(
          await world.batches.rows(batch.id, { which: 'all', offset: 0, limit: 500 }),
        );
        expect(kept).toMatchObject(rows);
        expect(kept).toHaveLength(rows.length);
      }
    }
    for (const state of ['reading', 'ready', 'running', 'paused', 'halted', 'stopped', 'done']) {
      expect(batchesOf(state).length).toBeGreaterThan(0);
    }
  });

  it('that were ready are not applied by the review of then', async () => {
    await start();
    for (const { batch } of batchesOf('ready')) {
      const { digest, typedCount } = valueOf(await world.batches.find(batch.id));
      expect(await world.batches.apply(batch.id, digest ?? batch.digest ?? '', typedCount, false)).toEqual({
        ok: false,
        error: { kind: 'changed-since', what: 'batch' },
      });
      expect(valueOf(await world.batches.readAgain(batch.id)).state).toBe('reading');
    }
  });

  it.each(['running', 'paused', 'halted'])(
    'that were %s rest, and lead to a new review when they are to go on',
    async (state) => {
      await start();
      const batches = batchesOf(state);
      for (const { batch } of batches) {
        const rests = valueOf(await world.batches.find(batch.id));
        expect(rests.state).toBe(state === 'running' ? 'paused' : state);
        const open = (await list()).filter(({ batchId }) => batchId === batch.id).map(({ id }) => id);
        const resumed = valueOf(await world.batches.resume(batch.id, true));
        expect(resumed).toMatchObject({ state: 'reading', digest: null });
        // What was sent before stays; nothing more is made of the rest.
        expect((await list()).filter(({ batchId }) => batchId === batch.id).map(({ id }) => id)).toEqual(
          open,
        );
      }
    },
  );
});
