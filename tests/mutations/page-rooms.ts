import { taken, type TestedMutation } from './mutation.ts';

const tests = 'unit/renderer/src';
const page = 'renderer/src';
const team = `${page}/team/team-store.ts`;
const sharing = `${page}/team/sharing.ts`;
const ofTeamFile = `${tests}/team/team.test.tsx`;
const ofTeamWork = `${tests}/team/team-work.test.tsx`;

const news = `${page}/use-action.ts`;

const ofTheTeam: readonly TestedMutation[] = [
  taken('page: offline', 'nothing is read while the computer is offline', `${tests}/use-action.test.tsx`, [
    news,
    "networkMode: 'always',",
    '',
  ]),
  taken('page: what runs', 'what runs is read once', `${tests}/today/TodayScreen.test.tsx what runs`, [
    news,
    "  'work.changed': () => ['today.works'],\n",
    '',
  ]),
  taken(
    'page: news of colleagues',
    'what colleagues do is not read',
    [ofTeamFile, ofTeamWork],
    [news, "(isNews ? ['team', 'today.read'] : ['team.status'])", "(isNews ? ['team.status'] : [])"],
  ),
  taken(
    'page: refused by a team',
    'what a team refuses takes the place of what was known',
    `${tests}/use-action.test.tsx`,
    [news, 'unlessRefused(await ask(input))', '(await ask(input)) as Result<Answer<A, M>>'],
  ),
  taken(
    'page: what it is about',
    'what happens while something is read that depends on it is lost',
    `${tests}/use-action.test.tsx`,
    [
      news,
      "if (!isFirst || remote.status !== 'loading') again();",
      "if (remote.status !== 'loading') again();",
    ],
  ),
  taken('page: a team that was left', 'requests of a team that was left stay', ofTeamWork, [
    team,
    'useTeam() === null ? null : input',
    'input',
  ]),
  taken('page: old approval', 'an approval of what was otherwise then counts', ofTeamWork, [
    sharing,
    "request?.state === 'approved' && request.isCurrent;",
    "request?.state === 'approved';",
  ]),
  taken('page: limit of the team', 'it is not said that the limit of the team is gone over', ofTeamWork, [
    sharing,
    'if (teamPerDay !== null && team + remaining > teamPerDay)',
    'if (teamPerDay !== null && team > teamPerDay)',
  ]),
  taken('page: limit of one person', 'the last change within the limit counts as above it', ofTeamWork, [
    sharing,
    'alone + remaining <= alonePerDay) return null;',
    'alone + remaining < alonePerDay) return null;',
  ]),
  taken('page: readers decide', 'a reader is asked to approve', ofTeamWork, [
    sharing,
    "isOwn ? isHere && state !== 'waiting' : maySend && state === 'waiting',",
    "isOwn ? isHere && state !== 'waiting' : state === 'waiting',",
  ]),
];

const activity = `${page}/activity/activity-store.ts`;
const ofActivity = `${tests}/activity/ActivityScreen.test.tsx`;

const ofTheActivity: readonly TestedMutation[] = [
  taken('page: activity of one account', 'another account’s changes stand in the list of one', ofActivity, [
    activity,
    "accountId: whose === 'this' ? accountId : ofAccount,",
    'accountId: ofAccount,',
  ]),
  taken('page: older sums', 'sums of the filter before stand over the next', ofActivity, [
    activity,
    'if (isCurrent() && result.ok) set({ summary',
    'if (result.ok) set({ summary',
  ]),
  taken('page: last day', 'the last day of a span is not in it', ofActivity, [
    activity,
    'until: startOfDay(toDay, 1) };',
    'until: startOfDay(toDay, 0) };',
  ]),
  taken('page: counted twice', 'what was accepted by hand counts as confirmed too', ofActivity, [
    activity,
    'confirmed: (byState.confirmed ?? 0) - accepted - proven.confirmed,',
    'confirmed: byState.confirmed ?? 0,',
  ]),
];

const flags = `${page}/watching/price-flags.ts`;
const ofWatching = `${tests}/watching/WatchingSection.test.tsx`;

const ofWatchedNames: readonly TestedMutation[] = [
  taken('page: price of another account', 'what a name cost another account stands at it', ofWatching, [
    flags,
    '`${accountId} ${domain} ${asOf}`;',
    '`${domain} ${asOf}`;',
  ]),
  taken('page: price that changed since', 'a change of another price is told in a review', ofWatching, [
    flags,
    'periodYears > 1 || isSamePrice(after, price));',
    'periodYears > 0 || isSamePrice(after, price));',
  ]),
  taken('page: watched by others', 'watched names are not read again when they change', ofWatching, [
    news,
    "'watching.changed': () => ['watching.names'],",
    '',
  ]),
  taken('page: nothing watched', 'a name is said to be watched that was not taken', ofWatching, [
    `${page}/watching/WatchButton.tsx`,
    "else if ('added' in changed.value && changed.value.added === 0)",
    "else if ('added' in changed.value && changed.value.added < 0)",
  ]),
];

const templates = `${page}/domains/domain-templates.ts`;
const ofTemplates = `${tests}/domains/domain-templates.test.tsx`;
const views = `${page}/domains/SavedViews.tsx`;
const ofViews = `${tests}/domains/SavedViews.test.tsx`;
const imports = `${page}/domains/import/import-store.ts`;
const ofImports = `${tests}/domains/import/ImportScreen.test.tsx`;

const ofTheDomains: readonly TestedMutation[] = [
  taken('page: template of nothing', 'a domain without a template counts as one that has it', ofTemplates, [
    templates,
    "if (template === null) return 'no-template';",
    "if (template === null) return 'same';",
  ]),
  taken('page: unread beside a template', 'what was never read counts as another value', ofTemplates, [
    templates,
    "    if (!isKnown) return 'not-loaded';\n",
    '',
  ]),
  taken('page: one part differs', 'one part that is the same hides another that differs', ofTemplates, [
    templates,
    "  if (parts.includes('differs')) return 'differs';\n  return parts.includes('same') ? 'same' : 'not-known';",
    "  if (parts.includes('same')) return 'same';\n  return parts.includes('differs') ? 'differs' : 'not-known';",
  ]),
  taken('page: template of the client', 'the account’s template goes before the client’s', ofTemplates, [
    templates,
    "byClient.get(client)?.[part] ?? defaults?.[part] ?? '';",
    "defaults?.[part] ?? byClient.get(client)?.[part] ?? '';",
  ]),
  taken('page: name of a view', 'a view takes the name of another, which is lost', ofViews, [
    views,
    'z.refine((name) => !taken.includes(name.toLowerCase()),',
    'z.refine((name) => !taken.includes(`${name}.`),',
  ]),
  taken('page: view of another account', 'views of another account are offered', ofViews, [
    views,
    '(one.accountId === null || one.accountId === accountId);',
    '(one.accountId === null || one.accountId !== "");',
  ]),
  taken('page: replaced view', 'a view that was replaced cannot be put back', ofViews, [
    views,
    "await write(direction === 'undo' ? saved : next)",
    "await write(direction === 'undo' ? next : next)",
  ]),
  taken('page: import while storing', 'a second import begins while one is stored', ofImports, [
    imports,
    'if (accountId === null || get().progress !== null) return;',
    'if (accountId === null) return;',
  ]),
  taken(
    'page: import of another account',
    'a file is imported into the account that is active by then',
    ofImports,
    [
      imports,
      'set({ ...atFirst, imports: idle, undone: new Map() });',
      'set({ imports: idle, undone: new Map() });',
    ],
  ),
];

const dialogs = `${page}/ui/Dialogs.tsx`;
const ofDialogs = `${tests}/ui/Dialogs.test.tsx`;

const ofDialogsAndSettings: readonly TestedMutation[] = [
  taken(
    'page: Escape in a dialog',
    'Escape throws away what was typed',
    `${tests}/domains/PortfolioHead.test.tsx`,
    [dialogs, 'else if (isTyped && inPlace === null) setAsked({ focused: document.activeElement });\n', ''],
  ),
  taken('page: Escape while it is sent', 'a dialog is closed over what goes on', ofDialogs, [
    dialogs,
    '    if (isSent) return;\n',
    '',
  ]),
  taken('page: sent twice', 'a dialog sends twice', ofDialogs, [
    dialogs,
    '    if (isBusy) return null;\n',
    '',
  ]),
  taken(
    'page: guard loosened by a key',
    'a guard that was switched off can be done again by one key',
    `${tests}/shell/stores.test.ts`,
    [
      `${page}/shell/undo.ts`,
      '  protectSecretWindows: null,\n',
      "  protectSecretWindows: 'Changed the protection',\n",
    ],
  ),
  taken(
    'page: deleted results',
    'results that are deleted are offered to be put back',
    `${tests}/shell/stores.test.ts`,
    [
      `${page}/shell/undo.ts`,
      'text === null || deletesResults(before, changes)) return;',
      'text === null) return;',
    ],
  ),
  taken(
    'page: two steps of today',
    'a second step is taken while one is on its way',
    `${tests}/today/TodayScreen.test.tsx`,
    [`${page}/today/today-actions.ts`, '      if (store.getState().busy !== null) return;\n', ''],
  ),
];

/** As in `page.ts`, of the other rooms. */
const prices = `${page}/grid/prices.ts`;
const register = `${page}/register/register-store.ts`;
const ofRegister = `${tests}/register/register-store.test.ts`;

const ofMoney: readonly TestedMutation[] = [
  taken(
    'page: currency',
    'amounts of an account have the currency of the active one',
    `${tests}/ui/currency.test.tsx`,
    [
      `${page}/ui/currency.ts`,
      "accountId === undefined ? activeAccount(state) : accountOf(state, accountId ?? '');",
      "accountId === '' ? accountOf(state, accountId) : activeAccount(state);",
    ],
  ),
  taken(
    'page: price of two years',
    'a price of two years is shown as one of a year',
    `${tests}/grid/prices.test.ts`,
    [prices, "${offer.period === 1 ? '' : ` / ${offer.period} y`}`;", '`;'],
  ),
  taken('page: no price', 'a price that is not given is shown as none', `${tests}/grid/prices.test.ts`, [
    prices,
    "return 'no price';",
    "return '0.00';",
  ]),
  taken(
    'page: settings of other customers',
    'what was typed for one account’s customers is filled in for another’s',
    ofRegister,
    [register, 'set({ ...nothing, accountId, names: each });', 'set({ ...before, accountId, names: each });'],
  ),
  taken('page: dropped name', 'a name that was taken out is ordered', ofRegister, [
    register,
    'names.filter((name) => name !== domain);',
    'names.filter(() => true);',
  ]),
  taken(
    'page: queue of another account',
    'names that were chosen for one account are ordered for the next',
    ofRegister,
    [
      register,
      '    if (accountId === before || accountId === null) store.actions.forget();\n',
      '    void [accountId, before];\n',
    ],
  ),
  taken(
    'page: all done',
    'a session with names left is told as whole',
    `${tests}/bulk/session-words.test.ts`,
    [
      `${page}/bulk/session-words.ts`,
      'Math.floor((100 * (all - session.left)) / all);',
      'Math.round((100 * (all - session.left)) / all);',
    ],
  ),
];

/** What a person would pay for, or believe wrongly, if the page forgot it. */
export const ofTheRooms: readonly TestedMutation[] = [
  ...ofMoney,
  ...ofTheTeam,
  ...ofTheActivity,
  ...ofWatchedNames,
  ...ofTheDomains,
  ...ofDialogsAndSettings,
];
