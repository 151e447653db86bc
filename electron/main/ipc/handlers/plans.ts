import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Plans } from '../../changes/plans.ts';
import { done } from './done.ts';

export function createPlansHandlers(plans: Plans): Handlers['plans'] {
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
