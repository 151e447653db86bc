// Another program beside the application, which takes over the first text that is copied, as clipboards' managers do. It is
// no part of the application.
import { app, BrowserWindow, clipboard } from 'electron';

globalThis.takenOver = '';

function look() {
  const text = clipboard.readText();
  if (text === '') return;
  // Not looked at again: asked for a text, a program that is about to end does not answer, and Chromium waits for ever.
  clearInterval(looking);
  clipboard.writeText(text);
  globalThis.takenOver = text;
}

let looking;
void app.whenReady().then(() => {
  looking = setInterval(look, 20);
  void new BrowserWindow({ width: 300, height: 200 }).loadURL('about:blank');
});
