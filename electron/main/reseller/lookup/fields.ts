import { isArray, isObject, type Json } from '../json.ts';

/** One field of an answer as text, for a person to read. */
export interface AnswerField {
  /** Dotted, as in `pricing.1.register`; 500 characters at most. */
  readonly path: string;
  /** 4,000 characters at most; texts as they are, everything else as JSON. */
  readonly value: string;
}

const maxFields = 2_000;

/** Every field of an answer in its order, the empty objects and arrays included; 2,000 at most. */
export function fieldsOf(answer: Json): readonly AnswerField[] {
  const fields: AnswerField[] = [];
  const walk = (value: Json, path: string): void => {
    if (fields.length >= maxFields) return;
    const inner = isArray(value) || isObject(value) ? Object.entries(value) : [];
    inner.forEach(([name, item]: [string, Json]) => walk(item, path === '' ? name : `${path}.${name}`));
    if (inner.length === 0) fields.push({ path: path.slice(0, 500), value: shown(value) });
  };
  walk(answer, '');
  return fields;
}

const shown = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000);
