import { ofAnswers, ofBeliefs, ofCredit } from './answers.ts';
import { ofBackups } from './backups.ts';
import { edit, gate, type Mutation } from './edit.ts';
import { ofDeletions, ofFiles, ofRegistries } from './registries.ts';
import { ofCommandsAndAssistants } from './scripts.ts';
import { ofSteps } from './steps.ts';
import { ofTeams } from './team.ts';

const send = 'workspace/journal/write.ts';
const putBack = 'workspace/backups/put-back.ts';

const ofRenewals: readonly Mutation[] = [
  {
    name: 'F1 last effect',
    plot: 'renewedAfterBackup',
    takesOut: 'the journal compares the last change that took effect with the one that was seen',
    edits: [edit(send, 'if ((effect?.id ?? null) === consent.lastEffect) return null;', 'return null;')],
  },
  {
    name: 'F1 renewed lately',
    takesOut: 'a batch excludes what was renewed within 60 days',
    edits: [edit('changes/kinds/paid.ts', 'isRecent(facts, by) ? excludes : says', 'says')],
  },
  {
    name: 'F1 told before',
    takesOut: 'a review of a paid change tells of the one before that took effect',
    edits: [edit('changes/prepare.ts', 'lastOf(ask.kind, facts.earlier)', 'facts.earlier.last')],
  },
];

const endsNoConsent = edit(
  'workspace/batches/batches.ts',
  "        for (const { id } of running.all()) move.run('paused', toMs(at), null, id);\n        endReviews.run(isReadyKept ? 'ready' : 'reading');\n",
  "        for (const { id } of running.all()) move.run('paused', toMs(at), null, id);\n",
);
const stopsNone = edit(
  putBack,
  'const batches = stopEvery(database, at).slice(0, mostStoppedBatches);',
  'const batches: ReturnType<typeof stopEvery> = [];',
);

const noMarks = edit('changes/marks.ts', "if (why === 'older' && (await", "if (why === 'older' || (await");

const ofRestores: readonly Mutation[] = [
  {
    name: 'F3 journal',
    takesOut: 'what the damaged file’s journal knows stays',
    edits: [
      edit(
        putBack,
        'addedOf(newer.changes, journal.adopt(links, common))',
        'addedOf({ ...newer.changes, links: [] }, 0)',
      ),
    ],
  },
  {
    name: 'F3 batches',
    takesOut: 'a restore stops every batch; that a start ends what was agreed to is left in',
    edits: [stopsNone],
  },
  {
    name: 'F3 batches, consents too',
    takesOut: 'a restore stops every batch, and a start ends what was agreed to',
    edits: [stopsNone, endsNoConsent],
  },
  {
    name: 'F3 planned',
    takesOut: 'a restore withdraws what is planned',
    edits: [edit(putBack, 'createJournalAfterRestore(tables).withdrawPlanned(at, !isAllKnown);', '')],
  },
  {
    name: 'G3 marks',
    takesOut: 'a journal that does not contain its mark is older than what was sent',
    edits: [noMarks],
  },
  {
    name: 'G3 mark after a restore',
    plot: 'withdrawnByRestore',
    takesOut: 'what a restore withdrew has to be in the journal from then on',
    edits: [edit('changes/marks.ts', 'if (comparing.hadNotice()) sent(service);', '')],
  },
  {
    name: 'G3 marks of before',
    plot: 'sameCopyTwice',
    takesOut: 'a mark that an older file does not contain is kept beside the one of that file',
    edits: [edit('changes/marks.ts', 'slice(-mostMissed)', 'slice(0, 0)')],
  },
  {
    name: 'G3 reviews end',
    takesOut: 'a start ends what was agreed to; that a restore stops every batch is left in',
    edits: [endsNoConsent],
  },
  {
    name: 'G10 claims',
    takesOut: 'what a backup of another computer names is a doubt for each name',
    edits: [edit(putBack, 'const claims = isOfThis ? [] : claimsOf(theirs);', 'const claims: Claim[] = [];')],
  },
  {
    name: 'G2 every name, marks too',
    plot: 'lostWithFile',
    takesOut: 'every name is in doubt where nothing of what was paid since the backup can be ruled out',
    edits: [edit(putBack, '[...doubts, everyName(at, madeAt ?? at)]', 'doubts'), noMarks],
  },
  {
    name: 'F3 may be done, in a batch',
    plot: 'batchAfterBackup',
    takesOut: 'a batch excludes what may have been done after the backup that was restored',
    edits: [
      edit(
        'changes/weigh.ts',
        'if (paidReasons.has(id)) return',
        "if (paidReasons.has(id) && id !== 'from-backup') return",
      ),
    ],
  },
  {
    name: 'F3 may be done, single',
    takesOut: 'a single review warns of what may have been done after the backup that was restored',
    edits: [edit('changes/kinds/paid.ts', '  ...sentSinceBackup(facts),\n', '')],
  },
  {
    name: 'F3 until looked at',
    takesOut: 'nothing that is paid goes out before somebody has looked at a restore',
    edits: [
      edit(
        'services/services.ts',
        "isToReview(workspace.restoreNotice()) ? { kind: 'restore-unacknowledged' } : null",
        'null',
      ),
    ],
  },
  {
    name: 'F4 told once',
    takesOut:
      'that the workspace was restored is said until somebody has looked, and not by the first start alone',
    edits: [
      edit(
        'workspace/open-file.ts',
        'const notice = readNotice(dirname(path));',
        'const notice = readNotice(dirname(path));\n    removeNotice(dirname(path));',
      ),
      edit('workspace/open-file.ts', '{ readNotice }', '{ readNotice, removeNotice }'),
    ],
  },
];

/** The guards see the changes of the account alone. */
const byAccount = [
  edit(
    send,
    'history.openOf(asked, change.id);\n    if (open !== null)',
    'history.openOf(asked, change.id);\n    if (open !== null && open.accountId === accountId)',
  ),
  edit(
    send,
    'if ((effect?.id ?? null) === consent.lastEffect)',
    'if ((effect?.id ?? null) === consent.lastEffect || effect?.accountId !== accountId)',
  ),
  edit(
    'workspace/journal/write.ts',
    'const open = openBeside(event);\n    if (open !== null)',
    'const open = openBeside(event);\n    if (open !== null && open.accountId === event.accountId)',
  ),
  edit(
    'changes/prepare.ts',
    'if (open !== null) return',
    'if (open !== null && open.accountId === account.id) return',
  ),
  edit(
    'changes/batches/reading.ts',
    'const isOpen = row.past.open !== null;',
    'const isOpen = row.past.open !== null && row.past.open.accountId === this.#batch.accountId;',
  ),
] as const;

const neverInUse = edit(
  'workspace/repositories/accounts.ts',
  'if (inUse === null) work();\n      return { inUse };',
  'work();\n      return { inUse: null };',
);
const removalNeverInUse = edit(
  'services/account-removal.ts',
  'if (contents.value.inUse !== null) return fail(contents.value.inUse);',
  '',
);

const noLoginBack = edit(
  'changes/read-back.ts',
  'if (!isSameService(change.service, serviceOf(connection.value.account))) {',
  'if (change.service === undefined) {',
);
const noLoginSent = [
  edit(
    gate,
    'if (!isSameService(serviceOf(connection.account), consent.service)) {',
    'if (consent.service === undefined) {',
  ),
  edit(send, "if (!isSame) return changed('login');", 'if (isSame === undefined) return null;'),
  edit(
    'changes/changes.ts',
    "if (!isSameService(service, consent.service)) return fail({ kind: 'changed-since', what: 'login' });",
    '',
  ),
] as const;

const ofLogins: readonly Mutation[] = [
  {
    name: 'F5 guards',
    takesOut: 'guards are keyed by the service; by the account instead',
    edits: byAccount,
  },
  {
    name: 'F5 in use',
    takesOut:
      'an account with an open change or a batch that runs is neither removed nor given another login',
    edits: [neverInUse, removalNeverInUse],
  },
  {
    name: 'F10 read back',
    takesOut:
      'reading back asks the login alone that it was sent to; that a login in use is not edited is taken out too',
    edits: [neverInUse, noLoginBack],
  },
  {
    name: 'F10 sent',
    plot: 'loginAfterReview',
    takesOut:
      'gate and journal compare the login with the reviewed one; that a login in use is not edited is left in',
    edits: noLoginSent,
  },
];

const ofTime: readonly Mutation[] = [
  {
    name: 'F6 place',
    plot: 'longWait',
    takesOut: 'a write waits 30 s at most for its place',
    edits: [edit('jobs/waiting.ts', 'placeTimeoutMs = 30_000', 'placeTimeoutMs = 86_400_000')],
  },
  {
    name: 'F7 sent again',
    takesOut: 'a change that is sent again is compared with what was seen',
    edits: [
      edit(
        gate,
        'if (seenText(ask, present, keyed) === consent.present) return ok(present);',
        'if (pending.entry === null || seenText(ask, present, keyed) === consent.present) return ok(present);',
      ),
    ],
  },
  {
    name: 'F7 compared at all',
    takesOut: 'what is there is compared with what was seen, of contacts',
    edits: [
      edit(
        gate,
        'if (seenText(ask, present, keyed) === consent.present) return ok(present);',
        "if (ask.kind === 'contacts' || seenText(ask, present, keyed) === consent.present) return ok(present);",
      ),
    ],
  },
];

const history = 'workspace/journal/changes.ts';

const paidAtAnother = edit(
  history,
  '(${isOurs} OR (?2 IN (${paidFamilies}) AND ${isOfSort})) AND',
  '${isOurs} AND',
);

const ofIdentities: readonly Mutation[] = [
  {
    name: 'G4 domain',
    takesOut: 'what was paid for the name at another service has to have been seen',
    edits: [paidAtAnother],
  },
  {
    name: 'G4 account, domain too',
    takesOut: 'the same, and paid changes of the account at another login stand in the way',
    edits: [
      paidAtAnother,
      edit(history, 'OR (account_id = ?4 AND ?2 IN', 'OR (0 AND account_id = ?4 AND ?2 IN'),
    ],
  },
  {
    name: 'G4 same service',
    takesOut: 'a service at a new address is the login of before',
    edits: [
      edit(
        'workspace/repositories/accounts.ts',
        'if (account.isSameService === true) logins.join(before, account);',
        'if (account.isSameService === true) return;',
      ),
    ],
  },
  {
    name: 'G7 the login of a key',
    plot: 'loginOfBefore',
    takesOut: 'a key is given to its own login alone',
    edits: [
      edit('accounts/vault.ts', 'key !== undefined && login === digestOf(account)', 'key !== undefined'),
    ],
  },
  {
    name: 'G13 login',
    plot: 'limitOfOneLabel',
    takesOut: 'limits count what every account of the login spent',
    edits: [edit(history, 'OR service = ?4', 'OR (0 AND service = ?4)')],
  },
];

const ofMoney: readonly Mutation[] = [
  {
    name: 'G6 rest',
    plot: 'goesOnNextDay',
    takesOut: 'the rest of a batch that sent nothing for 12 hours is not sent without a new consent',
    edits: [
      edit('changes/changes.ts', 'validForMs: batchConsentLastsMs', 'validForMs: Number.MAX_SAFE_INTEGER'),
      edit(
        'changes/batches/create-batches.ts',
        'validForMs: batchConsentLastsMs',
        'validForMs: Number.MAX_SAFE_INTEGER',
      ),
    ],
  },
  {
    name: 'F12 journal',
    takesOut: 'the journal looks at the limits; that a review and a batch ask for them is left in',
    edits: [edit(send, 'const limits = over(change, input);', 'const limits = [];')],
  },
  {
    name: 'F12 all',
    plot: 'limitByFall',
    takesOut: 'every look at the limits',
    edits: [
      edit(send, 'const limits = over(change, input);', 'const limits = [];'),
      edit('changes/prepare.ts', 'limits: limits.ok ? limits.value : []', 'limits: []'),
      edit(
        'workspace/batches/batches.ts',
        'const limits = consents.over(batch, given.dayStartsAt);',
        'const limits = [];',
      ),
    ],
  },
  {
    name: 'G11 falls',
    plot: 'limitByFall',
    takesOut: 'a limit counts what the credit fell by, where that is more than the price',
    edits: [
      {
        file: 'shared/domain/limits.ts',
        from: '!isFallCounted({ price, fall }) || fall === null',
        to: 'fall !== undefined',
      },
    ],
  },
  {
    name: 'F12 own falls',
    plot: 'limitByFall',
    takesOut: 'a fall is its own where no other order was under way; it is called shared always',
    edits: [edit('changes/charges.ts', 'if (isAlone) return result;', '')],
  },
  {
    name: 'F14 premium',
    takesOut: 'a premium name has its premium prices or none',
    edits: [
      edit(
        'reseller/lookup/finding.ts',
        "if (isPremium) return premiumPrices(member(result, 'premiumCostPricing'));",
        '',
      ),
    ],
  },
];

const ofAccounts: readonly Mutation[] = [
  {
    name: 'F8 draft',
    takesOut: 'a draft is kept at the account that it was typed at, and not at the one that is chosen now',
    edits: [
      edit(
        'portfolio/templates-and-drafts.ts',
        '    const purpose = draftPurpose(accountId, domain, kind);\n',
        '    accountId = (await workspace.accounts.active()).value ?? accountId;\n    const purpose = draftPurpose(accountId, domain, kind);\n',
      ),
    ],
  },
  {
    name: 'F16 typed',
    takesOut: 'the label of an account is typed before it is removed with anything in it',
    edits: [
      edit(
        'services/account-removal.ts',
        'if (!isTyped(typedLabel, account.value.label)) return notTyped(account.value.label);',
        '',
      ),
    ],
  },
  {
    name: 'F16 backup',
    takesOut: 'an account that is removed is kept in a backup',
    edits: [
      edit(
        'services/account-removal.ts',
        "const made = await backups.make('removal');\n    if (!made.ok) return made;",
        '',
      ),
    ],
  },
  {
    name: 'F16 undone',
    takesOut: 'an account is hidden until the next start, and deleted then; it is deleted at once',
    edits: [
      edit('accounts/accounts.ts', 'store.hide({ id, at: now().toISOString() })', 'store.remove({ id })'),
      edit(
        'services/account-removal.ts',
        "return found === undefined ? fail({ kind: 'no-account' }) : ok(found);",
        'return ok(found ?? { id });',
      ),
    ],
  },
  {
    name: 'F17 shown',
    takesOut: 'the code that is shown is copied; another one is asked for',
    edits: [
      edit(
        'codes/create-codes.ts',
        '        isStillWanted(context, click),',
        '        askOnce(context, click).then(() => isStillWanted(context, click)),',
      ),
    ],
  },
];

/**
 * Each mending of sections F and G that the model can see, each rule of registries and files (P), and of command lines and assistants
 * (W), and of teams (T). Where two cover each other, both are taken out.
 */
export const mutations: readonly Mutation[] = [
  ...ofIdentities,
  ...ofMoney,
  ...ofAccounts,
  ...ofRestores,
  ...ofLogins,
  ...ofTime,
  ...ofRenewals,
  ...ofAnswers,
  ...ofBeliefs,
  ...ofCredit,
  ...ofSteps,
  ...ofCommandsAndAssistants,
  ...ofRegistries,
  ...ofDeletions,
  ...ofFiles,
  ...ofBackups,
  ...ofTeams,
];
