import type { Stores } from '../app-stores.ts';
import { valueOf } from '../lib/remote.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { DomainsState } from '../screens/domains/domains-store.ts';
import type { Command } from './command.ts';

/** What the palette does with domains and changes as a whole. */
export const domainDeeds = ({ route }: Stores): readonly Command[] => [
  {
    id: 'register',
    label: 'Register a name',
    act: () => route.actions.goToRegister([], null),
  },
  {
    id: 'templates',
    label: 'Templates of contacts and nameservers',
    act: () => route.actions.goToDomains({ kind: 'templates' }),
  },
  {
    id: 'plans',
    label: 'Batch changes',
    hint: 'Many changes at once',
    act: () => route.actions.goToChanges({ kind: 'plans' }),
  },
];

/** The way to each name that is looked after. */
export const domainCommands = ({ route }: Stores, { domains }: DomainsState): readonly Command[] =>
  [...(valueOf(domains)?.values() ?? [])]
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ name, note }) => ({
      id: `domain-${name}`,
      label: toUnicode(name),
      ...(note === '' ? {} : { hint: note.slice(0, 80) }),
      act: () => route.actions.goToDomains({ kind: 'domain', domain: name, tab: 'overview' }),
    }));
