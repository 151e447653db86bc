import type { App, MenuItemConstructorOptions, WebContents } from 'electron';
import { fail, ok, type Result } from '#shared/result.ts';

/** What may stand on the command line of a release. Chromium takes hundreds of switches; these are harmless and needed. */
export const allowedSwitches: ReadonlySet<string> = new Set([
  'user-data-dir',
  'lang',
  'force-device-scale-factor',
  'ozone-platform',
  'ozone-platform-hint',
  'disable-gpu',
  // Put there by the launcher for the command line, so that Chromium's own remarks are not on the error output.
  'log-level',
  // Set by the installer and by macOS when they start the application.
  'squirrel-firstrun',
  'updated',
  'original-process-start-time',
]);

/** Behind this word Chromium takes nothing for a switch. */
const terminator = '--';

/** Chromium reads one dash or two, on Windows a slash as well, in any case there. */
const switchName = (argument: string): string | null =>
  /^(?:--?|\/)([a-z][\w.-]*)(?:=|$)/i.exec(argument)?.[1]?.toLowerCase() ?? null;

/**
 * The command line as Chromium sees it: without the program, each word without the white space around it. A word that only
 * looks like no switch (` --remote-debugging-port=0`, with a space) opened a port before it was read like this (measured).
 *
 * Source: Chromium, base/command_line.cc, `AppendSwitchesAndArguments`.
 */
const wordsOf = (argv: readonly string[]): readonly string[] =>
  argv.slice(1).map((word) => word.replace(/^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g, ''));

/**
 * The switches of a command line that a release does not take: `--remote-debugging-port` opens the page to every program
 * of the machine, and no fuse covers it; `--proxy-server`, `--host-resolver-rules` and others bend what we rely on.
 *
 * @param argv As the process got it, the program first.
 */
export function foreignSwitches(argv: readonly string[]): readonly string[] {
  const words = wordsOf(argv);
  const end = words.indexOf(terminator);
  const names = (end === -1 ? words : words.slice(0, end)).flatMap((word) => switchName(word) ?? []);
  return [...new Set(names)].filter((name) => !allowedSwitches.has(name));
}

/**
 * The words of the command line (`namedesk lookup …`), which the launcher puts behind a `--`; null where a window is wanted.
 *
 * @param argv As the process got it, the program first.
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
 * Brings the command line to what we rely on; the first thing that main does.
 *
 * A checkout keeps its switches: end-to-end tests drive it by `--inspect=0` and `--remote-debugging-port=0`. A release does
 * not start with a foreign one. It is taken away all the same, for what Chromium still does before the process has ended.
 *
 * Chromium's own network stack is left without a resolver, for names and for addresses: our requests go through Node, and
 * what a page could still make Chromium do ends there. TURN over TCP is such a thing (measured): neither the policy, nor the
 * request filter, nor `disable_non_proxied_udp` sees it. DNS prefetch is another.
 *
 * @returns The switches with which a start is refused; empty when it may go on.
 */
export function settleCommandLine(
  line: CommandLine,
  argv: readonly string[],
  isRelease: boolean,
): readonly string[] {
  const refused = isRelease ? foreignSwitches(argv) : [];
  for (const name of refused) line.removeSwitch(name);
  line.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  return refused;
}

/** Keeps every page, of whatever window or frame, where it is: from the moment it is made. Call before `ready`. */
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
  // Content security policy does not cover WebRTC: a STUN request would leave by UDP.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Every address outside the application that it can open, and the only list of them. */
const links = {
  'registration-lookup': 'https://lookup.icann.org/',
  'international-names': 'https://www.unicode.org/reports/tr46/',
} as const;

export type LinkId = keyof typeof links;

/**
 * Opens one of our links in the user's browser. It takes an id and never an address: `shell.openExternal` starts programs
 * for other schemes, and an address that a page may choose carries away what the page knows.
 *
 * Fails with: `invalid-input` for anything but an id of the table.
 */
export const createOpenLink =
  (openExternal: (url: string) => Promise<void>) =>
  async (id: string): Promise<Result<Record<string, never>>> => {
    const url = new Map<string, string>(Object.entries(links)).get(id);
    if (url === undefined)
      return fail({ kind: 'invalid-input', field: 'link', reason: 'There is no such link.' });
    await openExternal(url);
    return ok({});
  };

/**
 * The application menu. No reload, no developer tools, no source view, in a checkout as in a release: what is not in the menu
 * has no shortcut either.
 */
export function menuTemplate(isMac: boolean): readonly MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    { label: '&File', submenu: [{ role: isMac ? 'close' : 'quit' }] },
    { role: 'editMenu' },
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
    { role: 'windowMenu' },
  ];
}
