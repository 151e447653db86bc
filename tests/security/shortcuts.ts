import type { ElectronApplication } from '@playwright/test';

interface Shortcut {
  readonly keyCode: string;
  readonly modifiers: readonly ('control' | 'shift' | 'alt')[];
}

/** The keys by which a browser reloads, shows the source, opens its tools, a file, a window, or goes back. */
export const browserShortcuts: readonly Shortcut[] = [
  { keyCode: 'R', modifiers: ['control'] },
  { keyCode: 'R', modifiers: ['control', 'shift'] },
  { keyCode: 'F5', modifiers: [] },
  { keyCode: 'F5', modifiers: ['control'] },
  { keyCode: 'F12', modifiers: [] },
  { keyCode: 'I', modifiers: ['control', 'shift'] },
  { keyCode: 'J', modifiers: ['control', 'shift'] },
  { keyCode: 'C', modifiers: ['control', 'shift'] },
  { keyCode: 'U', modifiers: ['control'] },
  { keyCode: 'O', modifiers: ['control'] },
  { keyCode: 'N', modifiers: ['control'] },
  { keyCode: 'T', modifiers: ['control'] },
  { keyCode: 'Left', modifiers: ['alt'] },
];

/** Presses keys as a keyboard does. Playwright's own keys go to the page alone and never reach the menu. */
export const pressInWindow = (app: ElectronApplication, shortcuts: readonly Shortcut[]): Promise<void> =>
  app.evaluate(({ BrowserWindow }, pressed) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const { keyCode, modifiers } of pressed)
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        contents?.sendInputEvent({ type, keyCode, modifiers: [...modifiers] });
  }, shortcuts);
