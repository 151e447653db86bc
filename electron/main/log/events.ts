import {
  keychainFaults,
  reachFailures,
  refusalReasons,
  storageFaults,
  unreadableReasons,
} from '#shared/app-error.ts';
import { backupReasons } from '#shared/domain/backup.ts';
import { changeKinds, changeStates } from '#shared/domain/change.ts';
import { codeDeeds, codeOutcomes } from '#shared/domain/code.ts';
import { chainReadings, restoreReasons } from '#shared/domain/restore.ts';
import { updateFaults, updateStatuses } from '#shared/domain/update.ts';
import { type FieldKind, type FieldValue, oneOf } from './fields.ts';

export type Level = 'info' | 'warning' | 'error';

interface EventShape {
  readonly level: Level;
  readonly fields: Readonly<Record<string, FieldKind>>;
}

/** Everything that the log can say, and the only list of it. A new event is a row here. */
export const logEvents = {
  'app.started': { level: 'info', fields: { app: 'version', electron: 'version' } },
  'app.stopped': { level: 'info', fields: { uptimeMs: 'number' } },
  'ipc.refused': {
    level: 'warning',
    fields: { guard: oneOf(['sender', 'channel', 'size', 'input', 'output']) },
  },
  'keychain.failed': {
    level: 'warning',
    fields: { call: oneOf(['get', 'set', 'delete']), fault: oneOf(keychainFaults), durationMs: 'number' },
  },
  'storage.opened': { level: 'info', fields: { durationMs: 'number', version: 'number' } },
  'storage.failed': { level: 'error', fields: { fault: oneOf(storageFaults) } },
  /** As versions before 0.2 noted it. */
  'storage.set-aside': { level: 'error', fields: {} },
  /** At each start until somebody has acknowledged it. */
  'storage.restored': {
    level: 'warning',
    fields: { why: oneOf([...restoreReasons, 'not-known']), journal: oneOf([...chainReadings, 'not-known']) },
  },
  'storage.acknowledged': { level: 'info', fields: {} },
  'connection.changed': {
    level: 'info',
    fields: {
      accountId: 'id',
      connection: oneOf(['unknown', 'online', 'offline', 'refused', 'no-key']),
      why: oneOf([...reachFailures, ...refusalReasons, ...unreadableReasons, 'none', 'otherwise']),
    },
  },
  /** An end of a change, or what is not known of one. Never of which domain. */
  'change.moved': {
    level: 'info',
    fields: { accountId: 'id', what: oneOf(changeKinds), state: oneOf(changeStates), attempts: 'number' },
  },
  'change.uncertain': { level: 'warning', fields: { accountId: 'id', what: oneOf(changeKinds) } },
  'code.taken': {
    level: 'info',
    fields: { accountId: 'id', deed: oneOf(codeDeeds), outcome: oneOf([...codeOutcomes, 'not-asked']) },
  },
  'codes.saved': {
    level: 'info',
    fields: {
      accountId: 'id',
      state: oneOf(['done', 'stopped', 'failed']),
      total: 'number',
      fetched: 'number',
    },
  },
  'backup.made': {
    level: 'info',
    fields: { reason: oneOf(backupReasons), bytes: 'number', durationMs: 'number' },
  },
  'backup.failed': {
    level: 'error',
    fields: { reason: oneOf(backupReasons), fault: oneOf([...storageFaults, 'otherwise']) },
  },
  'update.moved': { level: 'info', fields: { status: oneOf(updateStatuses) } },
  'update.failed': { level: 'warning', fields: { fault: oneOf(updateFaults) } },
  'practice.started': { level: 'info', fields: { port: 'number' } },
  bug: { level: 'error', fields: { incidentId: 'incident' } },
} as const satisfies Readonly<Record<string, EventShape>>;

export type LogEvent = keyof typeof logEvents;

/** The fields of one event, each with the type of its kind. */
export type FieldsOf<E extends LogEvent> = {
  readonly [
    F in keyof (typeof logEvents)[E]['fields']
  ]: (typeof logEvents)[E]['fields'][F] extends infer K extends FieldKind ? FieldValue<K> : never;
};
