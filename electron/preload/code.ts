import { contextBridge, ipcRenderer } from 'electron';
import { codeChannel, type CodeStep } from '#shared/areas/code-window.ts';

/** The code window's one message: what the user did. Main answers with what to show next, when there is something. */
contextBridge.exposeInMainWorld('codeStep', (step: CodeStep) => ipcRenderer.invoke(codeChannel, step));
