import { release, totalmem } from 'node:os';
import { inEnglish } from '#shared/domain/counting.ts';
import { emptyChangeFilter } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { writeWhole } from '../system/files.ts';
import type { Backups } from '../workspace/backups/backups.ts';
import type { ChangeCounts } from '../workspace/journal/journal-repository.ts';
import type { Settings } from '../workspace/repositories/settings.ts';
import { resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type LogFiles, logLineText, readLog } from './read-log.ts';
import type { PlaceRisk } from '#shared/domain/backup.ts';
import { type BundlePart, bundleText, type Deviation, deviationText } from '#shared/domain/diagnostics.ts';
import type { UpdateDisabledReason } from '#shared/domain/update.ts';
import type { Given } from '../system/timing.ts';

interface Bundle {
  readonly id: string;
  readonly parts: readonly BundlePart[];
}

/** What runs, and where its workspace is. */
export interface About {
  readonly version: string;
  readonly electron: string;
  readonly platform: string;
  /** The program that runs a command in a terminal, and what goes before the command. */
  readonly commandLine: readonly string[];
  /** The package was made with another runtime than the official one: for trying it, not for work. */
  readonly isTrial: boolean;
  /**
   * Why the workspace's folder is not a safe location: it is on another computer, or a sync program copies it to
   * others. Null if no risk is known.
   */
  readonly placeRisk: PlaceRisk | null;
}

/** Information for support requests. */
export type Diagnostics = ReturnType<typeof createDiagnostics>;

interface DiagnosticsDeps extends Given<'newId' | 'now'> {
  readonly workspace: Workspace;
  readonly backups: Pick<Backups, 'list'>;
  readonly logFiles: LogFiles;
  readonly about: About;
  /** Why there are no updates here; null where there are. */
  readonly noUpdates: UpdateDisabledReason | null;
}

export function createDiagnostics(deps: DiagnosticsDeps) {
  const { workspace, logFiles, newId } = deps;
  let last: Bundle | null = null;

  return {
    /** The file that is written now. */
    logFile: logFiles.path,
    /** The most frequent first. */
    deviations: (accountId: string): readonly Deviation[] =>
      mostFrequentFirst(workspace.deviations.list({ accountId })).slice(0, mostDeviations),
    /** The bundle is kept until the next one is made, so that the saved bundle is the one that was shown. */
    async bundle(): Promise<Result<Bundle>> {
      last = { id: newId(), parts: partsOf(await gather(deps)) };
      return ok(last);
    },
    /** Fails with: `invalid-input` (another bundle was made since), `storage`. */
    async saveBundle(id: string, path: string): Promise<Result<unknown>> {
      if (last?.id !== id)
        return fail({
          kind: 'invalid-input',
          field: 'id',
          reason: 'A newer bundle was made since. Read that one first.',
        });
      const text = bundleText(last.parts);
      return writeWhole(path, async (write) => {
        await write(text);
        return ok({});
      });
    },
  };
}

const mostDeviations = 5_000;

/** The most frequent first; ties by latest. */
const mostFrequentFirst = (deviations: readonly Deviation[]): readonly Deviation[] =>
  deviations.toSorted((a, b) => b.count - a.count || b.lastSeenAt.localeCompare(a.lastSeenAt));

/** Accounts are identified by numbers: ids mean nothing to others, labels and hosts reveal too much. */
interface NumberedAccount {
  readonly id: string;
  readonly kind: 'practice' | 'reseller';
  /** Where the key is stored beyond this run. */
  readonly key: 'keychain' | 'none';
  /** Null if they cannot be read. */
  readonly domains: number | null;
  readonly deviations: readonly Deviation[];
}

/** The contents of a bundle. Null: it could not be read, and the bundle says so. */
export type Facts = Awaited<ReturnType<typeof gather>>;

const lastLines = 500;

/** Collects the contents of a bundle. What cannot be read is left out: a bundle is needed when something is broken. */
async function gather(deps: DiagnosticsDeps) {
  const { workspace, backups, noUpdates, logFiles, now } = deps;
  const { version, electron, platform } = deps.about;
  const settings = await resultOf(() => workspace.settings.read());
  const listed = await backups.list();
  return {
    at: now().toISOString(),
    about: { version, electron, platform },
    system: {
      release: release(),
      memoryMiB: Math.round(totalmem() / 1_048_576),
      uptimeMs: Math.round(process.uptime() * 1_000),
    },
    workspace: { version: workspace.opening.version, notice: workspace.restoreNotice() },
    settings: settings.ok ? settings.value : null,
    noUpdates,
    accounts: await accountsIn(workspace),
    sessions: await sessionsIn(workspace),
    journal: await journalIn(workspace),
    backups: listed.ok ? listed.value : null,
    log: await readLog(logFiles, lastLines),
  };
}

async function accountsIn(workspace: Workspace): Promise<readonly NumberedAccount[] | null> {
  const accounts = await resultOf(() => workspace.accounts.list());
  if (!accounts.ok) return null;
  const numbered: NumberedAccount[] = [];
  for (const { id, kind, key } of accounts.value) {
    const deviations = await resultOf(() => workspace.deviations.list({ accountId: id }));
    numbered.push({
      id,
      kind,
      key: key.place,
      domains: await domainsOf(workspace, id),
      deviations: mostFrequentFirst(deviations.ok ? deviations.value : []),
    });
  }
  return numbered;
}

async function domainsOf(workspace: Workspace, accountId: string): Promise<number | null> {
  const names = await resultOf(() => workspace.domains.names({ accountId }));
  return names.ok ? names.value.length : null;
}

/** The number of sessions per state, and of cells in all of them. */
async function sessionsIn(workspace: Workspace) {
  const sessions = await workspace.sessions.list();
  if (!sessions.ok) return null;
  const byState = new Map<string, number>();
  for (const { state } of sessions.value) byState.set(state, (byState.get(state) ?? 0) + 1);
  const cells = sessions.value.reduce((sum, { names, tlds }) => sum + names * tlds.length, 0);
  return { byState, cells };
}

/** The changes that rest on the service's answer alone are not counted as confirmed. */
export function acceptedApart({
  byState,
  accepted,
}: Pick<ChangeCounts, 'byState' | 'accepted'>): Readonly<Partial<Record<string, number>>> {
  if (accepted === 0) return byState;
  const { confirmed = 0, ...others } = byState;
  const verified = confirmed === accepted ? {} : { confirmed: confirmed - accepted };
  return { ...verified, ...others, accepted };
}

async function journalIn({ journal }: Workspace) {
  const health = await journal.health({ check: false });
  const counted = await journal.list({ filter: emptyChangeFilter, offset: 0, limit: 1 });
  if (!health.ok || !counted.ok) return null;
  const { entries, changes, checkedAt, broken } = health.value;
  const byState = acceptedApart(counted.value);
  return { entries, changes, byState, checkedAt, brokenAt: broken?.seq ?? null };
}

/**
 * The parts of a bundle, in readable form. Every line consists of fixed words, numbers, instants and versions: a label,
 * a host, a name, an address or a path cannot get in.
 */
export const partsOf = (facts: Facts): readonly BundlePart[] => [
  { name: 'About', text: about(facts) },
  { name: 'Settings', text: settings(facts) },
  { name: 'Accounts', text: accounts(facts) },
  { name: 'Work', text: work(facts) },
  { name: 'Backups', text: backups(facts) },
  { name: 'API discrepancies', text: deviations(facts) },
  { name: 'Log', text: log(facts) },
];

type Lines = readonly (readonly [name: string, value: string | number | boolean | null])[];

const unread = 'could not be read';
const never = 'never';

const listed = (lines: Lines): string =>
  lines.map(([name, value]) => `${name}: ${valueInText(value)}`).join('\n');

function valueInText(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? 'none' : String(value);
}

const about = ({ at, about: program, system, workspace }: Facts): string =>
  listed([
    ['Created', at],
    ['Namedesk', program.version],
    ['Electron', program.electron],
    ['System', `${program.platform}, ${system.release}`],
    ['Memory', `${system.memoryMiB} MiB`],
    ['Running for', `${Math.round(system.uptimeMs / 1_000)} s`],
    ['Workspace, version', workspace.version],
    ['Restore to be reviewed', restoredWords(workspace.notice)],
  ]);

/** File names are the user's data and are left out. */
function restoredWords(notice: Facts['workspace']['notice']): string {
  if (notice === null) return 'no';
  if (notice.kind === 'unknown') return 'yes, and the notice cannot be read';
  if (notice.kind === 'failed') return `no; one that was requested failed: ${notice.failed.fault}`;
  const { why, copy, changes } = notice;
  const of = changes.of === null ? '' : ` of ${changes.of}`;
  return `${why}, ${copy === null ? 'started empty' : 'from a backup'}, journal ${changes.reading}, up to ${changes.upTo}${of}`;
}

function settings({ settings: kept, about: { platform }, noUpdates }: Facts): string {
  if (kept === null) return unread;
  return listed([
    ['Colours', kept.colourScheme],
    ['Density', kept.density],
    ['Search results are saved for', inEnglish.counted(kept.keepFindingsDays, 'day', 'days')],
    ['Codes stay in the clipboard', `${kept.clearClipboardAfterS} s`],
    ['Key and code windows hidden from screen captures', protectionWords(kept, platform)],
    ['Notifications', kept.notifications],
    ['Refreshes domains in the background', kept.backgroundRefresh],
    [
      'Quiet hours',
      kept.quietHours === null ? false : `${kept.quietHours.from} to ${kept.quietHours.to} o’clock`,
    ],
    ['Locks itself', kept.appLock ? `after ${kept.appLockAfterMin} min` : false],
    ['Checks for updates daily', noUpdates === null ? kept.checkForUpdates : `not possible: ${noUpdates}`],
  ]);
}

/** As the settings show it. Source: Electron, `win.setContentProtection`: Windows and macOS only. */
const protectionWords = (
  { protectSecretWindows }: Pick<Settings, 'protectSecretWindows'>,
  platform: string,
): string | boolean => (platform.startsWith('linux') ? 'not possible on Linux' : protectSecretWindows);

function accounts({ accounts: numbered }: Facts): string {
  if (numbered === null) return unread;
  if (numbered.length === 0) return 'none';
  return numbered
    .map(({ kind, key, domains }, index) => {
      const held = domains === null ? `domains ${unread}` : inEnglish.counted(domains, 'domain', 'domains');
      return `account-${index + 1}: ${kind}, key in the keychain: ${key === 'keychain' ? 'yes' : 'no'}, ${held}`;
    })
    .join('\n');
}

function work({ sessions, journal }: Facts): string {
  const states = (counts: Iterable<readonly [string, number | undefined]>): string =>
    [...counts].map(([state, count]) => `${count ?? 0} ${state}`).join(', ') || 'none';
  return listed([
    ['Bulk lookups', sessions === null ? unread : states(sessions.byState)],
    ['Their checks', sessions === null ? unread : sessions.cells],
    ['Changes', journal === null ? unread : states(Object.entries(journal.byState))],
    ['Journal entries', journal === null ? unread : journal.entries],
    ['Journal checked', journal === null ? unread : (journal.checkedAt ?? never)],
    ['Journal fails its check at entry', journal === null ? unread : journal.brokenAt],
  ]);
}

function backups({ backups: kept }: Facts): string {
  if (kept === null) return unread;
  if (kept.length === 0) return 'none';
  return kept
    .map(
      ({ madeAt, reason, bytes, version, state }) =>
        `${madeAt}: ${reason}, ${bytes} bytes, version ${version ?? 'unknown'}, ${state}`,
    )
    .join('\n');
}

function deviations({ accounts: numbered }: Facts): string {
  if (numbered === null) return unread;
  const some = numbered.flatMap((account, index) =>
    account.deviations.length === 0
      ? []
      : [`account-${index + 1}\n${deviationText(account.deviations.slice(0, mostDeviationsInBundle))}`],
  );
  return some.length === 0 ? 'none' : some.join('\n\n');
}

const mostDeviationsInBundle = 500;

function log({ log: { lines, lost }, accounts: numbered }: Facts): string {
  const texts = lines.map((line) => logLineText(line, inPlaceOfIds(numbered ?? [])));
  return [...(lost === 0 ? [] : [`${lost} lines could not be read`]), ...texts].join('\n') || 'empty';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Replaces account ids by the numbers that the bundle uses for accounts. */
const inPlaceOfIds = (numbered: readonly NumberedAccount[]) => (value: string | number | boolean) => {
  if (typeof value !== 'string' || !uuid.test(value)) return String(value);
  const at = numbered.findIndex(({ id }) => id === value);
  return at === -1 ? 'another-account' : `account-${at + 1}`;
};
