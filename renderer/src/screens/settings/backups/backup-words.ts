import type { Backup, BackupReason, PlaceRisk } from '#shared/domain/backup.ts';
import { counted, format } from '../../../lib/format.ts';

export const reasonWords: Readonly<Record<BackupReason, string>> = {
  daily: 'Once a day',
  'by-hand': 'By hand',
  migration: 'Before a new version',
  restore: 'Before a restore',
  removal: 'Before an account was removed',
};

export const stateWords: Readonly<Record<Backup['state'], string>> = {
  good: 'Verified',
  damaged: 'Damaged',
  unchecked: 'Not verified',
};

export const riskWords: Readonly<Record<PlaceRisk, string>> = {
  network:
    'The workspace is on another computer’s disk. Its file can be damaged when the network fails: keep it on this computer.',
  synced:
    'The workspace is in a folder that another program copies to other computers. Its file can be damaged while it is copied: keep it elsewhere.',
};

const [kilo, mega, giga] = [1_000, 1_000_000, 1_000_000_000];
const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** "812 kB", "1.2 MB": as file managers count. */
export function sizeWords(bytes: number): string {
  if (bytes >= giga) return `${oneDecimal.format(bytes / giga)} GB`;
  if (bytes >= mega) return `${oneDecimal.format(bytes / mega)} MB`;
  return `${format.count(Math.ceil(bytes / kilo))} kB`;
}

interface Lost {
  readonly entries: number;
  readonly changes: number;
  readonly accesses: number;
}

/** What was written in the two journals since a backup, as lines; none where they are as long as they were. */
export const lostWords = ({ entries, changes, accesses }: Lost): readonly string[] => [
  ...(entries === 0
    ? []
    : [
        `${counted(entries, 'entry', 'entries')} of the journal of changes, ${counted(changes, 'change', 'changes')} begun since`,
      ]),
  ...(accesses === 0
    ? []
    : [`${counted(accesses, 'line', 'lines')} about transfer codes that were asked for`]),
];
