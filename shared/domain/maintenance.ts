import type * as schemas from '../areas/maintenance.ts';
import type { chainRead, restoreNotice } from '../areas/restore-schemas.ts';
import type { TypeOf } from '../schema-type.ts';
import { inEnglish } from './counting.ts';

export type Backup = TypeOf<typeof schemas.backup>;
export type BackupReason = Backup['reason'];
export type SinceBackup = TypeOf<typeof schemas.sinceBackup>;

export type RestoreNotice = TypeOf<typeof restoreNotice>;
/** The results of a restore. */
export type RestoreFindings = Extract<RestoreNotice, { readonly kind: 'known' }>;
export type ChainRead = TypeOf<typeof chainRead>;
export type StoppedBatch = RestoreFindings['batches'][number];

export type PlaceRisk = 'network' | 'synced';

export type UpdateState = TypeOf<typeof schemas.updateState>;
export type UpdateStatus = UpdateState['status'];
export type UpdateDisabledReason = NonNullable<UpdateState['hindrance']>;
export type UpdateFault = NonNullable<UpdateState['fault']>;
export type NewVersion = NonNullable<UpdateState['offered']>;
export type ActiveWork = UpdateState['waitsFor'][number];

export type LoggedError = TypeOf<typeof schemas.loggedError>;
export type LogLine = TypeOf<typeof schemas.logLine>;
export type Deviation = TypeOf<typeof schemas.deviation>;
export type BundlePart = TypeOf<typeof schemas.bundlePart>;

/** A support bundle as one text. The same bytes are shown, copied and saved. */
export const bundleText = (parts: readonly BundlePart[]): string =>
  parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n${text}\n`).join('\n');

/**
 * Deviations as lines of text that can be sent to the operator of the service: operations, paths and kinds only, no
 * values of an answer.
 */
export const deviationText = (deviations: readonly Deviation[]): string =>
  deviations
    .map(
      ({ operation, path, expected, seen, count, lastSeenAt }) =>
        `${operation} ${path === '' ? '(the answer itself)' : path}: the document says ${expected}, the service says ${seen}; ` +
        `${inEnglish.counted(count, 'time', 'times')}, last on ${lastSeenAt.slice(0, 10)}`,
    )
    .join('\n');

type Value = LogLine['fields'][string];

/** One line of the log as text, followed by its causes: for copying and for a support bundle. */
export function logLineText(
  { at, level, event, fields, errors }: LogLine,
  shown: (value: Value) => string = String,
): string {
  const named = Object.entries(fields).map(([name, value]) => `${name}=${shown(value)}`);
  const causes = errors.map(({ class: name, code, frames }) =>
    [name, ...(code === null ? [] : [code]), ...frames].join(' '),
  );
  return [[at, level, event, ...named].join(' '), ...causes.map((cause) => `  ${cause}`)].join('\n');
}
