// The limit beside the application's window: one window of the same runtime, the same size, with a field that has the focus.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, autoHideMenuBar: true });
  return window.loadFile(join(__dirname, 'index.html'));
});
