import { type Session, session } from 'electron';
import { type answerFrom, appScheme, pageOrigins, type PageName } from './app-protocol.ts';

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
