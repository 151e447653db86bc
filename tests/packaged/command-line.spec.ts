import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownFolder } from '../../scripts/lib/arrange.mjs';
import { inCheckout } from '../../scripts/lib/paths.mjs';
import { ground } from '../support/application/launch-namedesk.ts';
import { startReseller } from '../support/application/reseller.ts';
import { membersOf, type Release, startRelease, up } from '../support/packaged/release.ts';

const noDisplay = { DISPLAY: undefined, XAUTHORITY: undefined, WAYLAND_DISPLAY: undefined };
const noKeyring = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined };

const placeOf = (name: string): string => {
  const { folder, user } = ground();
  return join(ownFolder(join(folder, 'workspaces'), user ?? undefined), name);
};

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function endOf(release: Release): Promise<Ended> {
  const code = await release.ended;
  return { code, out: release.out(), err: release.err() };
}

/** The installed command line, without a display. */
const run = (
  name: string,
  args: readonly string[],
  input = '',
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> =>
  endOf(startRelease({ userDataDir: placeOf(name), args, input, env: { ...noDisplay, ...env } }));

test('without a display the window says so, and names the way that needs none', async () => {
  const { code, err } = await endOf(startRelease({ userDataDir: placeOf('no-display'), env: noDisplay }));
  expect(code).toBe(1);
  expect(err).toContain('found no display');
  expect(err).toContain('namedesk --help');
});

test('without a display the command line looks names up: what is typed in, what comes out, and nothing of Chromium', async () => {
  const args = ['lookup', '--account', 'practice', '--names', '-', '--tlds', 'com,net'];
  const { code, out, err } = await run('cli-lookup', args, 'bakery\nbutcher\n');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => /^(bakery|butcher)\.(com|net),/.test(line))).toHaveLength(4);
  expect(err).toContain('4 cells');
  expect(err).not.toMatch(/ERROR|dbus|GPU|gl_/);
});

test('its help is the same command line’s, before its user data folder and behind it', async () => {
  const { code, out } = await endOf(startRelease({ args: ['--help'], env: noDisplay }));
  expect(code).toBe(0);
  expect(out).toContain('Usage: namedesk <command>');
  expect((await run('cli-help', ['--help'])).out).toBe(out);
});

test('its version is that of the package, on the output alone', async () => {
  const { version } = JSON.parse(readFileSync(inCheckout('package.json'), 'utf8')) as { version: string };
  for (const word of ['--version', '-V']) {
    const { code, out, err } = await run('cli-version', [word]);
    expect([code, out, err]).toEqual([0, `${version}\n`, '']);
  }
});

test('its exit codes are the command line’s own', async () => {
  expect((await run('cli-usage', ['lokup'])).code).toBe(2);
  expect((await run('cli-usage', ['lookup', '--no-such-option'])).code).toBe(2);
  expect(
    (await run('cli-usage', ['lookup', '--account', 'Nobody', '--names', '-', '--tlds', 'com'], 'x\n')).code,
  ).toBeGreaterThan(0);
});

test('a key goes from the standard input into the keychain, and is used from there', async () => {
  const { service, username, apiKey } = await startReseller();
  const login = ['--label', 'Acme', '--base-url', service.baseUrl, '--username', username, '--key-stdin'];
  const added = await run('cli-key', ['account', 'add', ...login], `${apiKey}\n`);
  expect(added, added.err).toMatchObject({ code: 0 });
  const looked = await run(
    'cli-key',
    ['lookup', '--account', 'Acme', '--names', '-', '--tlds', 'com'],
    'bakery\n',
  );
  expect(looked, looked.err).toMatchObject({ code: 0 });
  expect(looked.out).toContain('bakery.com,');
  for (const { out, err } of [added, looked]) expect(out + err).not.toContain(apiKey);
  await service.stop();
});

test('without a keychain a key is not kept, with the exit code that says so', async () => {
  const { service, username, apiKey } = await startReseller();
  const login = ['--label', 'Acme', '--base-url', service.baseUrl, '--username', username, '--key-stdin'];
  const { code } = await run('cli-no-keychain', ['account', 'add', ...login], `${apiKey}\n`, noKeyring);
  expect(code).toBe(4);
  await service.stop();
});

test('B12 B19 beside the open window it hands its work over, under the same limit', async () => {
  const userDataDir = placeOf('cli-beside');
  const window = await up(startRelease({ userDataDir }));
  const { code, err } = await run('cli-beside', ['account', 'list']);
  expect(code).toBe(0);
  expect(err).toContain('no accounts yet');
  await window.stop();
});

test('a signal ends it with the exit code of that signal, keeps everything, and says how to go on', async () => {
  const release = startRelease({
    userDataDir: placeOf('cli-signal'),
    args: ['lookup', '--account', 'practice', '--names', '-', '--tlds', 'com', '--rate', '1'],
    input: Array.from({ length: 200 }, (_, index) => `bakery${index}\n`).join(''),
    env: noDisplay,
  });
  await expect.poll(release.err, { timeout: 60_000 }).toContain('200 names');
  expect(membersOf(release.pid).filter(({ kind }) => kind === 'renderer')).toEqual([]);
  release.signal('SIGINT');
  expect(await release.ended, release.err()).toBe(130);
  expect(release.err()).toMatch(/Resume with:\n {2}namedesk --user-data-dir=\S+ session resume/);
});
