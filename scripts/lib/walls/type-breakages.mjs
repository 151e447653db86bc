// @ts-check
// What must not compile. `edit` replaces one text by another in a file that is there; `code` is a file of its own.

/**
 * @typedef {{
 *   name: string,
 *   project: 'shared' | 'electron' | 'electron/preload' | 'renderer',
 *   file: string,
 *   edit?: readonly [string, string],
 *   code?: string,
 *   noticedIn?: string,
 * }} TypeBreakage `noticedIn` is the file that no longer compiles, where it is another one.
 */

/** @type {readonly TypeBreakage[]} */
const contractBreakages = [
  {
    name: 'a new request without a handler',
    project: 'electron',
    file: 'shared/contract.ts',
    edit: [
      'write: request(s.settings',
      'forgetAll: request(s.nothing, s.nothing), write: request(s.settings',
    ],
    noticedIn: 'electron/main/app/areas/app.ts',
  },
  {
    name: 'a new area without handlers',
    project: 'electron',
    file: 'shared/contract.ts',
    edit: [
      'export const contract = {',
      'export const contract = { shell: { run: request(s.nothing, s.nothing) },',
    ],
    noticedIn: 'electron/main/app/handlers.ts',
  },
  {
    name: 'a handler is missing',
    project: 'electron',
    file: 'electron/main/app/areas/app.ts',
    edit: ['read: () => workspace.settings.read(),', ''],
  },
  {
    name: 'a handler too many',
    project: 'electron',
    file: 'electron/main/app/areas/app.ts',
    edit: [
      'read: () => workspace.settings.read(),',
      'read: () => workspace.settings.read(), reveal: () => workspace.settings.read(),',
    ],
  },
  {
    name: 'a handler answers something else than its schema',
    project: 'electron',
    file: 'electron/main/app/areas/app.ts',
    edit: ['Promise.resolve(ok(about))', 'Promise.resolve(ok({ ...about, version: 1 }))'],
  },
  {
    name: 'a handler reads a field that its input does not have',
    project: 'electron',
    file: 'electron/main/app/areas/app.ts',
    edit: ['async copyText({ text })', 'async copyText({ text, key: _key })'],
  },
  {
    name: 'a handler answers with a failure that is none of ours',
    project: 'electron',
    file: 'electron/main/app/areas/app.ts',
    edit: ['Promise.resolve(ok(about))', "Promise.resolve({ ok: false, error: { kind: 'oops' } })"],
  },
  {
    name: 'an event that the contract does not have is announced',
    project: 'electron',
    file: 'electron/main/app/stray.ts',
    code: "import { type Emit } from './events.ts';\nexport const stray = (emit: Emit): void => emit('keys.revealed', {});\n",
  },
  {
    name: 'an event is announced with another payload than its schema',
    project: 'electron',
    file: 'electron/main/app/stray.ts',
    code: "import { type Emit } from './events.ts';\nexport const stray = (emit: Emit): void => emit('search.finished', { searchId: 1 });\n",
  },
];

/** @type {readonly TypeBreakage[]} */
const gateBreakages = [
  {
    name: 'F1 a change is written to a service before it is on the disk as sending',
    project: 'electron',
    file: 'electron/main/changes/stray.ts',
    code: "import type { ChangingClient } from './ledger.ts';\nimport type { Order } from './order.ts';\nexport const stray = (order: Order, client: ChangingClient): unknown => order.write(client, {});\n",
  },
  {
    name: 'F1 somebody else than the ledger says that sending is on the disk',
    project: 'electron',
    file: 'electron/main/changes/stray.ts',
    code: "import type { Change } from '#shared/domain/change.ts';\nimport type { Sending } from './ledger.ts';\nexport const stray = (change: Change): Sending => ({ change });\n",
  },
];

/** @type {readonly TypeBreakage[]} */
const pageBreakages = [
  {
    name: 'the page asks for what is not in the contract',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: 'export const stray = (): unknown => window.namedesk.request.keys.reveal({});\n',
  },
  {
    name: 'the page asks with an input of another shape',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: 'export const stray = (): unknown => window.namedesk.request.accounts.remove({ id: 1 });\n',
  },
  {
    name: 'the page reads what the answer does not have',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: 'export const stray = async (): Promise<unknown> => {\n  const read = await window.namedesk.request.accounts.list({});\n  return read.ok ? read.value.apiKey : null;\n};\n',
  },
  {
    name: 'the page takes an answer without looking whether it failed',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: 'export const stray = async (): Promise<unknown> => (await window.namedesk.request.accounts.list({})).value;\n',
  },
  {
    name: 'the page listens to an event that is not in the contract',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: "export const stray = (): unknown => window.namedesk.on['keys.revealed'](() => undefined);\n",
  },
  {
    name: 'the page changes the bridge',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: 'export const stray = (): void => {\n  window.namedesk.request.accounts.list = () => Promise.reject(new Error());\n};\n',
  },
  {
    name: 'a new failure without a sentence for the user',
    project: 'renderer',
    file: 'shared/areas/error-schema.ts',
    edit: [
      "z.object({ kind: z.literal('no-account') }),",
      "z.object({ kind: z.literal('no-account') }), z.object({ kind: z.literal('on-fire') }),",
    ],
    noticedIn: 'shared/error-sentences.ts',
  },
];

/** @type {readonly TypeBreakage[]} */
const runtimeBreakages = [
  {
    name: 'shared/ uses the DOM',
    project: 'shared',
    file: 'shared/stray.ts',
    code: 'export const stray = (): string => document.title;\n',
  },
  {
    name: 'shared/ uses Node',
    project: 'shared',
    file: 'shared/stray.ts',
    code: 'export const stray = (): string => process.cwd();\n',
  },
  {
    name: 'main uses the DOM',
    project: 'electron',
    file: 'electron/main/stray.ts',
    code: 'export const stray = (): string => document.title;\n',
  },
  {
    name: 'the page uses Node',
    project: 'renderer',
    file: 'renderer/src/stray.ts',
    code: 'export const stray = (): string => process.cwd();\n',
  },
  {
    name: 'a secret is used as a text',
    project: 'electron',
    file: 'electron/main/stray.ts',
    code: "import { Secret } from './system/secret.ts';\nexport const stray: string = new Secret('x');\n",
  },
  {
    name: 'the log is given free text',
    project: 'electron',
    file: 'electron/main/stray.ts',
    code: "import { type Logger } from './system/log.ts';\nexport const stray = (log: Logger): void => log.note('ipc.refused', { guard: 'sender', why: 'free text' });\n",
  },
  {
    name: 'a window is made with preferences of its own',
    project: 'electron',
    file: 'electron/main/windows/main-window.ts',
    edit: ['autoHideMenuBar: true,', 'autoHideMenuBar: true, webPreferences: { nodeIntegration: true },'],
  },
  {
    name: 'an enum',
    project: 'shared',
    file: 'shared/stray.ts',
    code: 'export enum Stray {\n  One,\n}\n',
  },
];

export const typeBreakages = [...contractBreakages, ...gateBreakages, ...pageBreakages, ...runtimeBreakages];
