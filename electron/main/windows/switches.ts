/** What may stand on the command line of a release. Chromium takes hundreds of switches; these are harmless and needed. */
const allowed: ReadonlySet<string> = new Set([
  'user-data-dir',
  'lang',
  'force-device-scale-factor',
  'ozone-platform',
  'ozone-platform-hint',
  'disable-gpu',
  // Set by the installer and by macOS when they start the application.
  'squirrel-firstrun',
  'updated',
  'original-process-start-time',
]);

/** These have done their work before the first line of ours, so that taking them away would only hide them. */
const actsBeforeUs: ReadonlySet<string> = new Set(['no-sandbox', 'js-flags', 'single-process', 'no-zygote']);

/** Chromium reads one dash or two, on Windows a slash as well, in any case there. */
const switchName = (argument: string): string | null =>
  /^(?:--?|\/)([a-z][\w-]*)(?:=|$)/i.exec(argument)?.[1]?.toLowerCase() ?? null;

export interface ForeignSwitches {
  readonly takenAway: readonly string[];
  /** A start with one of these is refused. */
  readonly refused: readonly string[];
}

/**
 * The switches of a command line that a release does not take: `--remote-debugging-port` opens the page to every program
 * of the machine, and no fuse covers it; `--proxy-server`, `--host-resolver-rules` and others bend what we rely on.
 *
 * @param argv As the process got it, the program first.
 */
export function foreignSwitches(argv: readonly string[]): ForeignSwitches {
  const names = argv.slice(1).flatMap((argument) => switchName(argument) ?? []);
  const foreign = [...new Set(names)].filter((name) => !allowed.has(name));
  return {
    takenAway: foreign.filter((name) => !actsBeforeUs.has(name)),
    refused: foreign.filter((name) => actsBeforeUs.has(name)),
  };
}

interface CommandLine {
  readonly appendSwitch: (name: string, value: string) => void;
  readonly removeSwitch: (name: string) => void;
}

/**
 * Brings the command line to what we rely on; the first thing that main does.
 *
 * A checkout keeps its switches: end-to-end tests drive it by `--inspect=0` and `--remote-debugging-port=0`.
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
  const { takenAway, refused } = foreignSwitches(argv);
  if (isRelease) for (const name of takenAway) line.removeSwitch(name);
  line.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  return isRelease ? refused : [];
}
