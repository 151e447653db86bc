import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultAccountOptions, serviceOf } from '../../../shared/domain/account.ts';
import { notGiven, type Price } from '../../../shared/domain/finding.ts';
import type { Result } from '../../../shared/result.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import type { ClaimNow } from '../../../electron/main/workspace/repositories/team-rows.ts';
import type { Stores } from '../../../electron/main/workspace/stores.ts';
import { openWorkspace, type Workspace } from '../../../electron/main/workspace/workspace.ts';
import { newWorkspaceFile, threadUrl } from '../threads/thread-urls.ts';
import type { RestoreFindings, RestoreNotice } from '#shared/domain/backup.ts';

export const workerUrl = threadUrl('sessions-worker');

/**
 * The steps of this version and two made-up ones after them, as a later version may have them: a table more; and one made anew with a column
 * more, its rows copied, and a value of another table changed.
 */
export const laterMigrations: readonly string[] = [
  ...migrations,
  'CREATE TABLE later (id TEXT NOT NULL PRIMARY KEY) STRICT',
  `CREATE TABLE sets_made_anew (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, tlds TEXT NOT NULL, later TEXT) STRICT;
   INSERT INTO sets_made_anew (id, name, tlds) SELECT id, name, tlds FROM tld_sets;
   DROP TABLE tld_sets;
   ALTER TABLE sets_made_anew RENAME TO tld_sets;
   UPDATE accounts SET colour = 'green'`,
];

/** A directory of its own, with the way to be rid of it. */
export interface ADirectory {
  readonly path: string;
  readonly remove: () => void;
}

export function aDirectory(): ADirectory {
  const path = mkdtempSync(join(tmpdir(), 'namedesk-workspace-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Puts a new workspace where there is nothing yet, by a copy: that takes a third of the time of a first start. */
export function placeNewWorkspace(directory: string): void {
  const file = newWorkspaceFile();
  if (file === null || (existsSync(directory) && readdirSync(directory).length > 0)) return;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  copyFileSync(file, join(directory, 'workspace.sqlite'));
}

/** The workspace in a folder, on its thread; a new one where the folder is empty. */
export async function openTestWorkspace(directory: string): Promise<Workspace> {
  placeNewWorkspace(directory);
  return valueOf(await openWorkspace({ directory, workerUrl }));
}

type AccountInput = Parameters<Stores['accounts']['save']>[0];
type FindingInput = Parameters<Stores['findings']['save']>[0]['findings'][number];

export const anAccount = (changes: Partial<AccountInput> = {}): AccountInput => ({
  id: 'a1',
  kind: 'reseller',
  label: 'Acme',
  colour: 'blue',
  baseUrl: 'https://reseller.example/api/index.php',
  username: 'reseller@example.com',
  options: defaultAccountOptions,
  ...changes,
});

export const aFinding = (changes: Partial<FindingInput> = {}): FindingInput => ({
  domain: 'example.com',
  tld: 'com',
  kind: 'available',
  cause: null,
  message: '',
  checkedAt: '2026-02-21T14:00:00.000Z',
  prices: [],
  ...changes,
});

/** In euros; null: it is not given. */
export const aRenewalPrice = (amount: string | null): Price =>
  amount === null ? notGiven : { kind: 'given', amount, currency: 'EUR' };

/** A finding with one price for everything. */
export function aPricedFinding(domain: string, amount: string | null, at: Date): FindingInput {
  const price = aRenewalPrice(amount);
  return aFinding({
    domain,
    kind: 'taken',
    checkedAt: at.toISOString(),
    prices: [{ period: 1, register: price, transfer: price, renew: price }],
  });
}

/** The value of a result that is expected to be one; a failure ends the test. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`A failure: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** What a start says about a restore that nobody has acknowledged. */
export function findingsIn({ notice }: { readonly notice: RestoreNotice | null }): RestoreFindings {
  if (notice?.kind !== 'known') throw new Error(`The notice is ${notice?.kind ?? 'not there'}`);
  return notice;
}

/** A renewal by ben of another desk, confirmed; as the team's database has it. */
export const aClaimNow = (changes: Partial<ClaimNow> = {}) => ({
  ...{
    seq: 3,
    id: '00000000-0000-4000-9200-000000000500',
    by: 'ben',
    desk: '00000000-0000-4000-8000-00000000000e',
    batchId: null,
  },
  ...{ service: serviceOf(anAccount()), domain: 'oak.com', kind: 'renew' },
  ...{ state: 'settled', outcome: 'took-effect', event: 'settled', said: 'confirmed' },
  ...{ at: '2026-11-21T08:00:02.000Z', settledAt: '2026-11-21T08:00:03.000Z' },
  ...{ amount: '10.99', currency: null, beside: null },
  ...changes,
});
