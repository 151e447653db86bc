import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { type MenuShortcut, shortcuts } from '#shared/domain/shortcuts.ts';
import type { PageMenu } from './hardening.ts';

/**
 * The entries of the application menu that stand for shortcuts of the page, under their names and with their keys.
 *
 * @param choose Has the page do what the shortcut does.
 */
export function pageMenu(isMac: boolean, choose: (shortcut: MenuShortcut) => void): PageMenu {
  const item = (id: MenuShortcut): MenuItemConstructorOptions => {
    const accelerator = acceleratorOf(shortcuts[id].keys);
    return {
      id,
      label: shortcuts[id].label,
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
  return {
    file: [item('newBulk'), item('openCodeFile'), item('lockNow')],
    edit: [step('undo', 'Undo'), step('redo', 'Redo')],
    go: [
      item('palette'),
      { type: 'separator' },
      ...(
        ['goToday', 'goDomains', 'goSearch', 'goBulk', 'goChanges', 'goAccounts', 'goSettings'] as const
      ).map(item),
    ],
    help: [item('help'), item('overlay')],
  };
}

/** The first keys that a menu can print: a single character alone is no accelerator, nor is one beyond ASCII. */
function acceleratorOf(keys: readonly string[]): string | null {
  const first = keys.find((one) => /^(Mod\+[\x21-\x7e]+|(Shift\+)?F\d+)$/.test(one));
  return first?.replace('Mod+', 'CmdOrCtrl+') ?? null;
}
