import { z } from 'zod';
import type { TypeOf } from '../schema-type.ts';
import { type KindOfChange, unprovable } from './kind.ts';

export const syncAsk = z.object({ kind: z.literal('sync') });

export const sync = {
  label: 'Sync',
  noun: 'A sync',
  title: () => 'Sync',
  verb: () => 'Sync',
  done: () => 'The service has read the name anew at its registry.',
  undone: 'The service has not read the name anew.',
  maybe: () => 'The service may have read the name anew at its registry, or not.',
  lines: () => [],
  comparedPart: 'review',
  verification: {
    ...unprovable,
    before: [],
    readBack: [],
    words: {
      reads: 'Nothing can be read back: the service cannot show whether a sync was done.',
      step: 'Nothing can be read back for a sync',
      answerAlone: 'The service cannot show whether a sync was done, so its answer is all there is.',
      elsewhere: 'Look at the domain on your provider’s own pages',
      tooEarly: '',
    },
  },
} as const satisfies KindOfChange<TypeOf<typeof syncAsk>>;
