import { ofTheModel, taken, type TestedMutation } from './mutation.ts';

const changes = 'unit/electron/main/changes';
const journal = 'integration/electron/main/workspace/journal';
const gate = 'changes/gate.ts';
const send = 'workspace/journal/write.ts';
const ledger = 'changes/ledger.ts';
const ANY = [
  `${changes}/table.test.ts`,
  `${changes}/sending.test.ts`,
  `${changes}/after-the-answer.test.ts`,
  `${changes}/ledger.test.ts`,
  `${changes}/rules.test.ts`,
];
const OFJ = [`${journal}/write.test.ts`, `${journal}/journal-repository.test.ts`];

/** What the gate does, in its order (`docs/decisions/0020-one-gate.md`), each taken out. What only hands a failure on is none. */
export const ofTheGate: readonly TestedMutation[] = [
  taken(
    'gate blocked',
    'what is paid goes out though paid changes are blocked',
    'integration/electron/main/workspace/backups/restore.test.ts F3 sends nothing',
    [gate, '  if (blocked !== null) return fail(blocked);\n', ''],
  ),
  taken('gate recovery', 'what a crash left is not waited for', `${changes}/read-back.test.ts C7`, [
    gate,
    'return await recovery.before(accountId, domain);',
    'return ok(null);',
  ]),
  { ...ofTheModel('F10 sent', `${changes}/sending.test.ts`), name: 'gate login' },
  taken('gate fields', 'other fields are sent than were reviewed', ANY, [
    gate,
    'order.digestFor(changeId, keyed) === digest ? to',
    "digest !== '' ? to",
  ]),
  taken('gate unsendable', 'what cannot be sent is sent', `${changes}/kinds/contacts.test.ts`, [
    gate,
    '  if (unsendable !== null) return fail(unsendable);\n',
    '',
  ]),
  taken('gate verdict', 'what its kind refuses right before is sent', `${changes}/credit.test.ts H6`, [
    gate,
    "return verdict === 'yes' ? ok(present) : fail(verdict);",
    'return ok(present);',
  ]),
  taken('gate seen', 'what changed since the review is overwritten', ANY, [
    gate,
    '  if (seenText(ask, present, keyed) === consent.present) return ok(present);\n',
    '  if (seenText(ask, present, keyed) !== null) return ok(present);\n',
  ]),
  taken('gate trouble', 'what could not be read is called changed', `${changes}/sending.test.ts`, [
    gate,
    "fail(trouble?.error ?? { kind: 'changed-since'",
    "fail({ kind: 'changed-since'",
  ]),
  taken('gate read in time', 'a change is sent long after the click', ANY, [
    gate,
    'const compareTimeoutMs = 60_000;',
    'const compareTimeoutMs = 60_000_000;',
  ]),
  taken('gate price', 'a renewal’s price is not looked up again', `${changes}/credit.test.ts H6`, [
    gate,
    'renewsFor === null ? null : renewalPriceToSend(context, from, renewsFor, consent.price),',
    'null,',
  ]),
  taken(
    'gate withdraws',
    'a planned change is withdrawn whatever it failed for',
    `${changes}/sending.test.ts`,
    [
      gate,
      "if (entry !== null || error.kind !== 'not-available') return unsent(error);",
      'if (entry !== null) return unsent(error);',
    ],
  ),
  taken(
    'gate withdraws one',
    'a planned order of a name that is gone stays planned',
    `${changes}/sending.test.ts`,
    [
      gate,
      "if (entry !== null || error.kind !== 'not-available') return unsent(error);",
      "if (entry !== null || error.kind !== '') return unsent(error);",
    ],
  ),
  taken(
    'gate planned',
    'what is not planned any more is sent',
    OFJ,
    [
      gate,
      "    if (change.state !== 'planned') return refusedBecause(`A change that is ${change.state} is not sent.`);\n",
      '',
    ],
    [send, "    if (change.state !== 'planned') return { kind: 'moved', change };\n", ''],
  ),
  taken(
    'gate claim',
    'another desk’s claim is kept after nothing was planned',
    'unit/electron/main/team/referee.test.ts',
    [gate, '  else await ledger.release(claim.value);\n', ''],
  ),
  taken('gate previous', 'what a change overwrites is not kept', `${changes}/batches/put-back.test.ts`, [
    gate,
    '      await keepPrevious(context, ready.value.change, pending.ask, contacts);\n',
    '',
  ]),
  taken(
    'gate doubt',
    'what is uncertain is read back as if it were answered',
    `${changes}/read-back.test.ts`,
    [gate, "outcome === 'uncertain' ? readBack.afterDoubt : readBack.afterAnswer", 'readBack.afterAnswer'],
  ),
  taken(
    'gate mark',
    'what was sent leaves no mark',
    ['integration/electron/main/changes/marks.test.ts G3'],
    [gate, '      context.marks?.sent(service);\n', ''],
  ),
  taken('gate thrown', 'an exception while sending counts as not sent', `${changes}/sending.test.ts`, [
    gate,
    "return answeredBy(kind, attempt, uncertain('no-complete-answer'), received.kept);",
    "return { ...answeredBy(kind, attempt, uncertain('no-complete-answer'), received.kept), outcome: 'unsent' };",
  ]),
  taken('gate status', 'the answer is not kept with its change', ANY, [
    gate,
    "answer: kept?.answer ?? '',",
    "answer: '',",
  ]),
  taken(
    'gate team first',
    'a change is written as sending before the team knows',
    'unit/electron/main/team/referee.test.ts',
    [ledger, '      if (!marked.ok) return marked;\n', ''],
  ),
  taken(
    'gate team settled',
    'what was not sent counts as sent at the team',
    'unit/electron/main/team/referee.test.ts',
    [ledger, '      await referee.settle(id);\n      return sent;', '      return sent;'],
  ),
  taken('gate begun twice', 'a change is begun twice where the answer to the first try was lost', OFJ, [
    send,
    "    if (there !== null) return { kind: 'moved', change: there.change };\n",
    '',
  ]),
  taken('gate removed', 'a change is planned for an account that is removed', OFJ, [
    send,
    "    if (removed.find(event.accountId) !== null) return changed('login');\n",
    '',
  ]),
  taken('gate beside', 'a change is planned beside an open one', OFJ, [
    send,
    "    if (open !== null) return { kind: 'open', change: open };\n    if (input.sealed",
    '    if (input.sealed',
  ]),
  taken('gate consent', 'a consent holds for ever', OFJ, [
    send,
    "    if (!isValidFor(validForMs, sinceMs, toMs(at))) return changed('consent');\n",
    '',
  ]),
  taken('gate doubted', 'a doubt that came after the consent is not waited for', OFJ, [
    send,
    "    if (isDoubted) return changed('consent');\n",
    '',
  ]),
  taken('gate doubted since', 'a doubt that was shown before the consent refuses it', OFJ, [
    'workspace/journal/doubts.ts',
    'countSince(domain, service, family, toMs(since)) > 0',
    'countSince(domain, service, family, 0) > 0',
  ]),
  taken('gate doubted unpaid', 'a change that costs nothing waits for what may have been paid', OFJ, [
    send,
    'isPaid(change.what.kind) && doubts.hasCome',
    'doubts.hasCome',
  ]),
  taken('gate uncharged', 'a change that was not charged yet is called done', OFJ, [
    send,
    "  if (isUncharged(effect)) return { unsure: 'uncharged' };\n",
    '',
  ]),
  taken('gate unsure', 'a change whose result is unknown is called done', OFJ, [
    send,
    "return tookEffect(effect) ? {} : { unsure: 'open' };",
    'return {};',
  ]),
  taken(
    'gate waited in vain',
    'a claim is kept by what was never tried',
    ['unit/electron/main/team/referee.test.ts'],
    [gate, '    if (!tried.isTrue) await context.ledger.release(claim);\n', ''],
  ),
  taken('gate concluded', 'an answer that the journal refuses leaves its change as being sent', ANY, [
    gate,
    '  return await concludedUnread(context, sent);\n',
    '  return sent.change;\n',
  ]),
  taken(
    'gate members',
    'an entry holds what no schema names',
    [...OFJ, `${changes}/ledger.test.ts`],
    [send, 'const event = journalEvent.parse(given.event);', 'const event = given.event;'],
  ),
  taken('gate clock', 'a clock that is set back makes a consent younger', OFJ, [
    send,
    'ageMs <= validForMs && ageMs >= -clockSlackMs',
    'ageMs <= validForMs',
  ]),
  taken('gate account', 'an account that was edited or removed since is sent with', OFJ, [
    send,
    ' && account !== null && isLoginOf(account, service);',
    ';',
  ]),
  { ...ofTheModel('F1 last effect', `${journal}/write.test.ts F1`), name: 'gate last effect' },
  taken(
    'gate price of the consent',
    'limits count another price than was agreed to',
    `${journal}/limits.test.ts`,
    [send, 'const prices = [consent.price ?? what.price];', 'const prices = [what.price];'],
  ),
  taken('gate limits', 'a limit is gone over', `${journal}/limits.test.ts`, [
    send,
    "    if (limits.length > 0) return { kind: 'over-limit', limits };\n",
    '',
  ]),
];

const everyWay = `${changes}/ways-in.test.ts`;
const weigh = 'changes/weigh.ts';
const paid = 'changes/kinds/paid.ts';

/** What is said of one domain and excludes a row, each taken out: its table of the ways in finds it, and so does each of them. */
export const ofTheWaysIn: readonly TestedMutation[] = [
  taken('weighed archived', 'nothing is said of an archived domain', everyWay, [
    weigh,
    'domain !== null && domain.archivedAt !== null,',
    "domain !== null && domain.archivedAt === '',",
  ]),
  taken('weighed transferred away', 'nothing is said of a domain that left', everyWay, [
    weigh,
    'domain?.transferredAway?.value === true,',
    'domain?.transferredAway?.value === null,',
  ]),
  taken('weighed not found', 'nothing is said of a domain that the service did not find', everyWay, [
    'changes/kinds/renew.ts',
    '    ...notFoundBefore(facts),\n',
    '',
  ]),
  taken('weighed being deleted', 'nothing is said of a domain that its registry deletes', everyWay, [
    'changes/kinds/renew.ts',
    '    ...beingDeletedBefore(facts),\n',
    '',
  ]),
  taken('weighed renewed', 'nothing is said of what was renewed from here', everyWay, [
    paid,
    '  ...doneHere(facts),\n',
    '',
  ]),
  { ...ofTheModel('F1 renewed lately', everyWay), name: 'weighed renewed lately' },
  { ...ofTheModel('F3 may be done, single', everyWay), name: 'weighed perhaps paid' },
  taken('weighed premium', 'nothing is said of a name that is offered as a premium one', everyWay, [
    'changes/kinds/register.ts',
    "facts.present?.finding?.kind === 'premium',",
    'facts.present?.finding?.kind === null,',
  ]),
  taken('weighed price', 'a price of any age is taken for one of now', everyWay, [
    'changes/present.ts',
    'finding !== undefined && isFresh(finding, now) &&',
    'finding !== undefined && finding.checkedAt <= now.toISOString() &&',
  ]),
  taken('weighed price unknown', 'it is not said why no price is known', everyWay, [
    paid,
    "price.kind !== 'given', 'price-not-given',",
    "price.kind === null, 'price-not-given',",
  ]),
  taken('weighed team', 'nothing is said of what a colleague renewed', everyWay, [
    paid,
    '  ...doneInTeam(facts),\n',
    '',
  ]),
  taken('weighed nothing changes', 'it is not said that no change is needed', everyWay, [
    weigh,
    'const isSo = present !== null && kind.isSo(ask, present);',
    'const isSo = present !== null && ask.kind === null;',
  ]),
  taken('weighed consent', 'what was agreed to holds for days', everyWay, [
    'shared/domain/change.ts',
    'consentLastsMs = 15 * 60_000;',
    'consentLastsMs = 15_000 * 60_000;',
  ]),
  taken('weighed of all', 'a batch does not say what is true of each of its domains', everyWay, [
    'changes/batches/context.ts',
    'const warnings = said.length === 0 ? {} :',
    'const warnings = said.length >= 0 ? {} :',
  ]),
  taken('weighed at a terminal', 'the command line says no reasons', everyWay, [
    'cli/batch-review.ts',
    '  sayReasons(terminal, review.rows);\n',
    '',
  ]),
  taken('weighed for assistants', 'an assistant is told that all is ready', everyWay, [
    'cli/assistants/shown.ts',
    'return stated.find((reason) => reason === excluded) ?? null;',
    'return stated.find((reason) => reason === `${excluded}.`) ?? null;',
  ]),
];

const ofSending = `${changes}/sending.test.ts`;
const ofLimits = `${changes}/limits.test.ts`;
const ofCredit = `${changes}/credit.test.ts`;
const ofRunning = `${changes}/batches/running.test.ts`;

/** What stands between a click and money, each taken out: a row of a table finds it. */
export const ofWhatIsPaid: readonly TestedMutation[] = [
  taken('paid by name', 'nobody has to type what is paid for', ofSending, [
    'changes/prepare.ts',
    'if (asksFor.typedName && aLabelsOf',
    'if (asksFor.premium && aLabelsOf',
  ]),
  taken('paid premium', 'a premium name is ordered without its word', ofSending, [
    'changes/prepare.ts',
    'if (asksFor.premium && !typed.premiumAccepted) {',
    'if (asksFor.premium && typed.typedName === null) {',
  ]),
  taken('paid over a limit', 'a limit asks for nothing', ofLimits, [
    'changes/prepare.ts',
    'if (!isConfirmedBy(asksFor.limits, typed.typedLimit)) {',
    'if (!isConfirmedBy([], typed.typedLimit)) {',
  ]),
  taken(
    'paid past a doubt',
    'a batch goes past an uncertain change',
    [ofRunning, `${changes}/table.test.ts`],
    [
      'changes/batches/running.ts',
      "after.kind === 'next' || batch.goesOnAfterUncertain;",
      "after.kind !== 'halt' || batch.goesOnAfterUncertain;",
    ],
  ),
  taken('paid left open', 'a row that was not sent leaves an open change', ofRunning, [
    'changes/changes.ts',
    "    await context.ledger.append(changeId, { type: 'withdrawn', error: attempted.error });\n",
    '',
  ]),
  taken('paid after a start', 'what was accepted is not followed after a start', ofCredit, [
    'changes/changes.ts',
    'changes.forEach(follow)',
    'changes.forEach(() => undefined)',
  ]),
  taken('paid by a colleague', 'a colleague’s bill settles what is ours', ofCredit, [
    'changes/charges.ts',
    'known === null || isOthers(known)',
    'known === null',
  ]),
  taken('paid elsewhere', 'the credit of another login settles what is ours', ofCredit, [
    'changes/charges.ts',
    '!connection.ok || !isSameService(service, serviceOf(connection.value.account))',
    '!connection.ok',
  ]),
  taken('paid hours ago', 'a fall hours later is told as more than was agreed', ofCredit, [
    'changes/charges.ts',
    'readMs > context.now().getTime() - billedForMs && !isOthers(known)',
    '!isOthers(known)',
  ]),
  taken(
    'paid and cut short',
    'a no is believed though the program ended before the credit was read',
    `${changes}/read-back.test.ts`,
    ['changes/read-back.ts', "      if (answered !== 'done') result = cutShort(result);\n", ''],
  ),
];
