import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  Menu,
  protocol,
  type Session,
  session,
} from 'electron';
import { type answerFrom, appScheme, type PageName, pageOrigins } from './app-protocol.ts';
import { confineEveryPage, menuTemplate, type PageMenu, settleCommandLine } from './hardening.ts';
import { showOnceReady } from './window-state.ts';

export interface WindowRequest {
  readonly page: PageName;
  readonly session: Session;
  readonly preloadPath: string;
  /** The appearance. The permissions of a page are not for the caller to choose. */
  readonly appearance: Omit<BrowserWindowConstructorOptions, 'webPreferences' | 'show'>;
  /** The fragment (after `#`) of the page's address; it never leaves the page. */
  readonly fragment?: string;
  /** Whether it is shown minimised: a person finds it in the taskbar. */
  readonly isMinimized?: boolean;
  /** Called if the page could not be loaded, which is a bug. */
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * Opens a window. The only factory of windows: all get these preferences, and are shown once there is something to see.
 *
 * DevTools are disabled in a checkout as well; to debug, start with `--remote-debugging-port`, which a release refuses.
 */
export function openWindow({
  page,
  session,
  preloadPath,
  appearance,
  fragment = '',
  isMinimized = false,
  onFailure,
}: WindowRequest): BrowserWindow {
  const window = new BrowserWindow({
    ...appearance,
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
  showOnceReady(window, isMinimized);
  const load = (): void =>
    void window.loadURL(`${pageOrigins[page]}/${asFragment(fragment)}`).catch((thrown: unknown) => {
      if (!window.isDestroyed()) onFailure(thrown);
    });
  // No event can prevent a navigation to about:blank, which keeps our origin and our preload (measured in Electron 42):
  // so the page is loaded again.
  window.webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith(`${pageOrigins[page]}/`)) setImmediate(load);
  });
  load();
  return window;
}

const asFragment = (text: string): string => (text === '' ? '' : `#${encodeURIComponent(text)}`);

/**
 * The session of one page: in memory, without a cache. It can load only the files of its page, and has no permission,
 * no device and no download.
 */
export function createAppSession(page: PageName, answer: ReturnType<typeof answerFrom>): Session {
  // Without `persist:` a partition is in memory.
  const appSession = session.fromPartition(page, { cache: false });
  serveFiles(appSession, answer);
  appSession.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !url.startsWith(`${pageOrigins[page]}/`) }),
  );
  appSession.setSpellCheckerEnabled(false);
  denyPermissions(appSession);
  denyDevices(appSession);
  appSession.on('will-download', (event) => event.preventDefault());
  return appSession;
}

/** Chromium's net::ERR_FAILED. Source: net/base/net_error_list.h */
const failed = -2;

/**
 * Uses the older of Electron's two protocol APIs: the newer one uses `Request` and `Response`, and creating the first
 * of them makes Node load code that delays the start (docs/decisions/0018).
 */
function serveFiles({ protocol }: Session, answer: ReturnType<typeof answerFrom>): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- See above.
  protocol.registerBufferProtocol(appScheme, (request, respond) => {
    void answer(request).then(respond, () => respond({ error: failed }));
  });
}

function denyPermissions(appSession: Session): void {
  appSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  appSession.setPermissionCheckHandler(() => false);
  appSession.setDevicePermissionHandler(() => false);
  appSession.setDisplayMediaRequestHandler((_request, choose) => choose({}));
  appSession.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
}

/** Without a listener Electron selects the first device it finds. */
function denyDevices(appSession: Session): void {
  appSession.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  appSession.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  appSession.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
}

/**
 * The hardening that must be in place before Electron is ready: command line, sandbox, scheme, confinement of every
 * page.
 *
 * @returns Whether the start may continue; not with a switch that has already weakened the process.
 */
export function hardenBeforeReady(): boolean {
  const refused = settleCommandLine(app.commandLine, process.argv, app.isPackaged);
  if (refused.length > 0) {
    process.stderr.write(`Namedesk does not start with ${refused.map((name) => `--${name}`).join(', ')}.\n`);
    return false;
  }
  // With --no-sandbox (root, in a checkout) this would make every child process exit at once.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }]);
  confineEveryPage(app);
  return true;
}

export function setMenu(page?: PageMenu): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(process.platform === 'darwin', page)]));
}
