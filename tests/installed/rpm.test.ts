import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depends } from '../../scripts/lib/installed/deb.mjs';
import { identityOf } from '../../scripts/lib/installed/identity.mjs';
import { makeRpm } from '../../scripts/lib/installed/rpm.mjs';
import { packageIfChanged } from '../../scripts/lib/packaged/package.mjs';
import { obtainRuntime } from '../../scripts/lib/obtain-runtime.mjs';
import { type BareRoot, openBareRoot, type Ran } from '../support/installed/bare-root.ts';

const date = new Date('2026-01-02T03:04:05Z');
const identity = identityOf('registry-build');
const next = { ...identity, version: '0.2.0~trial' };

// rpm itself and the files that it puts down are tried. Which package has a library in Fedora or openSUSE is not: there is no root of theirs.
describe('the rpm, installed by rpm in a root that has the libraries', () => {
  let root: BareRoot;
  let before: readonly string[];
  const rpmOf = { now: '', next: '' };
  const rpm = (...args: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync('rpm', ['--root', root.at('/'), ...args], {
      encoding: 'utf8',
    });
    // Debian's rpm says each time that a Debian has another way to install packages.
    const out = `${stdout}${stderr}`.replaceAll(/^rpm: (RPM should not|However assuming).*\n/gm, '');
    return { code: status ?? 127, out };
  };

  beforeAll(async () => {
    await packageIfChanged(await obtainRuntime());
    rpmOf.now = await makeRpm(identity, date);
    rpmOf.next = await makeRpm(next, date);
    root = openBareRoot('bookworm');
    const { code, out } = root.run(
      `useradd --create-home ada && apt-get -q update && apt-get -q satisfy -y --no-install-recommends '${depends.join(', ')}'`,
    );
    expect(code, out).toBe(0);
    // These are of `filesystem`, which every Fedora has.
    root.run('mkdir -p /usr/share/applications /usr/share/metainfo');
    expect(rpm('--initdb').code).toBe(0);
    before = root.files();
  });
  afterAll(() => root.close());

  it('every file is as the package says, the sandbox helper is root’s, and an ordinary user looks a name up', () => {
    // The dependencies are names of libraries, which this root’s rpm knows nothing of.
    expect(rpm('-i', '--nodeps', rpmOf.now)).toEqual({ code: 0, out: '' });
    expect(rpm('-V', '--nodeps', identity.name)).toEqual({ code: 0, out: '' });
    expect(root.run('stat -c "%a %U" /opt/Namedesk/chrome-sandbox').out).toBe('4755 root\n');
    expect(root.run('readlink -f /usr/bin/namedesk').out).toBe('/opt/Namedesk/namedesk\n');
    const { code, out } = root.runAs(
      'ada',
      'echo bakery | namedesk lookup --account practice --names - --tlds com',
    );
    expect(out).toMatch(/^bakery\.com,bakery,com,taken/m);
    expect(code).toBe(0);
  });

  it('each library that it asks for is one that the runtime or the keychain module is linked against', () => {
    const asked = rpm('-q', '--requires', identity.name).out.match(/^lib\S+(?=\(\)\(64bit\))/gm) ?? [];
    const linked = root.run(
      'cd /opt/Namedesk && ldd namedesk-runtime resources/app.asar.unpacked/node_modules/keytar/build/Release/keytar.node',
    ).out;
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((library) => !linked.includes(library))).toEqual([]);
  });

  it('the next version takes its place, an older one does not, and removed it leaves people’s data alone', () => {
    expect(rpm('-U', '--nodeps', rpmOf.next)).toEqual({ code: 0, out: '' });
    expect(rpm('-q', '--qf', '%{version}', identity.name).out).toBe(next.version);
    expect(root.run('readlink -f /usr/bin/namedesk').out).toBe('/opt/Namedesk/namedesk\n');
    const older = rpm('-U', '--nodeps', rpmOf.now);
    expect(older.out).toMatch(/newer than/);
    expect(older.code).not.toBe(0);
    expect(rpm('-e', '--nodeps', identity.name)).toEqual({ code: 0, out: '' });
    expect(existsSync(root.at('home/ada/.config/Namedesk/workspace'))).toBe(true);
    const isOurs = (path: string): boolean => !/^\/(home\/ada|var\/lib\/rpm|usr\/lib\/sysimage)/.test(path);
    const after = root.files();
    expect(after.filter((path) => !before.includes(path) && isOurs(path))).toEqual([]);
    expect(before.filter((path) => !after.includes(path) && isOurs(path))).toEqual([]);
  });
});
