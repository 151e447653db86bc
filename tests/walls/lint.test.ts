// Breaks the walls that lint holds, each in a file of its own at a path where it does not belong: the rule that is meant to notice it has to.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { canRunOxlint, oxlintCommand } from '../../scripts/lib/oxlint.mjs';
import { checkout, inCheckout } from '../../scripts/lib/paths.mjs';
import { read } from '../../scripts/lib/run.mjs';

/** By the rule, then by name: a file and its text. */
type Breakages = Readonly<Record<string, Readonly<Record<string, readonly [file: string, code: string]>>>>;

const imports = (from: string): string => `import { stray } from '${from}';\nstray();\n`;
const usesOfElectron = (name: string): string =>
  `import { ${name} } from 'electron';\nexport const stray = ${name};\n`;
const importsLate = (from: string): string => `export const stray = () => import('${from}');\n`;
const manyLines = (count: number): string => 'void 0;\n'.repeat(count);
const manyWays = Array.from({ length: 12 }, (_, n) => `if (n === ${n}) return ${n};`).join('\n');

const breakages: Breakages = {
  'import-x/no-restricted-paths': {
    'the page imports main': ['renderer/src/stray.ts', imports('../../electron/main/system/log.ts')],
    'the page imports a type of main that is none of its actions': [
      'renderer/src/stray.ts',
      "import type { Secret } from '../../electron/main/system/secret.ts';\nexport type Stray = Secret;\n",
    ],
    'the page imports a test': ['renderer/src/stray.ts', imports('../../tests/support/canary.ts')],
    'main imports the page': ['electron/main/stray.ts', imports('../../renderer/src/theme.ts')],
    'shared/ imports main': ['shared/stray.ts', imports('../electron/main/system/log.ts')],
    'shared/ imports the page': ['shared/stray.ts', imports('../renderer/src/theme.ts')],
    'the preload imports main': ['electron/preload/stray.ts', imports('../main/ipc/sender.ts')],
    'the preload imports the schemas': ['electron/preload/stray.ts', imports('#shared/events.ts')],
    'practice imports the API client': ['electron/main/practice/stray.ts', imports('../reseller/sign.ts')],
    'a service imports the application': ['electron/main/services/stray.ts', imports('../app/events.ts')],
    'a window imports the application': ['electron/main/windows/stray.ts', imports('../app/events.ts')],
    'the command line imports the application': ['electron/main/cli/stray.ts', imports('../app/events.ts')],
    'an assistant’s tool imports the changes': [
      'electron/main/cli/assistants/stray.ts',
      imports('../../changes/gate.ts'),
    ],
    'an assistant’s tool imports the codes': [
      'electron/main/cli/assistants/stray.ts',
      imports('../../codes/codes.ts'),
    ],
    'an update imports the platform': ['electron/main/updates/stray.ts', imports('../platform/desktop.ts')],
    'the API client imports practice': ['electron/main/reseller/stray.ts', imports('../practice/wire.ts')],
    'C1 what asks nameservers imports the keys': [
      'electron/main/dns/stray.ts',
      imports('../accounts/vault.ts'),
    ],
    'C1 what asks registries imports the keys': [
      'electron/main/registry/stray.ts',
      imports('../accounts/vault.ts'),
    ],
    'C1 what asks registries imports the API client': [
      'electron/main/registry/stray.ts',
      imports('../reseller/wire.ts'),
    ],
    'C1 what asks registries imports a connection': [
      'electron/main/registry/stray.ts',
      imports('../connections/connections.ts'),
    ],
    'C1 a search asks a registry past the names it may be asked for': [
      'electron/main/lookups/stray.ts',
      imports('../registry/client.ts'),
    ],
    'C1 a change opens a connection to a registry by itself': [
      'electron/main/changes/kinds/stray.ts',
      imports('../../registry/transport.ts'),
    ],
    'a change imports the team’s referee past its door': [
      'electron/main/changes/stray.ts',
      imports('../team/referee.ts'),
    ],
    'a service imports the connection to a team’s database': [
      'electron/main/services/stray.ts',
      imports('../team/connection.ts'),
    ],
    'the workspace imports the team': ['electron/main/workspace/stray.ts', imports('../team/catch-up.ts')],
    'a change imports the team’s connection': [
      'electron/main/changes/stray.ts',
      imports('../team/connection.ts'),
    ],
    'C1 what speaks to a team’s database imports the API client': [
      'electron/main/team/stray.ts',
      imports('../reseller/wire.ts'),
    ],
    'C1 what speaks to a team’s database imports the codes': [
      'electron/main/team/stray.ts',
      imports('../codes/codes.ts'),
    ],
    'a table imports the reading of names': [
      'electron/main/tables/stray.ts',
      imports('../lookups/name-lists/read-name.ts'),
    ],
    'a table imports the portfolio': ['electron/main/tables/stray.ts', imports('../portfolio/edits.ts')],
    'a table imports the API client': ['electron/main/tables/stray.ts', imports('../reseller/operation.ts')],
    'a table imports what a domain name is': [
      'electron/main/tables/stray.ts',
      imports('#shared/domain/domain-name.ts'),
    ],
    'a table imports a type of the page’s requests': [
      'electron/main/tables/stray.ts',
      "import type { draftReport } from '#shared/areas/sessions.ts';\nexport type Stray = typeof draftReport;\n",
    ],
    'the command line imports the page late': [
      'electron/main/cli/stray.ts',
      importsLate('../../../renderer/src/theme.ts'),
    ],
  },
  '@typescript-eslint/no-restricted-imports': {
    'the page imports the code of an action': [
      'renderer/src/stray.ts',
      imports('../../electron/main/actions.ts'),
    ],
    'the page imports Node': ['renderer/src/stray.ts', imports('node:fs')],
    'the page imports Electron': ['renderer/src/stray.ts', imports('electron')],
    'shared/ imports Node': ['shared/stray.ts', imports('node:crypto')],
  },
  'no-restricted-imports': {
    'a service imports Electron': ['electron/main/lookups/stray.ts', imports('electron')],
    'an action imports Electron': ['electron/main/watching/stray.ts', imports('electron')],
    'the backend imports Electron': ['electron/main/app/backend.ts', imports('electron')],
    'the vault imports keytar': ['electron/main/accounts/stray.ts', imports('keytar')],
    'C1 a service imports the client of a team’s database': [
      'electron/main/services/stray.ts',
      imports('pg'),
    ],
    'C1 a team’s set-up imports a part of that client': [
      'electron/main/team/stray.ts',
      imports('pg/lib/client.js'),
    ],
    'a service imports SQLite': ['electron/main/accounts/stray.ts', imports('node:sqlite')],
    'C1 practice imports https': ['electron/main/practice/stray.ts', imports('node:https')],
    'C1 what reads a registry’s answer imports https': [
      'electron/main/registry/answer.ts',
      imports('node:https'),
    ],
    'C1 what asks registries imports undici': ['electron/main/registry/stray.ts', imports('undici')],
    'C1 a service imports https without its prefix': ['electron/main/accounts/stray.ts', imports('https')],
    'C1 the client imports http beside transport': ['electron/main/reseller/stray.ts', imports('node:http')],
    'C1 a service imports undici': ['electron/main/lookups/stray.ts', imports('undici')],
    'C1 a service imports a part of undici': [
      'electron/main/lookups/stray.ts',
      imports('undici/lib/dispatcher/agent.js'),
    ],
    'C1 main opens a socket': ['electron/main/stray.ts', imports('node:net')],
    'C1 the command line opens a socket': ['electron/main/cli/stray.ts', imports('node:net')],
    'C1 what judges nameservers sends datagrams itself': [
      'electron/main/dns/delegation.ts',
      imports('node:dgram'),
    ],
    'C1 main sends datagrams': ['electron/main/stray.ts', imports('node:dgram')],
    'another file than the assistant’s server imports the protocol': [
      'electron/main/cli/assistants/tools.ts',
      imports('@modelcontextprotocol/server'),
    ],
    'a service starts a thread': ['electron/main/lookups/stray.ts', imports('node:worker_threads')],
    'reading a table starts a thread': ['electron/main/tables/stray.ts', imports('node:worker_threads')],
    'the import starts a second thread': [
      'electron/main/lookups/name-lists/stray.ts',
      imports('node:worker_threads'),
    ],
    'an export starts a second thread': ['electron/main/export/stray.ts', imports('node:worker_threads')],
    'main starts a program': ['electron/main/stray.ts', imports('node:child_process')],
    'a command makes itself a `require`': ['electron/main/cli/stray.ts', imports('node:module')],
    'main makes itself a `require`': ['electron/main/stray.ts', imports('node:module')],
  },
  'no-restricted-syntax': {
    'a second place listens to the page': ['electron/main/windows/stray.ts', usesOfElectron('ipcMain')],
    'A1 a window beside the factory': [
      'electron/main/windows/main-window.ts',
      usesOfElectron('BrowserWindow'),
    ],
    'a view beside the factory': ['electron/main/windows/stray.ts', usesOfElectron('WebContentsView')],
    'A9 a session beside the hardened ones': ['electron/main/platform/stray.ts', usesOfElectron('session')],
    'B4 something is encrypted by Chromium': [
      'electron/main/accounts/stray.ts',
      usesOfElectron('safeStorage'),
    ],
    'A7 an address is opened past the table': ['electron/main/windows/stray.ts', usesOfElectron('shell')],
    'C1 a request by Chromium': ['electron/main/platform/stray.ts', usesOfElectron('net')],
    'main imports the page’s end of IPC': ['electron/main/windows/stray.ts', usesOfElectron('ipcRenderer')],
    'all of Electron under one name': [
      'electron/main/windows/stray.ts',
      "import * as electron from 'electron';\nexport const stray = electron;\n",
    ],
    'Electron is imported late': ['electron/main/windows/stray.ts', importsLate('electron')],
    'the command line imports a package late': ['electron/main/cli/stray.ts', importsLate('undici')],
    'the command line imports late what only a variable names': [
      'electron/main/cli/stray.ts',
      'export const stray = (name: string): Promise<unknown> => import(name);\n',
    ],
    'a command imports late': ['electron/main/cli/commands/stray.ts', importsLate('./lookup.ts')],
    'main imports late beside its first file': ['electron/main/stray.ts', importsLate('./app/backend.ts')],
    'the program’s first file imports a package late': ['electron/main/index.ts', importsLate('undici')],
    'a module is required': ['electron/main/stray.ts', "export const stray = require('node:net');\n"],
    'a module is taken from the process': [
      'electron/main/stray.ts',
      "export const stray = process.getBuiltinModule('node:net');\n",
    ],
    'C1 main fetches by a longer name': [
      'electron/main/lookups/stray.ts',
      "export const stray = () => globalThis.fetch('https://reseller.example');\n",
    ],
    'C1 the page fetches by a longer name': [
      'renderer/src/stray.ts',
      "export const stray = () => window.fetch('https://reseller.example');\n",
    ],
    'markup from text in a component': [
      'renderer/src/Stray.tsx',
      'export const Stray = ({ text }: { readonly text: string }) => <p dangerouslySetInnerHTML={{ __html: text }} />;\n',
    ],
  },
  '@typescript-eslint/no-import-type-side-effects': {
    'an import of types alone brings the schemas into the preload': [
      'electron/preload/stray.ts',
      "import { type EventName } from '#shared/routes.ts';\nexport type Stray = EventName;\n",
    ],
  },
  'no-restricted-globals': {
    'C1 main fetches': [
      'electron/main/lookups/stray.ts',
      "export const stray = () => fetch('https://reseller.example');\n",
    ],
    'C1 the page fetches': [
      'renderer/src/stray.ts',
      "export const stray = () => fetch('https://reseller.example');\n",
    ],
    'C1 the page opens a socket': [
      'renderer/src/stray.ts',
      "export const stray = () => new WebSocket('wss://reseller.example');\n",
    ],
    'the page uses what Node has': ['renderer/src/stray.ts', 'export const stray = () => process.cwd();\n'],
  },
  'max-lines': { 'a file of 501 lines': ['shared/stray.ts', manyLines(501)] },
  'max-lines-per-function': {
    'a function of 81 lines': ['shared/stray.ts', `export function stray(): void {\n${manyLines(79)}}\n`],
  },
  complexity: {
    'a function with thirteen ways through': [
      'shared/stray.ts',
      `export const stray = (n: number): number => {\n${manyWays}\nreturn n;\n};\n`,
    ],
  },
  'import-x/no-default-export': { 'a default export': ['shared/stray.ts', 'export default 1;\n'] },
  '@typescript-eslint/no-explicit-any': { any: ['shared/stray.ts', 'export const stray: any = 1;\n'] },
  'no-console': { console: ['electron/main/stray.ts', "console.log('stray');\n"] },
  'no-eval': { eval: ['renderer/src/stray.ts', "export const stray = eval('1');\n"] },
  'no-empty': { 'an empty catch': ['electron/main/stray.ts', 'try {\n  JSON.parse("x");\n} catch {}\n'] },
  'no-unsanitized/property': {
    'markup from text': [
      'renderer/src/stray.ts',
      'export const stray = (element: Element, text: string) => {\n  element.innerHTML = text;\n};\n',
    ],
  },
};

const rowsOf = (table: Breakages) =>
  Object.entries(table).flatMap(([rule, named]) =>
    Object.entries(named).map(([name, [file, code]]) => ({ rule, name, file, code })),
  );

describe('E4 lint notices that', () => {
  /** Without the rules that need types: those would have to compile a file that is not there. */
  const withoutTypes = { files: ['**/*.ts', '**/*.tsx'], ...tseslint.configs.disableTypeChecked };
  const eslint = new ESLint({ cwd: checkout, overrideConfig: [withoutTypes] });

  /** The text is linted at the file's path, without being written there. */
  async function rulesBrokenBy(file: string, code: string) {
    const [result] = await eslint.lintText(code, { filePath: inCheckout(file) });
    return result?.messages.map(({ ruleId, message }) => ruleId ?? message);
  }

  it.each(rowsOf(breakages))('$name', async ({ rule, file, code }) => {
    expect(await rulesBrokenBy(file, 'export const nothing = null;\n')).toEqual([]);
    expect(await rulesBrokenBy(file, code)).toContain(rule);
  });
});

/** The body of a component in a file named by the rule. */
const inComponent = (body: string): string =>
  "import { useEffect, useRef, useState } from 'react';\n" +
  'export function Stray({ n }: { readonly n: number }) {\n' +
  `const ref = useRef(0);\nconst [state, setState] = useState(n);\n${body}\n` +
  'return <p onClick={() => { setState(ref.current); }}>{state}</p>;\n}\n';

/** What needs types, and React's rules, as oxlint writes them. */
const oxlintBreakages = rowsOf({
  'typescript(no-floating-promises)': {
    'nobody waits for a promise': [
      'shared/floating.ts',
      'export const stray = (later: () => Promise<void>): void => {\n  later();\n};\n',
    ],
  },
  'typescript(no-misused-promises)': {
    'a promise where nobody waits for one': [
      'shared/misused.ts',
      'export const stray = (later: () => Promise<void>): void => {\n  [1].forEach(later);\n};\n',
    ],
  },
  'typescript(no-unsafe-assignment)': {
    'a value of unknown shape becomes a text': [
      'shared/assignment.ts',
      "export const stray: string = JSON.parse('1');\n",
    ],
  },
  'typescript(no-unsafe-call)': {
    'a call of what may be anything': [
      'shared/call.ts',
      "export const stray = (): unknown => JSON.parse('1')();\n",
    ],
  },
  'typescript(switch-exhaustiveness-check)': {
    'a kind is left out of a switch': [
      'shared/switch.ts',
      "export const stray = (kind: 'a' | 'b'): void => {\n  switch (kind) {\n    case 'a':\n  }\n};\n",
    ],
  },
  'typescript(no-unnecessary-condition)': {
    'a condition that always holds': [
      'shared/condition.ts',
      "export const stray = (text: string): string => text ?? '';\n",
    ],
  },
  'typescript(restrict-template-expressions)': {
    'an object as part of a text': [
      'shared/template.ts',
      'export const stray = (thing: { readonly a: number }): string => `${thing}`;\n',
    ],
  },
  'typescript(only-throw-error)': {
    'something else than an error is thrown': [
      'shared/throw.ts',
      "export const stray = (): never => {\n  throw 'stray';\n};\n",
    ],
  },
  'typescript(unbound-method)': {
    'a method without its object': [
      'shared/unbound.ts',
      'export const stray = (text: Map<string, string>): unknown => [1].map(text.get);\n',
    ],
  },
  'typescript(no-deprecated)': {
    'something that is deprecated': [
      'shared/deprecated.ts',
      '/** @deprecated */\nconst old = 1;\nexport const stray = old;\n',
    ],
  },
  'react-hooks(rules-of-hooks)': {
    'a hook on a condition': [
      'renderer/src/Hook.tsx',
      inComponent('if (n > 1) useEffect(() => undefined, []);'),
    ],
  },
  'react-hooks(exhaustive-deps)': {
    'an effect that does not see a change': [
      'renderer/src/Effect.tsx',
      inComponent('useEffect(() => { ref.current = n; }, []);'),
    ],
  },
  'react(refs)': {
    'a ref is written while rendering': ['renderer/src/Ref.tsx', inComponent('ref.current = n;')],
  },
  'react(purity)': {
    'the time is read while rendering': [
      'renderer/src/Time.tsx',
      inComponent('const now = Date.now();\nvoid now;'),
    ],
  },
});

describe.skipIf(!canRunOxlint())('E4 oxlint notices', () => {
  let diagnostics: readonly { code: string; filename: string }[];

  // It reads from the disk: a folder with our configurations and the broken files, and nothing else.
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'namedesk-walls-'));
    try {
      for (const file of configurations) cpSync(inCheckout(file), join(folder, file));
      symlinkSync(inCheckout('node_modules'), join(folder, 'node_modules'));
      for (const { file, code } of oxlintBreakages) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), code);
      }
      const [command, ...args] = oxlintCommand;
      const { stdout } = read(command, [...args, '--format', 'json', '.'], { cwd: folder });
      diagnostics = (JSON.parse(stdout) as { diagnostics: typeof diagnostics }).diagnostics;
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(oxlintBreakages)('$name', ({ rule, file }) => {
    const noticed = diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code);
    expect(noticed).toContain(rule);
  });
});

const configurations = [
  'eslint.config.js',
  'eslint.walls.js',
  'oxlint.config.js',
  'package.json',
  'tsconfig.base.json',
  'shared/tsconfig.json',
  'renderer/tsconfig.json',
];
