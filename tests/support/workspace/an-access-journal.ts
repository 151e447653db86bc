import type { CodeOutcome } from '../../../shared/domain/code.ts';
import type { AccessWritten } from '../../../electron/main/workspace/journal/code-accesses.ts';
import type { createAccessesRepository } from '../../../electron/main/workspace/journal/code-accesses.ts';
import type { OpenDatabase } from '../../../electron/main/workspace/open-file.ts';

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
