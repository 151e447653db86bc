import { taken, type TestedMutation } from './mutation.ts';

const tests = 'unit/renderer/src';
const page = 'renderer/src';
const flow = `${page}/changes/flow-store.ts`;
const ofFlow = `${tests}/changes/flow-store.test.ts`;
const ofChangeFlow = `${tests}/changes/ChangeFlow.test.tsx`;
const review = `${page}/changes/ReviewDialog.tsx`;
const soon = `${page}/changes/SentSoon.tsx`;
const ofLock = `${tests}/changes/kinds/lock-sync-and-renew.test.tsx`;

const ofChanges: readonly TestedMutation[] = [
  taken(
    'page: confirmed before it is typed',
    'a change can be confirmed before its name is typed',
    ofChangeFlow,
    [
      flow,
      'return (!typedName || isNameTyped(state)) && (!premium || state.premiumAccepted);',
      'return !premium || state.premiumAccepted;',
    ],
  ),
  taken('page: sent after it was left', 'a lock is sent though its page was left', ofLock, [
    soon,
    'if (isBegunBy(pressed, flow.getState())) flow.actions.close();',
    '',
  ]),
  taken('page: sent behind the lock', 'a lock is sent though the application was locked', ofLock, [
    soon,
    'if (isLocked) flow.actions.close();',
    '',
  ]),
  taken('page: sent unseen', 'a lock is sent though its window was hidden', ofLock, [
    soon,
    'if (document.hidden) flow.actions.close();',
    '',
  ]),
  taken('page: another press', 'a lock is sent by the consent of an earlier press', ofLock, [
    soon,
    'if (pressed !== null && !isPressed) press(null);',
    '',
  ]),
  taken('page: sent after a sleep', 'a lock is sent though the computer slept meanwhile', ofLock, [
    soon,
    'if (Date.now() - fromMs > 1_000 + slackMs || document.hidden) flow.actions.close();\n    else if',
    'if',
  ]),
  taken('page: remarks not shown', 'a lock is sent though its review has a remark', ofLock, [
    soon,
    'return remarks.length === 0 && asksNothing',
    'return remarks.length >= 0 && asksNothing',
  ]),
  taken(
    'page: premium not accepted',
    'a premium name can be ordered before its price is accepted',
    ofChangeFlow,
    [
      flow,
      'return (!typedName || isNameTyped(state)) && (!premium || state.premiumAccepted);',
      'return !typedName || isNameTyped(state);',
    ],
  ),
  taken('page: limit not typed', 'a limit is gone over without its amount typed', ofChangeFlow, [
    flow,
    'needsReview(state.error) || !isLimitTyped(state)) return false;',
    'needsReview(state.error)) return false;',
  ]),
  taken(
    'page: outdated review',
    'a review that is outdated can be confirmed',
    [ofFlow, ofChangeFlow],
    [
      flow,
      "error?.kind === 'changed-since' || error?.kind === 'over-limit';",
      "error?.kind === 'over-limit';",
    ],
  ),
  taken('page: late review', 'the answer to an older review takes the place of the newer one', ofFlow, [
    flow,
    '    if (!isLatest()) return;\n    if (result.ok) set(reviewing',
    '    if (result.ok) set(reviewing',
  ]),
  taken('page: closed while sent', 'a change that is being sent is put away', ofFlow, [
    flow,
    "if (state.step === 'sending' || (state.step === 'reviewing' && state.busy === 'applying')) return;",
    '',
  ]),
  taken(
    'page: uncertain beside',
    'an editor goes on beside an uncertain change',
    [ofFlow, ofChangeFlow],
    [
      flow,
      "  (state.step === 'over' && isOpen(state.change.state));",
      "  (state.step === 'over' && state.change.state === 'sending');",
    ],
  ),
  taken('page: price in the review', 'a review does not show what it costs', ofChangeFlow, [
    review,
    '{priceText(review.price, currency)}',
    "{''}",
  ]),
  taken('page: remarks in the review', 'a review does not show its remarks', ofChangeFlow, [
    review,
    '          <Remarks remarks={review.remarks} />\n',
    '',
  ]),
  taken(
    'page: draft of a done change',
    'a draft stays when its change is done',
    [`${tests}/changes/drafts.test.ts`, `${tests}/changes/kinds/contacts.test.tsx`],
    [`${page}/changes/drafts.ts`, "state === 'confirmed' || state === 'applied'", "state === 'applied'"],
  ),
  taken(
    'page: draft over typing',
    'a stored draft takes the place of what is typed',
    `${tests}/changes/drafts.test.ts`,
    [
      `${page}/changes/drafts.ts`,
      'if (!result.ok || isTouched || result.value.body === null) return;',
      'if (!result.ok || result.value.body === null) return;',
    ],
  ),
];

const maker = `${page}/changes/batches`;
const ofMaker = `${tests}/changes/batches/BatchMaker.test.tsx`;

const ofBatches: readonly TestedMutation[] = [
  taken('page: count not typed', 'a batch is applied without its count typed', ofMaker, [
    `${maker}/BatchReview.tsx`,
    'batch.typedCount === null || typedNumber(typed) === batch.typedCount;',
    "typed !== 'never';",
  ]),
  taken(
    'page: values not shown',
    'a proposal is applied before what it writes is shown',
    [`${tests}/changes/batches/Proposal.test.tsx`, ofMaker],
    [
      `${maker}/BatchReview.tsx`,
      'if (isProposed(batch) && isWithContacts(batch) && !areValuesShown)',
      'if (isProposed(batch) && isWithContacts(batch) && batch.id === "")',
    ],
  ),
  taken('page: costs not shown', 'a paid batch is applied before what it costs is shown', ofMaker, [
    `${maker}/BatchReview.tsx`,
    'return areRowsNeeded(batch) && facts === null\n',
    'return !areRowsNeeded(batch) && facts === null\n',
  ]),
  taken(
    'page: erasing',
    'it is not said that rows would erase fields',
    `${tests}/changes/batches/BatchesView.test.tsx`,
    [
      `${maker}/BatchReview.tsx`,
      '{batch.counts.erasing > 0 && <Erasing',
      '{batch.counts.erasing < 0 && <Erasing',
    ],
  ),
  taken(
    'page: said of all',
    'a batch does not show what is said of each of its domains',
    `${tests}/changes/batches/BatchesView.test.tsx`,
    [
      `${maker}/BatchReview.tsx`,
      "('warnings' in ask ? (ask.warnings ?? []) : [])",
      '(ask.kind === null ? [] : [])',
    ],
  ),
  taken(
    'page: reason of a row',
    'a row does not show why it is excluded',
    `${tests}/changes/batches/BatchesView.test.tsx`,
    [
      `${maker}/BatchRows.tsx`,
      'withDaysInWords(remarksText(remarks, leftOut !== null))',
      "withDaysInWords('')",
    ],
  ),
  taken(
    'page: rows follow changes',
    'a row of a batch keeps the state of before',
    `${tests}/changes/batches/BatchesView.test.tsx`,
    [
      `${maker}/batch-store.ts`,
      '            rows.patch(following(changes));\n',
      '            void changes;\n',
    ],
  ),
];

const ofSearchStore = `${tests}/search/search-store.test.ts`;
const search = `${page}/search/search-store.ts`;

const ofFinding: readonly TestedMutation[] = [
  taken('page: asked twice', 'a name that is being asked for is asked for again', ofSearchStore, [
    search,
    'domains.filter((domain) => rows.get(domain)?.asking === false)',
    'domains.filter((domain) => rows.has(domain))',
  ]),
  taken('page: answer of another search', 'an answer to an older question is taken', ofSearchStore, [
    search,
    'if (runs.heard(event.searchId)) set(placed',
    'if (runs.heard(event.searchId) || event.findings.length > 0) set(placed',
  ]),
  taken('page: rows jump', 'rows change places under a person’s hand', ofSearchStore, [
    search,
    'state.held ? { rows } : ',
    'state.text === "held" ? { rows } : ',
  ]),
  taken('page: stopped search', 'a search that is stopped goes on at the service', ofSearchStore, [
    search,
    '        void deps.request.search.cancel({ searchId });\n',
    '',
  ]),
  taken('page: same question', 'another TLD is taken for the same question', ofSearchStore, [
    `${page}/search/rows.ts`,
    'a.names.every((name, index) => name.domain === b.names[index]?.domain);',
    'a.names.every((name, index) => name !== b.names[index - 1]);',
  ]),
  taken(
    'page: own names',
    'a name of one’s own can be ordered',
    [`${tests}/register/RegisterScreen.test.tsx`, `${tests}/register/register-store.test.ts`],
    [
      `${page}/register/order.ts`,
      'canReview: canOrder && !areUnread && !isBusy(state),',
      'canReview: canOrder && !isBusy(state),',
    ],
  ),
  taken(
    'page: missing values',
    'an order is reviewed without what most registries require',
    `${tests}/register/RegisterScreen.test.tsx`,
    [`${page}/register/order.ts`, 'return isWhole(form) && missing.length === 0;', 'return isWhole(form);'],
  ),
];

const grid = `${page}/grid`;
const ofGrid = `${tests}/grid/FindingsGrid.test.tsx`;

const ofSessions: readonly TestedMutation[] = [
  taken('page: hidden cells selected', 'cells that the filter hides are selected', ofGrid, [
    `${grid}/selection.ts`,
    'if (view.fits(cell)) cells.push(cell);',
    'cells.push(cell);',
  ]),
  taken(
    'page: shortlist',
    'the space bar takes off the shortlist what is half on it',
    `${tests}/grid/grid-model.test.ts`,
    [`${grid}/selection.ts`, 'cells.some((cell) => !isShortlisted', 'cells.every((cell) => !isShortlisted'],
  ),
  taken('page: whole rows', 'a range that begins at a name has its first cell alone', ofGrid, [
    `${grid}/selection.ts`,
    'const wholeRows = anchor.column < 0 || focus.column < 0;',
    'const wholeRows = anchor.column < 0 && focus.column < 0 && anchor.row < 0;',
  ]),
  taken(
    'page: busy session',
    'a session can be told twice while it answers',
    [`${tests}/bulk/sessions-store.test.ts`, `${tests}/bulk/BulkScreen.test.tsx`],
    [`${page}/bulk/sessions-store.ts`, '    set({ busy: new Set([...get().busy, id]) });\n', ''],
  ),
];

const remote = `${page}/remote.ts`;
const ofLive = `${tests}/ui/live-collection.test.ts`;
const stores = `${page}/shell/stores.ts`;
const ofStores = `${tests}/shell/stores.test.ts`;

const ofBeliefs: readonly TestedMutation[] = [
  taken(
    'page: late answer',
    'a late answer takes the place of a newer one',
    [ofLive, ofStores],
    [remote, 'if (isLatest()) set(answered(get(), result));', 'set(answered(get(), result));'],
  ),
  taken(
    'page: failed reading',
    'a failure empties what was known',
    [ofLive, ofStores],
    [
      remote,
      "{ status: 'failed', error: result.error, before: valueOf(remote) };",
      "{ status: 'failed', error: result.error, before: null };",
    ],
  ),
  taken('page: credit of another account', 'the credit of one account is shown as another’s', ofStores, [
    stores,
    'return known?.accountId === accountId ? known.credit : null;',
    'return known?.credit ?? null;',
  ]),
  taken('page: another login', 'a new key is not tried', ofStores, [
    stores,
    'JSON.stringify([key.savedAt, baseUrl, username, options]);',
    'JSON.stringify([baseUrl, username, options]);',
  ]),
  taken('page: status event', 'an answer that comes late hides what an event told', ofStores, [
    stores,
    "    remote.ignore();\n    set({ status: { status: 'ready', value } });",
    "    set({ status: { status: 'ready', value } });",
  ]),
  taken('page: away is tried again', 'a service that was away is not tried again', ofStores, [
    stores,
    "else retry = setTimeout(() => void ask('refresh'), retryMs(tries++));",
    'else tries += retryMs(0);',
  ]),
  taken('page: late page', 'a page of the list before stands in the next', ofLive, [
    `${page}/ui/live-collection.ts`,
    '    if (!isMine()) return;\n    asked.delete(page);',
    '    asked.delete(page);',
  ]),
  taken('page: failed list', 'rows of another question stay where the new one fails', ofLive, [
    `${page}/ui/live-collection.ts`,
    'if (error !== null) set({ ...nothing, error });',
    '',
  ]),
  taken('page: age', 'minutes are told as hours', `${tests}/ui/Formats.test.ts`, [
    'shared/domain/counting.ts',
    'return ms < day ?',
    'return ms < 2 * day ?',
  ]),
  taken(
    'page: similar price',
    'what another name costs is taken for this one’s price',
    `${tests}/domains/renewal-prices.test.tsx`,
    [
      `${page}/domains/renewal-prices.ts`,
      'const found = of(place);\n      if (found === null) return notGiven;',
      'const found = of(place) ?? similarTo(place);\n      if (found === null) return notGiven;',
    ],
  ),
];

const ofEverything: readonly TestedMutation[] = [
  taken(
    'page: keys while locked',
    'keys reach the screens while the application is locked',
    `${tests}/lock/LockScreen.test.tsx`,
    [`${page}/lock/lock-store.ts`, 'happened.stopImmediatePropagation();', ''],
  ),
  taken(
    'page: screens while locked',
    'screens stay in sight while the application is locked',
    `${tests}/lock/LockScreen.test.tsx`,
    [`${page}/lock/lock-store.ts`, "    root.toggleAttribute('data-app-locked', isLocked);\n", ''],
  ),
  taken(
    'page: undone twice',
    'an edit is taken back twice',
    [`${tests}/shell/stores.test.ts`, `${tests}/domains/DomainsScreen.test.tsx`],
    [`${page}/shell/undo.ts`, '    if (!get()[from].includes(edit)) return;\n', ''],
  ),
  taken('page: undo of a removal', 'what cannot be done again is offered to be', ofStores, [
    `${page}/shell/undo.ts`,
    'const canGoBack = isMoved && edit.isLast !== true;',
    'const canGoBack = isMoved;',
  ]),
  taken(
    'page: removal not typed',
    'an account with domains is removed without its label typed',
    `${tests}/accounts/AccountsScreen.test.tsx`,
    [
      `${page}/accounts/RemoveAccount.tsx`,
      'const isTyped = holdsAnything(contents);',
      'const isTyped = holdsAnything(contents) && contents.domains < 0;',
    ],
  ),
  taken(
    'page: removal in use',
    'an account in use can be removed',
    `${tests}/accounts/AccountsScreen.test.tsx`,
    [
      `${page}/accounts/RemoveAccount.tsx`,
      'if (known !== null && known.inUse === null)',
      'if (known !== null)',
    ],
  ),
  taken(
    'page: limit that is none',
    'a limit that is no amount is stored',
    `${tests}/settings/SpendingLimits.test.tsx`,
    [`${page}/settings/SpendingLimits.tsx`, '    if (problemOf(name, entry) !== null) return;\n', ''],
  ),
  taken(
    'page: limit follows',
    'what was spent today stands still',
    `${tests}/settings/SpendingLimits.test.tsx`,
    [`${page}/use-action.ts`, "    'limits',\n", ''],
  ),
  taken(
    'page: news while it is read',
    'news that come while something is read first are lost',
    `${tests}/use-action.test.tsx`,
    [`${page}/use-action.ts`, '    await client.cancelQueries(of);\n', ''],
  ),
  taken(
    'page: read of another account',
    'what was read of one account is shown of another',
    `${tests}/use-action.test.tsx`,
    [`${page}/use-action.ts`, 'queryKey: [area, method, input],', 'queryKey: [area, method],'],
  ),
  taken(
    'page: news while it rests',
    'news that come shortly after others are lost',
    `${tests}/use-action.test.tsx`,
    [`${page}/use-action.ts`, 'if (isStale) void readInTurn(query);', ''],
  ),
  taken(
    'page: read without an end',
    'what could not be read is asked for without an end by a part that is hidden meanwhile',
    `${tests}/use-action.test.tsx`,
    [`${page}/use-action.ts`, 'retryOnMount: false,', ''],
  ),
  taken(
    'page: left unsaved',
    'a screen is left though what was typed would be lost',
    [`${tests}/shell/Shell.test.tsx`, `${tests}/accounts/AccountsScreen.test.tsx`],
    [
      `${page}/shell/route-store.ts`,
      'if (ask === null || isSamePlace(route, get().route)) goOn();',
      'if (ask === null || route !== null) goOn();',
    ],
  ),
  taken(
    'page: keys with Alt',
    'a key with Alt is taken for the one without',
    `${tests}/ui/Shortcuts.test.tsx`,
    [`${page}/ui/Shortcuts.tsx`, "event.altKey === parts.includes('Alt')", 'event.key !== ""'],
  ),
  taken('page: focus', 'the focus falls to the top of the window', `${tests}/ui/focus.test.tsx`, [
    `${page}/ui/focus.ts`,
    'if (isNowhere() && choice instanceof HTMLElement) choice.focus({ preventScroll: true });',
    '',
  ]),
  taken(
    'page: expired',
    'an expired domain is marked as calm',
    [`${tests}/domains/domain-words.test.ts`, `${tests}/domains/DomainsScreen.test.tsx`],
    [`${page}/domains/domain-words.ts`, "if (days < 0) return 'past';", ''],
  ),
  taken(
    'page: read from a file',
    'what a file says is told as read',
    [`${tests}/domains/domain-words.test.ts`, `${tests}/domains/PortfolioHead.test.tsx`],
    [`${page}/domains/domain-words.ts`, "return known?.source === 'import' ? null : known;", 'return known;'],
  ),
  taken('page: older export', 'an export goes back to what it was', `${tests}/codes/export-store.test.ts`, [
    `${page}/codes/export-store.ts`,
    'return known.asked > listed.asked || (known.endedAt !== null && listed.endedAt === null) ? known : listed;',
    'return listed;',
  ]),
  taken('page: flush at the end', 'main hears that all is stored before it is', `${tests}/bridge.test.ts`, [
    `${page}/unsaved.ts`,
    'void flushAll().then(() => request.app.flushed({}))',
    'void request.app.flushed({}).then(flushAll)',
  ]),
  taken(
    'page: credit after an order',
    'the credit is not read again after an order',
    [`${tests}/app-stores.test.ts`, `${tests}/shell/Shell.test.tsx`],
    [
      `${page}/app-stores.ts`,
      '    if (changes.some(hasCost)) void stores.status.actions.refresh();\n',
      '    void changes;\n',
    ],
  ),
];

export const ofThePage: readonly TestedMutation[] = [
  ...ofChanges,
  ...ofBatches,
  ...ofFinding,
  ...ofSessions,
  ...ofBeliefs,
  ...ofEverything,
];
