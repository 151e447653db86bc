import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runtimeName } from '../../scripts/lib/packaged/places.mjs';
import { twinName } from '../../scripts/lib/packaged/stage-package.mjs';
import { ground } from '../support/application/ground.ts';
import { switchAttempts, variableAttempts } from '../support/packaged/attempts.ts';
import { listeningPorts } from '../support/packaged/process-facts.ts';
import { packaged, startRelease } from '../support/packaged/release.ts';
import { type Outcome, tryEach } from '../support/packaged/try-each.ts';

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
