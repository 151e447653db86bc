import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Plans } from '../../changes/plans.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import { done, ofActive } from './of-active.ts';

export interface PlansHandlersDeps {
  readonly active: Pick<ActiveAccount, 'account'>;
  readonly plans: Plans;
}

export function createPlansHandlers({ active, plans }: PlansHandlersDeps): Handlers['plans'] {
  const ofItsAccount = ofActive(active);
  return {
    async list() {
      const listed = await ofItsAccount(plans.list);
      return listed.ok ? ok({ plans: [...listed.value] }) : listed;
    },
    find: ({ id }) => plans.find(id),
    prepare: ({ ask, domains }) => ofItsAccount((id) => plans.prepare(id, ask, domains)),
    rows: ({ id, ...asked }) => plans.rows(id, asked),
    leaveOut: ({ id, index, isLeftOut }) => plans.leaveOut(id, index, isLeftOut),
    readAgain: ({ id }) => plans.readAgain(id),
    apply: ({ id, digest, typedCount, goOnAfterUncertain }) =>
      plans.apply(id, digest, typedCount, goOnAfterUncertain),
    pause: ({ id }) => plans.pause(id),
    resume: ({ id, goOnAfterUncertain }) => plans.resume(id, goOnAfterUncertain),
    stop: ({ id }) => plans.stop(id),
    remove: async ({ id }) => done(await plans.remove(id)),
  };
}
