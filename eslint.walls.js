// The walls of docs/decisions/0003-walls.md as lint: who may import what. One row per rule, read aloud top to bottom.

/** Packages and Node modules that one place alone may use: [module, the folders and files that may]. */
const reserved = [
  [
    'electron',
    [
      'electron/main/index.ts',
      'electron/main/windows/**',
      'electron/main/ipc/serve.ts',
      'electron/main/platform/**',
      'electron/preload/**',
      'tests/**',
    ],
  ],
  ['keytar', ['electron/main/platform/keychain-process.ts', 'tests/**']],
  ['node:sqlite', ['electron/main/workspace/**', 'tests/**']],
  ['node:https', ['electron/main/reseller/transport.ts', 'electron/main/reseller/transport/**', 'tests/**']],
  ['undici', ['electron/main/reseller/transport.ts', 'electron/main/reseller/transport/**', 'tests/**']],
  [
    'node:http',
    [
      'electron/main/reseller/transport.ts',
      'electron/main/reseller/transport/**',
      'electron/main/practice/**',
      'tests/**',
    ],
  ],
  ['node:net', ['tests/**']],
  ['node:tls', ['electron/main/reseller/transport/**', 'tests/**']],
];

/** Folders that must not know each other: [who, what it may not import, why]. */
const apart = [
  ['shared/**', ['./electron', './renderer', './tests'], 'shared/ is imported by all and imports none'],
  ['renderer/**', ['./electron', './tests'], 'the page never names electron/'],
  ['electron/**', ['./renderer', './tests'], 'main never names the page'],
  ['electron/preload/**', ['./electron/main'], 'the preload knows names only'],
  [
    'electron/main/practice/**',
    ['./electron/main/reseller'],
    'two readings of one document check each other',
  ],
  [
    'electron/main/reseller/**',
    ['./electron/main/practice'],
    'two readings of one document check each other',
  ],
];

const reservedRule = {
  files: ['**/*.ts', '**/*.tsx'],
  rules: {
    'no-restricted-globals': ['error', { name: 'fetch', message: 'Only transport opens connections (C1).' }],
  },
};

export const walls = [
  reservedRule,
  ...everyPlaceOf(reserved),
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: apart.map(([target, from, message]) => ({ target: `./${target}`, from, message })),
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
              group: ['node:*', 'electron', 'electron/*', 'keytar', 'undici'],
              message: 'No Node and no Electron here.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['tests/**/*.ts', 'tests/**/*.tsx', 'scripts/**'],
    rules: { 'no-restricted-globals': 'off', 'no-console': 'off' },
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
  {
    files: ['electron/main/cli/**'],
    rules: { 'no-console': 'off' },
  },
];

/**
 * `no-restricted-imports` knows no exceptions by folder, and a later block replaces an earlier one: so each distinct
 * set of allowed modules gets its own block, the widest ban first.
 */
function everyPlaceOf(rows) {
  const ban = (allowed) => ({
    'no-restricted-imports': [
      'error',
      {
        paths: rows
          .filter(([name]) => !allowed.has(name))
          .map(([name]) => ({ name, message: `${name} belongs to its own folder: see eslint.walls.js.` })),
      },
    ],
  });
  const places = [...new Set(rows.flatMap(([, where]) => where))];
  return [
    {
      files: ['electron/**/*.ts', 'shared/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
      rules: ban(new Set()),
    },
    ...places.map((place) => ({
      files: [place],
      rules: ban(new Set(rows.filter(([, where]) => where.includes(place)).map(([name]) => name))),
    })),
  ];
}
