import type { ElectronApplication } from '@playwright/test';

/**
 * Records all that main answers and tells the page from now on. It reaches into Electron's own table of handlers, which a
 * test may and the application never does.
 */
export const recordTraffic = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow, ipcMain }) => {
    const recorded: string[] = [];
    Reflect.set(globalThis, 'recordedTraffic', recorded);
    const table: unknown = Reflect.get(ipcMain, '_invokeHandlers');
    if (!(table instanceof Map)) throw new Error('Electron keeps its handlers elsewhere now');
    for (const [channel, handle] of table as Map<string, (...given: unknown[]) => unknown>) {
      table.set(channel, async (...given: unknown[]) => {
        const answer = await handle(...given);
        recorded.push(JSON.stringify({ channel, answer }));
        return answer;
      });
    }
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (channel: string, ...told: unknown[]) => {
        recorded.push(JSON.stringify({ channel, told }));
        send(channel, ...told);
      };
    }
  });

export const recordedTraffic = (app: ElectronApplication): Promise<string> =>
  app.evaluate(() => (Reflect.get(globalThis, 'recordedTraffic') as string[]).join('\n'));
