import { contextBridge, ipcRenderer } from 'electron';
import { codeChannel, type CodeStep } from '#shared/areas/secret-windows.ts';

/** Sends a step of the user; the code window's only message. Main answers with the next view when there is one. */
contextBridge.exposeInMainWorld('codeStep', (step: CodeStep) => ipcRenderer.invoke(codeChannel, step));
