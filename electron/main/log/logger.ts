import { type FieldsOf, logEvents, type LogEvent } from './events.ts';
import { type FieldKind, isOfKind } from './fields.ts';
import { newIncidentId } from './incident.ts';
import { redact, type RedactedError } from './redact.ts';

/** Where finished lines go. A sink never throws: a log that cannot be written must not stop the work. */
export interface LogSink {
  readonly write: (line: string) => void;
}

export interface Logger {
  /** Writes one event; a field that is not of its kind is left out and counted. */
  readonly note: <E extends LogEvent>(event: E, fields: FieldsOf<E>) => void;
  /** Writes what may be kept of a bug; answers with the incident id that the user is shown. */
  readonly bug: (thrown: unknown) => string;
}

/** A log of JSON lines, one for each event. */
export function createLogger(sink: LogSink, now: () => Date): Logger {
  const write = (event: LogEvent, fields: Readonly<Record<string, unknown>>, error?: RedactedError): void =>
    sink.write(
      JSON.stringify({
        at: now().toISOString(),
        level: logEvents[event].level,
        event,
        ...safeFields(event, fields),
        ...(error === undefined ? {} : { error }),
      }),
    );

  return {
    note: write,
    bug(thrown) {
      const incidentId = newIncidentId();
      write('bug', { incidentId }, redact(thrown));
      return incidentId;
    },
  };
}

/** The declared fields alone, and of these only the ones that are of their kind. */
function safeFields(
  event: LogEvent,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const declared: Readonly<Record<string, FieldKind>> = logEvents[event].fields;
  const given = Object.entries(fields);
  const safe = given.filter(([name, value]) => {
    const kind = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return kind !== undefined && isOfKind(kind, value);
  });
  const refused = given.length - safe.length;
  return { ...Object.fromEntries(safe), ...(refused === 0 ? {} : { refusedFields: refused }) };
}
