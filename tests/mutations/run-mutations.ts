// Takes one rule after the other out of a copy of the tree and runs the tests that are named to find that: `npm run mutations [-- NAME…]`,
// with the beginnings of names. A test that fails without the mutation too finds nothing.
// `--unneeded` lists the test files that no mutation names, the longest first. Ends with 1 where a mutation was not found.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { apply, checkTable, inCopy, isCopy, root } from '../faults/mutations/edit.ts';
import { setup, teardown } from '../support/threads/build-threads.ts';
import { builtThreads } from '../support/threads/thread-urls.ts';
import { mutations } from './list.ts';
import type { TestedMutation } from './mutation.ts';

/** What a test waits for comes at once, or, with a rule taken out, never. Only in the copy. */
const impatient = [
  { file: 'tests/support/set-up.ts', from: 'timeout = 20_000', to: 'timeout = 4_000' },
  { file: 'vitest.config.ts', from: 'poll: { timeout: 20_000 }', to: 'poll: { timeout: 4_000 }' },
];
/** Taken for found by a test that failed: not what a mutation does that is no program at all. */
const noProgram = new Set(['SyntaxError', 'ReferenceError']);

const [fileOf, titleOf] = [
  (test: string): string => test.split(' ')[0] ?? '',
  (test: string): string => test.split(' ').slice(1).join(' '),
];
const projectOf = (test: string): string => test.split('/')[0] ?? '';

class DoesNotRun extends Error {}

/** A test that failed. */
interface Failed {
  /** Below `tests/`. */
  readonly file: string;
  /** With the groups that it stands in. */
  readonly name: string;
}

const idOf = ({ file, name }: Failed): string => `${file}: ${name}`;

/** @returns The first test of these that fails; null where all pass. */
async function firstFailing(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<Failed | null> {
  for (const module of await run(vitest, specifications))
    for (const test of module.children.allTests('failed'))
      if (!(test.result().errors ?? []).some(({ name }) => noProgram.has(name ?? '')))
        return { file: module.relativeModuleId.replace(/^tests\//, ''), name: test.fullName };
  return null;
}

async function run(vitest: Vitest, specifications: readonly TestSpecification[]) {
  // `bail` counts what failed in earlier runs too.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const { testModules } = await vitest.runTestSpecifications([...specifications]);
  for (const module of testModules) {
    const [broken] = module.errors();
    if (broken !== undefined) throw new DoesNotRun(`${module.relativeModuleId}: ${broken.message}`);
  }
  return testModules;
}

function specificationOf(
  vitest: Vitest,
  file: string,
  options: { readonly testNamePattern?: RegExp; readonly testNames?: string[] },
): TestSpecification {
  const project = vitest.projects.find(({ name }) => name === projectOf(file));
  if (project === undefined) throw new Error(`There is no suite ${projectOf(file)}`);
  return project.createSpecification(join(root, 'tests', file), options);
}

/** Of these, what fails without any mutation too, and so finds none. */
async function failingAnyway(vitest: Vitest, found: readonly Failed[]): Promise<ReadonlySet<string>> {
  const passing = new Set<string>();
  // A file at a time: the first that fails ends the run.
  for (const [file, tests] of Map.groupBy(found, (test) => test.file)) {
    const testNames = [...new Set(tests.map(({ name }) => name))];
    for (const module of await run(vitest, [specificationOf(vitest, file, { testNames })]))
      for (const { fullName } of module.children.allTests('passed'))
        passing.add(idOf({ file, name: fullName }));
  }
  return new Set(found.map(idOf).filter((test) => !passing.has(test)));
}

/** Builds the threads as the tree is now, where the tests are of a suite that runs built ones. */
async function withThreads<T>(tests: readonly string[], work: () => Promise<T>): Promise<T> {
  if (tests.every((test) => projectOf(test) === 'unit' || projectOf(test) === 'walls')) return await work();
  await setup();
  try {
    return await work();
  } finally {
    teardown();
    Reflect.deleteProperty(process.env, builtThreads);
  }
}

async function failingWithout(vitest: Vitest, { edits, foundBy }: TestedMutation): Promise<Failed | null> {
  const before = apply(root, edits);
  const specifications = foundBy.map((test) => {
    const title = titleOf(test);
    const options = title === '' ? {} : { testNamePattern: new RegExp(title) };
    return specificationOf(vitest, fileOf(test), options);
  });
  try {
    for (const path of before.keys()) vitest.invalidateFile(path);
    return await withThreads(foundBy, () => firstFailing(vitest, specifications));
  } catch (thrown) {
    if (!(thrown instanceof DoesNotRun)) throw thrown;
    console.log(`Is no program any more: ${thrown.message}`);
    return null;
  } finally {
    for (const [path, text] of before) {
      writeFileSync(path, text);
      vitest.invalidateFile(path);
    }
  }
}

async function findAll(chosen: readonly TestedMutation[]): Promise<readonly string[]> {
  apply(root, impatient);
  const vitest = await createVitest({
    root,
    config: join(root, 'vitest.config.ts'),
    project: [...new Set(chosen.flatMap(({ foundBy }) => foundBy.map(projectOf)))],
    watch: false,
    reporters: [],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
  });
  const found = new Map<string, Failed>();
  try {
    for (const mutation of chosen) {
      const fromMs = performance.now();
      const failed = await failingWithout(vitest, mutation);
      if (failed !== null) found.set(mutation.name, failed);
      const said = failed === null ? 'NOT FOUND' : idOf(failed);
      console.log(`${mutation.name} | ${mutation.takesOut} | ${said} | ${secondsSince(fromMs)} s`);
    }
    const tests = [...found.values()];
    const anyway = await withThreads(
      tests.map(({ file }) => file),
      () => failingAnyway(vitest, tests),
    );
    for (const test of anyway) console.log(`Fails without any mutation: ${test}`);
    return chosen.flatMap(({ name }) => {
      const failed = found.get(name);
      return failed === undefined || anyway.has(idOf(failed)) ? [name] : [];
    });
  } finally {
    await vitest.close();
  }
}

const secondsSince = (startedMs: number): string => ((performance.now() - startedMs) / 1_000).toFixed(1);

function tellUnneeded(): void {
  const needed = new Set(mutations.flatMap(({ foundBy }) => foundBy.map(fileOf)));
  const all = globSync('{unit,integration,walls,faults}/**/*.test.{ts,tsx}', { cwd: join(root, 'tests') });
  const unneeded = all
    .filter((file) => !needed.has(file))
    .map((file) => ({ file, lines: readFileSync(join(root, 'tests', file), 'utf8').split('\n').length - 1 }))
    .toSorted((a, b) => b.lines - a.lines);
  for (const { file, lines } of unneeded) console.log(`${String(lines).padStart(5)} ${file}`);
  console.log(`${unneeded.length} of ${all.length} test files are named by no mutation`);
}

const typed = process.argv.slice(2);
if (typed.includes('--unneeded')) {
  tellUnneeded();
  process.exit(0);
}
/** `B` begins all of B, and `B1` not `B10`. */
const begins = (name: string, part: string): boolean =>
  name.startsWith(part) && !(/\d$/.test(part) && /\d/.test(name.charAt(part.length)));
const chosen = mutations.filter(({ name }) => typed.length === 0 || typed.some((part) => begins(name, part)));

/** In a copy, into which each rule is written in its turn. */
async function runHere(): Promise<boolean> {
  checkTable(chosen);
  const startedMs = performance.now();
  const survivors = await findAll(chosen);
  const said = survivors.length === 0 ? '' : `; NOT FOUND: ${survivors.join(', ')}`;
  console.log(
    `${chosen.length} mutations, ${chosen.length - survivors.length} found${said} | ${secondsSince(startedMs)} s`,
  );
  return survivors.length === 0 && chosen.length > 0;
}

/** The same program, in a copy of what git knows of the tree. */
async function runInCopy(): Promise<boolean> {
  const listed = ['ls-files', '-co', '--exclude-standard'];
  const parts = execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const existing = parts.filter((part) => existsSync(join(root, part)));
  return await inCopy(existing, async (copy) => {
    const program = join(copy, 'tests/mutations/run-mutations.ts');
    const child = spawn(process.execPath, [program, ...typed], { stdio: 'inherit' });
    await once(child, 'exit');
    return child.exitCode === 0;
  });
}

process.exit((await (isCopy(root) ? runHere() : runInCopy())) ? 0 : 1);
