// @ts-check
// `npm run test:walls`: breaks the contract and the walls on purpose, in memory or in a folder of its own, and counts that each
// breakage is noticed: by the compiler or by lint, and by the rule that is meant to notice it. Nothing in the checkout changes.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { checkout, inCheckout } from './lib/paths.mjs';
import { read } from './lib/run.mjs';
import { main } from './lib/say.mjs';
import { canRunOxlint, oxlintCommand } from './lib/oxlint.mjs';
import { lintBreakages, oxlintBreakages } from './lib/walls/lint-breakages.mjs';
import { typeBreakages } from './lib/walls/type-breakages.mjs';

// Breaks a file for lint: its text is linted at its path, without being written there.

/**
 * Our own configuration without the rules that need types: those would have to compile a file that is not there.
 */
const withoutTypes = {
  files: ['**/*.ts', '**/*.tsx'],
  ...tseslint.configs.disableTypeChecked,
};

const whole = 'export const nothing = null;\n';

function createLintBreaker() {
  const eslint = new ESLint({ cwd: checkout, overrideConfig: [withoutTypes] });
  /** @type {Set<string>} */
  const cleanWhenWhole = new Set();

  /** @param {string} file @param {string} code */
  const rulesBrokenBy = async (file, code) => {
    const [result] = await eslint.lintText(code, { filePath: inCheckout(file) });
    return (result?.messages ?? []).map(({ ruleId, message }) => ({ ruleId: ruleId ?? 'syntax', message }));
  };

  /** @param {import('./lib/walls/lint-breakages.mjs').LintBreakage} breakage */
  return async ({ file, code, rule }) => {
    const before = cleanWhenWhole.has(file) ? [] : await rulesBrokenBy(file, whole);
    if (before.length > 0) return { caught: false, how: `already there when whole: ${before[0]?.message}` };
    cleanWhenWhole.add(file);
    const broken = await rulesBrokenBy(file, code);
    const noticed = broken.find(({ ruleId }) => ruleId === rule);
    const others = broken.map(({ ruleId }) => ruleId).join(', ');
    return noticed
      ? { caught: true, how: `${rule}: ${noticed.message.slice(0, 90)}` }
      : { caught: false, how: `${rule} says nothing${others ? `, only ${others}` : ''}` };
  };
}

// Breaks files for oxlint, which reads from the disk: a folder with our configurations and the broken files, and nothing else.

function createOxlintBreaker() {
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
    /** @type {{ diagnostics: { code: string, filename: string, message: string }[] }} */
    const { diagnostics } = JSON.parse(stdout);
    /** @param {import('./lib/walls/lint-breakages.mjs').LintBreakage} breakage */
    return ({ file, rule }) => {
      const noticed = diagnostics.find(({ code, filename }) => code === rule && filename === file);
      return noticed
        ? { caught: true, how: `${rule}: ${noticed.message.slice(0, 90)}` }
        : { caught: false, how: `${rule} says nothing` };
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const configurations = [
  'eslint.config.js',
  'eslint.walls.js',
  'oxlint.config.js',
  'package.json',
  'tsconfig.base.json',
  'shared/tsconfig.json',
  'renderer/tsconfig.json',
];

// Breaks a file for the compiler: the program is the project's own, with one text put over it.

/** @typedef {import('./lib/walls/type-breakages.mjs').TypeBreakage} TypeBreakage */

/** @param {string} project */
function readProject(project) {
  const configFile = join(checkout, project, 'tsconfig.json');
  const read = ts.readConfigFile(configFile, (path) => ts.sys.readFile(path));
  const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(configFile));
  // A breakage is to be noticed for what it breaks, not for a name that it leaves without use.
  Object.assign(parsed.options, { noUnusedLocals: false, noUnusedParameters: false });
  return parsed;
}

/** One project, held in memory, so that each breakage costs no more than the files that it changes. */
class Project {
  /** @type {ReadonlyMap<string, string>} */
  #overlay = new Map();
  /** @type {ts.Program | undefined} */
  #last;
  /** @type {Map<string, ts.SourceFile | undefined>} */
  #unchanged = new Map();

  /** @param {string} folder */
  constructor(folder) {
    this.#parsed = readProject(folder);
    this.#host = this.#createHost();
  }
  #parsed;
  #host;

  #createHost() {
    const host = ts.createCompilerHost(this.#parsed.options);
    const { readFile, fileExists, getSourceFile } = host;
    host.readFile = (path) => this.#overlay.get(path) ?? readFile(path);
    host.fileExists = (path) => this.#overlay.has(path) || fileExists(path);
    host.getSourceFile = (path, options, ...rest) => {
      const text = this.#overlay.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, options);
      if (!this.#unchanged.has(path)) this.#unchanged.set(path, getSourceFile(path, options, ...rest));
      return this.#unchanged.get(path);
    };
    return host;
  }

  /**
   * @param {ReadonlyMap<string, string>} overlay Texts by absolute path.
   * @param {string} file Whose errors are asked for.
   */
  errorsIn(overlay, file) {
    this.#overlay = overlay;
    const rootNames = [...new Set([...this.#parsed.fileNames, ...overlay.keys()])];
    this.#last = ts.createProgram({
      rootNames,
      options: this.#parsed.options,
      host: this.#host,
      ...(this.#last ? { oldProgram: this.#last } : {}),
    });
    const source = this.#last.getSourceFile(file);
    if (!source) throw new Error(`${file} is not in its project`);
    return [...this.#last.getSyntacticDiagnostics(source), ...this.#last.getSemanticDiagnostics(source)].map(
      ({ code, messageText }) =>
        `TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 110)}`,
    );
  }
}

/**
 * The text of the file, broken.
 *
 * @param {TypeBreakage} breakage
 * @param {string} absolutePath
 */
function brokenText({ name, edit, code }, absolutePath) {
  if (edit === undefined) return code;
  const text = ts.sys.readFile(absolutePath) ?? '';
  const [from, to] = edit;
  if (text.split(from).length !== 2) throw new Error(`${name}: "${from}" does not stand there exactly once`);
  return text.replace(from, () => to);
}

function createTypeBreaker() {
  /** @type {Map<string, Project>} */
  const projects = new Map();
  /** @type {Map<string, readonly string[]>} */
  const errorsWhenWhole = new Map();

  /** @param {TypeBreakage} breakage */
  return (breakage) => {
    const project = projects.get(breakage.project) ?? new Project(breakage.project);
    projects.set(breakage.project, project);
    const file = join(checkout, breakage.file);
    const noticedIn = join(checkout, breakage.noticedIn ?? breakage.file);
    const place = `${breakage.project} ${noticedIn}`;
    const untouched = breakage.edit === undefined ? new Map([[file, 'export {};\n']]) : new Map();
    const before = errorsWhenWhole.get(place) ?? project.errorsIn(untouched, noticedIn);
    errorsWhenWhole.set(place, before);
    if (before.length > 0) return { caught: false, how: `already there when whole: ${before[0]}` };
    const [error] = project.errorsIn(new Map([[file, brokenText(breakage, file) ?? '']]), noticedIn);
    return { caught: error !== undefined, how: error ?? 'it compiles' };
  };
}

/**
 * @typedef {{ name: string, file: string }} Named
 * @typedef {{ caught: boolean, how: string }} Outcome
 */

/**
 * @template {Named} B
 * @param {readonly B[]} breakages
 * @param {(breakage: B) => Promise<Outcome> | Outcome} attempt
 */
async function breakAll(breakages, attempt) {
  const outcomes = [];
  for (const breakage of breakages) {
    const outcome = await attempt(breakage);
    outcomes.push({ name: breakage.name, caught: outcome.caught });
    const verdict = outcome.caught ? 'caught  ' : 'NOT CAUGHT';
    process.stdout.write(`${verdict} ${breakage.name} (${breakage.file}): ${outcome.how}\n`);
  }
  return outcomes;
}

await main(async () => {
  const hasOxlint = canRunOxlint();
  const outcomes = [
    ...(await breakAll(typeBreakages, createTypeBreaker())),
    ...(await breakAll(lintBreakages, createLintBreaker())),
    ...(hasOxlint ? await breakAll(oxlintBreakages, createOxlintBreaker()) : []),
  ];
  mkdirSync(inCheckout('test-results', 'reports'), { recursive: true });
  writeFileSync(inCheckout('test-results', 'reports', 'walls.json'), JSON.stringify(outcomes));
  const caught = outcomes.filter((outcome) => outcome.caught).length;
  const missed = outcomes.length - caught;
  const skipped = hasOxlint ? 0 : oxlintBreakages.length;
  process.stdout.write(`\n${caught} passed, ${missed} failed, ${skipped} skipped\n`);
  return missed === 0 ? 0 : 1;
});
