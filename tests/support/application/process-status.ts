import { readFileSync } from 'node:fs';
import type { ElectronApplication } from '@playwright/test';

/** The process that draws the main window. */
export const rendererPid = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);

/**
 * What the kernel says of a process, field by field.
 *
 * Source: proc_pid_status(5).
 */
export const processStatus = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s*/, 2) as [string, string]), // each line is `Name:<tab>value`: proc_pid_status(5)
  );

/** A process that ended and was not yet asked about is no process any more: it has no memory. */
export function isAlive(pid: number): boolean {
  try {
    return !processStatus(pid)['State']?.startsWith('Z');
  } catch {
    return false;
  }
}
