import type { MenuItemConstructorOptions } from 'electron';
import { expect, it, vi } from 'vitest';
import { menuShortcuts, shortcuts } from '#shared/domain/shortcuts.ts';
import { menuTemplate } from '../../../../../electron/main/windows/hardening.ts';
import { pageMenu, showingNewKeys } from '../../../../../electron/main/windows/page-menu.ts';

const itemsOf = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);

/** The Edit menu of every application calls them so. */
const namedForItself: Partial<Record<string, string>> = { undo: 'Undo', redo: 'Redo' };

it.each([true, false])('the menu has every shortcut meant for it, under its name (macOS: %s)', (isMac) => {
  const choose = vi.fn();
  const items = itemsOf(menuTemplate(isMac, pageMenu(isMac, {}, choose)));
  for (const id of menuShortcuts) {
    const item = items.find((one) => one.id === id);
    expect(item?.label).toBe(namedForItself[id] ?? shortcuts[id].label);
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
    const item = pageMenu(true, {}, choose).edit.find((one) => one.id === id);
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

it('prints the keys of the table, and registers none where the page would hear them too', () => {
  const { help, file } = pageMenu(false, {}, vi.fn());
  expect(help.map(({ accelerator }) => accelerator)).toEqual(['F1', 'CmdOrCtrl+/']);
  expect(file).toMatchObject([
    { accelerator: 'CmdOrCtrl+N', registerAccelerator: false },
    { accelerator: 'CmdOrCtrl+Shift+K', registerAccelerator: false },
  ]);
});

it('prints the keys that a person chose, and none for a shortcut without keys that a menu can print', () => {
  const { file, go } = pageMenu(true, { newBulk: 'Mod+Shift+N', goSearch: 'Mod+K', palette: '' }, vi.fn());
  expect(file[0]?.accelerator).toBe('CmdOrCtrl+Shift+N');
  expect(go.find(({ id }) => id === 'goSearch')?.accelerator).toBe('CmdOrCtrl+K');
  expect(go.find(({ id }) => id === 'palette')).not.toHaveProperty('accelerator');
});

it('leaves keys beyond ASCII to the page: no menu can print them', () => {
  const { file, go } = pageMenu(false, { newBulk: 'Mod+Ü', goSearch: 'Mod+É Mod+;' }, vi.fn());
  expect(file[0]).not.toHaveProperty('accelerator');
  expect(go.find(({ id }) => id === 'goSearch')?.accelerator).toBe('CmdOrCtrl+;');
});

it('is shown again only with other keys', () => {
  const show = vi.fn();
  const showMenu = showingNewKeys(show);
  for (const newBulk of ['Mod+B', 'Mod+B', 'Mod+J']) showMenu({ newBulk });
  showMenu({ newBulk: 'Mod+J', recheck: 'O' });
  expect(show.mock.calls).toEqual([[{ newBulk: 'Mod+B' }], [{ newBulk: 'Mod+J' }]]);
});
