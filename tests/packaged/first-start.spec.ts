import { spawn, spawnSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ownFolder } from '../../scripts/lib/arrange.mjs';
import { ground } from '../support/application/launch-namedesk.ts';
import { packaged, startRelease, up } from '../support/packaged/release.ts';

const placeOf = (name: string): string => {
  const { folder, user } = ground();
  return join(ownFolder(join(folder, 'workspaces'), user ?? undefined), name);
};

/** What is asked of the keyring's service, by anybody, while it listens. */
async function listenToTheKeyring() {
  const [command, ...args] = [...packaged().asUser, 'dbus-monitor', '--session'];
  const child = spawn(command, [...args, "interface='org.freedesktop.Secret.Service'"], {
    env: ground().env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let heard = '';
  child.stdout.on('data', (bytes) => (heard += String(bytes)));
  const calls = (): readonly string[] =>
    [...heard.matchAll(/member=(\w+)/g)].map(([, member = '']) => member);
  // Its own name on the bus comes first.
  await expect.poll(calls).toContain('NameAcquired');
  return {
    calls: () => calls().filter((member) => !member.startsWith('Name')),
    stop: () => child.kill(),
  };
}

/** As any program would: it shows that calls are heard. */
function askTheKeyring(): void {
  const [command, ...args] = [...packaged().asUser, 'dbus-send', '--session', '--print-reply'];
  const asked = spawnSync(
    command,
    [
      ...args,
      '--dest=org.freedesktop.secrets',
      '/org/freedesktop/secrets',
      'org.freedesktop.Secret.Service.ReadAlias',
      'string:default',
    ],
    { env: ground().env },
  );
  expect(asked.status, String(asked.stderr)).toBe(0);
}

test('the first start asks the keyring for nothing, so that no question comes before the window', async () => {
  const keyring = await listenToTheKeyring();
  const env = { XDG_CURRENT_DESKTOP: 'GNOME' };
  const release = await up(startRelease({ userDataDir: placeOf('asks-no-keyring'), env }));
  expect(await release.stop()).toBe(0);
  expect(keyring.calls()).toEqual([]);
  askTheKeyring();
  await expect.poll(keyring.calls).toContain('ReadAlias');
  keyring.stop();
});

test('a second start hands over and ends, with a file, with the switch of a login, and with neither', async () => {
  const userDataDir = placeOf('second-start');
  const release = await up(startRelease({ userDataDir }));
  const { user } = ground();
  const table = join(userDataDir, 'of mine.csv');
  writeFileSync(table, 'domain\nriverstone.com\n');
  if (user) chownSync(table, user.uid, user.gid);
  for (const args of [[table], ['--at-login'], []])
    expect(await startRelease({ userDataDir, args }).ended, args.join()).toBe(0);
  expect(release.hasEnded()).toBe(false);
  await release.stop();
});
