import { ofTheModel, taken, type TestedMutation } from './mutation.ts';

const unit = 'unit/electron/main';
const changes = `${unit}/changes`;
const integration = 'integration/electron/main';
const ofGate = `${changes}/sending.test.ts`;
const ofRenewals = `${changes}/batches/paid.test.ts`;
const ofSends = `${integration}/workspace/journal/write.test.ts`;
const ofLimits = `${integration}/workspace/journal/limits.test.ts`;
const ofRestore = `${integration}/workspace/backups/restore.test.ts`;
const ofJournalsStay = `${integration}/workspace/backups/journals-stay.test.ts`;
const ofRemoval = `${integration}/services/account-removal.test.ts`;
const ofSigns = `${unit}/reseller/signs.test.ts`;
const ofRefusals = `${unit}/reseller/refusals.test.ts`;
const ofReadBack = `${changes}/read-back.test.ts`;
const ofCredit = `${changes}/credit.test.ts`;
const ofMask = `${unit}/reseller/mask.test.ts`;
const ofMcp = `${integration}/cli/commands/mcp.test.ts`;
const mask = 'reseller/mask.ts';
const otherTables = 'workspace/backups/other-tables.ts';

const money: readonly TestedMutation[] = [
  ofTheModel('F1 last effect', `${ofSends} F1`),
  ofTheModel('F1 renewed lately', ofRenewals),
  ofTheModel('F1 told before', `${changes}/prepare.test.ts`, ofGate),
  ofTheModel('F2 noes', ofRefusals),
  ofTheModel('F2 credit', ofCredit),
  ofTheModel('F3 batches, consents too', `${ofRestore} F3`),
  ofTheModel('F3 planned', ofRestore),
  ofTheModel('F3 may be done, in a batch', ofRenewals),
  ofTheModel('F3 until looked at', `${ofRestore} F3`),
  ofTheModel('F4 told once', `${ofRestore} F4`),
  ofTheModel('F5 guards', `${ofSends} F5`),
  ofTheModel('F5 in use', `${integration}/workspace/repositories/repositories.test.ts F5`),
  ofTheModel('F6 place', ofGate),
  ofTheModel('F7 sent again', ofGate),
  ofTheModel('F7 compared at all', ofGate),
  ofTheModel('F8 draft', `${integration}/portfolio/readings.test.ts`),
  taken(
    'F8 flush',
    'what was typed last is lost when the editor is left',
    'unit/renderer/src/changes/drafts.test.ts',
    [
      'renderer/src/changes/drafts.ts',
      'if (isWaiting && typed !== null) keeping =',
      'if (isWaiting && typed === null) keeping =',
    ],
  ),
  taken('F9', 'who plays back another’s proof is let in', `${unit}/cli/run-session.test.ts`, [
    'cli/attach/handshake.ts',
    'role, pid, address, nonces.client, nonces.host]',
    'role, pid, address]',
  ]),
  ofTheModel('F10 read back', ofGate),
  ofTheModel('F10 sent', ofGate),
  ofTheModel('F11 ten minutes', 'unit/shared/changes/index.test.ts'),
  ofTheModel('F11 exists, contradiction too', `${changes}/rules.test.ts`, ofRefusals),
  ofTheModel('F12 journal', `${ofLimits} F12`),
  ofTheModel('F12 all', `${changes}/limits.test.ts`),
  ofTheModel('F13 minute and a half', ofReadBack),
  ofTheModel('F14 premium', 'unit/electron/main/reseller/lookup/finding.test.ts'),
  taken(
    'F15',
    'a review does not say that it goes to another account',
    'unit/renderer/src/changes/other-account.test.tsx',
    ['renderer/src/changes/ReviewDialog.tsx', '        <OtherAccount accountId={review.accountId} />\n', ''],
  ),
  ofTheModel('F16 typed', `${ofRemoval} F16`),
  ofTheModel('F16 backup', `${ofRemoval} F16`),
  ofTheModel('F16 undone', `${unit}/accounts/accounts.test.ts`),
  ofTheModel('F17 shown', `${unit}/codes/copying.test.ts`),
];

const unheard: readonly TestedMutation[] = [
  ofTheModel('G1 a no in a yes', ofSigns),
  taken('G2', 'after a file that cannot be read, no name is in doubt', `${ofJournalsStay} G2`, [
    'workspace/backups/put-back.ts',
    '[...doubts, everyName(at, madeAt ?? at)]',
    'doubts',
  ]),
  ofTheModel('G3 marks', `${integration}/changes/marks.test.ts G3`),
  ofTheModel('G3 reviews end', `${ofRestore} F3`, ofRenewals),
  ofTheModel('G4 domain', `${ofSends} G4`),
  ofTheModel('G5 a yes in a no', ofSigns),
  ofTheModel('G5 billed late', ofReadBack),
  ofTheModel('G6 rest', ofRenewals),
  ofTheModel('G7 the login of a key', `${unit}/accounts/vault.test.ts`),
  taken('G8', 'the answer to a change is kept as it came', ofMask, [
    mask,
    "JSON.stringify(maskValues(body, answers === 'outcome' ? (text) => outcomeWords(text, known) : maskText)),",
    'JSON.stringify(body),',
  ]),
  taken('G9', 'key and token pass in other spellings', ofMask, [
    mask,
    String.raw`=> /[&%]|\\(?:u00[2-7]|["\\/])/i.test(text);`,
    "=> text === '';",
  ]),
  ofTheModel('G10 claims', `${ofJournalsStay} G10`),
  ofTheModel('G11 falls', 'unit/shared/domain/limits.test.ts'),
  taken(
    'G12',
    'a digest can be tested against a guess',
    [`${changes}/prepare.test.ts`, `${unit}/accounts/encryption.test.ts`],
    [
      'accounts/encryption.ts',
      "return (text) => createHmac('sha256', key)",
      "return (text) => createHmac('sha256', '')",
    ],
  ),
  ofTheModel('G13 login', ofLimits),
  taken('G14', 'a restore loosens a limit', ofJournalsStay, [
    otherTables,
    'const kept = stricterOf(before.settings.limits, limits) ?? limits;',
    'const kept = limits;',
  ]),
  taken('G14 lock', 'a restore turns the app lock off', ofJournalsStay, [
    otherTables,
    "    put.run('appLock', 'true');\n",
    '',
  ]),
  taken('G15', 'prices that cannot be read are all equal', 'unit/shared/domain/finding.test.ts', [
    'shared/domain/finding.ts',
    '[price.amount, price.currency] : price.raw)',
    "[price.amount, price.currency] : '')",
  ]),
  { ...ofTheModel('T2 taken', `${unit}/team/referee.test.ts`), name: 'G16 taken' },
  taken('G17', 'a person’s name passes as the name of a member', ofMask, [
    mask,
    'isOpenName(name) || isMaskedName(name) ? name : `[name ${index + 1}]`',
    'name',
  ]),
];

const belief: readonly TestedMutation[] = [
  ofTheModel('H1 unknown words', ofSigns),
  ofTheModel('H1 not seen charged', ofCredit),
  ofTheModel('H2 registrant', 'unit/shared/domain/renewal-proof.test.ts'),
  ofTheModel('H3 odd instants', `${unit}/registry/client.test.ts`),
  taken(
    'H3 concluded',
    'what is thrown after an answer leaves a change in sending',
    `${changes}/after-the-answer.test.ts`,
    [
      'changes/gate.ts',
      '    context.onBug(thrown);\n  }\n  return await concludedUnread(context, sent);',
      '    context.onBug(thrown);\n  }\n  return sent.change;',
    ],
  ),
  ofTheModel('H4 names of tables', `${integration}/workspace/backups/foreign.test.ts`),
  ofTheModel('H5 something else', ofRefusals),
  ofTheModel('H5 a rise hides', ofCredit),
  ofTheModel('H5 a no is followed', ofCredit, `${changes}/registry-proof.test.ts`),
  ofTheModel('H6 looked up right before', ofCredit),
  ofTheModel('H6 charged more halts', ofRenewals),
  taken(
    'H7',
    'what another workspace paid meanwhile is not read before a paid change',
    `${integration}/changes/marks.test.ts`,
    ['changes/gate.ts', '  if (isPaid(ask.kind)) await context.marks?.compared(consent.service);\n', ''],
  ),
  ofTheModel('H8 outstanding', `${changes}/charges.test.ts`, ofCredit),
  taken(
    'H9',
    'a batch takes names that its account does not have',
    [`${changes}/batches/reading.test.ts`, `${changes}/ways-in.test.ts`],
    ['changes/weigh.ts', '    ...(isOrdered ? [] : outside(facts)),\n', ''],
  ),
  taken('H10', 'a domain that a batch left unlocked is not named', `${changes}/batches/steps.test.ts`, [
    'workspace/batches/steps.ts',
    'return (batchId) => rows.all(batchId);',
    'return () => [];',
  ]),
  taken(
    'H11',
    'a look-alike in a proposal is not shown',
    'unit/renderer/src/changes/batches/Proposal.test.tsx',
    ['renderer/src/changes/batches/Proposal.tsx', 'spellingOf(domain).caution !== null', "domain === ''"],
  ),
  ofTheModel('H12 as they are', `${ofMcp} H12`),
  taken('H13', 'an assistant’s words keep their quotation marks', `${unit}/system/texts.test.ts`, [
    'system/texts.ts',
    "      .replaceAll(quotes, '')\n",
    '',
  ]),
  ofTheModel('H14 login', `${changes}/batches/put-back.test.ts`),
  taken(
    'H15',
    'a restore drops the limit of a login whose account the copy has not',
    `${integration}/workspace/journal/limits-of-logins.test.ts`,
    [
      otherTables,
      'if (logins.limits.keep(login, limits)) isStricter = true;',
      'if (login === limits?.daySum) isStricter = true;',
    ],
  ),
  ofTheModel('H16 names of the journal', `${integration}/portfolio/import/undone-renewal.test.ts`),
  taken('H17', 'unlike money is added up', 'unit/shared/domain/limits.test.ts', [
    'shared/domain/limits.ts',
    'of: currency === null ? (price.of ?? null) : null };',
    'of: null };',
  ]),
  taken('H18', 'an assistant looks up as much as it likes', `${ofMcp} H18`, [
    'lookups/sessions.ts',
    '    if (costOf(draft.names.length * draft.tlds.length) > left) return overBudget(left);\n',
    '',
  ]),
  taken(
    'H19',
    'a web server’s words say that a domain is not found',
    `${integration}/reseller/answers.test.ts H19`,
    [
      'reseller/read-faults.ts',
      'if (body !== undefined && isOfDomain(words, names))',
      'if (isOfDomain(words, names))',
    ],
  ),
  taken('H20', 'what cannot be read safely is written back', `${changes}/kinds/contacts.test.ts`, [
    'changes/kinds/contacts.ts',
    'isUnsafe === true && !isTyped(role, name, value),',
    'isUnsafe === true && isTyped(role, name, value) && value === null,',
  ]),
  taken(
    'H21',
    'a code with characters that nobody sees is taken',
    `${unit}/reseller/operations/domain.test.ts`,
    ['reseller/operations/domain.ts', "    if (unseen.test(code)) return unclear('unsafe-text');\n", ''],
  ),
  taken(
    'H22',
    'a name is available though the answer says that it does not know',
    `${unit}/reseller/lookup/finding.test.ts`,
    [
      'reseller/lookup/answer.ts',
      "  if (doubtIn(result) !== '') return unknown('error-in-answer');\n  return known(isPremium",
      '  return known(isPremium',
    ],
  ),
  taken('H23', 'a page that blocks is a refused key', `${integration}/reseller/answers.test.ts H23`, [
    'reseller/read-faults.ts',
    '  if (blocking.has(status)) return blocked(answer);\n',
    "  if (blocking.has(status)) return refused('credentials', '');\n",
  ]),
  taken('H24', 'an amount that can be two is taken for one', 'unit/shared/domain/counting.test.ts', [
    'shared/domain/counting.ts',
    String.raw`    if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return null;` + '\n',
    '',
  ]),
];

export const ofFToH: readonly TestedMutation[] = [...money, ...unheard, ...belief];
