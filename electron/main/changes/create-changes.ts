import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { apply, perform } from './apply.ts';
import type { Changes } from './changes.ts';
import type { ChangesDeps, Context } from './context.ts';
import { exportJournal } from './export-journal.ts';
import { learnFrom } from './learn.ts';
import { createLedger } from './ledger.ts';
import { openAsk, personalRoles } from './personal.ts';
import { prepare } from './prepare.ts';
import { createReadBack, type ReadBack } from './reconcile/read-back.ts';
import { createRecovery, type Recovery } from './recover.ts';
import { createReviews } from './reviews.ts';
import { readyToSend } from './send-again.ts';
import { createSending, type Sending } from './sending.ts';
import { createUnderWay } from './under-way.ts';

export function createChanges(deps: ChangesDeps): Changes {
  const underWay = createUnderWay(deps);
  const context: Context = {
    ...deps,
    ledger: createLedger(deps),
    closing: underWay.closing,
    track: underWay.track,
  };
  const readBack = createReadBack(context);
  const parts = {
    context,
    readBack,
    recovery: createRecovery(context, readBack),
    sending: createSending(context, readBack),
  };
  return {
    ...sendingChanges(parts),
    ...settlingChanges(parts),
    ...lookingAtChanges(parts),
    recover: parts.recovery.recover,
    wake: readBack.wake,
    async close() {
      await underWay.close();
      context.ledger.close();
    },
  };
}

interface Parts {
  readonly context: Context;
  readonly readBack: ReadBack;
  readonly recovery: Recovery;
  readonly sending: Sending;
}

function sendingChanges({
  context,
  readBack,
  recovery,
  sending,
}: Parts): Pick<Changes, 'prepare' | 'apply' | 'perform' | 'send'> {
  const reviews = createReviews(context.timer.nowMs);
  const acting = async (accountId: string, domain: string): Promise<Result<null>> =>
    context.closing.aborted ? fail({ kind: 'cancelled' }) : await recovery.before(accountId, domain);
  return {
    async prepare(accountId, domain, ask) {
      const may = await acting(accountId, domain);
      const prepared = may.ok ? await prepare(context, accountId, domain, ask) : may;
      if (!prepared.ok) return prepared;
      reviews.keep(prepared.value);
      return ok(prepared.value.review);
    },
    apply: (reviewId, consent) =>
      reviews.once(
        reviewId,
        async (prepared) => {
          const may = await acting(prepared.review.accountId, prepared.review.domain);
          return may.ok ? await apply(context, sending.start, prepared, consent) : may;
        },
        ({ id }) => context.ledger.find(id),
      ),
    async perform(order) {
      const may = await acting(order.accountId, order.domain);
      return may.ok ? await sending.waitedFor(perform(context, readBack, order)) : may;
    },
    async send(id) {
      const found = await context.ledger.find(id);
      if (!found.ok) return found;
      const may = await acting(found.value.accountId, found.value.domain);
      return may.ok ? await sending.once(id, () => readyToSend(context, found.value)) : may;
    },
  };
}

function settlingChanges({
  context,
  readBack,
  recovery,
}: Parts): Pick<Changes, 'readBack' | 'settle' | 'withdraw'> {
  const { ledger } = context;
  /** As it stands when nothing of the last start is left to be read back. */
  const known = async (id: string): Promise<Result<Change>> => {
    const found = await ledger.find(id);
    if (!found.ok) return found;
    const may = await recovery.before(found.value.accountId, found.value.domain);
    return may.ok ? await ledger.find(id) : may;
  };
  return {
    async readBack(id) {
      const found = await known(id);
      if (!found.ok) return found;
      return found.value.state === 'uncertain' ? await readBack.afterDoubt(found.value) : nothingToRead;
    },
    async settle(id, settledAs, note) {
      const found = await known(id);
      if (!found.ok) return found;
      const settled = await ledger.append(id, { type: 'settled', as: settledAs, note });
      if (settled.ok) learnFrom(context, settled.value, {});
      return settled;
    },
    async withdraw(id) {
      const found = await ledger.find(id);
      return found.ok ? await ledger.append(id, { type: 'withdrawn', error: null }) : found;
    },
  };
}

const nothingToRead = fail({
  kind: 'invalid-input',
  field: 'id',
  reason: 'Only an uncertain change is read back.',
});

function lookingAtChanges({
  context,
}: Parts): Pick<Changes, 'list' | 'find' | 'lastOf' | 'personal' | 'health' | 'exportJournal'> {
  const { journal, ledger, announceHealth } = context;
  return {
    list: (filter, offset, limit) => journal.list({ filter, offset, limit }),
    async find(id) {
      const change = await ledger.find(id);
      if (!change.ok) return change;
      const entries = await journal.entries({ id });
      return entries.ok ? ok({ change: change.value, entries: entries.value }) : entries;
    },
    lastOf: (accountId, domain) => journal.lastOf({ accountId, domain }),
    async personal(id) {
      const ask = await openAsk(context, id);
      return ask.ok ? ok(personalRoles(ask.value)) : ask;
    },
    async health(check) {
      const health = await journal.health({ check });
      if (check && health.ok) announceHealth(health.value);
      return health;
    },
    exportJournal: (format, filter, path) =>
      exportJournal(journal, format, filter, path, context.accesses ?? null),
  };
}
