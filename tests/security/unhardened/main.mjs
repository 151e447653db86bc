// The positive control of the escape battery: a window with nothing of what the application's windows have, so that a probe
// that shows nothing there proves nothing here either. It is no part of the application.
import { app, BrowserWindow, desktopCapturer, protocol, session } from 'electron';

const everything = {
  standard: true,
  secure: true,
  bypassCSP: true,
  allowServiceWorkers: true,
  supportFetchAPI: true,
  corsEnabled: true,
  stream: true,
};
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: everything }]);

const page = '<!doctype html><meta charset="utf-8"><title>unhardened</title><body>';
const answers = { '/worker.js': ['', 'text/javascript'] };

void app.whenReady().then(() => {
  session.defaultSession.protocol.handle('app', ({ url }) => {
    const [body, type] = answers[new URL(url).pathname] ?? [page, 'text/html'];
    return new Response(body, { headers: { 'content-type': type } });
  });
  session.defaultSession.setDisplayMediaRequestHandler((_request, choose) =>
    desktopCapturer.getSources({ types: ['screen'] }).then(([video]) => choose({ video })),
  );
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  const webPreferences = { webSecurity: false, webviewTag: true, navigateOnDragDrop: true };
  void new BrowserWindow({ width: 1024, height: 640, webPreferences }).loadURL('app://main/');
});
