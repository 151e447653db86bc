import fc from 'fast-check';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { menuCommands, commands } from '#shared/domain/commands.ts';
import {
  allowedSwitches,
  commandIn,
  createOpenLink,
  createWrittenFiles,
  foreignSwitches,
  settleCommandLine,
  menuTemplate,
} from '../../../../../electron/main/windows/hardening.ts';
import { pageMenu } from '../../../../../electron/main/windows/page-menu.ts';

describe('switches', () => {
  const aCommandLine = () => ({ appendSwitch: vi.fn(), removeSwitch: vi.fn() });

  describe('A14 the command line of a release', () => {
    it.each([
      ['--remote-debugging-port=9222', 'remote-debugging-port'],
      ['--remote-debugging-pipe', 'remote-debugging-pipe'],
      ['--inspect', 'inspect'],
      ['--inspect-brk=0', 'inspect-brk'],
      ['--load-extension=/x', 'load-extension'],
      ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules'],
      ['--proxy-server=http://127.0.0.1:1', 'proxy-server'],
      ['--ignore-certificate-errors', 'ignore-certificate-errors'],
      ['--disable-web-security', 'disable-web-security'],
      ['--no-sandbox', 'no-sandbox'],
      ['--js-flags=--expose-gc', 'js-flags'],
      ['-remote-debugging-port=9222', 'remote-debugging-port'],
      ['/remote-debugging-port=9222', 'remote-debugging-port'],
      ['--Remote-Debugging-Port=9222', 'remote-debugging-port'],
      [' --remote-debugging-port=9222', 'remote-debugging-port'],
      ['--remote-debugging-pipe\t', 'remote-debugging-pipe'],
      ['\n--inspect', 'inspect'],
      ['--some-switch-of-tomorrow', 'some-switch-of-tomorrow'],
    ])('A14 is refused with %j', (argument, name) => {
      const line = aCommandLine();
      expect(settleCommandLine(line, ['namedesk', argument], true)).toEqual([name]);
      expect(line.removeSwitch).toHaveBeenCalledExactlyOnceWith(name);
    });

    it('A14 keeps what is needed, and what is no switch', () => {
      const argv = [
        'namedesk',
        '--user-data-dir=/x',
        '--lang=de',
        '--ozone-platform=wayland',
        'file.csv',
        '/a/b.csv',
        '-',
      ];
      expect(foreignSwitches(argv)).toEqual([]);
    });

    it('A14 names a switch once, however often it stands there', () => {
      expect(foreignSwitches(['namedesk', '--inspect', '--inspect=1'])).toEqual(['inspect']);
    });

    it('A14 leaves alone what stands behind a --, as Chromium does, and nothing before it', () => {
      expect(foreignSwitches(['namedesk', '--', 'lookup', '--account', 'Acme'])).toEqual([]);
      expect(foreignSwitches(['namedesk', '--inspect', ' -- ', '--account'])).toEqual(['inspect']);
    });
  });

  describe('the words of the command line', () => {
    it('stand behind a --', () => {
      expect(commandIn(['namedesk', '--log-level=3', '--', 'lookup', '--', 'x'])).toEqual([
        'lookup',
        '--',
        'x',
      ]);
      expect(commandIn(['namedesk', '--'])).toEqual([]);
    });

    it('are none where a window is wanted', () => {
      expect(commandIn(['namedesk'])).toBeNull();
      expect(commandIn(['namedesk', '--user-data-dir=/x', 'lookup'])).toBeNull();
    });
  });

  describe('the command line of a checkout', () => {
    it('keeps its switches, by which end-to-end tests drive it', () => {
      const line = aCommandLine();
      const argv = ['electron', '--inspect=0', '--remote-debugging-port=0', '--no-sandbox', '.'];
      expect(settleCommandLine(line, argv, false)).toEqual([]);
      expect(line.removeSwitch).not.toHaveBeenCalled();
    });
  });

  it.each([true, false])('leaves Chromium without a resolver (release: %s)', (isRelease) => {
    const line = aCommandLine();
    settleCommandLine(line, ['namedesk'], isRelease);
    expect(line.appendSwitch).toHaveBeenCalledWith('host-resolver-rules', 'MAP * ~NOTFOUND');
  });

  it.each([true, false])('keeps Chromium away from the keyring (release: %s)', (isRelease) => {
    const line = aCommandLine();
    settleCommandLine(line, ['namedesk', '--password-store=gnome-libsecret'], isRelease);
    expect(line.appendSwitch).toHaveBeenCalledWith('password-store', 'basic');
  });

  it('A14 the launcher of Linux lets the same switches through', () => {
    const launcher = readFileSync(
      join(import.meta.dirname, '../../../../../resources/linux/namedesk.sh'),
      'utf8',
    );
    const listed = /^allowed='([^']*)'$/m.exec(launcher)?.[1]?.split(' ');
    expect(new Set(listed)).toEqual(new Set([...allowedSwitches].filter((name) => name !== 'log-level')));
  });
});

describe('a file that the page may have shown in its folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-written-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const refused = { ok: false, error: { kind: 'invalid-input', field: 'path' } };

  function written() {
    const shown: string[] = [];
    const files = createWrittenFiles((path) => void shown.push(path));
    const choose = (path: string | null) => files.choosing(() => Promise.resolve(path))();
    return { shown, choose, show: files.show };
  }

  it('is one that a person chose and that was written since, a second time too', async () => {
    const { shown, choose, show } = written();
    const path = join(folder, 'new.csv');
    expect(await choose(path)).toBe(path);
    expect(show(path)).toMatchObject(refused);
    writeFileSync(path, 'a');
    expect(show(path)).toEqual({ ok: true, value: {} });
    // Chosen again, and not written this time: what is there is still ours.
    await choose(path);
    expect(show(path).ok).toBe(true);
    expect(shown).toEqual([path, path]);
  });

  it('is none that was there before and stayed as it was, nor one that is gone', async () => {
    const { shown, choose, show } = written();
    const path = join(folder, 'old.csv');
    writeFileSync(path, 'a');
    await choose(path);
    expect(show(path)).toMatchObject(refused);
    const other = join(folder, 'other.csv');
    writeFileSync(other, 'a');
    renameSync(other, path);
    expect(show(path).ok).toBe(true);
    rmSync(path);
    expect(show(path)).toMatchObject(refused);
    expect(shown).toEqual([path]);
  });

  it('is no other path, whether there is a file or not', async () => {
    const { shown, choose, show } = written();
    const path = join(folder, 'chosen.csv');
    await choose(path);
    await choose(null);
    writeFileSync(path, 'a');
    const others = [
      folder,
      process.execPath,
      join(folder, '.', 'sub', '..', 'chosen.csv/'),
      `${path} `,
      `file://${path}`,
      '',
      '/',
      '__proto__',
    ];
    for (const other of others) expect(show(other), other).toMatchObject(refused);
    expect(shown).toEqual([]);
  });
});

describe('links', () => {
  const page = { 'newest-version': 'https://example.com/newest' };

  it('A7 opens a link of the table by its id', async () => {
    const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
    expect(await createOpenLink(openExternal, page)('newest-version')).toMatchObject({ ok: true });
    expect(openExternal.mock.calls).toEqual([['https://example.com/newest']]);
  });

  it('A7 opens no page of a newest version where none is built in', async () => {
    const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
    expect(await createOpenLink(openExternal)('newest-version')).toMatchObject({ ok: false });
    expect(openExternal).not.toHaveBeenCalled();
  });

  it('A7 opens nothing for 10,000 other ids and addresses', async ({ annotate }) => {
    const openExternal = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
    const openLink = createOpenLink(openExternal, page);
    const special = fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'file:///etc/passwd',
      'javascript:1',
      'Newest-Version',
      'newest-version ',
    );
    const other = fc.oneof(fc.webUrl(), fc.string(), special).filter((id) => id !== 'newest-version');
    const property = fc.asyncProperty(other, async (id) => {
      expect(await openLink(id)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } });
    });
    await fc.assert(property, { numRuns: 10_000 });
    expect(openExternal).not.toHaveBeenCalled();
    await annotate('figure: 10,000 ids and addresses, 0 opened');
  });
});

const itemsOf = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);

/** The Edit menu of every application calls them so. */
const namedForItself: Partial<Record<string, string>> = { undo: 'Undo', redo: 'Redo' };

it.each([true, false])('the menu has every shortcut meant for it, under its name (macOS: %s)', (isMac) => {
  const choose = vi.fn();
  const items = itemsOf(menuTemplate(isMac, pageMenu(isMac, choose)));
  for (const id of menuCommands) {
    const item = items.find((one) => one.id === id);
    expect(item?.label).toBe(namedForItself[id] ?? commands[id].label);
    // Called as Electron does, with arguments that it does not use.
    (item?.click as (() => void) | undefined)?.();
    expect(choose).toHaveBeenLastCalledWith(id);
  }
});

it.each([true, false])('A15 has no reload, no developer tools and no source view (macOS: %s)', (isMac) => {
  const roles = itemsOf(menuTemplate(isMac)).map(({ role }) => role);
  expect(roles).toContain('togglefullscreen');
  for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu'])
    expect(roles).not.toContain(role);
});

it.each(['undo', 'redo'] as const)(
  'has %s act on the field of a window for a secret, and not on the page',
  (id) => {
    const choose = vi.fn();
    const inField = vi.fn();
    const item = pageMenu(true, choose).edit.find((one) => one.id === id);
    const chosenOver = (parent: object | null): void =>
      (item?.click as ((item: unknown, window: unknown) => void) | undefined)?.(item, {
        getParentWindow: () => parent,
        webContents: { [id]: inField },
      });
    chosenOver({});
    expect([inField.mock.calls.length, choose.mock.calls.length]).toEqual([1, 0]);
    chosenOver(null);
    expect([inField.mock.calls.length, choose.mock.calls]).toEqual([1, [[id]]]);
  },
);

it('parts the screens of the Go menu from the palette and the search field', () => {
  const entries = pageMenu(false, vi.fn()).go.map(({ id, type }) => id ?? type);
  expect(entries.slice(0, 4)).toEqual(['palette', 'focusSearch', 'separator', 'goToday']);
  expect(entries.filter((one) => one === 'separator')).toHaveLength(1);
});

it('prints the keys of the table, and registers none where the page would hear them too', () => {
  const { help, file } = pageMenu(false, vi.fn());
  expect(help.map(({ accelerator }) => accelerator)).toEqual(['F1', 'CmdOrCtrl+/']);
  expect(file).toMatchObject([
    { accelerator: 'CmdOrCtrl+N', registerAccelerator: false },
    { accelerator: 'F5', registerAccelerator: false },
    { accelerator: 'CmdOrCtrl+Shift+O', registerAccelerator: false },
    { accelerator: 'CmdOrCtrl+Shift+K', registerAccelerator: false },
  ]);
});
