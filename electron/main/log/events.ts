import { keychainFaults, storageFaults } from '#shared/app-error.ts';
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
  'storage.set-aside': { level: 'error', fields: {} },
  'request.finished': {
    level: 'info',
    fields: { accountId: 'id', effect: oneOf(['read', 'write']), status: 'number', durationMs: 'number' },
  },
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
