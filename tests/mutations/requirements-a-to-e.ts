import { taken, type TestedMutation } from './mutation.ts';

const unit = 'unit/electron/main';
const integration = 'integration/electron/main';
const hardening = 'windows/hardening.ts';
const ofHardening = `${unit}/windows/hardening.test.ts`;
const protocol = 'windows/app-protocol.ts';
const ofProtocol = `${unit}/windows/app-protocol.test.ts`;
const ofGuard = `${unit}/ipc/guard.test.ts`;

const walls: readonly TestedMutation[] = [
  taken('A2', 'a path is decoded before it is looked up in the map of files', ofProtocol, [
    protocol,
    "url.slice(origin.length).replace(/#.*$/s, '') : null",
    "decodeURIComponent(url.slice(origin.length).replace(/#.*$/s, '')) : null",
  ]),
  taken('A3', 'text may become a script', ofProtocol, [
    protocol,
    `    "require-trusted-types-for 'script'",\n`,
    '',
  ]),
  taken('A7', 'a page opens an address of its own', ofHardening, [
    hardening,
    '?? null;\n    if (url === null)',
    '?? id;\n    if (url === null)',
  ]),
  taken('A11', 'a frame within the page calls as the page', ofGuard, [
    'ipc/sender.ts',
    "    if (senderFrame !== sender.mainFrame) return { trusted: false, why: 'not-top-frame' };\n",
    '',
  ]),
  taken('A11 passed on', 'what a stranger asks is passed on', ofGuard, [
    'ipc/sender.ts',
    '      if (verdict.trusted) return await pass(payload);\n',
    '      return await pass(payload);\n',
  ]),
  taken('A12', 'an answer has what its schema does not name', ofGuard, [
    'ipc/guard.ts',
    'return answer.ok ? ok(parsed.data)',
    'return answer.ok ? ok(answer.value)',
  ]),
  taken('A14', 'white space before a switch hides it', ofHardening, [
    hardening,
    String.raw`argv.slice(1).map((word) => word.replace(/^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g, ''))`,
    'argv.slice(1)',
  ]),
  taken('A15', 'the page can be reloaded from the menu', ofHardening, [
    hardening,
    "{ role: 'resetZoom' },",
    "{ role: 'reload' },\n        { role: 'resetZoom' },",
  ]),
];

const vault = 'accounts/vault.ts';
const ofVault = `${unit}/accounts/vault.test.ts`;
const keychain = 'platform/keychain.ts';
const ofKeychain = `${unit}/platform/keychain.test.ts`;
const codeSession = 'codes/code-session.ts';
const ofCodeSession = `${unit}/codes/code-session.test.ts`;
const shownCodes = 'codes/shown-codes.ts';
const ofCodes = `${unit}/codes/create-codes.test.ts`;
const log = 'system/log.ts';
const ofLog = `${unit}/system/log.test.ts`;

const secrets: readonly TestedMutation[] = [
  taken('B1', 'the process of a keychain that never answers goes on', ofKeychain, [
    keychain,
    '      keychainProcess.kill();\n',
    '',
  ]),
  taken('B2', 'each read of a key asks the keychain', ofVault, [
    vault,
    'return reading.get(accountId) ?? readOnce(accountId);',
    'return readOnce(accountId);',
  ]),
  taken(
    'B3',
    'a session without a bus is told as a service that is missing',
    'unit/shared/error-sentences.test.ts',
    [
      'shared/error-sentences.ts',
      "'The keychain cannot be reached: this session has no message bus (D-Bus).'",
      "'This system has no keychain service running.'",
    ],
  ),
  taken('B4', 'a key that the keychain does not take is kept in memory', ofVault, [
    vault,
    "if (place === 'keychain') return saveInKeychain(account, key);",
    "if (place === 'keychain') {\n        const saved = await saveInKeychain(account, key);\n        if (saved.ok) return saved;\n      }",
  ]),
  taken(
    'B4 environment',
    'the keychain’s process has the variables by which secrets go into a file',
    ofKeychain,
    [keychain, '!unwanted.test(entry[0]) && ', ''],
  ),
  taken('B5', 'a key is written where the one before could not be read', ofVault, [
    vault,
    '  if (!before.ok) return orFault(before);\n',
    '',
  ]),
  taken('B6', 'a key that was saved is not read back', ofVault, [
    vault,
    'if (after.ok && after.value?.reveal() === key.reveal()) return ok(null);',
    'if (after.ok) return ok(null);',
  ]),
  taken('B8', 'a token is used past its hour', `${unit}/reseller/sign.test.ts`, [
    'reseller/sign.ts',
    'last?.key !== key || last.hour !== hour',
    'last?.key !== key',
  ]),
  taken('B9', 'an answer that repeats key and token is kept so', `${unit}/reseller/client.test.ts`, [
    'reseller/wire.ts',
    'text: redactSpellings(outcome.text, secrets)',
    'text: outcome.text',
  ]),
  taken('B10', 'the log has whatever an error calls itself', ofLog, [
    log,
    "typeof name === 'string' && knownClasses.has(name) ? name",
    "typeof name === 'string' ? name",
  ]),
  taken('B11', 'the log has whatever a frame of a stack names', ofLog, [
    log,
    "(isSourceName(file) ? `${file}:${line}` : 'elsewhere')",
    '`${file}:${line}`',
  ]),
  taken(
    'B12',
    'the launcher leaves room for a core file',
    'integration/scripts/lib/packaged/launcher.test.ts',
    ['resources/linux/namedesk.sh', 'ulimit -c 0', ':'],
  ),
  taken('B13', 'a code stays on the screen', ofCodeSession, [
    codeSession,
    '      forgetTimer = later(end, shown.forMs);\n',
    '',
  ]),
  taken(
    'B13 line',
    'a code is asked for without its line in the log of accesses',
    `${unit}/codes/copying.test.ts`,
    ['codes/asking.ts', '    if (!access.ok) return access;\n', ''],
  ),
  taken('B14', 'the process that showed a code may go on', `${unit}/windows/end-process.test.ts`, [
    'windows/end-process.ts',
    'isKilled = true;\n      kill();',
    'isKilled = true;',
  ]),
  taken('B15', 'a code stays in the clipboard', ofCodes, [
    shownCodes,
    '        clearWhenDue(mine).catch(onBug);\n',
    '',
  ]),
  taken('B15 others', 'what somebody else copied is cleared', ofCodes, [
    shownCodes,
    'if (!isMarked(mark, await clipboard.readText())) return true;',
    '',
  ]),
  taken('B16', 'it is not said that histories keep the code', 'unit/renderer/src/code/code-page.test.ts', [
    'renderer/src/code/views.ts',
    "element('code-history', HTMLElement).hidden = canHint;",
    "element('code-history', HTMLElement).hidden = true;",
  ]),
  taken('B17', 'the mark of a copied code has no salt', ofCodes, [
    shownCodes,
    'const salt = randomBytes(saltBytes);',
    'const salt = Buffer.alloc(saltBytes);',
  ]),
  taken(
    'B18',
    'a code window does not say that captures show it',
    'unit/renderer/src/code/code-page.test.ts',
    [
      'renderer/src/code/views.ts',
      "isProtected ? '' : 'A screen capture or a shared screen would show this window.'",
      "''",
    ],
  ),
  taken('B19', 'two processes open one workspace', `${integration}/workspace/workspace.test.ts`, [
    'workspace/open-file.ts',
    "lock.exec('BEGIN EXCLUSIVE');",
    "lock.exec('BEGIN');",
  ]),
];

const classify = 'reseller/classify.ts';
const ofClassify = `${unit}/reseller/classify.test.ts`;
const ofClient = `${unit}/reseller/client.test.ts`;
const once = 'reseller/transport/once.ts';
const ofStages = `${integration}/reseller/transport/stages.test.ts`;
const readBack = 'changes/read-back.ts';
const ofReadBack = `${unit}/changes/read-back.test.ts`;
const ofRules = `${unit}/changes/rules.test.ts`;
const machine = 'shared/domain/change.ts';
const ofJournal = 'unit/shared/domain/journal.test.ts';

const writes: readonly TestedMutation[] = [
  taken('C1', 'a page may open a connection', 'walls/lint.test.ts', [
    'eslint.walls.js',
    "['error', ...noConnections, ...noMarkupFromText]",
    "['error', ...noMarkupFromText]",
  ]),
  taken('C2', 'a write is sent again until it is answered', ofClient, [
    'reseller/client.ts',
    'write: once,',
    'write: (call, signal) => untilAnswered((hour) => wire.once(call, hour, signal), signal),',
  ]),
  taken('C3', 'a redirected write counts as refused', ofClassify, [
    classify,
    'status >= 400 && status < 500',
    'status >= 300 && status < 500',
  ]),
  taken(
    'C4',
    'a write takes the connection of the one before',
    ofStages,
    [once, "headers: { ...request.headers, connection: 'close' },", 'headers: request.headers,'],
    [once, 'agent: new PlainAgent({ keepAlive: false })', 'agent: kept'],
    [
      once,
      'function open(request',
      'const kept = new PlainAgent({ keepAlive: true });\n\nfunction open(request',
    ],
  ),
  taken('C5', 'an answer counts before it is complete', ofClassify, [
    classify,
    "  if (stage !== 'complete') return 'uncertain';\n",
    '',
  ]),
  taken('C5 stage', 'what was cut while it was sent counts as not sent', ofClassify, [
    classify,
    "new Set<Stage>(['created', 'dns', 'tcp', 'tls'])",
    "new Set<Stage>(['created', 'dns', 'tcp', 'tls', 'sending'])",
  ]),
  taken(
    'C6',
    'a request leaves before its entry is on the disk',
    ofRules,
    [
      'changes/gate.ts',
      'const service = serviceOf(connection.account);\n',
      'const service = serviceOf(connection.account);\n    const early = await written(context, to, { change: ready.change } as Sending, claim.attempt);\n',
    ],
    [
      'changes/gate.ts',
      'const answered = await written(context, to, sending.value, claim.attempt);',
      'const answered = early;',
    ],
  ),
  taken('C7', 'a domain is acted on before what a crash left is read back', ofReadBack, [
    readBack,
    '      await readingBack.get(keyOf(accountId, domain));\n',
    '',
  ]),
  taken('C8', 'what is uncertain is sent again', ofJournal, [
    machine,
    'return standing.state === from ? to : null;',
    "return standing.state === from || (to === 'sending' && standing.state === 'uncertain') ? to : null;",
  ]),
  taken('C9', 'reading back is tried again as often as the way comes back', ofReadBack, [
    readBack,
    'account !== accountId || wakes >= mostWakes',
    'account !== accountId',
  ]),
  taken('C10', 'a renewal that nothing shows counts as done', `${unit}/changes/kinds.test.ts`, [
    'changes/kinds/renew.ts',
    "verdict: contradictsNo ? 'differs' : 'no-proof',",
    "verdict: contradictsNo ? 'differs' : 'agrees',",
  ]),
  taken(
    'C10 second',
    'a second renewal is planned beside an uncertain one',
    `${unit}/changes/sending.test.ts`,
    ['changes/prepare.ts', 'if (open !== null) return', 'if (open !== null && open.id === "") return'],
  ),
  taken('C11', 'a double click confirms twice', 'unit/renderer/src/changes/flow-store.test.ts', [
    'renderer/src/changes/flow-store.ts',
    "      set({ ...state, busy: 'applying', error: null }, true);\n      void apply(state);",
    '      void apply(state);',
  ]),
  taken('C12', 'an uncertain change is called not done', 'unit/renderer/src/changes/ChangeStatus.test.ts', [
    'renderer/src/changes/ChangeStatus.tsx',
    "case 'uncertain':\n      return uncertain(change);",
    "case 'uncertain':\n      return { answer: undone(what, name), why, next: null, how: [] };",
  ]),
  taken('C13', 'a refusal of what is there counts as a refusal', ofJournal, [
    machine,
    "const afterNo: AfterReadBack = {\n  agrees: 'applied',",
    "const afterNo: AfterReadBack = {\n  agrees: 'refused',",
  ]),
  taken(
    'C14',
    'a write leaves at the turn of the hour with the clock unknown',
    `${unit}/reseller/clock.test.ts`,
    ['reseller/clock.ts', 'clock.skewMs() === null && clock.toTurnMs() <= blindMs', 'clock.toTurnMs() < 0'],
  ),
  taken('C15', 'the key goes over plain http to any host', `${unit}/reseller/sign.test.ts`, [
    'shared/domain/account-fields.ts',
    "url.protocol === 'http:' && !loopback.test(url.hostname)",
    'loopback.test(url.protocol)',
  ]),
  taken('C15 certificate', 'a bad certificate is taken', ofStages, [
    once,
    'rejectUnauthorized: true',
    'rejectUnauthorized: false',
  ]),
  taken('C16', 'an answer may be as long as it likes', ofStages, [
    'reseller/transport/outcome.ts',
    'if (size > maxBytes) done(null);\n    else chunks.push(chunk);',
    'chunks.push(chunk);',
  ]),
  taken('C17', 'a name is available by more than a real true', `${unit}/reseller/lookup/finding.test.ts`, [
    'reseller/lookup/answer.ts',
    'if (available !== true || ',
    'if (flagIn(available) !== true || ',
  ]),
  taken(
    'C18',
    'a session asks again for what is answered',
    `${integration}/workspace/sessions/sessions-repository.test.ts`,
    ['workspace/sessions/sessions-repository.ts', '    putCells(session, request, codes);\n', ''],
  ),
  taken('C19', 'the dot of a TLD is lost in the form', `${unit}/reseller/sign.test.ts`, [
    'reseller/form.ts',
    'value.map((item) => [`${path}[]`, item])',
    "value.map((item) => [`${path}[]`, item.replace(/^\\./, '')])",
  ]),
];

const ofDatabase = `${integration}/workspace/database.test.ts`;
const openFile = 'workspace/open-file.ts';

const storage: readonly TestedMutation[] = [
  taken('D2', 'a commit is not written through', ofDatabase, [
    openFile,
    "['synchronous', 'FULL', 2]",
    "['synchronous', 'NORMAL', 1]",
  ]),
  taken(
    'D3',
    'what a request brought is written in pieces',
    `${integration}/workspace/sessions/storage.test.ts D8`,
    [
      'workspace/sessions/sessions-repository.ts',
      'inTransaction(database, () => keep(parts, session, requests))',
      'keep(parts, session, requests)',
    ],
  ),
  taken(
    'D4',
    'an entry that was changed is taken for one that was written',
    `${unit}/workspace/workspace.test.ts`,
    [
      'workspace/chain.ts',
      'if (link.hash !== chain.hashOf(hash, link)) {',
      'if (link.hash === chain.hashOf(hash, link) + link.hash) {',
    ],
  ),
  taken('D4 end', 'an entry that was cut off is not missed', `${unit}/workspace/workspace.test.ts`, [
    'workspace/chain.ts',
    'head.length === seq && head.hash === hash && fold.end(head)',
    'fold.end(head)',
  ]),
  taken('D5', 'a damaged file is deleted', ofDatabase, [
    'workspace/database.ts',
    "else moveParts(path, kept.asDamaged, ['']);",
    'else rmSync(path);',
  ]),
  taken('D6', 'a damaged backup displaces a good one', `${unit}/workspace/backups/backups.test.ts`, [
    'workspace/backups/backups.ts',
    'if (!isUnusable(backup)) good[reason] += 1;',
    'good[reason] += 1;',
  ]),
  taken('D7', 'a file of a newer version is brought up', ofDatabase, [
    openFile,
    "      database.close();\n      return fail('newer-version');\n",
    '',
  ]),
  taken('D7 copy', 'a migration makes no copy before', ofDatabase, [
    'workspace/bring-up.ts',
    'from === 0 ? null : backUp(database, backupsFolder(dirname(path)), now())',
    'null',
  ]),
  taken('D8', 'an answer that the disk did not take is not tried again', `${unit}/changes/sending.test.ts`, [
    'changes/gate.ts',
    "if (result.ok || result.error.kind !== 'storage' || !(await sleep(pauseMs))) return result;",
    'return result;',
  ]),
  taken('D9', 'others may look into the folder', ofDatabase, [
    'workspace/database.ts',
    'chmodSync(directory, 0o700);',
    'chmodSync(directory, 0o755);',
  ]),
  taken(
    'D10',
    'what was typed stays when its change closes',
    `${integration}/workspace/journal/journal-repository.test.ts`,
    [
      'workspace/journal/write.ts',
      'isRemoved: isClosed(appended.change) && sealed.remove(input.id)',
      'isRemoved: false',
    ],
  ),
];

const ofSetUp = 'unit/scripts/lib/set-up.test.ts';

const supply: readonly TestedMutation[] = [
  taken('E1', 'a known name covers every package that ends in it', ofSetUp, [
    'scripts/lib/dependencies.mjs',
    "path.slice(path.lastIndexOf('node_modules/') + 13)",
    "path.slice(path.lastIndexOf('/') + 1)",
  ]),
  taken('E4', 'a page may import Node', 'walls/lint.test.ts', [
    'eslint.walls.js',
    "group: ['node:*', 'electron',",
    "group: ['electron',",
  ]),
  taken('E7', 'a random test has another course in each run', 'unit/tests/faults.test.ts', [
    'tests/support/fuzz/random.ts',
    'let state = seed >>> 0;',
    'let state = (seed + Math.random() * 1e9) >>> 0;',
  ]),
  taken('E8', 'another runtime than the pinned one is unpacked', ofSetUp, [
    'scripts/lib/obtain-runtime.mjs',
    'if (found === integrity) return;',
    'return;',
  ]),
];

export const ofAToE: readonly TestedMutation[] = [...walls, ...secrets, ...writes, ...storage, ...supply];
