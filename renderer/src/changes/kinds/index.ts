import type { ReactNode } from 'react';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { ChangeFamily } from '#shared/domain/change-kinds.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { OwnTab, TabHelp } from '../../domains/page/tabs.ts';
import { help as childNameserversHelp, ChildNameserversEditor } from './child-nameservers.tsx';
import { help as contactsHelp, ContactsEditor } from './contacts.tsx';
import { LockEditor, lockReviews } from './lock.tsx';
import { help as nameserversHelp, NameserversEditor } from './nameservers.tsx';
import { help as renewHelp, RenewEditor } from './renew.tsx';
import { SyncEditor } from './sync.tsx';

type EditorOf = (props: { readonly domain: Domain }) => ReactNode;

/** Where in the overview an editor stands. */
export type OverviewPlace = 'above-expiry' | 'below-expiry';

/** Where a person asks for a change: in a part of a domain's overview, in a tab of its page, or on a screen of its own. */
type Editor =
  | {
      readonly on: 'overview';
      readonly place: OverviewPlace;
      readonly Part: EditorOf;
      /** What can be reviewed at once, with nothing else to choose, on a tab where that is shown too. */
      readonly asks: (domain: Domain) => readonly { readonly ask: ChangeAsk; readonly tab: OwnTab }[];
    }
  | {
      readonly on: 'tab';
      readonly title: string;
      /** The way to it in the command palette. */
      readonly command: (name: string) => string;
      readonly Part: EditorOf;
      readonly help: TabHelp;
      /** Behind the transfer code, next to the history; else before it. */
      readonly isLate?: true;
    }
  | { readonly on: 'screen' };

/** The editor of each kind of change; the kinds of one family share theirs. */
export const editors: Readonly<Record<ChangeFamily, Editor>> = {
  // The domain is in no portfolio yet: the screen Register.
  register: { on: 'screen' },
  lock: { on: 'overview', place: 'above-expiry', Part: LockEditor, asks: lockReviews },
  sync: {
    on: 'overview',
    place: 'below-expiry',
    Part: SyncEditor,
    asks: () => [{ ask: { kind: 'sync' }, tab: 'overview' }],
  },
  contacts: {
    on: 'tab',
    title: 'Contacts',
    command: (name) => `Contacts of ${name}`,
    Part: ContactsEditor,
    help: contactsHelp,
  },
  nameservers: {
    on: 'tab',
    title: 'Nameservers',
    command: (name) => `Nameservers of ${name}`,
    Part: NameserversEditor,
    help: nameserversHelp,
  },
  'child-nameservers': {
    on: 'tab',
    title: 'Host records (glue)',
    command: (name) => `Host records of ${name}`,
    Part: ChildNameserversEditor,
    help: childNameserversHelp,
  },
  renew: {
    on: 'tab',
    title: 'Renew',
    command: (name) => `Renew ${name}…`,
    Part: RenewEditor,
    help: renewHelp,
    isLate: true,
  },
};
