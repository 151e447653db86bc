// Breaks the walls that types hold, in memory: none of it may compile.
import { dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { inCheckout } from '../../scripts/lib/paths.mjs';

type ProjectFolder = 'shared' | 'electron' | 'renderer';

/** Texts in files that are there, each replaced by another. `noticedIn` no longer compiles, where it is another file. */
const edits: readonly {
  readonly project: ProjectFolder;
  readonly file: string;
  readonly noticedIn?: string;
  readonly replacing: Readonly<Record<string, readonly [from: string, to: string]>>;
}[] = [
  {
    project: 'electron',
    file: 'electron/main/app/actions.ts',
    replacing: {
      'an action without a function': ['(on) => ok(on.workspace.settings.read())', ''],
    },
  },
  {
    project: 'electron',
    file: 'electron/main/app/actions.ts',
    noticedIn: 'electron/main/actions.ts',
    replacing: {
      'A12 a new action that answers with something that is not plain': [
        'about: inWindow(nothing, (on) => ok(on.about)),',
        'about: inWindow(nothing, (on) => ok(on.about)), files: inWindow(nothing, (on) => ok({ deep: [on.handedFiles] })),',
      ],
    },
  },
  {
    project: 'renderer',
    file: 'electron/main/app/actions.ts',
    noticedIn: 'renderer/src/settings/SettingsScreen.tsx',
    replacing: {
      'an action no longer answers with what the page shows': [
        'ok(on.about)',
        'ok({ version: on.about.version })',
      ],
    },
  },
  {
    project: 'electron',
    file: 'electron/main/windows/main-window.ts',
    replacing: {
      'a window is made with preferences of its own': [
        'autoHideMenuBar: true,',
        'autoHideMenuBar: true, webPreferences: { nodeIntegration: true },',
      ],
    },
  },
  {
    project: 'renderer',
    file: 'shared/areas/error-schema.ts',
    noticedIn: 'shared/error-sentences.ts',
    replacing: {
      'a new failure without a sentence for the user': [
        "z.object({ kind: z.literal('no-account') }),",
        "z.object({ kind: z.literal('no-account') }), z.object({ kind: z.literal('on-fire') }),",
      ],
    },
  },
];

const listWith = (answer: string): string =>
  `import { z } from 'zod';\nimport { ok } from '#shared/result.ts';\nimport { action, type NotPlain } from './action.ts';\nimport { Secret } from './system/secret.ts';\ntype None<N extends never> = N;\nconst list = { a: { b: action(z.object({}), () => ok(${answer})) } };\nexport const secret = new Secret('x');\nexport type Stray = None<NotPlain<typeof list>>;\n`;
const emit = (event: string, payload: string): string =>
  `import { type Emit } from './events.ts';\nexport const stray = (emit: Emit): void => emit('${event}', ${payload});\n`;
const request = 'window.namedesk.request';

/** Files of their own, by project and name. */
const newFiles: Readonly<
  Record<ProjectFolder, Readonly<Record<string, readonly [file: string, code: string]>>>
> = {
  shared: {
    'shared/ uses the DOM': ['shared/stray.ts', 'export const stray = (): string => document.title;\n'],
    'shared/ uses Node': ['shared/stray.ts', 'export const stray = (): string => process.cwd();\n'],
    'an enum': ['shared/stray.ts', 'export enum Stray {\n  One,\n}\n'],
  },
  electron: {
    'an event that there is none of is announced': [
      'electron/main/app/stray.ts',
      emit('keys.revealed', '{}'),
    ],
    'an event is announced with another payload than its schema': [
      'electron/main/app/stray.ts',
      emit('search.finished', '{ searchId: 1 }'),
    ],
    'F1 a change is written to a service before it is on the disk as sending': [
      'electron/main/changes/stray.ts',
      "import type { ChangingClient } from './ledger.ts';\nimport type { Order } from './order.ts';\nexport const stray = (order: Order, client: ChangingClient): unknown => order.write(client, {});\n",
    ],
    'F1 somebody else than the ledger says that sending is on the disk': [
      'electron/main/changes/stray.ts',
      "import type { Change } from '#shared/domain/change.ts';\nimport type { Sending } from './ledger.ts';\nexport const stray = (change: Change): Sending => ({ change });\n",
    ],
    'F1 a change is sent as a read, by what may only read': [
      'electron/main/portfolio/stray.ts',
      "import { renew } from '../reseller/operations/order.ts';\nimport type { RefreshClient } from './reading.ts';\nexport const stray = (client: RefreshClient): unknown => client.read(renew, { domain: 'a.example', periodYears: 1 });\n",
    ],
    'a transfer code is requested by what changes domains': [
      'electron/main/changes/stray.ts',
      "import { readEppCode } from '../reseller/operations/domain.ts';\nimport type { ChangingClient } from './ledger.ts';\nexport const stray = (client: ChangingClient): unknown => client.read(readEppCode, { domain: 'a.example' });\n",
    ],
    'A12 an action answers with a secret': [
      'electron/main/stray.ts',
      listWith("{ deep: [{ key: new Secret('x') }] }"),
    ],
    'A12 an action answers with a date': ['electron/main/stray.ts', listWith('{ at: new Date() }')],
    'an action reads a field that its input does not have': [
      'electron/main/stray.ts',
      "import { z } from 'zod';\nimport { ok } from '#shared/result.ts';\nimport { action } from './action.ts';\nexport const stray = action(z.object({ id: z.string() }), (_on, { key }) => ok({ key }));\n",
    ],
    'an action answers with a failure that is none of ours': [
      'electron/main/stray.ts',
      "import { z } from 'zod';\nimport { action } from './action.ts';\nexport const stray = action(z.object({}), () => ({ ok: false, error: { kind: 'oops' } }));\n",
    ],
    'an action that needs no window opens a dialog': [
      'electron/main/stray.ts',
      "import { z } from 'zod';\nimport { ok } from '#shared/result.ts';\nimport { action } from './action.ts';\nexport const stray = action(z.object({}), async (on) => ok({ path: await on.askWhereTo('domains', 'csv') }));\n",
    ],
    'main uses the DOM': ['electron/main/stray.ts', 'export const stray = (): string => document.title;\n'],
    'a secret is used as a text': [
      'electron/main/stray.ts',
      "import { Secret } from './system/secret.ts';\nexport const stray: string = new Secret('x');\n",
    ],
    'the log is given free text': [
      'electron/main/stray.ts',
      "import { type Logger } from './system/log.ts';\nexport const stray = (log: Logger): void => log.note('ipc.refused', { guard: 'sender', why: 'free text' });\n",
    ],
  },
  renderer: {
    'the page asks for what is no action': [
      'renderer/src/stray.ts',
      `export const stray = (): unknown => ${request}.keys.reveal({});\n`,
    ],
    'the page asks with an input of another shape': [
      'renderer/src/stray.ts',
      `export const stray = (): unknown => ${request}.accounts.remove({ id: 1 });\n`,
    ],
    'the page reads what the answer does not have': [
      'renderer/src/stray.ts',
      `export const stray = async (): Promise<unknown> => {\n  const read = await ${request}.accounts.list({});\n  return read.ok ? read.value.apiKey : null;\n};\n`,
    ],
    'the page takes an answer without looking whether it failed': [
      'renderer/src/stray.ts',
      `export const stray = async (): Promise<unknown> => (await ${request}.accounts.list({})).value;\n`,
    ],
    'the page listens to an event that there is none of': [
      'renderer/src/stray.ts',
      "export const stray = (): unknown => window.namedesk.on['keys.revealed'](() => undefined);\n",
    ],
    'the page changes the bridge': [
      'renderer/src/stray.ts',
      `export const stray = (): void => {\n  ${request}.accounts.list = () => Promise.reject(new Error());\n};\n`,
    ],
  },
};

/** A project with one text put over it, held in memory, so that each breakage costs no more than the files that it changes. */
class Project {
  #overlay: ReadonlyMap<string, string> = new Map();
  #last: ts.Program | undefined;
  readonly #unchanged = new Map<string, ts.SourceFile | undefined>();
  readonly #whole = new Map<string, readonly string[]>();
  readonly #parsed: ts.ParsedCommandLine;
  readonly #host: ts.CompilerHost;

  constructor(folder: ProjectFolder) {
    const file = inCheckout(folder, 'tsconfig.json');
    const config: unknown = ts.readConfigFile(file, (path) => ts.sys.readFile(path)).config;
    this.#parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file));
    // A breakage is to be noticed for what it breaks, not for a name that it leaves without use.
    Object.assign(this.#parsed.options, { noUnusedLocals: false, noUnusedParameters: false });
    this.#host = this.#createHost();
  }

  #createHost(): ts.CompilerHost {
    const host = ts.createCompilerHost(this.#parsed.options);
    return {
      ...host,
      readFile: (path) => this.#overlay.get(path) ?? host.readFile(path),
      fileExists: (path) => this.#overlay.has(path) || host.fileExists(path),
      getSourceFile: (path, options, ...rest) => {
        const text = this.#overlay.get(path);
        if (text !== undefined) return ts.createSourceFile(path, text, options);
        if (!this.#unchanged.has(path)) this.#unchanged.set(path, host.getSourceFile(path, options, ...rest));
        return this.#unchanged.get(path);
      },
    };
  }

  /** What is wrong with the file while nothing is broken: one that is not there holds nothing. */
  errorsWhenWhole(file: string): readonly string[] {
    const overlay = ts.sys.fileExists(file) ? [] : [[file, 'export {};\n'] as const];
    const errors = this.#whole.get(file) ?? this.errorsIn(file, new Map(overlay));
    this.#whole.set(file, errors);
    return errors;
  }

  /** @param overlay Texts by absolute path. */
  errorsIn(file: string, overlay: ReadonlyMap<string, string>): readonly string[] {
    this.#overlay = overlay;
    this.#last = ts.createProgram({
      rootNames: [...new Set([...this.#parsed.fileNames, ...overlay.keys()])],
      options: this.#parsed.options,
      host: this.#host,
      ...(this.#last ? { oldProgram: this.#last } : {}),
    });
    const source = this.#last.getSourceFile(file);
    if (!source) throw new Error(`${file} is not in its project`);
    return [...this.#last.getSyntacticDiagnostics(source), ...this.#last.getSemanticDiagnostics(source)].map(
      ({ code, messageText }) => `TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  }
}

describe.each(['shared', 'electron', 'renderer'] as const)('E4 in %s/ it does not compile that', (folder) => {
  const project = new Project(folder);
  const rows = edits
    .filter((each) => each.project === folder)
    .flatMap(({ file, noticedIn = file, replacing }) =>
      Object.entries(replacing).map(([name, [from, to]]) => ({ name, file, noticedIn, from, to })),
    );

  it.for(rows)('$name', ({ file, noticedIn, from, to }) => {
    expect(project.errorsWhenWhole(inCheckout(noticedIn))).toEqual([]);
    const pieces = (ts.sys.readFile(inCheckout(file)) ?? '').split(from);
    expect(pieces, `"${from}" stands there exactly once`).toHaveLength(2);
    const broken = new Map([[inCheckout(file), pieces.join(to)]]);
    expect(project.errorsIn(inCheckout(noticedIn), broken)).not.toEqual([]);
  });

  it.for(Object.entries(newFiles[folder]))('%s', ([, [file, code]]) => {
    const path = inCheckout(file);
    expect(project.errorsWhenWhole(path)).toEqual([]);
    expect(project.errorsIn(path, new Map([[path, code]]))).not.toEqual([]);
  });
});
