import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../../../../support/services/open-services.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';
import { deskOfThisFile } from '../a-desk.ts';

const desk = deskOfThisFile();
const workspace = (): string => join(desk.directory(), 'user', 'workspace');

interface Health {
  readonly entries: number;
  readonly head: string;
  readonly accesses: { readonly lines: number; readonly head: string };
}

interface Exported {
  readonly chain?: string;
  readonly seq: number;
  readonly changeId: string;
  readonly at: string;
  readonly state: string;
  readonly event: Readonly<Record<string, string>>;
  readonly previousHash: string;
  readonly hash: string;
}

/** One confirmed change, as the window would have made it, a code that was asked for, and one of which it is not known. */
async function unlockOne(): Promise<void> {
  const services = await openServices(workspace());
  const { accounts, changes } = services;
  const { id: accountId } = valueOf(await accounts.addPractice());
  const ask = { kind: 'lock', state: 'unlocked' } as const;
  const { reviewId } = valueOf(await changes.prepare(accountId, 'quiet-harbor.org', ask));
  const { id } = valueOf(
    await changes.apply(reviewId, { typedName: null, premiumAccepted: false, typedLimit: null }),
  );
  await expect.poll(async () => valueOf(await changes.find(id)).change.state).toBe('confirmed');
  const access = { accountId, accountLabel: 'Practice', domain: 'quiet-harbor.org', deed: 'copy' } as const;
  const { codeAccesses } = services.workspace;
  const { seq } = valueOf(await codeAccesses.ask({ ...access, at: '2026-11-21T08:00:00.000Z' }));
  valueOf(await codeAccesses.conclude({ access: seq, at: '2026-11-21T08:00:01.000Z', outcome: 'emailed' }));
  valueOf(await codeAccesses.ask({ ...access, deed: 'reveal', at: '2026-11-21T08:00:02.000Z' }));
  await services.close();
}

async function said(...args: readonly string[]) {
  const line = desk.run(['journal', ...args], '');
  return { code: await line.ended, out: line.out(), err: line.err() };
}

beforeEach(unlockOne);

describe('the journal from the command line', () => {
  it('D4 is verified entry by entry, and ends with the hash to keep', async () => {
    const { code, out } = await said('verify');
    expect(code).toBe(0);
    expect(out).toMatch(/journal holds together: 4 entries of 1 change\.\nLast hash: [\da-f]{64}/);
    expect(out).toMatch(/journal of code accesses holds together: 3 lines\.\nLast hash: [\da-f]{64}/);
  });

  it('D4 is said not to hold together where an entry was written anew, with exit code 1', async () => {
    const database = new DatabaseSync(join(workspace(), 'workspace.sqlite'));
    database.exec('DROP TRIGGER journal_entries_stay_as_they_are');
    database.exec("UPDATE journal_entries SET event = replace(event, 'unlocked', 'locked') WHERE seq = 1");
    database.close();
    const { code, out, err } = await said('verify');
    expect(code).toBe(1);
    expect(out).toContain('The journal of code accesses holds together');
    expect(err).toContain('The journal does not hold together at entry 1');
  });

  it('D4 is said not to hold together where a line about a code was written anew, with exit code 1', async () => {
    const database = new DatabaseSync(join(workspace(), 'workspace.sqlite'));
    database.exec('DROP TRIGGER code_accesses_stay_as_they_are');
    database.exec("UPDATE code_accesses SET outcome = 'refused' WHERE seq = 2");
    database.close();
    const { code, out, err } = await said('verify');
    expect(code).toBe(1);
    expect(out).toContain('The journal holds together');
    expect(err).toContain('The journal of code accesses does not hold together at line 2');
  });

  it('lists the codes that were asked for, and says of which it is not known what came', async () => {
    const { code, out } = await said('list', '--accesses', '--domain', 'harbor');
    expect(code).toBe(0);
    expect(out).toMatch(/LINE +ASKED +DEED +CAME +DOMAIN +ACCOUNT/);
    expect(out).toMatch(/3 +\S+ +reveal +not known +quiet-harbor\.org +Practice\n1 +\S+ +copy +emailed/);
    expect((await said('list', '--accesses', '--domain', 'nothing')).err).toContain('no such accesses');
    expect((await said('list', '--accesses', '--state', 'confirmed')).code).toBe(2);
  });

  it('is listed by state and domain', async () => {
    const { code, out } = await said('list', '--state', 'confirmed', '--domain', 'harbor');
    expect(code).toBe(0);
    expect(out).toMatch(/NUMBER +CHANGED +STATE +WHAT +DOMAIN +ACCOUNT/);
    expect(out).toMatch(/1 +\S+ +confirmed +lock +quiet-harbor\.org +Practice/);
    expect((await said('list', '--state', 'uncertain')).err).toContain('There are no such changes.');
  });

  it('is exported whole, its last hash the one that is verified', async () => {
    const path = join(desk.directory(), 'journal.json');
    const { code, err } = await said('export', '--out', path);
    expect(code, err).toBe(0);
    expect(err).toContain('7 entries written.');
    const all = JSON.parse(readFileSync(path, 'utf8')) as readonly Exported[]; // Written just now.
    const entries = all.filter(({ chain }) => chain === undefined);
    const accesses = all.filter(({ chain }) => chain === 'code-accesses');
    const health = JSON.parse((await said('verify', '--json')).out) as Health; // Written just now.
    expect([entries.length, entries.at(-1)?.hash]).toEqual([health.entries, health.head]);
    expect([accesses.length, accesses.at(-1)?.hash]).toEqual([health.accesses.lines, health.accesses.head]);
    let before = '';
    for (const { seq, changeId, at, state, event, hash, previousHash } of accesses) {
      expect(previousHash).toBe(before);
      const { accountId, accountLabel, deed, domain } = event;
      // By hand, as the decision paper says it: six lines, the members of the event in the order of their names.
      const text = JSON.stringify({ accountId, accountLabel, deed, domain });
      const lines = [before, String(seq), changeId, at, state, text].join('\n');
      expect(hash).toBe(createHash('sha256').update(lines).digest('hex'));
      before = hash;
    }
  });
});
