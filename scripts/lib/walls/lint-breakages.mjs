// @ts-check
// What lint must notice: each a file of its own at a path where it does not belong, with the rule that is to notice it.

/** @typedef {{ name: string, file: string, code: string, rule: string }} LintBreakage */

const paths = 'import-x/no-restricted-paths';
const modules = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';

/** @param {string} name @param {string} file @param {string} from @param {string} rule @returns {LintBreakage} */
const importing = (name, file, from, rule) => ({
  name,
  file,
  rule,
  code: `import { stray } from '${from}';\nstray();\n`,
});

/** @param {string} name @param {string} file @param {string} electronName @returns {LintBreakage} */
const usingOfElectron = (name, file, electronName) => ({
  name,
  file,
  rule: syntax,
  code: `import { ${electronName} } from 'electron';\nexport const stray = ${electronName};\n`,
});

/** @type {readonly LintBreakage[]} */
const foldersApart = [
  importing('the page imports main', 'renderer/src/stray.ts', '../../electron/main/system/log.ts', paths),
  importing('the page imports a test', 'renderer/src/stray.ts', '../../tests/support/canary.ts', paths),
  importing('main imports the page', 'electron/main/stray.ts', '../../renderer/src/theme.ts', paths),
  importing('shared/ imports main', 'shared/stray.ts', '../electron/main/system/log.ts', paths),
  importing('shared/ imports the page', 'shared/stray.ts', '../renderer/src/theme.ts', paths),
  importing('the preload imports main', 'electron/preload/stray.ts', '../main/app/sender.ts', paths),
  importing('the preload imports the schemas', 'electron/preload/stray.ts', '#shared/contract.ts', paths),
  importing(
    'the practice service imports the API client',
    'electron/main/practice/stray.ts',
    '../reseller/sign.ts',
    paths,
  ),
  importing(
    'the API client imports the practice service',
    'electron/main/reseller/stray.ts',
    '../practice/token.ts',
    paths,
  ),
];

/** @type {readonly LintBreakage[]} */
const reservedModules = [
  importing(
    'the page imports Node',
    'renderer/src/stray.ts',
    'node:fs',
    '@typescript-eslint/no-restricted-imports',
  ),
  importing(
    'the page imports Electron',
    'renderer/src/stray.ts',
    'electron',
    '@typescript-eslint/no-restricted-imports',
  ),
  importing(
    'shared/ imports Node',
    'shared/stray.ts',
    'node:crypto',
    '@typescript-eslint/no-restricted-imports',
  ),
  importing('a service imports Electron', 'electron/main/lookups/stray.ts', 'electron', modules),
  importing('a handler imports Electron', 'electron/main/app/areas/stray.ts', 'electron', modules),
  importing('the vault imports keytar', 'electron/main/accounts/stray.ts', 'keytar', modules),
  importing('a service imports SQLite', 'electron/main/accounts/stray.ts', 'node:sqlite', modules),
  importing(
    'C1 the practice service imports https',
    'electron/main/practice/stray.ts',
    'node:https',
    modules,
  ),
  importing(
    'C1 a service imports https without its prefix',
    'electron/main/accounts/stray.ts',
    'https',
    modules,
  ),
  importing(
    'C1 the client imports http beside transport',
    'electron/main/reseller/stray.ts',
    'node:http',
    modules,
  ),
  importing('C1 a service imports undici', 'electron/main/lookups/stray.ts', 'undici', modules),
  importing(
    'C1 a service imports a part of undici',
    'electron/main/lookups/stray.ts',
    'undici/lib/dispatcher/agent.js',
    modules,
  ),
  importing('C1 main opens a socket', 'electron/main/stray.ts', 'node:net', modules),
  importing('C1 the command line opens a socket', 'electron/main/cli/stray.ts', 'node:net', modules),
  importing('C1 main sends datagrams', 'electron/main/stray.ts', 'node:dgram', modules),
  importing('a service starts a thread', 'electron/main/lookups/stray.ts', 'node:worker_threads', modules),
  importing(
    'the import starts a thread beside its own',
    'electron/main/import/stray.ts',
    'node:worker_threads',
    modules,
  ),
  importing(
    'an export starts a thread beside its own',
    'electron/main/export/stray.ts',
    'node:worker_threads',
    modules,
  ),
  importing('main starts a program', 'electron/main/stray.ts', 'node:child_process', modules),
  importing('a command makes itself a `require`', 'electron/main/cli/stray.ts', 'node:module', modules),
  importing('main makes itself a `require`', 'electron/main/stray.ts', 'node:module', modules),
];

/** @type {readonly LintBreakage[]} */
const oneFileOfElectron = [
  usingOfElectron('a second place listens to the page', 'electron/main/windows/stray.ts', 'ipcMain'),
  usingOfElectron('A1 a window beside the factory', 'electron/main/windows/main-window.ts', 'BrowserWindow'),
  usingOfElectron('a view beside the factory', 'electron/main/windows/stray.ts', 'WebContentsView'),
  usingOfElectron('A9 a session beside the hardened ones', 'electron/main/platform/stray.ts', 'session'),
  usingOfElectron('A7 an address is opened past the table', 'electron/main/windows/stray.ts', 'shell'),
  usingOfElectron('C1 a request by Chromium', 'electron/main/platform/stray.ts', 'net'),
  usingOfElectron('main imports the page’s end of the wire', 'electron/main/windows/stray.ts', 'ipcRenderer'),
  {
    name: 'all of Electron under one name',
    file: 'electron/main/windows/stray.ts',
    rule: syntax,
    code: "import * as electron from 'electron';\nexport const stray = electron;\n",
  },
  {
    name: 'Electron is imported while running',
    file: 'electron/main/windows/stray.ts',
    rule: syntax,
    code: "export const stray = () => import('electron');\n",
  },
  {
    name: 'the command line imports a package while running',
    file: 'electron/main/cli/stray.ts',
    rule: syntax,
    code: "export const stray = () => import('undici');\n",
  },
  {
    name: 'the command line imports while running what only a variable names',
    file: 'electron/main/cli/stray.ts',
    rule: syntax,
    code: 'export const stray = (name: string): Promise<unknown> => import(name);\n',
  },
  {
    name: 'a command imports while running',
    file: 'electron/main/cli/commands/stray.ts',
    rule: syntax,
    code: "export const stray = () => import('./lookup.ts');\n",
  },
  {
    name: 'main imports while running beside its first file',
    file: 'electron/main/stray.ts',
    rule: syntax,
    code: "export const stray = () => import('./app/backend.ts');\n",
  },
  {
    name: 'the program’s first file imports a package while running',
    file: 'electron/main/index.ts',
    rule: syntax,
    code: "export const stray = () => import('undici');\n",
  },
  {
    name: 'the page’s code is imported late by the command line',
    file: 'electron/main/cli/stray.ts',
    rule: paths,
    code: "export const stray = () => import('../../../renderer/src/theme.ts');\n",
  },
  {
    name: 'a module is required',
    file: 'electron/main/stray.ts',
    rule: syntax,
    code: "export const stray = require('node:net');\n",
  },
  {
    name: 'a module is taken from the process',
    file: 'electron/main/stray.ts',
    rule: syntax,
    code: "export const stray = process.getBuiltinModule('node:net');\n",
  },
  {
    name: 'an import of types alone brings the schemas into the preload',
    file: 'electron/preload/stray.ts',
    rule: '@typescript-eslint/no-import-type-side-effects',
    code: "import { type Bridge } from '#shared/routes.ts';\nexport type Stray = Bridge;\n",
  },
];

/** @type {readonly LintBreakage[]} */
const connections = [
  {
    name: 'C1 main fetches',
    file: 'electron/main/lookups/stray.ts',
    rule: 'no-restricted-globals',
    code: "export const stray = () => fetch('https://reseller.example');\n",
  },
  {
    name: 'C1 main fetches by a longer name',
    file: 'electron/main/lookups/stray.ts',
    rule: syntax,
    code: "export const stray = () => globalThis.fetch('https://reseller.example');\n",
  },
  {
    name: 'C1 the page fetches',
    file: 'renderer/src/stray.ts',
    rule: 'no-restricted-globals',
    code: "export const stray = () => fetch('https://reseller.example');\n",
  },
  {
    name: 'C1 the page opens a socket',
    file: 'renderer/src/stray.ts',
    rule: 'no-restricted-globals',
    code: "export const stray = () => new WebSocket('wss://reseller.example');\n",
  },
];

const manyLines = (/** @type {number} */ count) => 'void 0;\n'.repeat(count);

/** @type {readonly LintBreakage[]} */
const style = [
  {
    name: 'a file of 501 lines',
    file: 'shared/stray.ts',
    rule: 'max-lines',
    code: manyLines(501),
  },
  {
    name: 'a function of 81 lines',
    file: 'shared/stray.ts',
    rule: 'max-lines-per-function',
    code: `export function stray(): void {\n${manyLines(79)}}\n`,
  },
  {
    name: 'a function with thirteen ways through',
    file: 'shared/stray.ts',
    rule: 'complexity',
    code: `export const stray = (n: number): number => {\n${Array.from({ length: 12 }, (_, n) => `if (n === ${n}) return ${n};`).join('\n')}\nreturn n;\n};\n`,
  },
  {
    name: 'a default export',
    file: 'shared/stray.ts',
    rule: 'import-x/no-default-export',
    code: 'export default 1;\n',
  },
  {
    name: 'any',
    file: 'shared/stray.ts',
    rule: '@typescript-eslint/no-explicit-any',
    code: 'export const stray: any = 1;\n',
  },
  { name: 'console', file: 'electron/main/stray.ts', rule: 'no-console', code: "console.log('stray');\n" },
  { name: 'eval', file: 'renderer/src/stray.ts', rule: 'no-eval', code: "export const stray = eval('1');\n" },
  {
    name: 'an empty catch',
    file: 'electron/main/stray.ts',
    rule: 'no-empty',
    code: 'try {\n  JSON.parse("x");\n} catch {}\n',
  },
  {
    name: 'markup from text',
    file: 'renderer/src/stray.ts',
    rule: 'no-unsanitized/property',
    code: 'export const stray = (element: Element, text: string) => {\n  element.innerHTML = text;\n};\n',
  },
  {
    name: 'markup from text in a component',
    file: 'renderer/src/Stray.tsx',
    rule: syntax,
    code: 'export const Stray = ({ text }: { readonly text: string }) => <p dangerouslySetInnerHTML={{ __html: text }} />;\n',
  },
];

export const lintBreakages = [
  ...foldersApart,
  ...reservedModules,
  ...oneFileOfElectron,
  ...connections,
  ...style,
];

/** @param {string} name @param {string} rule As oxlint writes it. @param {string} code @returns {LintBreakage} */
const inCode = (name, rule, code) => ({ name, rule, file: `shared/${rule.replace(/\W+/g, '-')}.ts`, code });

/** @param {string} name @param {string} rule @param {string} body Of a component. @returns {LintBreakage} */
const inComponent = (name, rule, body) => ({
  name,
  rule,
  file: `renderer/src/${rule.replace(/\W+/g, '-')}.tsx`,
  code:
    "import { useEffect, useRef, useState } from 'react';\n" +
    'export function Stray({ n }: { readonly n: number }) {\n' +
    `const ref = useRef(0);\nconst [state, setState] = useState(n);\n${body}\n` +
    'return <p onClick={() => { setState(ref.current); }}>{state}</p>;\n}\n',
});

/** What oxlint must notice: rules that need types, and React's. @type {readonly LintBreakage[]} */
export const oxlintBreakages = [
  inCode(
    'nobody waits for a promise',
    'typescript(no-floating-promises)',
    'export const stray = (later: () => Promise<void>): void => {\n  later();\n};\n',
  ),
  inCode(
    'a promise where nobody waits for one',
    'typescript(no-misused-promises)',
    'export const stray = (later: () => Promise<void>): void => {\n  [1].forEach(later);\n};\n',
  ),
  inCode(
    'a value of unknown shape becomes a text',
    'typescript(no-unsafe-assignment)',
    "export const stray: string = JSON.parse('1');\n",
  ),
  inCode(
    'a call of what may be anything',
    'typescript(no-unsafe-call)',
    "export const stray = (): unknown => JSON.parse('1')();\n",
  ),
  inCode(
    'a kind is left out of a switch',
    'typescript(switch-exhaustiveness-check)',
    "export const stray = (kind: 'a' | 'b'): void => {\n  switch (kind) {\n    case 'a':\n  }\n};\n",
  ),
  inCode(
    'a condition that always holds',
    'typescript(no-unnecessary-condition)',
    "export const stray = (text: string): string => text ?? '';\n",
  ),
  inCode(
    'an object as part of a text',
    'typescript(restrict-template-expressions)',
    'export const stray = (thing: { readonly a: number }): string => `${thing}`;\n',
  ),
  inCode(
    'something else than an error is thrown',
    'typescript(only-throw-error)',
    "export const stray = (): never => {\n  throw 'stray';\n};\n",
  ),
  inCode(
    'a method without its object',
    'typescript(unbound-method)',
    'export const stray = (text: Map<string, string>): unknown => [1].map(text.get);\n',
  ),
  inCode(
    'something that is deprecated',
    'typescript(no-deprecated)',
    '/** @deprecated */\nconst old = 1;\nexport const stray = old;\n',
  ),
  inComponent(
    'a hook on a condition',
    'react-hooks(rules-of-hooks)',
    'if (n > 1) useEffect(() => undefined, []);',
  ),
  inComponent(
    'an effect that does not see a change',
    'react-hooks(exhaustive-deps)',
    'useEffect(() => { ref.current = n; }, []);',
  ),
  inComponent('a ref is written while rendering', 'react(refs)', 'ref.current = n;'),
  inComponent('the time is read while rendering', 'react(purity)', 'const now = Date.now();\nvoid now;'),
];
