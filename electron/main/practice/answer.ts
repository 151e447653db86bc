/** What an operation answers, before anything happens to it on its way. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** One character for each byte. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param body Is JSON already, in ASCII. */
export const jsonText = (body: string, status = 200): Answer => ({
  status,
  contentType: 'application/json',
  body,
});

/** Assumed: every character beyond ASCII is escaped, as PHP does it unless told otherwise. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const json = (value: unknown, status = 200): Answer => jsonText(asciiJson(value), status);

export const plainText = (body: string, status: number): Answer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/**
 * A refusal in words.
 *
 * Unknown: every error but that of an existing name. Assumed: an object whose `error` is a text, as vendors show it.
 */
export const refused = (message: string, status = 400): Answer => json({ error: message }, status);

/** The one answer of a change that has nothing else to say. Assumed: the JSON string, the field's commonest. */
export const success: Answer = json('success');
