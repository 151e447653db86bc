// One window over one address and nothing else: what is measured or looked at in it is the page's alone.
const { app, BrowserWindow } = require('electron');

const [url, width, height] = process.argv.slice(-3);

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: Number(width),
    height: Number(height),
    x: 0,
    y: 0,
    frame: false,
    webPreferences: { sandbox: true, backgroundThrottling: false },
  });
  return window.loadURL(url);
});
app.on('window-all-closed', () => app.quit());
