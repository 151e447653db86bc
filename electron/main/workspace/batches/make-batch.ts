import type { DatabaseSync } from 'node:sqlite';
import type { ServiceIdentity } from '#shared/domain/account.ts';
import { type Batch, type BatchAsk, hasSteps, type Proposal } from '#shared/domain/batch.ts';
import { createLogins } from '../repositories/accounts.ts';
import { inTransaction, isPresent, toMs } from '../sqlite.ts';

interface Create {
  readonly id: string;
  readonly at: string;
  readonly accountId: string;
  readonly service: ServiceIdentity;
  readonly ask: BatchAsk;
  /** The personal values of `ask`, encrypted, as base64; null where it has none. Stored beside it. */
  readonly sealed: string | null;
  readonly after: string;
  /** Null where a person makes it. */
  readonly proposal?: Proposal | null;
  /** A-labels in lower case, each once, joined by line feeds. */
  readonly domains: string;
  /** Those of them that begin excluded by the user, joined so: each can be included in the review. */
  readonly leftOut?: string;
  /** For a batch that puts back: the change of each domain, in the same order, joined so. */
  readonly undoes?: string;
}

const mainStep = { step: null, after: null } as const;
const aroundSteps = [
  { step: 'unlock', after: 'unlocked' },
  mainStep,
  { step: 'lock-again', after: 'locked' },
] as const;

interface Records {
  readonly find: (id: string) => Batch | null;
}

const linesOf = (joined = ''): readonly string[] => joined.split('\n');

/** Adds a batch with its rows; null where the account no longer exists. */
export function createBatchMaker(database: DatabaseSync, records: Records) {
  const add = database.prepare(`
    INSERT INTO batches
      (id, account_id, kind, ask, after, proposal, state, created_at, changed_at, service, base_url, username)
    SELECT ?, id, ?, ?, ?, ?, 'reading', ?, ?, ?, ?, ? FROM accounts WHERE id = ? AND ${isPresent}`);
  const logins = createLogins(database);
  // Of a lock that follows, nothing is read: it is compared with what the first step leaves.
  const addRow = database.prepare(`
    INSERT INTO batch_rows (batch_id, number, domain, step, after, undoes, by_hand, is_read)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?4 IS 'lock-again')`);
  return ({ id, at, accountId, service, ask, sealed, domains, leftOut, undoes, ...made }: Create) =>
    inTransaction(database, () => {
      const { after, proposal = null } = made;
      const madeAt = toMs(at);
      const login = [logins.of(service), service.baseUrl, service.username];
      const stored = JSON.stringify(sealed === null ? ask : { ...ask, sealed });
      add.run(
        id,
        ask.kind,
        stored,
        after,
        proposal && JSON.stringify(proposal),
        madeAt,
        madeAt,
        ...login,
        accountId,
      );
      const batch = records.find(id);
      if (batch === null) return null;
      const steps = hasSteps(ask) ? aroundSteps : [mainStep];
      const undone = linesOf(undoes);
      const byHand = new Set(linesOf(leftOut));
      for (const [index, domain] of domains.split('\n').entries()) {
        for (const [place, { step, after: own }] of steps.entries()) {
          const changeId = step === null ? undone[index] || null : null;
          addRow.run(
            id,
            index * steps.length + place,
            domain,
            step,
            own,
            changeId,
            Number(byHand.has(domain)),
          );
        }
      }
      return records.find(id);
    });
}
