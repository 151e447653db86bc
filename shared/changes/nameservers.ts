import { z } from 'zod';
import { nameInText } from '../domain/domain-name.ts';
import type { TypeOf } from '../schema-type.ts';
import { changed, type KindOfChange, provenBy } from './kind.ts';
import { hosts } from './parts.ts';

/** Replaces the whole set. */
export const nameserversAsk = z.object({ kind: z.literal('nameservers'), nameservers: hosts });

export const hostsShown = (names: readonly string[]): string => names.map(nameInText).join(', ');

export const nameservers = {
  label: 'Nameservers',
  isOfHosts: true,
  noun: 'A change of nameservers',
  title: () => 'Set nameservers',
  verb: () => 'Set nameservers',
  done: (_, name) => `${name} has the nameservers that you set.`,
  undone: (_, name) => `The nameservers of ${name} are as they were.`,
  unsure: (_, name) => `We don’t know whether the nameservers of ${name} were changed.`,
  lines: (what, before) => [
    changed(
      'Nameservers',
      before?.nameservers == null ? null : hostsShown(before.nameservers),
      hostsShown(what.nameservers),
    ),
  ],
  verification: provenBy('nameservers', 'nameservers', 'them with the requested ones'),
} as const satisfies KindOfChange<TypeOf<typeof nameserversAsk>>;
