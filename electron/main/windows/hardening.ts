import { statSync } from 'node:fs';
import type { App, MenuItemConstructorOptions, WebContents } from 'electron';
import { fail, ok, type Result } from '#shared/result.ts';
import feed from '../updates/feed.json' with { type: 'json' };

/**
 * The switches allowed on the command line of a release. Chromium knows hundreds of switches; these are harmless and
 * needed.
 */
export const allowedSwitches: ReadonlySet<string> = new Set([
  'user-data-dir',
  'lang',
  'force-device-scale-factor',
  'ozone-platform',
  'ozone-platform-hint',
  'disable-gpu',
  // Added by the launcher for the command line, so that Chromium's own messages do not appear on standard error.
  'log-level',
  // Added by the installer and by macOS when they start the application.
  'squirrel-firstrun',
  // Added by the entry that starts it when its user logs in.
  'at-login',
  'updated',
  'original-process-start-time',
]);

/** After this word Chromium does not recognise switches. */
const terminator = '--';

/** The name of a switch. Chromium accepts one dash or two; on Windows also a slash, and any case. */
const switchName = (argument: string): string | null =>
  /^(?:--?|\/)([a-z][\w.-]*)(?:=|$)/i.exec(argument)?.[1]?.toLowerCase() ?? null;

/**
 * The command line as Chromium parses it: without the program, each word without surrounding white space. Before white
 * space was trimmed here, a word with a leading space (` --remote-debugging-port=0`) was not recognised and opened a
 * port (measured).
 *
 * Source: Chromium, base/command_line.cc, `AppendSwitchesAndArguments`.
 */
const wordsOf = (argv: readonly string[]): readonly string[] =>
  argv.slice(1).map((word) => word.replace(/^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g, ''));

/**
 * The switches of a command line that a release does not allow: `--remote-debugging-port` opens the page to every
 * program on the machine, and no fuse covers it; `--proxy-server`, `--host-resolver-rules` and others disable
 * protections that we rely on.
 *
 * @param argv As the process got it, with the program first.
 */
export function foreignSwitches(argv: readonly string[]): readonly string[] {
  const words = wordsOf(argv);
  const end = words.indexOf(terminator);
  const names = (end === -1 ? words : words.slice(0, end)).flatMap((word) => switchName(word) ?? []);
  return [...new Set(names)].filter((name) => !allowedSwitches.has(name));
}

/**
 * The words of the command line (`namedesk lookup …`), which the launcher puts after a `--`; null if a window is
 * wanted.
 *
 * @param argv As the process got it, with the program first.
 */
export function commandIn(argv: readonly string[]): readonly string[] | null {
  const end = wordsOf(argv).indexOf(terminator);
  return end === -1 ? null : argv.slice(end + 2);
}

interface CommandLine {
  readonly appendSwitch: (name: string, value: string) => void;
  readonly removeSwitch: (name: string) => void;
}

/**
 * Hardens Chromium's command line; the first thing that main does.
 *
 * A checkout keeps its switches: end-to-end tests use `--inspect=0` and `--remote-debugging-port=0`. A release refuses
 * to start with a switch that is not allowed. The switch is removed all the same, because Chromium still runs until the
 * process has ended.
 *
 * Chromium's own network stack gets no resolver, for names and for addresses: our requests go through Node, and any
 * request that a page could still cause in Chromium fails. TURN over TCP is an example (measured): it bypasses the
 * policy, the request filter and `disable_non_proxied_udp`. DNS prefetch is another.
 *
 * Chromium asks the keyring for a key of its own, to encrypt cookies, of which there are none here: at the first start on Linux a
 * person was asked to make a keyring before the window was there (measured). Keys of accounts go another way
 * (`platform/keychain.ts`); nothing uses Electron's `safeStorage`, which would encrypt with a known key now, and lint forbids it.
 *
 * @returns The switches for which the start is refused; empty if it may continue.
 */
export function settleCommandLine(
  line: CommandLine,
  argv: readonly string[],
  isRelease: boolean,
): readonly string[] {
  const refused = isRelease ? foreignSwitches(argv) : [];
  for (const name of refused) line.removeSwitch(name);
  line.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  line.appendSwitch('password-store', 'basic');
  return refused;
}

/**
 * Prevents every page, in any window or frame, from navigating away, from the moment it is created. Call before
 * `ready`.
 */
export function confineEveryPage(app: App): void {
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  // The content security policy does not cover WebRTC: a STUN request would be sent by UDP.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Every external address that the application can open, and the only list of them. */
const links = {
  // Null where no feed is built in.
  'newest-version': feed.page as string | null, // As the file has it once a release has filled it in.
} as const;

type LinkId = keyof typeof links;

/**
 * Opens one of our links in the user's browser. It takes an id and never an address: `shell.openExternal` starts
 * programs for other schemes, and a page could leak data in an address that it chooses.
 *
 * Fails with: `invalid-input` for anything but an id of the table.
 */
export const createOpenLink =
  (openExternal: (url: string) => Promise<void>, known: Readonly<Record<LinkId, string | null>> = links) =>
  async (id: string): Promise<Result<Record<string, never>>> => {
    const url = new Map<string, string | null>(Object.entries(known)).get(id) ?? null;
    if (url === null) return fail({ kind: 'invalid-input', field: 'link', reason: 'There is no such link.' });
    await openExternal(url);
    return ok({});
  };

/** Files that this run has written where a person chose to have them. */
export type WrittenFiles = ReturnType<typeof createWrittenFiles>;

export function createWrittenFiles(showInFolder: (path: string) => void) {
  /** By path, what was there when it was chosen. */
  const before = new Map<string, string | null>();
  const isWritten = (path: string): boolean => {
    const now = fileAt(path);
    return before.has(path) && now !== null && now !== before.get(path);
  };
  return {
    /** Notes what is chosen, and what is there before it is written. */
    choosing:
      <A extends readonly unknown[]>(
        ask: (...asked: A) => Promise<string | null>,
      ): ((...asked: A) => Promise<string | null>) =>
      async (...asked) => {
        const path = await ask(...asked);
        if (path !== null && !isWritten(path)) before.set(path, fileAt(path));
        return path;
      },
    /**
     * Shows one of them in its folder. The page names it, so any other path is refused: it could make the system's file manager, which runs
     * what is in a folder to draw it, open one of its choice.
     *
     * Fails with: `invalid-input`.
     */
    show: (path: string): Result<Record<string, never>> => {
      if (!isWritten(path))
        return fail({ kind: 'invalid-input', field: 'path', reason: 'That file is no longer there.' });
      showInFolder(path);
      return ok({});
    },
  };
}

/** What tells one file from another that takes its place; null where there is none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** Entries that the backend adds once it is ready; see `page-menu.ts`. */
export type PageMenu = Readonly<
  Record<'file' | 'edit' | 'go' | 'help', readonly MenuItemConstructorOptions[]>
>;

/**
 * The application menu. No reload, no developer tools, no source view, in a checkout or in a release: without a menu
 * item there is no keyboard shortcut either.
 */
export function menuTemplate(
  isMac: boolean,
  page: PageMenu = { file: [], edit: [], go: [], help: [] },
): readonly MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [...page.file, { role: isMac ? 'close' : 'quit' }] },
    {
      label: '&Edit',
      submenu: [
        ...(page.edit.length === 0 ? [{ role: 'undo' as const }, { role: 'redo' as const }] : page.edit),
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'delete' },
        { type: 'separator' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    ...(page.go.length === 0 ? [] : [{ label: '&Go', submenu: [...page.go] }]),
    { role: 'windowMenu' },
    ...(page.help.length === 0 ? [] : [{ role: 'help' as const, label: '&Help', submenu: [...page.help] }]),
  ];
}
