import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Changes } from '../../changes/changes.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import { ofActive } from './of-active.ts';

export interface ChangesHandlersDeps {
  readonly active: Pick<ActiveAccount, 'account'>;
  readonly changes: Changes;
  /** Asks the user where a file is to be put; its path, or null where there is none. */
  readonly askWhereTo: (suggestedName: string, ending: 'csv' | 'json') => Promise<string | null>;
}

export const createChangesHandlers = (deps: ChangesHandlersDeps): Handlers['changes'] => ({
  ...doing(deps),
  ...looking(deps),
});

function doing({
  active,
  changes,
}: ChangesHandlersDeps): Pick<
  Handlers['changes'],
  'prepare' | 'apply' | 'send' | 'readBack' | 'settle' | 'withdraw'
> {
  return {
    prepare: ({ domain, ask }) => ofActive(active)((id) => changes.prepare(id, domain, ask)),
    apply: ({ reviewId, ...consent }) => changes.apply(reviewId, consent),
    send: ({ id }) => changes.send(id),
    readBack: ({ id }) => changes.readBack(id),
    settle: ({ id, as, note }) => changes.settle(id, as, note),
    withdraw: ({ id }) => changes.withdraw(id),
  };
}

function looking({
  active,
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
    async lastOf({ domain }) {
      const last = await ofActive(active)((id) => changes.lastOf(id, domain));
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
