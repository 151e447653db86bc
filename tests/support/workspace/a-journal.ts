import type { Written } from '../../../electron/main/workspace/journal/write.ts';
import { openDatabase } from '../../../electron/main/workspace/database.ts';
import type { createJournalRepository } from '../../../electron/main/workspace/journal/journal-repository.ts';
import { migrations } from '../../../electron/main/workspace/migrations.ts';
import type { OpenDatabase } from '../../../electron/main/workspace/open-file.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/startup.ts';
import type { ChangeWhat } from '../../../shared/changes/index.ts';
import { familyOf } from '../../../shared/domain/change-kinds.ts';
import type { Change, Consent, JournalEvent } from '../../../shared/domain/change.ts';
import { serviceOf } from '../../../shared/domain/account.ts';
import { anAccount } from './a-workspace.ts';

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
  planId: null,
  digest: 'd'.repeat(64),
  personal: null,
  ...changes,
});

export const service = serviceOf(anAccount());

export const sending: Extract<JournalEvent, { readonly type: 'sending' }> = {
  type: 'sending',
  attempt: 1,
  before,
};

export const answered = (verdict: Answered['verdict'], changes: Partial<Answered> = {}): Answered => ({
  type: 'answered',
  attempt: 1,
  verdict,
  error: null,
  status: 200,
  answer: '{"result":"success"}',
  told: null,
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
export const wholeStory: readonly JournalEvent[] = [
  planned(),
  sending,
  answered('claimed'),
  readBack('agrees'),
];

export type Journal = ReturnType<typeof createJournalRepository>;

/** The workspace's file in `directory`, opened in this thread. */
export function openFile(directory: string): OpenDatabase['database'] {
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
  journal: Pick<Journal, 'find' | 'lastEffectOf'>,
  id: string,
  { attempt, before: readBefore }: Pick<typeof sending, 'attempt' | 'before'> = { attempt: 1, before },
): Promise<Parameters<Journal['send']>[0]> {
  const found = journal.find({ id });
  const family = familyOf(found?.what.kind ?? 'lock');
  const last = found && journal.lastEffectOf({ service, domain: found.domain, family });
  return Promise.resolve({
    id,
    at,
    attempt,
    before: readBefore,
    consent: aConsent({ lastEffect: last?.number ?? 0 }),
    service,
    validForMs: 900_000,
    dayStartsAt: `${at.slice(0, 10)}T00:00:00.000Z`,
  });
}

export const aConsent = (changes: Partial<Consent> = {}): Consent => ({
  at,
  service,
  present: 'unlocked',
  lastEffect: 0,
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
