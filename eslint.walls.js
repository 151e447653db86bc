// The walls of docs/decisions/0003-walls.md as lint: who may import what. One row per rule, read aloud top to bottom.
// tests/walls/lint.test.ts breaks each of them on purpose.

const product = ['electron/**/*.ts', 'shared/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'];
const transport = 'electron/main/reseller/transport/**';
/** The second way to a network: registries, which are asked for a name and nothing else. */
const registryTransport = 'electron/main/registry/transport.ts';
/** What the backend has main do: what needs Electron. */
const platformCalls = 'electron/main/platform/platform-calls.ts';

/** Packages and Node modules that one place alone may use: [module, the folders and files that may]. */
const modules = [
  [
    'electron',
    [
      'electron/main/index.ts',
      'electron/main/windows/**',
      'electron/main/ipc/ipc-main.ts',
      'electron/main/app/lifecycle.ts',
      'electron/main/platform/**',
      'electron/preload/**',
      'tests/**',
    ],
  ],
  ['keytar', ['electron/main/platform/keychain-process.ts', 'tests/**']],
  ['undici', [transport, 'tests/**']],
  ['node:sqlite', ['electron/main/workspace/**', 'tests/**']],
  // A team's database: the third service that is spoken to, and by its own protocol.
  ['pg', ['electron/main/team/connection.ts', 'electron/main/team/pg-client.d.ts', 'tests/**']],
  // The newest version is asked for in one file, behind https alone.
  ['node:https', [transport, registryTransport, 'electron/main/updates/newest.ts', 'tests/**']],
  ['node:tls', [transport, 'tests/**']],
  ['node:http', [transport, registryTransport, 'electron/main/practice/**', 'tests/**']],
  // The socket between two processes of one user, for one workspace: it reaches nobody else's computer.
  // DNS asks over TCP what is too long for a datagram.
  ['node:net', ['electron/main/cli/attach/**', 'electron/main/dns/ask.ts', 'tests/**']],
  ['node:dgram', ['electron/main/dns/ask.ts', 'tests/**']],
  ['node:dns', ['electron/main/dns/ask.ts', 'tests/**']],
  ['node:http2', ['tests/**']],
  [
    'node:worker_threads',
    // The backend has a thread beside its file, and the sessions one; jobs that would hold the backend up have threads of one
    // kind (decision 0019). The encryption of a file speaks with its thread while it works.
    [
      'electron/main/index.ts',
      'electron/main/app/backend-worker.ts',
      'electron/main/workspace/**',
      'electron/main/system/job-thread.ts',
      'electron/main/codes/export/encrypted-file.ts',
      'tests/**',
    ],
  ],
  [
    'node:child_process',
    ['electron/main/platform/keychain-fork.ts', 'electron/main/platform/start-again.ts', 'tests/**'],
  ],
  [
    'node:module',
    // The keychain's process requires keytar; the command line's first file has what it loads compiled once.
    ['electron/main/platform/keychain-process.ts', 'electron/main/cli/main.ts', 'tests/**'],
  ],
  // Files are encrypted and decrypted where nothing else is done.
  [
    'age-encryption',
    ['electron/main/codes/export/code-export-worker.ts', 'renderer/src/code-file/code-file.ts', 'tests/**'],
  ],
  // It has servers and clients for networks too: here it speaks over the terminal alone.
  ['@modelcontextprotocol', ['electron/main/cli/assistants/server.ts', 'tests/**']],
  // It runs one constant text, to lay hold of V8's collector without making it a global.
  ['node:vm', ['electron/main/system/release-memory.ts', 'tests/**']],
  ['node:inspector', ['tests/**']],
];

/** What of Electron one file alone may use, as more than a type. */
const electronNames = [
  ['ipcMain', ['electron/main/ipc/ipc-main.ts']],
  ['BrowserWindow', ['electron/main/windows/open-window.ts']],
  ['session', ['electron/main/windows/open-window.ts']],
  ['protocol', ['electron/main/windows/open-window.ts']],
  ['shell', [platformCalls]],
  ['clipboard', ['electron/main/platform/desktop.ts']],
  ['contextBridge', ['electron/preload/**']],
  ['ipcRenderer', ['electron/preload/**']],
  // Chromium's own network stack sends a whole POST twice by itself (C1).
  ['net', []],
  // On Linux Chromium is told to ask no keyring: it would encrypt with a key that everybody knows.
  ['safeStorage', []],
  ['BaseWindow', []],
  ['BrowserView', []],
  ['WebContentsView', []],
];

/** Folders that must not know each other: [who, what it may not import, why, and what of it may be imported all the same]. */
const apart = [
  ['shared/**', ['./electron', './renderer', './tests'], 'shared/ is imported by all and imports none'],
  ['renderer/**', './tests', 'the page knows no test'],
  [
    'renderer/**',
    './electron',
    'of electron/ the page names the types of its actions alone',
    ['./main/actions.ts'],
  ],
  ['electron/**', ['./renderer', './tests'], 'main never names the page'],
  [
    'electron/preload/**',
    ['./electron/main', './shared/events.ts', './shared/areas/common-schemas.ts'],
    'the preload knows names only',
  ],
  [
    'electron/main/practice/**',
    ['./electron/main/reseller'],
    'two readings of one document check each other',
  ],
  [
    'electron/main/services/**',
    ['./electron/main/app', './electron/main/cli', './electron/main/windows'],
    'services know neither window nor command line',
  ],
  [
    'electron/main/windows/**',
    ['./electron/main/app'],
    'a window is opened by the application, and does not know it',
  ],
  ['electron/main/cli/**', ['./electron/main/app'], 'the command line needs no window'],
  [
    'electron/main/cli/assistants/**',
    [
      './electron/main/changes',
      './electron/main/codes',
      './electron/main/accounts',
      './electron/main/reseller',
    ],
    'an assistant reads and proposes through commands alone: no change, code, key or contact is in reach',
  ],
  [
    'electron/main/updates/**',
    ['./electron/main/platform'],
    'an update gets the application that it updates',
  ],
  [
    'electron/main/reseller/**',
    ['./electron/main/practice'],
    'two readings of one document check each other',
  ],
  [
    'electron/main/registry/**',
    './electron/main',
    'a registry is asked without an account: no key, no token and no client is in reach',
    ['./registry', './system', './jobs', './workspace/sqlite.ts'],
  ],
  [
    'electron/main/!(registry)/**',
    './electron/main/registry',
    'registries are asked through registry.ts, which knows the names that they may be asked for',
    ['./registry.ts'],
  ],
  [
    'electron/main/!(team|cli)/**',
    './electron/main/team',
    'alone, nothing of a team is loaded: its door loads it',
    ['./open-team.ts'],
  ],
  [
    'electron/main/team/**',
    ['./electron/main/reseller', './electron/main/connections', './electron/main/codes'],
    'a team shares no key, code or client: none is in reach',
  ],
  [
    'electron/main/dns/**',
    './electron/main',
    'nameservers are asked without an account: no key, no token and no client is in reach',
    ['./dns', './system', './jobs', './workspace/sqlite.ts'],
  ],
  [
    'electron/main/tables/**',
    './electron/main',
    'a table is cells: names, domains and services are for those who read it',
    ['./tables', './system'],
  ],
  [
    'electron/main/tables/**',
    './shared',
    'a table is cells: names, domains and services are for those who read it',
    ['./errors.ts', './result.ts', './domain/counting.ts', './domain/isolated.ts'],
  ],
];

/** Ways to open a connection that need no import. */
const connections = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

const noConnectingGlobals = connections.map((name) => ({
  name,
  message: 'Only transport opens connections (C1).',
}));

/** With the types of main's actions come the types of Node, of which the page has nothing. */
const nodeGlobals = [
  'process',
  'Buffer',
  'global',
  'require',
  'module',
  'setImmediate',
  'clearImmediate',
  '__dirname',
  '__filename',
].map((name) => ({ name, message: 'The page has nothing of Node.' }));

const noConnections = [
  {
    selector: `MemberExpression[object.name=/^(globalThis|window|self)$/][property.name=/^(${connections.join('|')})$/]`,
    message: 'Only transport opens connections (C1).',
  },
];

/** Ways around the rows above: what is imported while running is not seen by them. */
const noSideDoors = [
  { selector: 'ImportExpression', message: 'Import at the top, where the walls can see it.' },
  {
    selector: "CallExpression[callee.name='require']",
    message: 'Import at the top, where the walls can see it.',
  },
  {
    selector: "MemberExpression[property.name='getBuiltinModule']",
    message: 'Import at the top, where the walls can see it.',
  },
  {
    selector:
      "ImportDeclaration[source.value='electron'] > :matches(ImportNamespaceSpecifier, ImportDefaultSpecifier)",
    message: 'Import what is used of Electron by name, so that the walls can see it.',
  },
];

const noMarkupFromText = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Text never becomes markup.',
  },
];

const electronName = ([name]) => ({
  selector: `ImportDeclaration[source.value='electron'][importKind!='type'] > ImportSpecifier[imported.name='${name}'][importKind!='type']`,
  message: `${name} belongs to one file: see eslint.walls.js.`,
});

const restrictedModules = (rows) => ({
  'no-restricted-imports': [
    'error',
    {
      paths: rows.flatMap(([name]) =>
        [...new Set([name, name.replace(/^node:/, '')])].map((each) => ({
          name: each,
          message: `${name} belongs to its own folder: see eslint.walls.js.`,
        })),
      ),
      patterns: rows.map(([name]) => ({
        regex: `^${name}/`,
        message: `All of ${name} belongs to its own folder: see eslint.walls.js.`,
      })),
    },
  ],
});

const restrictedSyntax = (rows, sideDoors = noSideDoors) => ({
  'no-restricted-syntax': ['error', ...noConnections, ...sideDoors, ...rows.map(electronName)],
});

/**
 * The command line loads what only some commands need when they need it: `--help` takes a fifth of the time, and the program's
 * first file loads that only where there is no window; the menu's commands come once the window is there. The practice service and
 * the pool of connections come with their first use; the page of a file of codes comes with the first one. Only a file of ours, named as it
 * stands there: packages stay where the rows above can see them, and the walls between folders see it too.
 */
const loadsOwnFilesLate = [
  {
    selector: 'ImportExpression:not([source.value=/^\\.[.]?\\u002F.+[.]ts$/])',
    message: 'Only a file of ours may be imported late, by a name that the walls can see.',
  },
  ...noSideDoors.filter(({ selector }) => selector !== 'ImportExpression'),
];

export const walls = [
  { files: product, rules: { 'no-restricted-globals': ['error', ...noConnectingGlobals] } },
  ...everyPlaceOf(modules, product, restrictedModules),
  ...everyPlaceOf(electronNames, ['electron/**/*.ts', 'shared/**/*.ts'], (rows) => restrictedSyntax(rows)),
  {
    files: [
      'electron/main/activity/activity.ts',
      'electron/main/cli/*.ts',
      'electron/main/codes/export/code-export-worker.ts',
      'electron/main/connections/practice-host.ts',
      'electron/main/dns/nameserver-checks.ts',
      'electron/main/index.ts',
      'electron/main/registry/registry.ts',
      'electron/main/reseller/transport.ts',
      'electron/main/team/open-team.ts',
    ],
    rules: restrictedSyntax(electronNames, loadsOwnFilesLate),
  },
  {
    files: [platformCalls],
    rules: restrictedSyntax(
      electronNames.filter(([, where]) => !where.includes(platformCalls)),
      loadsOwnFilesLate,
    ),
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...noConnections, ...noMarkupFromText],
      'no-restricted-globals': ['error', ...noConnectingGlobals, ...nodeGlobals],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: apart.map(([target, from, message, except]) => ({
            ...{ target: `./${target}`, from, message },
            ...(except === undefined ? {} : { except }),
          })),
        },
      ],
    },
  },
  {
    files: ['shared/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['node:*', 'electron', 'electron/*', '!**/electron/main/actions.ts', 'keytar', 'undici'],
              message: 'No Node and no Electron here.',
            },
            {
              group: ['**/electron/main/actions.ts'],
              message: 'The page knows the types of the actions, and none of their code.',
              allowTypeImports: true,
            },
          ],
        },
      ],
    },
  },
  {
    files: ['tests/**/*.ts', 'tests/**/*.tsx', 'scripts/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Hostile code on purpose: what the windows must withstand.
    files: ['tests/security/probes/**'],
    rules: {
      'no-eval': 'off',
      'no-unsanitized/method': 'off',
      'no-unsanitized/property': 'off',
      '@typescript-eslint/no-deprecated': 'off',
      '@typescript-eslint/no-implied-eval': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
];

/**
 * ESLint's rules know no exceptions by folder, and a later block replaces an earlier one: so the widest ban stands first, and
 * each place gets a block with what is left of it there.
 */
function everyPlaceOf(rows, everywhere, ban) {
  const places = [...new Set(rows.flatMap(([, where]) => where))];
  return [
    { files: everywhere, rules: ban(rows) },
    ...places.map((place) => ({
      files: [place],
      rules: ban(rows.filter(([, where]) => !where.includes(place))),
    })),
  ];
}
