import type { BundlePart } from '#shared/domain/diagnostics.ts';
import { deviationText } from '#shared/words/deviation-text.ts';
import { logLineText } from '#shared/words/log-line-text.ts';
import type { Facts, NumberedAccount } from './facts.ts';

/**
 * A bundle's parts, as a person reads them. Every line is made of words of ours, numbers, instants and versions: there is no
 * way here for a label, a host, a name, an address or a path.
 */
export const partsOf = (facts: Facts): readonly BundlePart[] => [
  { name: 'About', text: about(facts) },
  { name: 'Settings', text: settings(facts) },
  { name: 'Accounts', text: accounts(facts) },
  { name: 'Work', text: work(facts) },
  { name: 'Backups', text: backups(facts) },
  { name: 'Deviations', text: deviations(facts) },
  { name: 'Log', text: log(facts) },
];

type Lines = readonly (readonly [name: string, value: string | number | boolean | null])[];

const unread = 'could not be read';
const never = 'never';

const listed = (lines: Lines): string =>
  lines.map(([name, value]) => `${name}: ${value === null ? 'none' : String(value)}`).join('\n');

const about = ({ at, about: program, system, workspace }: Facts): string =>
  listed([
    ['Written at', at],
    ['Namedesk', program.version],
    ['Electron', program.electron],
    ['System', `${program.platform}, ${system.release}`],
    ['Memory', `${system.memoryMiB} MiB`],
    ['Running for', `${Math.round(system.uptimeMs / 1_000)} s`],
    ['Workspace, version', workspace.version],
    ['Restored and not acknowledged', restoredWords(workspace.notice)],
  ]);

/** Names of files are the user's. */
function restoredWords(notice: Facts['workspace']['notice']): string {
  if (notice === null) return 'no';
  if (notice.kind === 'unknown') return 'yes, and the notice cannot be read';
  const { why, copy, changes } = notice;
  const of = changes.of === null ? '' : ` of ${changes.of}`;
  return `${why}, ${copy === null ? 'begun anew' : 'from a backup'}, journal ${changes.reading}, up to ${changes.upTo}${of}`;
}

function settings({ settings: kept }: Facts): string {
  if (kept === null) return unread;
  return listed([
    ['Colours', kept.colourScheme],
    ['Density', kept.density],
    ['Findings are kept', `${kept.keepFindingsDays} days`],
    ['Codes stay in the clipboard', `${kept.clearClipboardAfterS} s`],
    ['Windows with secrets are kept out of screen captures', kept.protectSecretWindows],
    ['Looks for updates', kept.checkForUpdates],
    ['Updates', kept.updateChannel],
  ]);
}

function accounts({ accounts: numbered }: Facts): string {
  if (numbered === null) return unread;
  if (numbered.length === 0) return 'none';
  return numbered
    .map(({ kind, key, domains }, index) => {
      const held = domains === null ? `domains ${unread}` : `${domains} domains`;
      return `account-${index + 1}: ${kind}, key in the keychain: ${key === 'keychain' ? 'yes' : 'no'}, ${held}`;
    })
    .join('\n');
}

function work({ sessions, journal }: Facts): string {
  const states = (counts: Iterable<readonly [string, number | undefined]>): string =>
    [...counts].map(([state, count]) => `${count ?? 0} ${state}`).join(', ') || 'none';
  return listed([
    ['Bulk look-ups', sessions === null ? unread : states(sessions.byState)],
    ['Their cells', sessions === null ? unread : sessions.cells],
    ['Changes', journal === null ? unread : states(Object.entries(journal.byState))],
    ['Entries of the journal', journal === null ? unread : journal.entries],
    ['Journal checked', journal === null ? unread : (journal.checkedAt ?? never)],
    ['Journal does not hold from entry', journal === null ? unread : journal.brokenAt],
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
      : [`account-${index + 1}\n${deviationText(account.deviations.slice(0, mostDeviations))}`],
  );
  return some.length === 0 ? 'none' : some.join('\n\n');
}

const mostDeviations = 500;

function log({ log: { lines, lost }, accounts: numbered }: Facts): string {
  const texts = lines.map((line) => logLineText(line, inPlaceOfIds(numbered ?? [])));
  return [...(lost === 0 ? [] : [`${lost} lines could not be read`]), ...texts].join('\n') || 'empty';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids as the numbers under which the bundle names accounts. */
const inPlaceOfIds = (numbered: readonly NumberedAccount[]) => (value: string | number | boolean) => {
  if (typeof value !== 'string' || !uuid.test(value)) return String(value);
  const at = numbered.findIndex(({ id }) => id === value);
  return at === -1 ? 'another-account' : `account-${at + 1}`;
};
