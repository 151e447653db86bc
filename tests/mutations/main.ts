import { taken, type TestedMutation } from './mutation.ts';

const unit = 'unit/electron/main';
const integration = 'integration/electron/main';
const takeCodes = 'codes/create-codes.ts';
const codeExport = 'codes/export/create-code-export.ts';
const lists = 'registry/registry.ts';
const sessionRun = 'lookups/session-run.ts';
const accounts = 'workspace/repositories/accounts.ts';
const ofAccounts = [
  `${unit}/accounts/accounts.test.ts`,
  `${integration}/workspace/repositories/repositories.test.ts`,
];
const ofWorkspace = `${integration}/workspace/workspace.test.ts`;
const ofSessions = [
  `${unit}/lookups/sessions.test.ts`,
  `${integration}/workspace/sessions/sessions-repository.test.ts`,
];

/** Rules of main that carry no number, each shown once: by the actions and services of a noun where it has some. */
export const ofMain: readonly TestedMutation[] = [
  taken('main: what runs', 'work that has ended is still said to run', `${unit}/app/long-work.test.ts`, [
    'jobs/work.ts',
    'if (isOver && !listed.delete(id)) return;',
    'if (isOver && !listed.has(id)) return;',
  ]),
  taken(
    'main: work that throws',
    'work that throws is said to run for ever',
    `${unit}/app/long-work.test.ts`,
    ['jobs/work.ts', '  } finally {\n    tell(end);\n  }\n', '  } finally {\n  }\n'],
  ),
  taken(
    'main: a dead thread',
    'what waits for a thread that has died waits for ever',
    `${unit}/system/peer.test.ts`,
    ['system/peer.ts', '      for (const { reject } of waiting.values()) reject(reason);\n', ''],
  ),
  taken(
    'main: windows of a kind',
    'a window that ends late makes room for a second one beside the next',
    `${unit}/app/secret-windows.test.ts`,
    ['app/secret-windows.ts', '      if (isOver) return;\n', ''],
  ),
  taken(
    'main: own names in a file',
    'a file says of the user’s own names that they are taken',
    `${integration}/export/exports.test.ts`,
    [
      'export/exports.ts',
      "own.has(cells[start + at] ?? -1) ? { ...finding, kind: 'yours' } : finding",
      'finding',
    ],
  ),
  taken(
    'main: a file cut short',
    'a file ends where the workspace fails, as if it were whole',
    `${integration}/export/exports.test.ts`,
    [
      'export/exports.ts',
      '      if (!findings.ok) {\n        yield findings;\n        return;\n      }\n',
      '      if (!findings.ok) return;\n',
    ],
  ),
  taken('main: formulas', 'a spreadsheet runs what a service has written', `${unit}/export/exports.test.ts`, [
    'export/formats.ts',
    "(startsFormula.test(text) ? `'${text}` : text)",
    'text',
  ]),
  taken(
    'main: time of the clipboard',
    'a code stays in the clipboard longer than was set',
    `${unit}/codes/copying.test.ts`,
    [takeCodes, 'return settings.ok ? settings.value.clearClipboardAfterS : 15;', 'return 15;'],
  ),
  taken(
    'main: busy window',
    'a second question takes the place of the first',
    `${unit}/codes/create-codes.test.ts`,
    [takeCodes, "return taken ?? declined('busy');", "return taken ?? declined('closed');"],
  ),
  taken(
    'main: empty code file',
    'a file of codes is left where none was asked for',
    `${unit}/codes/export/create-code-export.test.ts`,
    [codeExport, 'if (this.#tally.standing().asked === 0) {', 'if (this.#tally.standing().asked < 0) {'],
  ),
  taken(
    'main: each code once',
    'a code is asked for as often as its domain was named',
    `${integration}/codes/codes.test.ts`,
    [codeExport, 'const domains = [...new Set(ask.domains)];', 'const domains = [...ask.domains];'],
  ),
  taken(
    'main: policy of the page of codes',
    'the page of codes may ask a network for something',
    `${integration}/codes/codes.test.ts`,
    ['codes/export/code-page.ts', `"default-src 'none'"`, '"default-src *"'],
  ),
  taken(
    'main: stopped code export',
    'a code export that is stopped counts as done',
    `${unit}/codes/export/create-code-export.test.ts`,
    [codeExport, "return asked === total ? 'done' : 'stopped';", "return 'done';"],
  ),
  taken(
    'main: registry that wants an hour',
    'a list waits for as long as a registry wants',
    `${unit}/registry/registry.test.ts`,
    [
      lists,
      'if (limitMs > 0 && limitMs < longestWaitMs) return putBack(name, limitMs);',
      'if (limitMs > 0) return putBack(name, limitMs);',
    ],
  ),
  taken(
    'main: stopped registry list',
    'a list of registries cannot be stopped',
    `${unit}/registry/registry.test.ts`,
    [lists, 'cancel: (id: string) => void jobs.end(id),', 'cancel: () => undefined,'],
  ),
  taken(
    'main: ended before it began',
    'whoever waits for a list that was ended before it began waits for ever',
    `${unit}/registry/registry.test.ts`,
    [lists, '      if (signal.aborted || !jobs.isAtWork(list.id)) end();\n', ''],
  ),
  taken(
    'main: waiting told once',
    'a session tells again and again why it waits',
    `${unit}/lookups/session-run.test.ts`,
    [sessionRun, 'if (isNews) await this.#deps.on.waits(error);', 'await this.#deps.on.waits(error);'],
  ),
  taken(
    'main: pauses of a session',
    'a session that waits looks too seldom',
    `${unit}/lookups/session-run.test.ts`,
    [
      sessionRun,
      'const pauses = { firstMs: 2_000, longestMs: 60_000 };',
      'const pauses = { firstMs: 2_000, longestMs: 600_000 };',
    ],
  ),
  taken(
    'main: archived stays archived',
    'an import brings archived domains back',
    [`${integration}/portfolio/import/domain-import.test.ts`, `${unit}/portfolio/import/rows.test.ts`],
    [
      'portfolio/import/preview.ts',
      'choices.restoresArchived && present?.isArchived === true',
      'present?.isArchived === true',
    ],
  ),
  taken(
    'main: own names are kept',
    'own names are read again at each look',
    `${unit}/portfolio/own-names.test.ts`,
    ['portfolio/own-names.ts', '      held.set(accountId, found);\n', ''],
  ),
  taken(
    'main: a backup a day',
    'a backup is made at each look',
    `${integration}/workspace/backups/backups.test.ts once a day`,
    [
      'workspace/backups/backups.ts',
      'Math.abs(now().getTime() - Date.parse(last.madeAt)) >= oneDayMs',
      'Math.abs(now().getTime() - Date.parse(last.madeAt)) >= 0',
    ],
  ),
  taken('main: removed accounts are hidden', 'a removed account stays in the list', ofAccounts, [
    accounts,
    '`accounts WHERE ${isPresent} ORDER BY added, id`',
    '`accounts ORDER BY added, id`',
  ]),
  taken('main: active again', 'a restored account becomes the active one in place of another', ofAccounts, [
    accounts,
    'WHERE id = ? AND removed_active = 1\n    ON CONFLICT (only) DO NOTHING',
    'WHERE id = ? AND removed_active = 1\n    ON CONFLICT (only) DO UPDATE SET account_id = excluded.account_id',
  ]),
  taken('main: active only where it was', 'a restored account becomes active that was not', ofAccounts, [
    accounts,
    'SELECT 1, id FROM accounts WHERE id = ? AND removed_active = 1',
    'SELECT 1, id FROM accounts WHERE id = ?',
  ]),
  taken(
    'main: uncertain first',
    'what keeps an account in use is not what a person has to decide on',
    ofAccounts,
    [accounts, 'ORDER BY is_uncertain DESC, number LIMIT 1', 'ORDER BY number LIMIT 1'],
  ),
  taken('main: newest session first', 'the oldest session stands first', ofSessions, [
    'workspace/sessions/session-rows.ts',
    '${sessionTables} WHERE ${isOfPresent} ORDER BY created_at DESC, number DESC',
    '${sessionTables} WHERE ${isOfPresent} ORDER BY created_at, number',
  ]),
  taken('main: shortlist after a restart', 'a shortlist is lost with the process', ofSessions, [
    'workspace/sessions/loaded-sessions.ts',
    '      for (const { cell } of shortlist.each(number)) setShortlisted(matrix, cell, true);\n',
    '',
  ]),
  taken(
    'main: finding keeps the shortlist',
    'an answer takes a cell off the shortlist',
    `${unit}/workspace/sessions/loaded-sessions.test.ts`,
    ['workspace/sessions/matrix.ts', 'codes[cell] = code | (before & shortlistBit);', 'codes[cell] = code;'],
  ),
  taken('main: snooze', 'what a person has put off stays in Today', `${integration}/today/today.test.ts`, [
    'workspace/repositories/attention.ts',
    '      if (found !== null) snoozes.add(found, { until, snooze, today: dayIn(0, asked.nowMs) });\n',
    '',
  ]),
  taken('main: wake', 'what a person lists again stays put off', `${integration}/today/today.test.ts`, [
    'workspace/repositories/attention.ts',
    '      if (found !== null) snoozes.removeOf(found);\n',
    '',
  ]),
  taken(
    'main: client of the uncertain',
    'an uncertain change stands under no client',
    `${integration}/today/today.test.ts`,
    [
      'workspace/repositories/attention.ts',
      'WHERE d.account_id = j.account_id AND d.name = j.domain)',
      'WHERE d.account_id = j.account_id AND d.name = j.id)',
    ],
  ),
  taken(
    'main: uncertain in Today',
    'what is uncertain is not in Today',
    [`${integration}/today/today.test.ts`, `${integration}/sums/sums.test.ts`],
    [
      'workspace/repositories/attention.ts',
      "    ...uncertain.all().map((row) => ({ ...row, doubt: 'uncertain' as const })),\n",
      '',
    ],
  ),
  taken('main: all names of a row', 'a row names one of its domains', `${integration}/today/today.test.ts`, [
    'workspace/repositories/attention.ts',
    '(await wholeRow(asked))?.items.flatMap((item) => item.names) ?? []',
    '(await wholeRow(asked))?.items.slice(0, 1).flatMap((item) => item.names.slice(0, 1)) ?? []',
  ]),
  taken('main: order of accounts', 'accounts are not listed as they were added', ofWorkspace, [
    accounts,
    '`accounts WHERE ${isPresent} ORDER BY added, id`',
    '`accounts WHERE ${isPresent} ORDER BY id`',
  ]),
  taken('main: key of an edit', 'an edit forgets where the key is', ofAccounts, [
    accounts,
    'if (key !== undefined) setKey({ id, key });',
    "setKey({ id, key: key ?? { place: 'none', savedAt: null } });",
  ]),
  taken('main: key of another login', 'another login has the key of the one before', ofAccounts, [
    accounts,
    'if (key !== undefined) setKey({ id, key });',
    '',
  ]),
  taken('main: free label', 'a removed account holds its label', ofAccounts, [
    accounts,
    "removed_label = label, label = 'removed ' || id,",
    'removed_label = label,',
  ]),
  taken('main: none active', 'a removed account stays the active one', ofAccounts, [
    accounts,
    '        noneActive.run(id);\n',
    '',
  ]),
  taken('main: sets by name', 'sets of TLDs are not listed by their names', ofWorkspace, [
    'lookups/tld-sets.ts',
    'ORDER BY name COLLATE NOCASE, id',
    'ORDER BY id',
  ]),
  taken('main: set saved again', 'a set of TLDs cannot be changed', ofWorkspace, [
    'lookups/tld-sets.ts',
    'ON CONFLICT (id) DO UPDATE SET name = excluded.name, tlds = excluded.tlds',
    'ON CONFLICT (id) DO NOTHING',
  ]),
  taken('main: late finding', 'a late answer takes the place of a newer one', ofWorkspace, [
    'workspace/repositories/findings.ts',
    '    WHERE excluded.checked_at >= findings.checked_at`',
    '    `',
  ]),
  taken('main: whole answer', 'a finding has no answer behind it', ofWorkspace, [
    'workspace/repositories/findings.ts',
    'return { finding, answer: answers.read(answerId) };',
    "return { finding, answer: '' };",
  ]),
  taken(
    'main: order of domains',
    'domains are not listed by their names',
    [`${integration}/portfolio/portfolio.test.ts`, `${unit}/portfolio/portfolio.test.ts`],
    [
      'workspace/repositories/portfolio.ts',
      'AND name > ? ORDER BY name LIMIT',
      'AND name > ? ORDER BY name DESC LIMIT',
    ],
  ),
  taken(
    'main: closed dialog',
    'an export begins though its dialog was closed',
    `${unit}/lookups/actions.test.ts`,
    [
      'export/actions.ts',
      'if (path !== null) on.fileExports.session(exportId, { sessionId: id, ...order, path });',
      "on.fileExports.session(exportId, { sessionId: id, ...order, path: path ?? '' });",
    ],
  ),
  taken('main: bug of an export', 'an export that breaks is never told', `${unit}/lookups/actions.test.ts`, [
    'export/exports.ts',
    "      .catch((thrown: unknown) => fail({ kind: 'bug', incidentId: log.bug(thrown) } as const))\n",
    '',
  ]),
  taken(
    'main: error of an export',
    'an export that failed is told as done',
    `${unit}/lookups/actions.test.ts`,
    [
      'export/exports.ts',
      'const error = written.ok || isCancelled ? null : written.error;',
      'const error = null;',
    ],
  ),
  taken(
    'main: name of a file',
    'a file of domains is suggested without its day',
    `${unit}/lookups/actions.test.ts`,
    ['export/actions.ts', '`domains-${localDay(on.now())}`', "'domains'"],
  ),
  taken(
    'main: level of a line',
    'a line of the log says its level',
    `${unit}/diagnostics/create-diagnostics.test.ts`,
    ['diagnostics/read-log.ts', 'level: logEvents[event].level,', "level: 'error',"],
  ),
  taken(
    'main: left out before',
    'a bundle forgets what the logger left out',
    [`${unit}/diagnostics/create-diagnostics.test.ts`],
    [
      'diagnostics/read-log.ts',
      "let refused = isCount(line['refusedFields']) ? line['refusedFields'] : 0;",
      'let refused = 0;',
    ],
  ),
  taken(
    'main: depth of causes',
    'a line of the log has causes without end',
    [`${unit}/diagnostics/create-diagnostics.test.ts`],
    [
      'diagnostics/read-log.ts',
      'while (errors.length < deepest && isFields(error)) {',
      'while (isFields(error)) {',
    ],
  ),
  taken(
    'main: noted once',
    'each look at a connection is noted',
    [`${unit}/diagnostics/create-diagnostics.test.ts`],
    ['diagnostics/noted.ts', '    if (last.get(accountId) === now) return;\n', ''],
  ),
  taken(
    'main: lost lines',
    'a bundle does not say how much of the log is lost',
    [`${integration}/diagnostics/bundle.test.ts`],
    ['diagnostics/read-log.ts', 'return isCount(dropped) ? dropped : 0;', 'return 0;'],
  ),
  taken('main: removed session', 'a removed session stays', ofSessions, [
    'workspace/sessions/session-rows.ts',
    "'UPDATE sessions SET account_id = NULL WHERE id = ?'",
    "'UPDATE sessions SET name = name WHERE id = ?'",
  ]),
  taken('main: view of a session', 'how a session is looked at is not kept', ofSessions, [
    'workspace/sessions/session-rows.ts',
    '`UPDATE sessions SET view = ? WHERE number = ${ofId}`',
    '`UPDATE sessions SET name = coalesce(?, name) WHERE number = ${ofId}`',
  ]),
  taken('main: end of a session', 'when a session ended is not kept', ofSessions, [
    'workspace/sessions/session-rows.ts',
    '`UPDATE sessions SET finished_at = ? WHERE number = ${ofId}`',
    '`UPDATE sessions SET finished_at = coalesce(NULL, ?) + 1 WHERE number = ${ofId}`',
  ]),
  taken(
    'main: account of a code file',
    'the code of a file is logged for an account that has not its domain',
    [`${unit}/codes/open-file.test.ts`],
    [
      takeCodes,
      '    for (const account of accounts) if ((await portfolio.find(account.id, domain)).ok) return ok(account);\n',
      '    void portfolio;\n',
    ],
  ),
  taken(
    'main: transfer codes of a file',
    'an import reads a column of transfer codes',
    [`${unit}/portfolio/import/preview.test.ts`],
    [
      'portfolio/import/rows.ts',
      'if (!codes.includes(index)) columns.set',
      'if (codes.length >= 0) columns.set',
    ],
  ),
  taken(
    'main: day or month',
    'an import guesses whether the day or the month stands first',
    [`${integration}/portfolio/import/domain-import.test.ts an import`],
    [
      'portfolio/import/domain-import.ts',
      'if (ambiguousDate !== null && isDayFirst === null)',
      'if (ambiguousDate !== null && isDayFirst !== null)',
    ],
  ),
];
