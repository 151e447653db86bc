import type { Client, EventName, EventPayload } from '#shared/ipc/types.ts';
import { fail } from '#shared/result.ts';
import type { FakeWorld } from './fake-world.ts';

type Tell = <E extends EventName>(name: E, payload: EventPayload<E>) => void;

const nothingYet = <T extends object>(): T =>
  new Proxy({} as T, {
    get: (_, name) => (name === 'then' ? undefined : () => Promise.resolve(fail({ kind: 'no-account' }))),
  });

/** Changes and plans in memory. */
export const changeAnswers = (_world: FakeWorld, _tell: Tell): Pick<Client, 'changes' | 'plans'> => ({
  changes: nothingYet(),
  plans: nothingYet(),
});
