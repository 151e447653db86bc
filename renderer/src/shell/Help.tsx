import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { type CommandPlace, commandPlaces, commands, commandsIn } from '#shared/domain/commands.ts';
import { useStores } from '../app-stores.ts';
import { useOpenChanges } from '../changes/change-stores.ts';
import { editors } from '../changes/kinds/index.ts';
import { type DomainTab, isOwnTab, ownTabs } from '../domains/page/tabs.ts';
import { DialogEnd } from '../ui/Dialogs.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { ButtonKeys, Keys } from '../ui/Shortcuts.tsx';
import type { BulkView, ChangesView, DomainsView, Route, SettingsView } from './route-store.ts';

/** Help for the present screen, or the list of all shortcuts; each leads to the other. */
export function Help({ shows }: { readonly shows: 'help' | 'shortcuts' }) {
  const { route } = useStores();
  const help = helpOf(useStore(route, (state) => state.route));
  const close = () => route.actions.show('none');
  const isHelp = shows === 'help';
  return (
    <ModalDialog
      onClose={close}
      title={isHelp ? `Help: ${help.title}` : commands.overlay.label}
      size={isHelp ? 600 : 760}
    >
      {isHelp ? <ScreenHelpText {...help} /> : <AllShortcuts />}
      <DialogEnd>
        <Button
          rightSection={<ButtonKeys of={isHelp ? 'overlay' : 'help'} />}
          onClick={() => route.actions.show(isHelp ? 'shortcuts' : 'help')}
        >
          {isHelp ? 'All keyboard shortcuts' : commands.help.label}
        </Button>
        <Button variant="filled" data-autofocus onClick={close}>
          Close
        </Button>
      </DialogEnd>
    </ModalDialog>
  );
}

/** What the screen is for, the first step, what is easy to miss, and its shortcuts. */
const ScreenHelpText = ({ purpose, firstStep, whileUncertain, notes, groups }: ScreenHelp) => (
  <Stack gap="md" mb="md">
    <Text>{purpose}</Text>
    <Part title="First step">
      <Text>
        {whileUncertain === undefined ? firstStep : <UncertainFirst {...{ firstStep, whileUncertain }} />}
      </Text>
    </Part>
    <Part title="Good to know">
      <Stack component="ul" gap={6} pl={20} style={{ listStyle: 'disc' }}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </Stack>
    </Part>
    {groups.length > 0 && (
      <Part title="Shortcuts">
        {groups.map((group) => (
          <Box key={group} mb="sm">
            {groups.length > 1 && (
              <Text fw={500} mt={4}>
                {group}
              </Text>
            )}
            <ShortcutList group={group} />
          </Box>
        ))}
      </Part>
    )}
  </Stack>
);

function UncertainFirst({ firstStep, whileUncertain }: Pick<ScreenHelp, 'firstStep' | 'whileUncertain'>) {
  const { changes } = useStore(useOpenChanges());
  return [...changes.values()].some(({ state }) => state === 'uncertain') ? whileUncertain : firstStep;
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <Title order={3} fz="sm" mb={4}>
      {title}
    </Title>
    {children}
  </section>
);

/** Every shortcut, from the same table that the handlers use. */
const AllShortcuts = () => (
  <div style={{ columns: 2, columnGap: 40 }}>
    {commandPlaces.map((group) => (
      <Box key={group} component="section" mb="lg" style={{ breakInside: 'avoid' }}>
        <Title order={3} fz="sm" mb={4}>
          {group}
        </Title>
        <ShortcutList group={group} />
      </Box>
    ))}
  </div>
);

const ShortcutList = ({ group }: { readonly group: CommandPlace }) => (
  <dl aria-label={group}>
    {commandsIn([group]).map((name) => (
      <Group key={name} mih={28} wrap="nowrap" justify="space-between" className="line-below">
        <Text component="dt" c="dimmed">
          {commands[name].label}
        </Text>
        <dd>
          <Keys of={name} all />
        </dd>
      </Group>
    ))}
  </dl>
);

/** The help of one screen, in the application's own words: about ten lines with its shortcuts. */
interface ScreenHelp {
  readonly title: string;
  readonly purpose: string;
  readonly firstStep: string;
  /** The first step while a change is uncertain. */
  readonly whileUncertain?: string;
  /** What is easy to miss. */
  readonly notes: readonly string[];
  /** The screen's own shortcuts, without those that work everywhere. */
  readonly groups: readonly CommandPlace[];
}

const today: ScreenHelp = {
  title: 'Today',
  purpose:
    'What needs you, over all accounts, the most urgent first. It is worked out from what is stored: no service is asked.',
  firstStep: 'Take the step on the first row. Paid ones lead to a review first.',
  notes: [
    'Snooze hides a row until a day. What is new of the same kind is listed all the same.',
    'Costs are sums of prices of those very names. A price that is not known is counted, never guessed.',
    'Each credit is shown with its age. Nothing of the practice account is here, once there is another one.',
  ],
  groups: [],
};

const search: ScreenHelp = {
  title: 'Search',
  purpose: 'Checks whether a name is free, under all TLDs of a set at once.',
  firstStep: 'Type or paste a name, a domain or a URL, then choose Search to check it live.',
  notes: [
    'Saved results appear as you type, each with its age. Only a live check says what is free now.',
    'Choose the TLDs at the right end of the field. A full domain comes first in the list, whether or not its TLD was chosen.',
    'Unknown means that no usable answer came: the name may be free or taken.',
  ],
  groups: ['Search: the field', 'Search: the list'],
};

const bulk: Readonly<Record<BulkView['kind'], ScreenHelp>> = {
  list: {
    title: 'Bulk lookup',
    purpose: 'All bulk lookups, with their progress and what was found so far.',
    firstStep: 'Choose New bulk lookup. Open a session to see its results.',
    notes: [
      'Lookups continue while you work on other screens, and resume after a restart.',
      'Run again makes a new session with the same names and TLDs. Compare then opens the later one with what changed.',
      'Removing a session deletes its results for good. Export them first.',
    ],
    groups: ['Bulk lookup: the list'],
  },
  new: {
    title: 'New bulk lookup',
    purpose: 'Prepares a bulk lookup in three steps: names, TLDs, check.',
    firstStep: 'Paste names, open or drop a file, or generate names.',
    notes: [
      'Every name is checked under every TLD: look at the number of checks before you start.',
      'What can’t be a name is skipped. The report shows each such row with the reason.',
      'The session belongs to the account in step 3. It can’t be changed later, so switch accounts first.',
    ],
    groups: ['Bulk lookup: a new one'],
  },
  session: {
    title: 'Results of a bulk lookup',
    purpose:
      'The results of one bulk lookup: a row for each name, a column for each TLD. With prices shown, the cheapest TLD of a name is bold. A house marks a domain of yours.',
    firstStep: 'Filter by status or sort by price, and shortlist what you want.',
    notes: [
      'An export contains exactly what the filter shows, or only its available names. Compare narrows it down to what changed since another session.',
      'Orders are placed with the account of this session, whichever account is active.',
      'While you work in the grid, rows keep their places. Re-sort newer results when you are ready.',
    ],
    groups: ['Bulk lookup: a session', 'Bulk lookup: the grid'],
  },
};

const domains: Readonly<Record<Exclude<DomainsView['kind'], 'domain'>, ScreenHelp>> = {
  list: {
    title: 'Domains',
    purpose:
      'The domains that you manage in this account. The API can’t list them, so the list is kept here.',
    firstStep: 'Choose Import and open your registrar’s file, or Add domains and type their names.',
    notes: [
      'Every value has an age. Read again asks the service for it, and the registry where that is switched on; nothing is changed there.',
      'Select several domains to change, tag, archive or remove them, or to save their transfer codes. The view Due in 30 days offers the renewal of what it shows.',
      'Archive and Remove affect this list only, and nothing at the service. Export…, in the menu at the right, writes exactly what the list shows, without transfer codes.',
    ],
    groups: ['Domains: the list'],
  },
  import: {
    title: 'Import domains',
    purpose: 'Brings domains with their expiry, client, tags and note from a file of any registrar.',
    firstStep: 'Open a file, or paste a table; then look through what it would change.',
    notes: [
      'An empty cell keeps what is stored, tags are added, and the same file a second time changes nothing.',
      'Columns that look like transfer codes are never read.',
      'An import can be undone as a whole, also after a restart. Domains that were changed since stay as they are.',
    ],
    groups: [],
  },
  templates: {
    title: 'Templates',
    purpose: 'Contacts and nameserver sets that you use often.',
    firstStep: 'Choose New contact or New nameserver set.',
    notes: [
      'Insert a template when you register or edit a domain. Nothing is sent automatically.',
      'Changing a template doesn’t change the domains that it was used for.',
      'Contact templates are encrypted with a key from the keychain.',
    ],
    groups: ['Templates'],
  },
  codes: {
    title: 'Transfer codes into files',
    purpose: 'Transfer codes of many domains, saved in encrypted files.',
    firstStep: 'Select domains in the list of domains and choose Transfer codes….',
    notes: [
      'Open a code file… asks for its passphrase and shows one code at a time in the code window, without a request. The free program age opens it too; without the passphrase nothing does.',
      'At some registries each request issues a new code, and the previous one stops working.',
      'This list is kept until Namedesk closes. The files stay where you saved them.',
    ],
    groups: [],
  },
};

/** A family of changes without a tab of its own is asked for in the overview. */
function helpOfTab(tab: DomainTab): Omit<ScreenHelp, 'groups'> {
  const editor = isOwnTab(tab) ? null : editors[tab];
  const { title, help } = editor?.on === 'tab' ? editor : ownTabs[isOwnTab(tab) ? tab : 'overview'];
  return { title: `Domain: ${title}`, ...help };
}

const changes: Readonly<Record<ChangesView['kind'], ScreenHelp>> = {
  list: {
    title: 'Activity',
    purpose: 'Every change and batch from here, with its outcome and what it cost.',
    firstStep:
      'Open a change to see what was sent, its outcome and how we know; unfold a batch to see its changes.',
    whileUncertain: 'Open the uncertain ones first: each names its next step.',
    notes: [
      'Uncertain means that it may have been done. Namedesk verifies it and never sends it again.',
      'An amount is the price that was given. Where none was, it is what was seen in the credit: how far it went down, perhaps for other orders too.',
      'Export… writes the paid changes of a month for invoices, or the journal as it is filtered. The last line says whether the journal was checked.',
    ],
    groups: ['Activity'],
  },
  batch: {
    title: 'Batch change',
    purpose: 'One change for many domains: reviewed once, applied one domain at a time.',
    firstStep: 'Look through the rows, exclude what you don’t want, then apply the rest.',
    notes: [
      'Each change is logged, sent once, and verified where the service can show the result. The batch stops at the first uncertain one unless you say otherwise.',
      'Excluded rows show the reason. Some of them can be included again, such as one that would erase a contact field.',
      'Pause finishes the change being sent. After Stop, the remaining rows are never sent.',
    ],
    groups: ['Activity: a batch'],
  },
};

const register: ScreenHelp = {
  title: 'Register',
  purpose: 'Registers names, one at a time. This costs money.',
  firstStep: 'Fill in the order, then choose Review….',
  notes: [
    'Nothing is ordered until you review it and type the name.',
    'Names from a bulk lookup are ordered with the account of that lookup.',
    'What you type is kept as a draft for each name. Skip goes to the next name.',
  ],
  groups: [],
};

const accounts: ScreenHelp = {
  title: 'Accounts',
  purpose: 'Your reseller accounts: service, API key, connection and options.',
  firstStep: 'Choose Add and describe the account, then enter its key in a separate window.',
  notes: [
    'The key goes straight to the system’s keychain. The main window never holds it.',
    'When the server or e-mail address changes, you are asked whether it is the same service.',
    'A removed account can be restored until Namedesk restarts.',
  ],
  groups: ['Accounts'],
};

const settings: Readonly<Record<SettingsView['kind'], ScreenHelp>> = {
  all: {
    title: 'Settings',
    purpose: 'How Namedesk looks, what it keeps, what may be spent, and which team it belongs to.',
    firstStep: 'Find a setting by a word, or choose a section. What you change is saved at once.',
    notes: [
      'A paid change above a limit asks you to type the amount. A batch stops there until you do.',
      'Backups stay in their folder for a limited time. To keep one for good, copy it elsewhere.',
      'What belongs to one account, such as its request rate, is in Accounts. Lock Namedesk locks the window, not the command line.',
    ],
    groups: ['Settings'],
  },
  bundle: {
    title: 'Support bundle',
    purpose: 'Versions, counts and the last lines of the log, for whoever helps you.',
    firstStep: 'Read it, then choose Save….',
    notes: ['Exactly what you see is saved.', 'Nothing leaves this computer automatically.'],
    groups: [],
  },
  deviations: {
    title: 'API discrepancies',
    purpose: 'Where the answers of a service differ from the API document.',
    firstStep: 'Choose Copy as text to send the list to whoever runs the service.',
    notes: ['Namedesk reads these answers anyway.', 'The list has paths and types only, no values.'],
    groups: [],
  },
};

const restored: ScreenHelp = {
  title: 'What may have changed',
  purpose: 'Why this journal may not have everything that was paid, and which domains to review.',
  firstStep: 'Review the rows and compare them with your provider’s panel.',
  notes: [
    'Until you choose Reviewed – continue, nothing paid is sent. Everything else works.',
    'After a restore, or with an older file, batches were stopped and planned changes withdrawn, because they may have been done since.',
  ],
  groups: [],
};

/** The help of a route. Every screen and view has one: a new one does not compile without it. */
export function helpOf(route: Route): ScreenHelp {
  switch (route.screen) {
    case 'today':
      return today;
    case 'search':
      return search;
    case 'bulk':
      return bulk[route.view.kind];
    case 'domains':
      return route.view.kind === 'domain'
        ? { ...helpOfTab(route.view.tab), groups: ['Domains: one of them'] }
        : domains[route.view.kind];
    case 'changes':
      return changes[route.view.kind];
    case 'register':
      return register;
    case 'accounts':
      return accounts;
    case 'settings':
      return settings[route.view.kind];
    case 'restored':
      return restored;
  }
}
