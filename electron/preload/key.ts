import { contextBridge, ipcRenderer } from 'electron';
import { keyChannel, shownPasswordChannel } from '#shared/areas/secret-windows.ts';

/** Sends what was typed, or null for none. Main then closes the window. */
contextBridge.exposeInMainWorld('answerWithKey', (key: string | null) =>
  ipcRenderer.invoke(keyChannel, { key }),
);

/** Fetches the password to be shown; once, and only where the window was opened to show one. */
contextBridge.exposeInMainWorld('fetchShownPassword', () => ipcRenderer.invoke(shownPasswordChannel, {}));
