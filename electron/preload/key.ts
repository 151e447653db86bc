import { contextBridge, ipcRenderer } from 'electron';
import { keyChannel } from '#shared/areas/secret-windows.ts';

/** Sends the typed key, or null for none; the key window's only message. Main then closes the window. */
contextBridge.exposeInMainWorld('answerWithKey', (key: string | null) =>
  ipcRenderer.invoke(keyChannel, { key }),
);
