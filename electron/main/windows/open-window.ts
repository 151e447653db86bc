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
import { confineEveryPage, menuTemplate, settleCommandLine } from './hardening.ts';

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

/**
 * The session of one page: in memory, without a cache, that can load the files of its page and nothing else, has no
 * permission, no device and no download.
 */
export function createAppSession(page: PageName, answer: ReturnType<typeof answerFrom>): Session {
  // Without `persist:` a partition lives in memory.
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
 * By the older of Electron's two ways: the newer one speaks in `Request` and `Response`, and a start waits for what Node
 * loads to make the first of them (docs/decisions/0018).
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

/** Without a listener Electron takes the first device it finds. */
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
 * Everything that must stand before Electron is ready: command line, sandbox, scheme, confinement of every page.
 *
 * @returns Whether the start may go on; it may not with a switch that has already weakened the process.
 */
export function hardenBeforeReady(): boolean {
  const refused = settleCommandLine(app.commandLine, process.argv, app.isPackaged);
  if (refused.length > 0) {
    process.stderr.write(`Namedesk does not start with ${refused.map((name) => `--${name}`).join(', ')}.\n`);
    return false;
  }
  // With --no-sandbox (root, in a checkout) this would make every child process die at once.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: { standard: true, secure: true } }]);
  confineEveryPage(app);
  return true;
}

export function setMenu(): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(process.platform === 'darwin')]));
}
