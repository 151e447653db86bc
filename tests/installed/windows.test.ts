import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identityOf } from '../../scripts/lib/installed/identity.mjs';
import { appId, makeNsis } from '../../scripts/lib/installed/nsis.mjs';
import { whatIsWrong } from '../../scripts/lib/packaged/check-windows.mjs';
import { releaseFuses, setFuses } from '../../scripts/lib/packaged/fuses.mjs';
import { buildWindowsFolder } from '../../scripts/lib/packaged/package.mjs';
import { asarIn, windowsFolder, windowsProgram } from '../../scripts/lib/packaged/places.mjs';
import { compiled, openWine, textOf, whyNoWine, type Wine } from '../support/installed/wine.ts';

/*
 * The installer for Windows, as far as Wine 10 runs it. Not seen by any of this: the window (in Wine its page does not come
 * up), the pages of the installer, a console, the Credential Manager of Windows, SmartScreen, and who else may open a pipe there.
 */

const missing = process.getuid?.() === 0 ? whyNoWine() : 'it needs root';
if (missing !== undefined) console.log(`not run: the installer for Windows: ${missing}`);

const date = new Date('2026-01-02T03:04:05Z');
const identity = identityOf('registry-build');
const next = { ...identity, version: '0.2.0~trial' };
/** Ends what hangs: on a busy machine an installer takes minutes to make. */
const longestMs = 3_600_000;
const keys = mkdtempSync(join(tmpdir(), 'namedesk-certificate-'));

describe.skipIf(missing !== undefined)('for Windows', () => {
  const made = { now: '', next: '' };

  beforeAll(async () => {
    expect(await buildWindowsFolder('registry-build')).toBe(0);
    made.now = await makeNsis(identity, date, { opened: ['.example'] });
    made.next = await makeNsis(next, date, { signer: newSigner(), opened: ['.example'] });
  }, longestMs);
  afterAll(() => rmSync(keys, { recursive: true }));

  it('A13 A16 the made folder has every fuse, the hash of its app.asar, its own keychain module and no start page', async () => {
    expect(await whatIsWrong(windowsFolder)).toEqual([]);
  });

  it('a folder in which one of these is otherwise is not wrapped', async () => {
    const folder = join(keys, 'Namedesk');
    cpSync(windowsFolder, folder, { recursive: true });
    await setFuses(join(folder, windowsProgram), { fuses: { ...releaseFuses, RunAsNode: true } });
    const module = join(
      `${asarIn(folder)}.unpacked`,
      'node_modules',
      'keytar',
      'build',
      'Release',
      'keytar.node',
    );
    copyFileSync('node_modules/keytar/build/Release/keytar.node', module);
    copyFileSync(asarIn(folder), join(folder, 'resources', 'default_app.asar'));
    const asar = readFileSync(asarIn(folder));
    const at = asar.indexOf('"hash":"') + 8;
    asar[at] = asar[at] === 0x30 ? 0x31 : 0x30;
    writeFileSync(asarIn(folder), asar);
    const wrong = await whatIsWrong(folder);
    expect(wrong.map((line) => /RunAsNode|app\.asar|keychain|start page/.exec(line)?.[0])).toEqual([
      ...['RunAsNode', 'app.asar', 'keychain', 'start page'],
    ]);
    rmSync(folder, { recursive: true });
  });

  it('an installer that is made twice of the same files is the same, byte for byte', async () => {
    const first = readFileSync(made.now);
    const again = await makeNsis(identity, date, { opened: ['.example'] });
    expect(readFileSync(again).equals(first)).toBe(true);
  });

  describe('in Wine', () => {
    let wine: Wine;
    const installed = 'users/ada/AppData/Local/Programs/Namedesk';
    const workspace = 'users/ada/AppData/Roaming/Namedesk/workspace';
    const shortcut = 'users/ada/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Namedesk.lnk';
    const entry = `HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${appId}`;
    const bin = 'C:\\users\\ada\\AppData\\Local\\Programs\\Namedesk\\bin';
    const setPath = (to: string) =>
      wine.run(`wine reg add "HKCU\\Environment" /v Path /t REG_EXPAND_SZ /d "${to}" /f`);
    const shortPath = 'C:\\tools;C:\\more tools';
    /** Longer than the texts of an installer may be; Wine's own shell finds nothing on a Path of this length. */
    const longPath = Array.from(
      { length: 60 },
      (_, index) => `C:\\tools\\some-tool-of-the-user-${index}`,
    ).join(';');

    const install = (file: string) => wine.run(`wine ${wine.take(file)} /S`);
    /** `_?=FOLDER` keeps it from going on in a copy of itself, whose exit code nobody sees. */
    const uninstall = (more = '') =>
      wine.run(`wine "$HOME/.wine/drive_c/${installed}/Uninstall Namedesk.exe" /S ${more}`);
    /** By the name under which it stands on the Path, in a shell of Windows. */
    const namedesk = (words: string, around = '') => wine.run(`wine cmd /c namedesk ${words} ${around}`);
    const registry = (key: string): string => wine.run(`wine reg query "${key}" /s`).out.replaceAll('\r', '');
    const pathOfUser = (): string => /^ +Path +\w+ +(.*)$/m.exec(registry('HKCU\\Environment'))?.[1] ?? '';

    beforeAll(async () => {
      wine = await openWine();
      setPath(shortPath);
    });
    afterAll(() => wine.close());

    it('a silent installation puts every file in the user’s own folder, and nothing is half there', () => {
      expect(install(made.now).code).toBe(0);
      const ours = ['Uninstall Namedesk.exe', 'bin/namedesk.exe', 'resources/trial'];
      const expected = [...filesBelow(windowsFolder), ...ours].sort();
      expect(filesBelow(wine.drive(installed))).toEqual(expected);
      expect(readdirSync(wine.drive(join(installed, '..')))).toEqual(['Namedesk']);
      expect(existsSync(wine.drive(shortcut))).toBe(true);
      expect(pathOfUser()).toBe(`${shortPath};${bin}`);
    });

    it('it stands among the apps with its version, its size and the way to remove it', () => {
      const found = registry(entry);
      expect(found).toMatch(/DisplayName +REG_SZ +Namedesk \(trial\)$/m);
      expect(found).toMatch(/DisplayVersion +REG_SZ +0\.1\.0-trial$/m);
      expect(found).toMatch(/QuietUninstallString +REG_SZ +".*\\Uninstall Namedesk\.exe" \/S$/m);
      expect(found).toMatch(/EstimatedSize +REG_DWORD +0x5/m);
      expect(registry('HKCU\\Software\\Classes\\Applications\\Namedesk.exe')).toContain('.example');
      expect(registry('HKCU\\Software\\Classes\\.example')).not.toContain('Namedesk');
    });

    it('the command line is found on the Path, reads what is piped in, and writes a table and nothing before it', () => {
      wine.run('echo bakery > names.txt');
      const { code, out } = namedesk(
        'lookup --account practice --names - --tlds com',
        '< names.txt 2> said.txt',
      );
      expect(out).toMatch(/^domain,name,tld,finding.*\nbakery\.com,bakery,com,taken/);
      expect(code).toBe(0);
      expect(textOf(wine.home('said.txt'))).toContain('1 taken');
    });

    it('an exit code and what is wrong come through', () => {
      const { code, out } = namedesk('nonsense');
      expect(out).toContain("unknown command 'nonsense'");
      expect(code).toBe(2);
    });

    describe('while a long session runs', () => {
      let peer: string;
      let pipe: string;
      const owner = () => wine.drive(join(workspace, 'owner.json'));

      beforeAll(async () => {
        peer = compiled(wine, 'tests/support/installed/pipe-peer.c');
        writeFileSync(wine.home('many.txt'), names(20_000));
        const words = 'lookup --account practice --names many.txt --tlds com,net,org,de';
        wine.start('long', `wine cmd /c namedesk ${words}`);
        await vi.waitFor(() => expect(existsSync(owner())).toBe(true), { timeout: 120_000, interval: 500 });
        ({ address: pipe } = JSON.parse(readFileSync(owner(), 'utf8')) as { address: string });
      });

      it('F9 another command attaches to it by its pipe, and shares its workspace', () => {
        expect(pipe).toMatch(/^\\\\\.\\pipe\\namedesk-[0-9a-f]{32}$/);
        const { code, out } = namedesk('session list');
        expect(out).toMatch(/running +20,000 × 4/);
        expect(code).toBe(0);
      });

      it('F9 who knows the pipe and not the secret gets a proof, and nothing is run', () => {
        expect(wine.run(`wine ${peer} visit '${pipe}' seen.txt`).code).toBe(0);
        const [first, ...rest] = textOf(wine.home('seen.txt')).trim().split('\n');
        expect(JSON.parse(first ?? '')).toMatchObject({ kind: 'host-proof' });
        expect(rest).toEqual([]);
      });

      it('neither the next version nor the uninstaller ends it: both refuse', () => {
        expect(install(made.next).code).toBe(4);
        expect(uninstall(`"_?=${bin}"`).code).toBe(4);
        expect(registry(entry)).toContain('0.1.0-trial');
        expect(namedesk('session list').out).toMatch(/running +20,000 × 4/);
        expect(readdirSync(wine.drive(join(installed, '..')))).toEqual(['Namedesk']);
      });

      it('F9 who listens at its pipe after it was killed gets a nonce and nothing else, and the person is told', async () => {
        const { pid } = JSON.parse(readFileSync(owner(), 'utf8')) as { pid: number };
        wine.run(`wine taskkill /f /pid ${pid}`);
        wine.clear();
        expect(existsSync(owner())).toBe(true);
        wine.start('peer', `wine ${peer} listen '${pipe}' heard.txt`);
        await expect.poll(() => textOf(wine.home('peer.out')), { timeout: 60_000 }).toContain('listening');
        const { code, out } = namedesk('session list');
        expect(out).toContain('Another program is listening where Namedesk should be');
        expect(code).toBe(1);
        const heard = textOf(wine.home('heard.txt')).trim().split('\n');
        expect(heard.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([['kind', 'nonce']]);
      });
    });

    it('the next version takes its place, and what was looked up stays', () => {
      const before = namedesk('session list');
      wine.clear();
      expect(before.out).toMatch(/cut off +20,000 × 4/);
      expect(install(made.next).code).toBe(0);
      expect(registry(entry)).toContain('0.2.0-trial');
      expect(namedesk('session list').out).toBe(before.out);
      wine.clear();
      expect(pathOfUser()).toBe(`${shortPath};${bin}`);
      expect(readdirSync(wine.drive(join(installed, '..')))).toEqual(['Namedesk']);
    });

    it('of a signed version the installer, the programs and the uninstaller are signed, and a changed byte shows', () => {
      const folder = wine.drive(installed);
      const signed = [windowsProgram, 'bin/namedesk.exe', 'Uninstall Namedesk.exe'].map((name) =>
        join(folder, name),
      );
      for (const path of [made.next, ...signed]) expect(verified(path)).toMatchObject({ path, code: 0 });
      expect(verified(made.now).code).not.toBe(0);
      const bytes = readFileSync(made.next);
      bytes[90_000] = (bytes[90_000] ?? 0) ^ 1;
      const changed = join(keys, 'changed.exe');
      writeFileSync(changed, bytes);
      expect(verified(changed).code).not.toBe(0);
    });

    it('an older version is not installed over a newer one', () => {
      expect(install(made.now).code).toBe(3);
      expect(registry(entry)).toContain('0.2.0-trial');
    });

    it('a Path that is longer than an installer’s texts gets one entry more, and loses nothing', () => {
      expect(longPath.length).toBeGreaterThan(1_500);
      setPath(longPath);
      expect(install(made.next).code).toBe(0);
      expect(pathOfUser()).toBe(`${longPath};${bin}`);
    });

    it('removed, it leaves what people did and their Path, and nothing else', async () => {
      const kept = readFileSync(wine.drive(join(workspace, 'workspace.sqlite')));
      expect(uninstall().code).toBe(0);
      // It goes on from a copy of itself, as the system lets no program delete its own file.
      await expect.poll(() => existsSync(wine.drive(installed)), { timeout: 60_000 }).toBe(false);
      expect(readdirSync(wine.drive(join(installed, '..')))).toEqual([]);
      expect(existsSync(wine.drive(shortcut))).toBe(false);
      expect(registry(entry)).not.toContain('DisplayName');
      expect(registry('HKCU\\Software\\Classes\\Applications\\Namedesk.exe')).not.toContain('.example');
      expect(pathOfUser()).toBe(longPath);
      expect(readFileSync(wine.drive(join(workspace, 'workspace.sqlite'))).equals(kept)).toBe(true);
    });
  });
});

const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `name${index}\n`).join('');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
    .sort();

/** A certificate of our own, for code, as a release has one of a known authority. */
function newSigner() {
  const at = (name: string): string => join(keys, name);
  const openssl = (...args: string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  writeFileSync(at('password'), 'for this test alone\n');
  const subject = ['-subj', '/CN=Namedesk test', '-addext', 'extendedKeyUsage=codeSigning'];
  const fresh = ['-x509', '-newkey', 'rsa:3072', '-nodes', '-days', '2'];
  openssl('req', ...fresh, ...subject, '-keyout', at('key.pem'), '-out', at('certificate.pem'));
  const pair = ['-inkey', at('key.pem'), '-in', at('certificate.pem')];
  openssl('pkcs12', '-export', ...pair, '-out', at('signer.p12'), '-passout', `file:${at('password')}`);
  return { certificate: at('signer.p12'), passwordFile: at('password') };
}

/** What osslsigncode finds of a signature by our certificate. */
function verified(path: string) {
  const { status, stdout } = spawnSync(
    'osslsigncode',
    ['verify', '-CAfile', join(keys, 'certificate.pem'), '-in', path],
    { encoding: 'utf8' },
  );
  return { path, code: status, said: stdout.slice(-400) };
}
