import type { DatabaseSync } from 'node:sqlite';
import type { Written } from '../../../electron/main/workspace/journal/write.ts';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import { createJournalRepository } from '../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import type { OpenDatabase } from '../../../electron/main/workspace/open-file.ts';
import type { ChangeWhat } from '../../../shared/changes/index.ts';
import { familyOf } from '../../../shared/domain/change-kinds.ts';
import type { Change, Consent, JournalEvent } from '../../../shared/domain/change.ts';
import { serviceOf } from '../../../shared/domain/account.ts';
import { anAccount, placeNewWorkspace } from './a-workspace.ts';
import type { SpendingLimits } from '../../../shared/domain/limits.ts';
import type { StorageFault } from '../../../shared/errors.ts';
import { aDatabase, clientHere } from './stores-here.ts';
import type { Workspace } from '../../../electron/main/workspace/workspace.ts';
import type { CodeOutcome } from '../../../shared/domain/code.ts';
import type {
  AccessWritten,
  createAccessesRepository,
} from '../../../electron/main/workspace/journal/code-accesses.ts';
import { createTeamOutbox } from '../../../electron/main/workspace/repositories/team-outbox.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/accounts.ts';

type Planned = Extract<JournalEvent, { readonly type: 'planned' }>;
type Answered = Extract<JournalEvent, { readonly type: 'answered' }>;
type ReadBack = Extract<JournalEvent, { readonly type: 'read-back' }>;

export const at = '2026-02-21T14:00:00.000Z';
export const lock: ChangeWhat = { kind: 'lock', state: 'locked' };
export const before = { readAt: at, lock: 'unlocked' } as const;

/** The n-th of the ids that a journal's changes have in tests. */
export const changeId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const planned = (changes: Partial<Planned> = {}): Planned => ({
  type: 'planned',
  accountId: 'a1',
  accountLabel: 'Acme',
  service,
  domain: 'example.com',
  what: lock,
  batchId: null,
  digest: 'd'.repeat(64),
  ...changes,
});

export const service = serviceOf(anAccount());

export const sending: Extract<JournalEvent, { readonly type: 'sending' }> = {
  type: 'sending',
  attempt: 1,
  before,
};

export const answered = (outcome: Answered['outcome'], changes: Partial<Answered> = {}): Answered => ({
  type: 'answered',
  attempt: 1,
  outcome,
  error: null,
  status: 200,
  answer: '{"result":"success"}',
  syncAnswer: null,
  ...changes,
});

export const readBack = (verdict: ReadBack['verdict'], changes: Partial<ReadBack> = {}): ReadBack => ({
  type: 'read-back',
  verdict,
  evidence: [{ label: 'Registrar lock', before: 'Unlocked', after: 'Locked', speaks: 'for' }],
  error: null,
  ...changes,
});

export const interrupted: JournalEvent = { type: 'interrupted' };
export const settled: JournalEvent = { type: 'settled', as: 'applied', note: 'The registry says so.' };
export const withdrawn: JournalEvent = { type: 'withdrawn', error: null };

/** All that an undisturbed change goes through. */
export const wholeStory: readonly JournalEvent[] = [planned(), sending, answered('done'), readBack('agrees')];

export type Journal = ReturnType<typeof createJournalRepository>;

/** The workspace's file in `directory`, opened in this thread. */
export function openFile(directory: string): OpenDatabase['database'] {
  placeNewWorkspace(directory);
  const open = openDatabase(directory, migrations, () => new Date(at));
  if (!open.ok) throw new Error(`A failure: ${open.error}`);
  createAccountsRepository(open.value.database).save(anAccount());
  return open.value.database;
}

/** Writes entries of a change, and says what became of the last one; all before it have to be written. */
export async function write(
  journal: Journal,
  n: number,
  events: readonly JournalEvent[],
  sealed: Uint8Array<ArrayBuffer> | null = null,
): Promise<Written> {
  let last: Written | null = null;
  for (const event of events) {
    if (last !== null && last.kind !== 'written') throw new Error(`Not written: ${last.kind}`);
    last = await writeOne(journal, changeId(n), event, sealed);
  }
  if (last === null) throw new Error('Nothing to write');
  return last;
}

export async function writeOne(
  journal: Journal,
  id: string,
  event: JournalEvent,
  sealed: Uint8Array<ArrayBuffer> | null = null,
): Promise<Written> {
  if (event.type === 'planned') return await journal.begin({ id, at, event, sealed });
  if (event.type === 'sending') return await journal.send(await aSend(journal, id, event));
  return await journal.append({ id, at, event });
}

/** As the gate asks for it, of whoever saw the latest state. */
export function aSend(
  journal: Pick<Journal, 'find' | 'historyOf'>,
  id: string,
  { attempt, before: readBefore }: Pick<typeof sending, 'attempt' | 'before'> = { attempt: 1, before },
): Promise<Parameters<Journal['send']>[0]> {
  const found = journal.find({ id });
  const family = familyOf(found?.what.kind ?? 'lock');
  const of = { service, domain: found?.domain ?? '', accountId: found?.accountId ?? '' };
  const { lastEffect } = journal.historyOf({ ...of, family, besideId: id });
  return Promise.resolve({
    id,
    at,
    attempt,
    before: readBefore,
    consent: aConsent({ lastEffect: lastEffect?.id ?? null }),
    service,
    validForMs: 900_000,
    dayStartsAt: `${at.slice(0, 10)}T00:00:00.000Z`,
  });
}

export const aConsent = (changes: Partial<Consent> = {}): Consent => ({
  at,
  service,
  present: 'unlocked',
  lastEffect: null,
  price: null,
  premiumAccepted: false,
  limits: [],
  ...changes,
});

/** The change that was written; anything else ends the test. */
export function changeIn(written: Written): Change {
  if (written.kind !== 'written') throw new Error(`Not written: ${written.kind}`);
  return written.change;
}

/** Twelve confirmed changes, an uncertain one and a planned one with something sealed; says how many entries that are. */
export async function aFilledJournal(journal: Journal): Promise<number> {
  for (let n = 1; n <= 12; n += 1) {
    await write(journal, n, wholeStory.with(0, planned({ domain: `name-${n}.com` })));
  }
  await write(journal, 13, [planned(), sending, interrupted]);
  await write(journal, 14, [planned({ domain: 'name-1.com' })], Uint8Array.of(1, 2, 3));
  return 12 * wholeStory.length + 3 + 1;
}

/** Does what the program never does, as a hand that knows the file's ways. */
export function tamper(
  database: OpenDatabase['database'],
  sql: string,
  ...values: (string | number | bigint | Uint8Array)[]
): void {
  database.exec(`DROP TRIGGER IF EXISTS journal_entries_stay_as_they_are;
    DROP TRIGGER IF EXISTS journal_entries_stay`);
  database.prepare(sql).run(...values);
}

type KeptJournal = Workspace['journal'];

export interface AJournal {
  readonly journal: KeptJournal;
  /** From now on a write of this event, or a call of this name, fails so; null ends it. */
  readonly failAt: (name: string, fault: StorageFault | null) => void;
  readonly database: DatabaseSync;
  /** What a team's database is to be told; it fails as the journal does. */
  readonly teamOutbox: Workspace['teamOutbox'];
}

const withAnAccount = (database: DatabaseSync): void =>
  void createAccountsRepository(database).save(anAccount());

/** The journal as it is kept, but in memory. */
export function aJournal(): AJournal {
  const database = aDatabase(withAnAccount);
  const faults = new Map<string, StorageFault>();
  const { journal, teamOutbox } = clientHere(
    { journal: createJournalRepository(database), teamOutbox: createTeamOutbox(database) },
    ({ method, input }) => faults.get(typeOf(input)) ?? faults.get(method),
  );

  return {
    database,
    failAt(name, fault) {
      if (fault === null) faults.delete(name);
      else faults.set(name, fault);
    },
    journal,
    teamOutbox,
  };
}

/** The spending limits as the settings keep them. */
export function keepLimits({ database }: AJournal, limits: SpendingLimits): void {
  database
    .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('limits', ?)")
    .run(JSON.stringify(limits));
}

/** Of the event that is written; empty where none is. */
function typeOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  if ('consent' in input) return 'sending';
  return 'event' in input ? (input.event as JournalEvent).type : ''; // Of a call of `begin` or `append`.
}

export type Accesses = ReturnType<typeof createAccessesRepository>;

export const askedAt = '2026-11-21T08:00:00.000Z';
export const answeredAt = '2026-11-21T08:00:01.000Z';

export const anAccess = (changes: Partial<Parameters<Accesses['ask']>[0]> = {}) => ({
  at: askedAt,
  accountId: 'a1',
  accountLabel: 'Acme',
  domain: 'example.com',
  deed: 'copy' as const,
  ...changes,
});

/** The number of a line that was written; anything else ends the test. */
export async function lineIn(written: AccessWritten | Promise<AccessWritten>): Promise<number> {
  const { kind, seq } = await written;
  if (kind !== 'written') throw new Error(`Not written: ${kind} at ${seq}`);
  return seq;
}

/** Asks and, unless `outcome` is null, concludes; says the access's number. */
export async function writeAccess(
  accesses: Accesses,
  outcome: CodeOutcome | null,
  changes: Parameters<typeof anAccess>[0] = {},
): Promise<number> {
  const access = await lineIn(accesses.ask(anAccess(changes)));
  if (outcome !== null) await lineIn(accesses.conclude({ access, at: answeredAt, outcome }));
  return access;
}

/** Every outcome twice and an access that was cut off; says how many lines that are. */
export async function aFilledAccessJournal(accesses: Accesses): Promise<number> {
  const outcomes = ['code', 'emailed', 'refused', 'unclear', 'no-answer', 'not-sent'] as const;
  for (const [index, outcome] of [...outcomes, ...outcomes].entries()) {
    await writeAccess(accesses, outcome, { domain: `name-${index}.com` });
  }
  await writeAccess(accesses, null, { domain: 'cut-off.com', deed: 'reveal' });
  return 2 * 2 * outcomes.length + 1;
}

/** Does what the program never does, as a hand that knows the file's ways. */
export function tamperWithAccesses(
  database: OpenDatabase['database'],
  sql: string,
  ...values: (string | number | bigint | null | Uint8Array)[]
): void {
  database.exec(`DROP TRIGGER IF EXISTS code_accesses_stay_as_they_are;
    DROP TRIGGER IF EXISTS code_accesses_stay`);
  database.prepare(sql).run(...values);
}
