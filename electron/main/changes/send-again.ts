import type { Change, ChangeAsk, ChangeWhat } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Context } from './context.ts';
import { partOf, presentText } from './describe.ts';
import { openAsk } from './personal.ts';
import { type Addressed, addressed, presentFor } from './prepare.ts';
import type { Present } from './present.ts';
import type { Attempt } from './send.ts';

/**
 * What is needed to send a `planned` change as it was written down, read anew.
 *
 * Fails with: `invalid-input`, `changed-since`, `keychain`, `storage`, what a connection and `readPresent` fail with.
 */
export async function readyToSend(
  context: Context,
  change: Change,
): Promise<Result<Omit<Attempt, 'onSending' | 'stop'>>> {
  if (change.state !== 'planned') return refusedBecause(`A change that is ${change.state} is not sent.`);
  const ask = await askOf(context, change);
  if (!ask.ok) return ask;
  const to = await addressed(context, change.accountId, change.domain, ask.value);
  if (!to.ok) return to;
  const past = await context.ledger.past(change.id);
  if (!past.ok) return past;
  if (to.value.order.digestFor(change.id) !== past.value.digest) {
    return refusedBecause(
      'The account was edited since: other fields would be sent than were looked at. Withdraw it and begin anew.',
    );
  }
  // Accepted when it was first applied: a premium name is written down by nobody who did not.
  const job = { change, to: to.value, premiumAccepted: true };
  if (change.what.kind === 'register') return ok({ ...job, before: null });
  const present = await asBefore(context, to.value, change);
  return present.ok ? ok({ ...job, before: present.value.before }) : present;
}

/** What was read before the last attempt must be there still; before a first one, nothing was kept to compare with. */
async function asBefore(context: Context, to: Addressed, { what, before }: Change): Promise<Result<Present>> {
  const present = await presentFor(context, to);
  if (!present.ok || before === null) return present;
  return presentText(what.kind, before) === presentText(what.kind, present.value.before)
    ? present
    : fail({ kind: 'changed-since', what: partOf(what.kind) });
}

async function askOf(context: Context, { id, what }: Change): Promise<Result<ChangeAsk>> {
  const plain = plainAsk(what);
  if (plain !== null) return ok(plain);
  const opened = await openAsk(context, id);
  if (!opened.ok) return opened;
  return opened.value === null
    ? refusedBecause(
        'What was to be sent could not be kept encrypted, or is gone. Withdraw it and begin anew.',
      )
    : ok(opened.value);
}

/** What is asked, where nothing personal belongs to it. */
function plainAsk(what: ChangeWhat): ChangeAsk | null {
  if (what.kind === 'register' || what.kind === 'contacts') return null;
  if (what.kind !== 'renew') return what;
  return { kind: 'renew', periodYears: what.periodYears, addons: what.addons };
}

const refusedBecause = (reason: string): Result<never> =>
  fail({ kind: 'invalid-input', field: 'id', reason });
