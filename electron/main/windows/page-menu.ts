import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { commands, type MenuCommand, menuCommands, type MenuName } from '#shared/domain/commands.ts';
import type { PageMenu } from './hardening.ts';

/**
 * The entries of the application menu that are commands of the page, under their names and with their keys.
 *
 * @param choose Has the page do it.
 */
export function pageMenu(isMac: boolean, choose: (command: MenuCommand) => void): PageMenu {
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
  const step = (id: MenuCommand<'edit'>): MenuItemConstructorOptions => ({
    ...item(id),
    // As in the Edit menu of every application.
    ...(id === 'undo' && { label: 'Undo' }),
    click(_item, window) {
      if (window !== undefined && window.getParentWindow() !== null && 'webContents' in window)
        (window as BrowserWindow).webContents[id](); // Only a window of this class has `webContents`.
      else choose(id);
    },
  });
  return {
    file: commandsOf('file').map(item),
    edit: commandsOf('edit').map(step),
    // The palette and the search field, then the screens.
    go: commandsOf('go').flatMap((id) => [
      ...(id === 'goToday' ? [{ type: 'separator' as const }] : []),
      item(id),
    ]),
    help: commandsOf('help').map(item),
  };
}

const commandsOf = <M extends MenuName>(name: M): readonly MenuCommand<M>[] =>
  // What stands in a menu is what the type has.
  menuCommands.filter((id): id is MenuCommand<M> => commands[id].menu === name);

/** The first keys that a menu can print: a single character alone is no accelerator, nor is one beyond ASCII. */
function acceleratorOf(keys: readonly string[]): string | null {
  const first = keys.find((one) => /^(Mod\+[\x21-\x7e]+|(Shift\+)?F\d+)$/.test(one));
  return first?.replace('Mod+', 'CmdOrCtrl+') ?? null;
}
