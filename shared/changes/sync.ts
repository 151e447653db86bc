import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import { type KindOfChange, unprovable } from './kind.ts';

export const syncAsk = z.object({ kind: z.literal('sync') });

/** The API's "sync": the service reads its registry, and what it shows afterwards may be another. */
export const sync = {
  label: 'Reading by the service',
  hasDays: true,
  noun: 'A reading by the service',
  title: () => 'Read again by the service',
  verb: () => 'Have it read again',
  done: (_, name) => `The service has read ${name} again at its registry.`,
  undone: (_, name) => `The service has not read ${name} again.`,
  unsure: (_, name) => `We don’t know whether the service has read ${name} again at its registry.`,
  lines: () => [],
  verification: {
    ...unprovable,
    before: [],
    readBack: [],
    words: {
      reads: 'This can’t be verified: the service can’t show whether it has read the domain again.',
      step: 'A reading by the service can’t be verified',
      answerAlone:
        'The service can’t show whether it has read the domain again, so this rests on its answer.',
      elsewhere: 'Check the domain in your provider’s panel',
      tooEarly: '',
    },
  },
} as const satisfies KindOfChange<TypeOf<typeof syncAsk>>;
