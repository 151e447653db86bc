import { join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { runtimeName } from '../../scripts/lib/packaged/places.mjs';
import { twinName } from '../support/packaged/stage-package.ts';
import { ground } from '../support/application/ground.ts';
import {
  type Attempt,
  type Canary,
  layCanary,
  switchAttempts,
  variableAttempts,
} from '../support/packaged/attempts.ts';
import { listeningPorts } from '../support/packaged/process-facts.ts';
import { packaged, type Release, startRelease } from '../support/packaged/release.ts';
import { ownFolder } from '../../scripts/lib/arrange.mjs';

/** What came of one attempt. */
interface Outcome {
  readonly name: string;
  /** Those that were listened at, at any moment. */
  readonly ports: readonly string[];
  readonly hasRunCode: boolean;
  /** What a debugger would have heard, by words or by its pipe. */
  readonly heard: string;
  /** That the attempt named and that are there now. */
  readonly files: readonly string[];
  /** The exit code; `up` where the window came up, `too slow` where neither was seen. */
  readonly end: number | 'up' | 'too slow';
}

type Attempts = (canary: Canary, scratch: string) => readonly Attempt[];

/**
 * Starts the release once for each attempt, and ends it.
 *
 * @param program Instead of what people start.
 */
async function tryEach(attempts: Attempts, name: string, program?: string): Promise<readonly Outcome[]> {
  const { folder, user } = ground();
  const outcomes: Outcome[] = [];
  for (let index = 0; ; index++) {
    const canary = layCanary(`${name}-${index}`);
    const scratch = ownFolder(join(folder, 'canaries', `${name}-${index}`, 'scratch'), user ?? undefined);
    const tried = attempts(canary, scratch)[index];
    if (tried === undefined) return outcomes;
    const userDataDir = join(ownFolder(join(folder, 'attempts'), user ?? undefined), `${name}-${index}`);
    const release = startRelease({ ...tried, userDataDir, ...(program === undefined ? {} : { program }) });
    outcomes.push({ name: tried.name, ...(await outcomeOf(release, canary, [scratch, userDataDir])) });
  }
}

async function outcomeOf(
  release: Release,
  canary: Canary,
  [scratch, userDataDir]: readonly [string, string],
): Promise<Omit<Outcome, 'name'>> {
  release.debuggerPipe.write(`${JSON.stringify({ id: 1, method: 'Browser.getVersion' })}\0`);
  const ports = await portsUntilUp(release);
  const end = release.hasEnded() ? ((await release.ended) ?? -1) : release.isUp() ? 'up' : 'too slow';
  await release.stop();
  const portFile = 'DevToolsActivePort';
  return {
    ports,
    hasRunCode: existsSync(canary.file),
    heard: /(?:DevTools|Debugger) listening/.exec(release.err())?.[0] ?? release.debuggerPipe.heard(),
    files: [...readdirSync(scratch), ...(existsSync(join(userDataDir, portFile)) ? [portFile] : [])],
    end,
  };
}

const recheckMs = 20;
const patienceMs = 90_000;

async function portsUntilUp(release: Release): Promise<readonly string[]> {
  const seen = new Set<string>();
  const giveUpAtMs = performance.now() + patienceMs;
  for (;;) {
    for (const port of listeningPorts(release.pid)) seen.add(port);
    if (release.hasEnded() || release.isUp() || performance.now() > giveUpAtMs) return [...seen];
    await new Promise((resolve) => setTimeout(resolve, recheckMs));
  }
}

test.describe.configure({ timeout: 900_000 });

/** What people and the desktop start, and the binary itself, for who goes round the launcher. */
const ways = ['launcher', 'runtime'] as const;

const programOf = (way: (typeof ways)[number]): string | undefined =>
  way === 'runtime' ? join(packaged().installed, runtimeName) : undefined;

/** The names of the attempts that came to something, for a message that says it all. */
function expectNothing(outcomes: readonly Outcome[], way: string): void {
  const some = (is: (outcome: Outcome) => boolean): readonly Outcome[] => outcomes.filter(is);
  const [ports, code, heard, files] = [
    some((each) => each.ports.length > 0),
    some((each) => each.hasRunCode),
    some((each) => each.heard !== ''),
    some((each) => each.files.length > 0),
  ];
  const counted = `${outcomes.length} tried by the ${way}: ${ports.length} ports, ${code.length} code run, ${heard.length} debuggers, ${files.length} files`;
  test.info().annotations.push({ type: 'figure', description: counted });
  expect({ ports, code, heard }).toEqual({ ports: [], code: [], heard: [] });
  if (way === 'launcher') expect(files).toEqual([]);
}

for (const way of ways)
  test(`A14 no switch opens a port or runs code, and each is refused (${way})`, async () => {
    const outcomes = await tryEach(switchAttempts, `switches-${way}`, programOf(way));
    expectNothing(outcomes, way);
    expect(outcomes.filter(({ end }) => typeof end === 'string')).toEqual([]);
    if (way === 'launcher') expect(outcomes.filter(({ end }) => end !== 2)).toEqual([]);
  });

// One by one by the runtime itself: the launcher takes them away before, as its own test shows.
test('A14 no variable opens a port or runs code, and the window comes up (runtime)', async () => {
  const outcomes = await tryEach(variableAttempts, 'variables', programOf('runtime'));
  expectNothing(outcomes, 'runtime');
  expect(outcomes.filter(({ end }) => end !== 'up')).toEqual([]);
});

test('A14 SIGUSR1 opens no port', async () => {
  const release = startRelease({ userDataDir: join(ground().folder, 'attempts', 'sigusr1') });
  await expect.poll(release.isUp, { timeout: 30_000 }).toBe(true);
  release.signal('SIGUSR1');
  const afterwardsMs = performance.now() + 1_000;
  await expect
    .poll(() => (release.hasEnded() || performance.now() > afterwardsMs) && listeningPorts(release.pid))
    .toEqual([]);
  expect(release.err()).not.toContain('Debugger listening');
  await release.stop();
});

test('A14 the same look does see the port of a runtime that lets itself be driven', async () => {
  const { twin } = packaged();
  const driven = () => [{ name: 'both', args: ['--inspect=0', '--remote-debugging-port=0'] }];
  const [outcome] = await tryEach(driven, 'twin', join(twin, twinName));
  expect(outcome?.ports).toHaveLength(2);
  expect(outcome?.heard).toMatch(/listening/);
});
