import { BrowserWindow, type BrowserWindowConstructorOptions, type Session } from 'electron';
import { pageOrigins, type PageName } from './app-protocol.ts';

export interface WindowRequest {
  readonly page: PageName;
  readonly session: Session;
  readonly preloadPath: string;
  /** How it looks. What a page may do is not for the caller to say. */
  readonly look: Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show'>;
  /** What the page finds after the `#` of its address; it never leaves the page. */
  readonly fragment?: string;
  /** Told when the page could not be loaded, which is a bug. */
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * The one factory of windows: every one is made with these preferences and shown when there is something to see.
 *
 * DevTools stay off in a checkout as well; to look inside, start with `--remote-debugging-port`, which a release refuses.
 */
export function openWindow({
  page,
  session,
  preloadPath,
  look,
  fragment = '',
  onFailure,
}: WindowRequest): BrowserWindow {
  const window = new BrowserWindow({
    ...look,
    show: false,
    webPreferences: {
      session,
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      plugins: false,
      webgl: false,
      spellcheck: false,
      devTools: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  const load = (): void =>
    void window.loadURL(`${pageOrigins[page]}/${asFragment(fragment)}`).catch((thrown: unknown) => {
      if (!window.isDestroyed()) onFailure(thrown);
    });
  // Nobody is asked before a page goes to about:blank, which takes our origin and our preload along (measured in Electron
  // 42): so it is brought back.
  window.webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(`${pageOrigins[page]}/`)) setImmediate(load);
  });
  load();
  return window;
}

const asFragment = (text: string): string => (text === '' ? '' : `#${encodeURIComponent(text)}`);
