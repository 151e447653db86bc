import { contextBridge, ipcRenderer } from 'electron';
import { keyChannel } from '#shared/areas/key-window.ts';

/** The key window's one message: the key that was typed, or null for none. Main closes the window when it has it. */
contextBridge.exposeInMainWorld('answerWithKey', (key: string | null) =>
  ipcRenderer.invoke(keyChannel, { key }),
);
