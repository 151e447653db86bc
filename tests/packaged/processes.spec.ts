import { closeSync, cpSync, existsSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownFolder } from '../../scripts/lib/arrange.mjs';
import { asarIn, launcherName, runtimeName } from '../../scripts/lib/packaged/places.mjs';
import { installPackage } from '../support/packaged/stage-package.ts';
import { ground, processStatus } from '../support/application/launch-namedesk.ts';
import {
  coreLimitsOf,
  logOf,
  membersOf,
  packaged,
  startRelease,
  up,
  upTimeoutMs,
} from '../support/packaged/release.ts';

const figure = (description: string): void => {
  test.info().annotations.push({ type: 'figure', description });
};

const placeOf = (name: string): string => {
  const { folder, user } = ground();
  return join(ownFolder(join(folder, 'workspaces'), user ?? undefined), name);
};

test('A17 the release runs as an ordinary user, its pages under the system call filter and without new privileges', async () => {
  const release = await up(startRelease({ userDataDir: placeOf('a17') }));
  const members = membersOf(release.pid);
  for (const { pid, kind } of members)
    if (kind !== 'other') expect(processStatus(pid)['Uid'], kind).not.toMatch(/^0\b/);
  const pages = members.filter(({ kind }) => kind === 'renderer');
  expect(pages.length).toBeGreaterThan(0);
  for (const { pid } of pages) {
    expect(processStatus(pid)['Seccomp']).toBe('2');
    expect(processStatus(pid)['NoNewPrivs']).toBe('1');
  }
  figure(`${pages.length} pages with Seccomp 2 and NoNewPrivs 1`);
  await release.stop();
});

test('B12 no process of the release may write a core file', async () => {
  const unlimited = ['prlimit', '--core=unlimited:unlimited'];
  const release = await up(startRelease({ userDataDir: placeOf('b12'), wrapper: unlimited }));
  const members = membersOf(release.pid);
  const kinds = new Set(members.map(({ kind }) => kind.replace(/:.*/, '')));
  expect([...kinds]).toEqual(expect.arrayContaining(['main', 'renderer', 'utility', 'zygote']));
  for (const { pid, kind } of members) expect(coreLimitsOf(pid), kind).toEqual(['0', '0']);
  figure(`core limit 0/0 in ${members.length} processes (${[...kinds].join(', ')}), started under no limit`);
  await release.stop();
});

test('B12 a release that dies by SIGSEGV leaves no core file and no crash report', async () => {
  const { user } = ground();
  const cwd = ownFolder(placeOf('b12-cwd'), user ?? undefined);
  const userDataDir = placeOf('b12-crash');
  const wrapper = ['prlimit', '--core=unlimited:unlimited'];
  const release = await up(startRelease({ userDataDir, wrapper, cwd }));
  release.signal('SIGSEGV');
  await release.ended;
  expect(readdirSync(cwd)).toEqual([]);
  const reports = readdirSync(userDataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.dmp'),
  );
  expect(reports).toEqual([]);
  figure('0 core files, 0 crash reports after SIGSEGV');
});

test('B19 a second start hands over to the first, and opens nothing', async () => {
  const userDataDir = placeOf('b19');
  const first = await up(startRelease({ userDataDir }));
  const second = startRelease({ userDataDir });
  expect(await second.ended).toBe(0);
  expect(first.hasEnded()).toBe(false);
  const log = logOf(userDataDir);
  expect(log.match(/app\.started/g)).toHaveLength(1);
  expect(log).not.toContain('app.stopped');
  await first.stop();
});

test('A16 on Linux a changed app.asar is not noticed: that is not covered, and this shows it', async () => {
  const { folder } = ground();
  const changed = join(folder, 'changed');
  installPackage(packaged().installed, changed);
  const asar = asarIn(changed);
  rmSync(asar); // not the installed one's file any more
  cpSync(asarIn(packaged().installed), asar);
  flipAByteIn(asar);
  const userDataDir = placeOf('a16');
  const release = await up(startRelease({ userDataDir, program: join(changed, launcherName) }));
  expect(logOf(userDataDir)).toContain('app.started');
  figure('1 byte of app.asar changed: started all the same; Electron checks none on Linux');
  await release.stop();
});

/** In a sentence that people read: what runs stays whole. */
function flipAByteIn(file: string): void {
  const sentence = Buffer.from('Bulk lookups and batches of changes without a window');
  const handle = openSync(file, 'r+');
  const content = Buffer.alloc(16_000_000);
  const at = content.subarray(0, readSync(handle, content)).indexOf(sentence);
  expect(at).toBeGreaterThan(0);
  writeSync(handle, 'X', at);
  closeSync(handle);
}

test('a release without its app.asar does not run another application in its place', async () => {
  const { folder } = ground();
  const emptied = join(folder, 'emptied');
  installPackage(packaged().installed, emptied);
  rmSync(asarIn(emptied));
  const userDataDir = placeOf('emptied');
  const release = startRelease({ userDataDir, program: join(emptied, runtimeName) });
  await expect.poll(() => release.hasEnded() || release.isUp(), { timeout: upTimeoutMs }).toBe(true);
  expect(release.isUp()).toBe(false);
  expect(existsSync(join(userDataDir, 'logs'))).toBe(false);
  await release.stop();
});
