// @ts-check
// Breaks a file for the compiler: the program is the project's own, with one text put over it.
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { checkout } from '../paths.mjs';

/** @typedef {import('./type-breakages.mjs').TypeBreakage} TypeBreakage */

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

export function createTypeBreaker() {
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
