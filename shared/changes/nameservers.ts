import { z } from 'zod';
import { toUnicode } from '../domain/domain-name.ts';
import type { TypeOf } from '../schema-type.ts';
import { changed, hosts, type KindOfChange, provenBy } from './kind.ts';

/** Replaces the whole set. */
export const nameserversAsk = z.object({ kind: z.literal('nameservers'), nameservers: hosts });

export const hostsShown = (names: readonly string[]): string => names.map(toUnicode).join(', ');

export const nameservers = {
  label: 'Nameservers',
  noun: 'A change of nameservers',
  title: () => 'Set nameservers',
  verb: () => 'Send',
  done: () => 'The nameservers are the ones you set.',
  undone: 'The nameservers are as they were.',
  maybe: () => 'The nameservers may be the new ones or the old ones.',
  lines: (what, before) => [
    changed(
      'Nameservers',
      before?.nameservers == null ? null : hostsShown(before.nameservers),
      hostsShown(what.nameservers),
    ),
  ],
  comparedPart: 'nameservers',
  verification: provenBy('nameservers', 'nameservers', 'them with the requested ones'),
} as const satisfies KindOfChange<TypeOf<typeof nameserversAsk>>;
