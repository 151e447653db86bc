import { isIncidentId } from './incident.ts';

/**
 * What a log line may carry. There is no kind for free text, so that a key, a body or a domain name has no field
 * to be written into (B10, B11).
 */
export type FieldKind =
  'number' | 'boolean' | 'id' | 'incident' | 'version' | { readonly oneOf: readonly string[] };

export type FieldValue<K extends FieldKind> = K extends 'number'
  ? number
  : K extends 'boolean'
    ? boolean
    : K extends { readonly oneOf: readonly (infer Word)[] }
      ? Word
      : string;

export const oneOf = <const Words extends readonly string[]>(words: Words): { readonly oneOf: Words } => ({
  oneOf: words,
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const version = /^\d{1,4}(\.\d{1,4}){1,3}$/;

const checks: Readonly<Record<Exclude<FieldKind, object>, (value: unknown) => boolean>> = {
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  id: (value) => typeof value === 'string' && uuid.test(value),
  incident: (value) => typeof value === 'string' && isIncidentId(value),
  version: (value) => typeof value === 'string' && version.test(value),
};

/** Whether `value` is of its kind at run time too: types do not stop a text that was cast. */
export const isOfKind = (kind: FieldKind, value: unknown): boolean =>
  typeof kind === 'object' ? kind.oneOf.some((word) => word === value) : checks[kind](value);
