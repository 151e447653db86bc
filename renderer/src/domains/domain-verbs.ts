import {
  IconAddressBook,
  IconArchive,
  IconArchiveOff,
  IconCalendarRepeat,
  IconCalendarSearch,
  IconCopy,
  IconEdit,
  IconKey,
  IconRefresh,
  IconTag,
  IconTrash,
  IconUser,
} from '@tabler/icons-react';
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

interface SelectedNow {
  readonly count: number;
  /** How many of them are not shown. */
  readonly hidden: number;
  readonly isArchive: boolean;
  readonly isRegistryOn: boolean;
}

/** How it stands in the bar of the selected domains. */
export interface BarTexts {
  readonly label: string;
  readonly Icon: typeof IconCopy;
  /** Its name in full, where the bar has no room for it. */
  readonly full?: string;
  readonly hint?: string;
  /** In a narrow window there is no room for all the words. */
  readonly isByIcon?: boolean;
}

export interface DomainVerb {
  readonly id: string;
  readonly keys?: CommandName;
  readonly label: (now: VerbNow) => string;
  readonly bar?: (now: SelectedNow) => BarTexts;
  /** Why it cannot be done now. */
  readonly why?: (now: Pick<VerbNow, 'isArchive'>) => string | undefined;
  /** Only where it is known on what. */
  readonly needsTarget?: true;
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
    bar: ({ count }) => ({ label: `Renew ${format.count(count)}…`, Icon: IconCalendarRepeat }),
    ...batch('renew'),
  },
  {
    id: 'refresh',
    keys: 'readDomains',
    label: ({ whom }) => `Refresh ${whom}`,
    bar: () => ({ label: commands.readDomains.label, Icon: IconRefresh }),
    act: (actions, keys) => actions.readAgain(keys),
  },
  {
    id: 'registry',
    label: ({ whom }) => `Look up ${whom} at the registry`,
    bar: ({ isRegistryOn }) => ({
      Icon: IconCalendarSearch,
      ...(isRegistryOn
        ? { label: 'Look up', full: 'Look up at the registry' }
        : {
            label: 'Look up…',
            full: 'Look up… at the registry',
            hint: 'Switched off. Says who is asked, and switches it on',
          }),
    }),
    needsTarget: true,
    act: (actions, keys) => actions.lookUp(keys),
  },
  {
    id: 'change',
    keys: 'changeDomains',
    label: ({ whom }) => `Change ${whom}…`,
    bar: ({ hidden }) => ({
      label: `${commands.changeDomains.label}${hidden > 0 ? ` (${format.count(hidden)} hidden)` : ''}`,
      Icon: IconEdit,
    }),
    why: whyNoBatch,
    needsTarget: true,
    act: (actions, keys) => actions.change(keys),
  },
  { id: 'lock', label: ({ whom }) => `Lock ${whom}…`, ...batch('lock') },
  { id: 'unlock', label: ({ whom }) => `Unlock ${whom}…`, ...batch('unlock') },
  {
    id: 'nameservers',
    keys: 'nameserversOfDomains',
    label: ({ whom }) => `Set nameservers of ${whom}…`,
    ...batch('nameservers'),
  },
  {
    id: 'contacts',
    label: ({ whom }) => `Set contacts of ${whom}…`,
    bar: () => ({ label: 'Contacts…', Icon: IconAddressBook }),
    ...batch('contacts'),
  },
  { id: 'sync', label: ({ whom }) => `Sync ${whom}…`, ...batch('sync') },
  {
    id: 'codes',
    keys: 'codesOfDomains',
    label: ({ whom }) => `Transfer codes of ${whom}…`,
    bar: () => ({ label: 'Codes…', full: commands.codesOfDomains.label, Icon: IconKey }),
    act: (actions, keys) => actions.codes(keys),
  },
  {
    id: 'tag',
    keys: 'tagDomains',
    label: ({ whom }) => `Tag ${whom}…`,
    bar: () => ({ label: commands.tagDomains.label, Icon: IconTag }),
    act: (actions, keys) => actions.tag(keys),
  },
  {
    id: 'client',
    keys: 'clientOfDomains',
    label: ({ whom }) => `Set the client of ${whom}…`,
    bar: () => ({ label: commands.clientOfDomains.label, Icon: IconUser }),
    act: (actions, keys) => actions.client(keys),
  },
  {
    id: 'archive',
    keys: 'archiveDomains',
    label: ({ whom, isArchive }) => (isArchive ? `Restore ${whom}` : `Archive ${whom}`),
    bar: ({ isArchive }) =>
      isArchive
        ? { label: 'Restore', Icon: IconArchiveOff, isByIcon: true }
        : { label: 'Archive', Icon: IconArchive, isByIcon: true },
    needsTarget: true,
    act: (actions, keys, isArchive) => actions.archive(keys, !isArchive),
  },
  {
    id: 'copy',
    keys: 'copyDomains',
    label: ({ whom }) => `Copy ${whom}`,
    bar: () => ({ label: 'Copy', full: commands.copyDomains.label, Icon: IconCopy, isByIcon: true }),
    needsTarget: true,
    act: (actions, keys) => actions.copy(keys),
  },
  {
    id: 'remove',
    keys: 'removeDomains',
    label: ({ whom }) => `Remove ${whom} from the list…`,
    bar: () => ({ label: commands.removeDomains.label, Icon: IconTrash, isByIcon: true }),
    act: (actions, keys) => actions.remove(keys),
  },
];
