import { fail } from '#shared/result.ts';

/** Stands in for a service that is being built; every method fails. To be gone before this is shown to anybody. */
export const notBuilt = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) =>
      name === 'then' ? undefined : () => Promise.resolve(fail({ kind: 'bug', incidentId: 'not-built' })),
  });
