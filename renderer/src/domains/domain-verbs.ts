import { type CommandName, commands } from '#shared/domain/commands.ts';
import type { BatchAction } from '../changes/batches/BatchMaker.tsx';
import { format } from '../ui/Formats.tsx';
import type { PortfolioActions } from './portfolio-store.ts';

export interface VerbNow {
  /** Such as `oakline.io`, or `3 selected domains`. */
  readonly whom: string;
  /** The list shows archived domains. */
  readonly isArchive: boolean;
}

export interface DomainVerb {
  readonly id: string;
  readonly keys?: CommandName;
  readonly label: (now: VerbNow) => string;
  /** On its button in the bar of the selected domains; without it, as what is of this computer alone, it stands in the menu there. */
  readonly bar?: (count: number) => string;
  /** Why it cannot be done now. */
  readonly why?: (now: Pick<VerbNow, 'isArchive'>) => string | undefined;
  /** Done at once, with no step before it: only on what is seen to be selected. */
  readonly isAtOnce?: true;
  readonly act: (actions: PortfolioActions, keys: readonly string[], isArchive: boolean) => void;
}

/** A batch excludes what is archived. */
const whyNoBatch: DomainVerb['why'] = ({ isArchive }) =>
  isArchive ? 'Archived domains are excluded from batch changes. Restore them first.' : undefined;

/** A change of many. */
const batch = (action: BatchAction): Pick<DomainVerb, 'act' | 'why'> => ({
  act: (actions, keys) => actions.batch(action, keys),
  why: whyNoBatch,
});

/**
 * What is done with domains of the list, by keys, the bar of the selected ones or the palette. Of what changes something at the service,
 * the first step is opened; nothing is sent.
 */
export const domainVerbs: readonly DomainVerb[] = [
  {
    id: 'renew',
    keys: 'renewDomains',
    label: ({ whom }) => `Renew ${whom}…`,
    bar: (count) => `Renew ${format.count(count)}…`,
    ...batch('renew'),
  },
  {
    id: 'refresh',
    keys: 'readDomains',
    label: ({ whom }) => `Read ${whom} again`,
    bar: () => commands.readDomains.label,
    isAtOnce: true,
    act: (actions, keys) => actions.readAgain(keys),
  },
  {
    id: 'registry',
    label: ({ whom }) => `Read ${whom} again at the registry`,
    isAtOnce: true,
    act: (actions, keys) => actions.lookUp(keys),
  },
  { id: 'lock', label: ({ whom }) => `Lock ${whom}…`, bar: () => 'Lock…', ...batch('lock') },
  { id: 'unlock', label: ({ whom }) => `Unlock ${whom}…`, bar: () => 'Unlock…', ...batch('unlock') },
  {
    id: 'nameservers',
    keys: 'nameserversOfDomains',
    label: ({ whom }) => `Set nameservers of ${whom}…`,
    bar: () => 'Nameservers…',
    ...batch('nameservers'),
  },
  {
    id: 'contacts',
    keys: 'contactsOfDomains',
    label: ({ whom }) => `Set contacts of ${whom}…`,
    bar: () => commands.contactsOfDomains.label,
    ...batch('contacts'),
  },
  { id: 'sync', label: ({ whom }) => `Have the service read ${whom} again…`, ...batch('sync') },
  {
    id: 'codes',
    keys: 'codesOfDomains',
    label: ({ whom }) => `Transfer codes of ${whom}…`,
    bar: () => commands.codesOfDomains.label,
    act: (actions, keys) => actions.codes(keys),
  },
  {
    id: 'tag',
    keys: 'tagDomains',
    label: ({ whom }) => `Tag ${whom}…`,
    act: (actions, keys) => actions.tag(keys),
  },
  {
    id: 'client',
    keys: 'clientOfDomains',
    label: ({ whom }) => `Set the client of ${whom}…`,
    act: (actions, keys) => actions.client(keys),
  },
  {
    id: 'archive',
    keys: 'archiveDomains',
    label: ({ whom, isArchive }) => (isArchive ? `Restore ${whom}` : `Archive ${whom}`),
    isAtOnce: true,
    act: (actions, keys, isArchive) => actions.archive(keys, !isArchive),
  },
  {
    id: 'copy',
    keys: 'copyDomains',
    label: ({ whom }) => `Copy ${whom}`,
    isAtOnce: true,
    act: (actions, keys) => actions.copy(keys),
  },
  {
    id: 'remove',
    keys: 'removeDomains',
    label: ({ whom }) => `Remove ${whom} from the list…`,
    act: (actions, keys) => actions.remove(keys),
  },
];
