import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { commands, type MenuCommand, menuCommands, type MenuName } from '#shared/domain/commands.ts';
import type { PageMenu } from './hardening.ts';

/**
 * The entries of the application menu that are commands of the page, under their names and with their keys.
 *
 * @param choose Has the page do it.
 */
export function pageMenu(isMac: boolean, choose: (shortcut: MenuCommand) => void): PageMenu {
  const item = (id: MenuCommand): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(commands[id].keys);
    return {
      id,
      label: commands[id].label,
      ...(accelerator === null ? {} : { accelerator }),
      // The page hears the key itself. macOS offers it to the page first; elsewhere both would act.
      registerAccelerator: isMac,
      click: () => choose(id),
    };
  };
  /** The page undoes its local edits too; a window for a secret, which belongs to another one, the typing in its field alone. */
  const step = (id: 'undo' | 'redo', label: string): MenuItemConstructorOptions => ({
    ...item(id),
    label,
    click(_item, window) {
      if (window !== undefined && window.getParentWindow() !== null && 'webContents' in window)
        (window as BrowserWindow).webContents[id](); // Only a window of this class has `webContents`.
      else choose(id);
    },
  });
  const menu = (name: MenuName): readonly MenuItemConstructorOptions[] =>
    menuCommands.filter((id) => commands[id].menu === name).map(item);
  return {
    file: menu('file'),
    edit: [step('undo', 'Undo'), step('redo', 'Redo')],
    go: menu('go'),
    help: menu('help'),
  };
}

/** The first keys that a menu can print: a single character alone is no accelerator, nor is one beyond ASCII. */
function acceleratorOf(keys: readonly string[]): string | null {
  const first = keys.find((one) => /^(Mod\+[\x21-\x7e]+|(Shift\+)?F\d+)$/.test(one));
  return first?.replace('Mod+', 'CmdOrCtrl+') ?? null;
}
