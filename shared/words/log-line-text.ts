import type { LogLine } from '../domain/diagnostics.ts';

type Value = LogLine['fields'][string];

/** One line of the log as text, with what caused it behind it: for copying and for a support bundle. */
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
