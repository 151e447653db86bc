import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Change, familyOf, isPaid } from '#shared/domain/change.ts';
import type { Consent } from '#shared/domain/change-entry.ts';
import { beyond, limitsOver, type OverLimit } from '#shared/domain/limits.ts';
import { isSameService, type ServiceIdentity, serviceOf } from '#shared/domain/service.ts';
import type { Written as Answer } from '../journal-requests.ts';
import { accountRecord } from '../first-records.ts';
import { isPresent } from '../present.ts';
import { createSettingsRepository } from '../repositories/settings.ts';
import type { Repository } from '../requests.ts';
import { jsonColumn, parseRow, toMs } from '../row.ts';
import { inTransaction } from '../transaction.ts';
import type { ChangeRows } from './change-rows.ts';
import type { Writing } from './write.ts';

type Send = Parameters<Repository<'journal'>['send']>[0];
type Sent = Exclude<Answer, { readonly kind: 'broken' }>;

const accountRow = z.object({
  kind: z.enum(['practice', 'reseller']),
  baseUrl: z.string(),
  username: z.string(),
  options: jsonColumn.pipe(accountRecord.shape.options),
});

/**
 * Writes `sending`, in one transaction with everything that has to hold then: nothing of the family is open beside it, nothing of
 * the family took effect since the person looked, the account has the address and the user that were looked at, what was
 * agreed to is not too old, and no limit is gone over that was not confirmed, or by more than was confirmed (F1, F5, F10, F12).
 * What it costs is the price that the person saw.
 */
export function createSending(
  database: DatabaseSync,
  changes: ChangeRows,
  writing: Pick<Writing, 'appendWithin'>,
): (input: Send) => Sent {
  const findAccount = database.prepare(
    `SELECT kind, base_url AS baseUrl, username, options FROM accounts WHERE id = ? AND ${isPresent}`,
  );
  const settings = createSettingsRepository(database);

  function accountOf({ accountId }: Change): z.output<typeof accountRow> | null {
    const found = findAccount.get(accountId);
    return found === undefined ? null : parseRow(accountRow, found);
  }

  function changedSince(change: Change, { at, consent, service, validForMs }: Send): Sent | null {
    const ageMs = toMs(at) - toMs(consent.at);
    // A clock that was set back makes no consent younger.
    if (ageMs > validForMs || ageMs < -clockSlackMs) return changed('consent');
    const account = accountOf(change);
    const isSame = isSameService(consent.service, service) && account !== null && isLoginOf(account, service);
    if (!isSame) return changed('login');
    const family = familyOf(change.what.kind);
    const open = changes.openOf(service, change.domain, family, change.id);
    if (open !== null) return { kind: 'open', change: open };
    const number = changes.lastEffectOf(service, change.domain, family)?.number ?? 0;
    return number === consent.lastEffect ? null : { ...changed('earlier-change'), number };
  }

  function over(change: Change, { consent, dayStartsAt }: Send): readonly OverLimit[] {
    const { what, accountId, planId } = change;
    if (!isPaid(what.kind) || !('price' in what)) return [];
    const spentOf = (scopeId: string | null) => ({
      day: changes.spent({ accountId: scopeId, planId: null, since: dayStartsAt }),
      batch: planId === null ? null : changes.spent({ accountId: scopeId, planId, since: null }),
    });
    const all = limitsOver(
      [consent.price ?? what.price],
      [
        { scope: 'workspace', limits: settings.read({}).limits, ...spentOf(null) },
        { scope: 'account', limits: accountOf(change)?.options.limits ?? null, ...spentOf(accountId) },
      ],
    );
    return beyond(all, consent.limits, dayStartsAt);
  }

  function send(input: Send): Sent {
    const found = changes.find(input.id);
    if (found === null) throw new Error('There is no such change');
    const { change } = found;
    if (change.state !== 'planned') return { kind: 'moved', change };
    const refusal = changedSince(change, input);
    if (refusal !== null) return refusal;
    const limits = over(change, input);
    if (limits.length > 0) return { kind: 'over-limit', limits };
    const { id, at, attempt, before, consent } = input;
    return writing.appendWithin({ id, at, event: { type: 'sending', attempt, before, consent } });
  }

  return (input) => inTransaction(database, () => send(input));
}

/** Between two processes' readings of one clock. */
const clockSlackMs = 60_000;

const changed = (what: 'earlier-change' | 'login' | 'consent') =>
  ({ kind: 'changed', what, number: null }) as const;

const isLoginOf = (account: Parameters<typeof serviceOf>[0], service: Consent['service']): boolean =>
  isSameService(serviceOf(account), service satisfies ServiceIdentity);
