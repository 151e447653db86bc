import { decimalText, sumsOf, unpricedIn } from '#shared/domain/limits.ts';
import { ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { Batches } from '../../changes/batches/context.ts';
import type { Changes } from '../../changes/changes.ts';
import { startOfDay } from '../../changes/ledger.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { done } from '../ipc.ts';

interface ChangesHandlersDeps {
  readonly changes: Changes;
  /** Asks the user where to save a file; its path, or null if the dialog was cancelled. */
  readonly askWhereTo: (suggestedName: string, ending: 'csv' | 'json') => Promise<string | null>;
}

export const createChangesHandlers = (deps: ChangesHandlersDeps): Handlers['changes'] => ({
  ...doing(deps),
  ...looking(deps),
});

function doing({
  changes,
}: ChangesHandlersDeps): Pick<
  Handlers['changes'],
  'prepare' | 'prepareAgain' | 'apply' | 'send' | 'readBack' | 'settle' | 'withdraw'
> {
  return {
    prepare: ({ accountId, domain, ask }) => changes.prepare(accountId, domain, ask),
    prepareAgain: ({ id }) => changes.prepareAgain(id),
    apply: ({ reviewId, ...confirmation }) => changes.apply(reviewId, confirmation),
    send: ({ id }) => changes.send(id),
    readBack: ({ id }) => changes.readBack(id),
    settle: ({ id, as, note }) => changes.settle(id, as, note),
    withdraw: ({ id }) => changes.withdraw(id),
  };
}

function looking({
  changes,
  askWhereTo,
}: ChangesHandlersDeps): Pick<
  Handlers['changes'],
  'list' | 'find' | 'lastOf' | 'personal' | 'health' | 'exportJournal'
> {
  return {
    list: ({ filter, offset, limit }) => changes.list(filter, offset, limit),
    async find({ id }) {
      const found = await changes.find(id);
      return found.ok ? ok({ change: found.value.change, entries: [...found.value.entries] }) : found;
    },
    async lastOf({ accountId, domain }) {
      const last = await changes.lastOf(accountId, domain);
      return last.ok ? ok({ changes: [...last.value] }) : last;
    },
    async personal({ id }) {
      const roles = await changes.personal(id);
      return roles.ok ? ok({ roles: roles.value === null ? null : [...roles.value] }) : roles;
    },
    health: ({ check }) => changes.health(check),
    async exportJournal({ format, filter }) {
      const path = await askWhereTo('changes', format);
      if (path === null) return ok({ path, entries: 0 });
      const written = await changes.exportJournal(format, filter, path);
      return written.ok ? ok({ path, entries: written.value.entries }) : written;
    },
  };
}

interface LimitsHandlersDeps {
  readonly journal: Pick<Workspace['journal'], 'spent'>;
  readonly now: () => Date;
}

export const createLimitsHandlers = ({ journal, now }: LimitsHandlersDeps): Handlers['limits'] => ({
  async used({ accountId }) {
    const since = startOfDay(now()).toISOString();
    const spent = await journal.spent({ accountId, planId: null, since });
    if (!spent.ok) return spent;
    const sums = sumsOf(spent.value).map(({ currency, sum }) => ({ currency, amount: decimalText(sum) }));
    return ok({ since, sums, unpriced: unpricedIn(spent.value) });
  },
});

export function createBatchesHandlers(plans: Batches): Handlers['plans'] {
  return {
    async list({ accountId }) {
      const listed = await plans.list(accountId);
      return listed.ok ? ok({ plans: [...listed.value] }) : listed;
    },
    find: ({ id }) => plans.find(id),
    prepare: ({ accountId, ask, domains }) => plans.prepare(accountId, ask, domains),
    rows: ({ id, ...asked }) => plans.rows(id, asked),
    leaveOut: ({ id, index, isLeftOut }) => plans.leaveOut(id, index, isLeftOut),
    readAgain: ({ id }) => plans.readAgain(id),
    apply: ({ id, digest, typedCount, goOnAfterUncertain, typedLimit }) =>
      plans.apply(id, digest, typedCount, goOnAfterUncertain, typedLimit),
    pause: ({ id }) => plans.pause(id),
    resume: ({ id, goOnAfterUncertain, typedLimit }) => plans.resume(id, goOnAfterUncertain, typedLimit),
    stop: ({ id }) => plans.stop(id),
    remove: async ({ id }) => done(await plans.remove(id)),
  };
}
