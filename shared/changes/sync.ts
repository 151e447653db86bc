import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import { type KindOfChange, unprovable } from './kind.ts';

export const syncAsk = z.object({ kind: z.literal('sync') });

export const sync = {
  label: 'Sync',
  noun: 'A sync',
  title: () => 'Sync',
  verb: () => 'Sync',
  done: (_, name) => `The service has refreshed ${name} from its registry.`,
  undone: (_, name) => `The service has not refreshed ${name}.`,
  unsure: (_, name) => `We don’t know whether the service refreshed ${name} from its registry.`,
  lines: () => [],
  verification: {
    ...unprovable,
    before: [],
    readBack: [],
    words: {
      reads: 'This can’t be verified: the service can’t show whether a sync was done.',
      step: 'A sync can’t be verified',
      answerAlone: 'The service can’t show whether a sync was done, so this rests on its answer.',
      elsewhere: 'Check the domain in your provider’s panel',
      tooEarly: '',
    },
  },
} as const satisfies KindOfChange<TypeOf<typeof syncAsk>>;
