import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeb } from '../../scripts/lib/installed/deb.mjs';
import { identityOf } from '../../scripts/lib/installed/identity.mjs';
import { addToRepository, makeKeyring } from '../../scripts/lib/installed/repository.mjs';
import { packageIfChanged } from '../../scripts/lib/packaged/package.mjs';
import { obtainRuntime } from '../../scripts/lib/obtain-runtime.mjs';
import { type BareRoot, openBareRoot } from '../support/installed/bare-root.ts';
import { newSigningKeys, type SigningKeys } from '../support/installed/signing-keys.ts';

if (process.getuid?.() !== 0)
  throw new Error('These tests install packages in folders of their own, and need root.');

const date = new Date('2026-01-02T03:04:05Z');
const identity = identityOf('registry-build');
const next = { ...identity, version: '0.2.0~trial' };
const debOf: Record<'now' | 'next', string> = { now: '', next: '' };
let keys: SigningKeys;

beforeAll(async () => {
  await packageIfChanged(await obtainRuntime());
  keys = newSigningKeys();
  debOf.now = await makeDeb(identity, date);
  debOf.next = await makeDeb(next, date);
});
afterAll(() => keys.remove());

it('a package that is made twice of the same files is the same, byte for byte', async () => {
  const first = readFileSync(debOf.now);
  expect(readFileSync(await makeDeb(identity, date)).equals(first)).toBe(true);
});

describe.each(['bookworm', 'trixie'])('in a bare Debian %s', (suite) => {
  let root: BareRoot;
  let before: readonly string[];
  const lookUp = 'echo bakery | namedesk lookup --account practice --names - --tlds com';

  beforeAll(() => {
    root = openBareRoot(suite);
    expect(root.run('apt-get -q update && useradd --create-home ada').code).toBe(0);
    // What it needs is there before: so that each file that comes or goes is its own.
    const needs = spawnSync('dpkg-deb', ['-f', debOf.now, 'Depends'], { encoding: 'utf8' }).stdout.trim();
    const { code, out } = root.run(`apt-get -q satisfy -y --no-install-recommends '${needs}'`);
    expect(code, out).toBe(0);
    before = root.files();
  });
  afterAll(() => root.close());

  it('apt installs it with what it needs, and every file is as the package says', () => {
    const { code, out } = root.run(`apt-get -q install -y --no-install-recommends ${root.take(debOf.now)}`);
    expect(out).toContain(`Setting up ${identity.name} (${identity.version})`);
    expect(code).toBe(0);
    expect(root.run(`dpkg -V ${identity.name}`)).toEqual({ code: 0, out: '' });
    expect(root.run('readlink -f /usr/bin/namedesk').out).toBe('/opt/Namedesk/namedesk\n');
    expect(root.run('stat -c "%a %U" /opt/Namedesk/chrome-sandbox').out).toBe('4755 root\n');
    expect(root.run('ldd /opt/Namedesk/namedesk-runtime | grep "not found"').out).toBe('');
  });

  it('an ordinary user looks a name up from the PATH, without a display', () => {
    const { code, out } = root.runAs('ada', lookUp);
    expect(out).toMatch(/^bakery\.com,bakery,com,taken/m);
    expect(code).toBe(0);
  });

  it('the next version takes its place: the link stays, and so does what was looked up', () => {
    const sessions = root.runAs('ada', 'namedesk session list');
    expect(sessions.out).toMatch(/1 cell|command line/);
    const { code } = root.run(`dpkg -i ${root.take(debOf.next)}`);
    expect(code).toBe(0);
    expect(root.run('readlink -f /usr/bin/namedesk').out).toBe('/opt/Namedesk/namedesk\n');
    expect(root.runAs('ada', 'namedesk session list')).toEqual(sessions);
  });

  it('removed and purged, it leaves what people did and says where, and not one file more', () => {
    expect(root.run(`apt-get -q remove -y ${identity.name}`).code).toBe(0);
    expect(root.run(`dpkg -P ${identity.name}`).out).toContain('~/.config/Namedesk');
    expect(existsSync(root.at('home/ada/.config/Namedesk/workspace'))).toBe(true);
    const after = root.files();
    const left = after.filter((path) => !before.includes(path));
    expect(left.filter((path) => !path.startsWith('/home/ada/'))).toEqual([]);
    expect(before.filter((path) => !after.includes(path))).toEqual([]);
  });

  describe('from the signed repository', () => {
    const folder = '/srv/namedesk';
    beforeAll(async () => {
      await addToRepository({ ...{ folder: root.at(folder), identity, debs: [debOf.now] }, ...keys.signing });
      const keyring = await makeKeyring({ identity, date, ...keys.signing, address: `file:${folder}` });
      expect(root.run(`dpkg -i ${root.take(keyring)} && apt-get -q update`).code).toBe(0);
    });

    it('apt installs it, and takes the next version when it is there', async () => {
      expect(root.run(`apt-get -q install -y --no-install-recommends ${identity.name}`).code).toBe(0);
      await addToRepository({
        ...{ folder: root.at(folder), identity: next, debs: [debOf.next] },
        ...keys.signing,
      });
      expect(root.run('apt-get -q update && apt-get -q upgrade -y').code).toBe(0);
      expect(root.run(`dpkg-query -W -f '\${Version}' ${identity.name}`).out).toBe(next.version);
    });

    it('an older version is not installed unasked', () => {
      const { code, out } = root.run(`apt-get -q install -y ${identity.name}=${identity.version}`);
      expect(out).toMatch(/not found|Packages were downgraded/);
      expect(code).not.toBe(0);
    });

    it('an index signed with another key is refused', async () => {
      const key = keys.another(`Somebody ${suite}`);
      const other = root.at('/srv/other');
      await addToRepository({ ...{ folder: other, identity, debs: [debOf.now] }, ...keys.signing, key });
      root.run(`mv ${folder}/dists ${folder}/dists.own && cp -a /srv/other/dists ${folder}/dists`);
      const { out } = root.run('apt-get -q update');
      expect(out).toMatch(/NO_PUBKEY|not signed|is not signed|Missing key/);
      root.run(`rm -r ${folder}/dists && mv ${folder}/dists.own ${folder}/dists`);
    });

    it('an index of which one byte was changed is refused', () => {
      const index = root.at(`${folder}/dists/stable/InRelease`);
      const own = readFileSync(index, 'utf8');
      writeFileSync(index, own.replace('Origin: Namedesk', 'Origin: Namedeck'));
      const { out } = root.run('rm -rf /var/lib/apt/lists/*namedesk*; apt-get -q update');
      writeFileSync(index, own);
      expect(out).toMatch(
        /BADSIG|Bad signature|bad signature|isn't valid|not signed|Message has been manipulated/,
      );
      expect(root.run(`apt-cache policy ${identity.name}`).out).not.toContain(`file:${folder}`);
    });

    it('a package of which one byte was changed is refused', () => {
      root.run(`dpkg -P ${identity.name}; apt-get -q clean; apt-get -q update`);
      const path = root.at(root.run(`find ${folder}/pool -name '*.deb'`).out.trim());
      const bytes = readFileSync(path);
      const at = bytes.length - 1_000;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      const { code, out } = root.run(`apt-get -q install -y --no-install-recommends ${identity.name}`);
      expect(out).toMatch(/Hash Sum mismatch|hash sum|Hashes of/i);
      expect(code).not.toBe(0);
    });
  });
});
