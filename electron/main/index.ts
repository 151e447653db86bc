import { join } from 'node:path';
import { app } from 'electron';
import { type Handlers } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import { trustOnly } from './ipc/sender.ts';
import { serveRequests } from './ipc/serve.ts';
import { createLogger } from './log/logger.ts';
import { keyPageFiles, mainPageFiles } from './windows/app-files.ts';
import { pageOrigins } from './windows/app-protocol.ts';
import { createAppSession } from './windows/app-session.ts';
import { createAskForKey } from './windows/key-window.ts';
import { openMainWindow } from './windows/main-window.ts';
import { hardenBeforeReady, setMenu } from './windows/shell.ts';

const out = join(import.meta.dirname, '..');
const log = createLogger({ write: (line) => process.stderr.write(`${line}\n`) }, () => new Date());

// Until the handlers are wired, every request but `keys.enter` is answered as cancelled.
const notYet = () => Promise.resolve(fail({ kind: 'cancelled' }));

if (hardenBeforeReady())
  void app
    .whenReady()
    .then(start)
    .catch((thrown: unknown) => void log.bug(thrown));
else app.exit(2);

function start(): void {
  setMenu();
  const pages = join(out, 'renderer');
  const window = openMainWindow({
    session: createAppSession('main', mainPageFiles(pages)),
    preloadPath: join(out, 'preload/main.cjs'),
    bounds: { read: () => null, write: () => undefined },
    onFailure: (thrown) => void log.bug(thrown),
  });
  const keySession = createAppSession('key', keyPageFiles(pages));
  const askForKey = createAskForKey({ session: keySession, preloadPath: join(out, 'preload/key.cjs'), log });
  const contentsId = window.webContents.id;
  const enter: Handlers['keys']['enter'] = async ({ place }) => {
    const key = await askForKey({ accountLabel: 'Practice & more', parent: window });
    return key === null ? fail({ kind: 'cancelled' }) : ok({ hasKey: true, place, savedAt: null });
  };
  const area = (own: object) =>
    new Proxy(own, { get: (_, method): unknown => Reflect.get(own, method) ?? notYet });
  serveRequests({
    // A stand-in for the whole table.
    handlers: new Proxy({}, { get: (_, name) => area(name === 'keys' ? { enter } : {}) }) as Handlers,
    isTrusted: trustOnly(() => contentsId, pageOrigins.main),
    log,
  });
  app.on('window-all-closed', () => app.quit());
}
