import type { ChangeFamily } from '#shared/domain/change-kinds.ts';

/** What the help says of a tab. */
export interface TabHelp {
  readonly purpose: string;
  readonly firstStep: string;
  readonly notes: readonly string[];
}

interface TabWords {
  readonly title: string;
  readonly help: TabHelp;
}

/** The tabs of a domain's page that are no editor of a change, by their names; `DomainPage.tsx` has what each shows. */
export const ownTabs = {
  overview: {
    title: 'Overview',
    help: {
      purpose: 'What is known of one domain, with the age and source of each value.',
      firstStep: 'Choose Read again for everything, or one part of it. Nothing is changed.',
      notes: [
        'Lock shows what changes and sends it after 5 seconds, unless you cancel. Unlock… shows a review first.',
        'The API can’t be asked for the expiry date: have the service read it again, or set it yourself.',
        'Tags and notes are kept on this computer only.',
      ],
    },
  },
  'transfer-code': {
    title: 'Transfer code',
    help: {
      purpose: 'Requests the code that moves this domain to another registrar.',
      firstStep: 'Choose Copy or Reveal. A separate window asks before the code is requested.',
      notes: [
        'Anyone with the code of an unlocked domain can move it to another registrar.',
        'At some registries each request issues a new code, and the previous one stops working.',
        'The code is never stored. Settings say when a copied one is cleared from the clipboard.',
      ],
    },
  },
  history: {
    title: 'History',
    help: {
      purpose: 'What happened to one domain, as far as it is known here, newest first.',
      firstStep: 'Open a change to see what was sent, its outcome and how we know.',
      notes: [
        'Of what was done elsewhere, such as in your provider’s panel, the next reading and the registry show the effect.',
        'Where another workspace pays with the same login, this is listed; what it did is in its own journal.',
        'Requests for the transfer code are listed under Transfer code.',
      ],
    },
  },
} as const satisfies Readonly<Record<string, TabWords>>;

export type OwnTab = keyof typeof ownTabs;

/** The tabs of a domain's page; a family of changes has its editor in one of its own, or in the overview. */
export type DomainTab = OwnTab | ChangeFamily;

export const isOwnTab = (tab: string): tab is OwnTab => Object.hasOwn(ownTabs, tab);
