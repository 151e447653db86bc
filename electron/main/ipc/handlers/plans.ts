import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Plans } from '../../changes/plans.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';

export interface PlansHandlersDeps {
  readonly active: Pick<ActiveAccount, 'account'>;
  readonly plans: Plans;
}

export const createPlansHandlers = ({ active, plans }: PlansHandlersDeps): Handlers['plans'] => ({
  async list() {
    const account = await active.account();
    if (!account.ok) return account;
    const listed = await plans.list(account.value.id);
    return listed.ok ? ok({ plans: [...listed.value] }) : listed;
  },
  find: ({ id }) => plans.find(id),
  async prepare({ ask, domains }) {
    const account = await active.account();
    return account.ok ? await plans.prepare(account.value.id, ask, domains) : account;
  },
  rows: ({ id, ...asked }) => plans.rows(id, asked),
  leaveOut: ({ id, index, isLeftOut }) => plans.leaveOut(id, index, isLeftOut),
  readAgain: ({ id }) => plans.readAgain(id),
  apply: ({ id, digest, typedCount, goOnAfterUncertain }) =>
    plans.apply(id, digest, typedCount, goOnAfterUncertain),
  pause: ({ id }) => plans.pause(id),
  resume: ({ id, goOnAfterUncertain }) => plans.resume(id, goOnAfterUncertain),
  stop: ({ id }) => plans.stop(id),
  async remove({ id }) {
    const removed = await plans.remove(id);
    return removed.ok ? ok({}) : removed;
  },
});
