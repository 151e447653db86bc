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
}

/** One confirmed change, as the window would have made it. */
async function unlockOne(): Promise<void> {
  const services = await openServices(workspace());
  const { accounts, changes } = services;
  const { id: accountId } = valueOf(await accounts.addPractice());
  const ask = { kind: 'lock', state: 'unlocked' } as const;
  const { reviewId } = valueOf(await changes.prepare(accountId, 'quiet-harbor.org', ask));
  const { id } = valueOf(await changes.apply(reviewId, { typedName: null, premiumAccepted: false }));
  await expect.poll(async () => valueOf(await changes.find(id)).change.state).toBe('confirmed');
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
    expect(out).toMatch(/holds together: 4 entries of 1 change\.\nLast hash: [\da-f]{64}/);
  });

  it('D4 is said not to hold together where an entry was written anew, with exit code 1', async () => {
    const database = new DatabaseSync(join(workspace(), 'workspace.sqlite'));
    database.exec('DROP TRIGGER journal_entries_stay_as_they_are');
    database.exec("UPDATE journal_entries SET event = replace(event, 'unlocked', 'locked') WHERE seq = 1");
    database.close();
    const { code, out, err } = await said('verify');
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toContain('does not hold together at entry 1');
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
    expect(err).toContain('4 entries written.');
    const entries = JSON.parse(readFileSync(path, 'utf8')) as readonly { readonly hash: string }[]; // Written just now.
    const health = JSON.parse((await said('verify', '--json')).out) as Health; // Written just now.
    expect([entries.length, entries.at(-1)?.hash]).toEqual([health.entries, health.head]);
  });
});
