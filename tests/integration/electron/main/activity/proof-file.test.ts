import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expiryAtRegistryLabel, type JournalEvent } from '#shared/domain/change.ts';
import { ok } from '#shared/result.ts';
import { activity as actions } from '../../../../../electron/main/activity/actions.ts';
import { type Activity, createActivity } from '../../../../../electron/main/activity/activity.ts';
import { factsIn, proofPage, type ProofFacts } from '../../../../../electron/main/activity/proof-file.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { bound } from '../../../../support/bound.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import {
  answered,
  at,
  before,
  changeId,
  planned,
  readBack,
  sending,
  tamper,
  write,
} from '../../../../support/workspace/a-journal.ts';
import { aDirectory, anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';
import { aDatabase, clientHere } from '../../../../support/workspace/stores-here.ts';

const directory = aDirectory();
const later = '2026-02-21T14:03:00.000Z';
const whenever = { client: 'Acme', fromDay: '2026-02-01', toDay: '2026-02-28', hasPrices: false };

const renewal = (domain: string, number = 1): readonly JournalEvent[] => [
  planned({
    domain,
    accountLabel: 'Secret label',
    what: {
      ...{ kind: 'renew', periodYears: 1, addons: {} },
      price: { kind: 'given', amount: `17.2${number}`, currency: null },
    },
  }),
  { ...sending, before: { ...before, registry: aReading({ expiresAt: '2026-03-01T00:00:00Z' }) } },
  answered('done'),
  readBack('no-proof', { charge: 'fell', evidence: [] }),
];

const shown = {
  label: expiryAtRegistryLabel,
  before: '2026-03-01',
  after: '2027-03-01',
  speaks: 'for',
} as const;
const proven = readBack('agrees', {
  registry: { at: later, proof: 'proven', why: null },
  evidence: [shown],
});

/** Two renewals of Acme, of which the registry proves one, one of another client, and the way to write more. */
async function aWorld(number = 1) {
  const database = aDatabase();
  const repositories = createRepositories(database);
  const client = clientHere(repositories);
  client.accounts.save(anAccount({ id: 'a1', label: 'Secret label' }));
  for (const [name, owner] of [
    ['alpha.com', 'Acme'],
    ['beta.com', 'Acme'],
    ['gamma.com', 'Zoo'],
  ])
    database.exec(`INSERT INTO domains (account_id, name, added_at, added_by, tags, client)
      VALUES ('a1', '${name ?? ''}', 0, 'typed', '[]', '${owner ?? ''}')`);
  await write(repositories.journal, 1, renewal('alpha.com', number));
  await write(repositories.journal, 2, renewal('beta.com'));
  await write(repositories.journal, 3, renewal('gamma.com'));
  const prove = (n: number) => repositories.journal.append({ id: changeId(n), at: later, event: proven });
  await prove(1);
  const activity = createActivity({ workspace: client, now: () => new Date('2026-03-02T08:00:00.000Z') });
  return { activity, client, database, journal: repositories.journal, prove };
}

async function written(activity: Activity, asked: Partial<typeof whenever> = {}) {
  const path = join(directory.path, 'proof.html');
  const said = valueOf(await activity.exportProof({ ...whenever, ...asked, path }));
  const text = readFileSync(path, 'utf8');
  const facts = factsIn(text);
  if (facts === null) throw new Error('No facts');
  return { said, text, facts };
}

function stored(text: string): string {
  const path = join(directory.path, 'sent to us.html');
  writeFileSync(path, text);
  return path;
}

const verdictOf = async (activity: Activity, text: string) =>
  valueOf(await activity.checkProof(stored(text))).verdict;

describe('the file of proof', () => {
  it('has the paid changes of the client alone, with the registry’s dates, what proves them, and what is not proven', async () => {
    const { activity } = await aWorld();
    const { said, text, facts } = await written(activity);
    expect(said).toEqual({ rows: 2, proven: 1 });
    expect(facts.rows).toMatchObject([
      {
        domain: 'alpha.com',
        by: 'registry',
        sentAt: at,
        provenAt: later,
        before: '2026-03-01',
        after: '2027-03-01',
      },
      { domain: 'beta.com', by: 'accepted', provenAt: null, before: '2026-03-01', after: null },
    ]);
    expect(text).toContain('2 changes: 1 proven · 1 not yet.');
    expect(text).toContain('By the registry, 3 min later');
    expect(text).toContain('Not proven: accepted by the service');
  });

  it('names no account, no login, no other client and, unless it is asked for, no price', async () => {
    const { activity } = await aWorld();
    const { text } = await written(activity);
    const { baseUrl, username } = anAccount();
    for (const secret of ['Secret label', 'gamma.com', 'Zoo', '17.2', baseUrl, username])
      expect(text).not.toContain(secret);
    const priced = await written(activity, { hasPrices: true });
    expect(priced.facts.rows.map(({ price }) => price?.amount)).toEqual(['17.21', '17.21']);
    expect(await verdictOf(activity, priced.text)).toBe('matches');
  });

  it('has nothing of days that were not chosen', async () => {
    const { activity } = await aWorld();
    expect((await written(activity, { fromDay: '2026-02-22' })).facts.rows).toEqual([]);
    expect((await written(activity, { toDay: '2026-02-20' })).facts.rows).toEqual([]);
  });

  it('matches its journal, also once that has gone on', async () => {
    const { activity, prove } = await aWorld();
    const { text } = await written(activity);
    expect(await verdictOf(activity, text)).toBe('matches');
    await prove(2);
    expect(await verdictOf(activity, text)).toBe('matches');
    expect((await written(activity)).said).toEqual({ rows: 2, proven: 2 });
  });

  it.each<[what: string, alter: (facts: ProofFacts) => ProofFacts]>([
    ['a proof that there is not', (facts) => withRow(facts, { by: 'registry', provenAt: later })],
    ['another date', (facts) => withRow(facts, { before: '2026-04-01' })],
    ['another domain', (facts) => withRow(facts, { domain: 'delta.com' })],
    ['more years', (facts) => withRow(facts, { years: 10 })],
    ['a row twice', (facts) => ({ ...facts, rows: facts.rows.flatMap((row) => [row, row]) })],
    ['rows of before its period', (facts) => ({ ...facts, fromDay: '2026-02-23' })],
    ['rows of after its period', (facts) => ({ ...facts, toDay: '2026-02-19' })],
    ['a period of no days', (facts) => ({ ...facts, fromDay: 'ever' })],
    ['an entry that is not its own', (facts) => withRow(facts, { entry: { ...firstEntry(facts), seq: 1 } })],
  ])('is found to be altered where it has %s, although its own check was written anew', async (_, alter) => {
    const { activity } = await aWorld();
    const { facts } = await written(activity);
    expect(await verdictOf(activity, proofPage(alter(facts)))).toBe('altered');
  });

  it('is found to have a currency that neither the journal nor its account has', async () => {
    const { activity, client } = await aWorld();
    const { text } = await written(activity, { hasPrices: true });
    expect(text).toContain('17.21</bdi>');
    const dollars = (by: string) => by.replaceAll('"currency":null', '"currency":"USD"');
    const facts = factsIn(dollars(text));
    if (facts === null) throw new Error('No facts');
    expect(await verdictOf(activity, proofPage(facts))).toBe('other-currency');
    expect(await verdictOf(activity, dollars(text))).toBe('other-currency');
    const { options } = anAccount();
    client.accounts.save(anAccount({ id: 'a1', options: { ...options, currency: 'USD' } }));
    expect(await verdictOf(activity, proofPage(facts))).toBe('matches');
    expect(await verdictOf(activity, text)).toBe('other-currency');
  });

  it('names the time zone of its days, and both where the clock changes between', async () => {
    const { activity } = await aWorld();
    const before = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const { text } = await written(activity);
      expect(text).toContain('from 2026-02-01 to 2026-02-28, days in UTC+01:00.');
      const { facts } = await written(activity, { toDay: '2026-03-31' });
      expect(facts.zone).toBe('UTC+01:00 to UTC+02:00');
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('has a price that was not seen to be charged as that, also where a registry proves the change', async () => {
    const { activity, journal } = await aWorld();
    const [plan, send, answer] = renewal('alpha.com');
    if (!plan || !send || !answer) throw new Error('No renewal');
    const late: JournalEvent = { ...proven, charge: 'not-yet' };
    await write(journal, 4, [plan, send, answer, late]);
    const { facts, text } = await written(activity, { hasPrices: true });
    expect(facts.rows.map(({ by }) => by)).toEqual(['registry', 'accepted', 'registry']);
    expect(facts.rows.map(({ price }) => price?.isCharged)).toEqual([true, true, false]);
    expect(text.match(/17\.21, not seen to be charged<\/bdi>/g)).toHaveLength(1);
    expect(await verdictOf(activity, text)).toBe('matches');
  });

  it('is found where only what it shows was altered, and not what it carries', async () => {
    const { activity } = await aWorld();
    const { text } = await written(activity);
    const shows = text.replace('Not proven: accepted by the service', 'By the registry, 2 s later');
    expect(shows).not.toBe(text);
    expect(await verdictOf(activity, shows)).toBe('page-differs');
  });

  it('is found to be of another journal, and of none where it is no such file', async () => {
    const [{ activity }, other] = [await aWorld(), await aWorld(2)];
    const { text } = await written(activity);
    expect(await verdictOf(other.activity, text)).toBe('other-journal');
    expect(await verdictOf(activity, '<html></html>')).toBe('not-one');
    expect(await verdictOf(activity, text.replace('namedesk-proof-1', 'namedesk-proof-9'))).toBe('not-one');
  });

  it('is held against the journal from the window too, in the words of the command line', async () => {
    const { activity } = await aWorld();
    const { text } = await written(activity);
    const asked: string[] = [];
    const checked = async (path: string | null) => {
      const askForFile = (of: string) => Promise.resolve(asked.push(of) > 0 ? path : null);
      return await bound(actions, { activity, askForFile }).checkProof({});
    };
    expect(await checked(null)).toEqual(ok(null));
    const { said, ...matching } = valueOf(await checked(stored(text))) ?? {};
    expect(matching).toEqual({ file: 'sent to us.html', verdict: 'matches' });
    expect(said).toMatch(/^Each row matches this journal\. .* 2 rows, from the entries up to \d+\.$/);
    expect(valueOf(await checked(stored('a letter')))).toMatchObject({ verdict: 'not-one' });
    expect(await checked(join(directory.path, 'none.html'))).toMatchObject({
      error: { kind: 'invalid-input', field: 'file' },
    });
    expect(asked).toEqual(['proof', 'proof', 'proof', 'proof']);
  });

  it('is neither written nor held against a journal whose chain is broken', async () => {
    const { activity, database } = await aWorld();
    const { text } = await written(activity);
    tamper(database, "UPDATE journal_entries SET state = 'refused' WHERE seq = 2");
    expect(await activity.checkProof(stored(text))).toMatchObject({
      ok: false,
      error: { kind: 'journal-broken' },
    });
    const path = join(directory.path, 'other.html');
    expect(await activity.exportProof({ ...whenever, path })).toMatchObject({
      error: { kind: 'journal-broken' },
    });
  });
});

const firstEntry = ({ rows }: ProofFacts) => rows[0]?.entry ?? { seq: 0, hash: '' };

/** With its second row, which is not proven, otherwise. */
const withRow = (facts: ProofFacts, changes: Partial<ProofFacts['rows'][number]>): ProofFacts => ({
  ...facts,
  rows: facts.rows.map((row, index) => (index === 1 ? { ...row, ...changes } : row)),
});
