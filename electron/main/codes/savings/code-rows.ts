import type { AppError } from '#shared/app-error.ts';
import type { CodeOutcome } from '#shared/domain/code.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { Secret } from '../../accounts/secret.ts';
import { formulaSafe } from '../../exports/formula-safe.ts';

/** What one asking came to, as it stands in the file. */
export interface CodeRow {
  /** As A-labels. */
  readonly domain: string;
  readonly outcome: CodeOutcome;
  /** Null where the answer has none. */
  readonly code: Secret | null;
  readonly error: AppError | null;
  /** UTC, ISO 8601. */
  readonly at: string;
}

export const codeRowsHead = 'domain,code,outcome,message,retrieved_at\n';

/**
 * A row as a line of the file: UTF-8, line feeds, quoted where it must be.
 *
 * A code stands as it came, to the byte: one that begins with `=` or `-` has no apostrophe before it, as an export's texts
 * have, since whoever copies it out would hand over a wrong code. So a spreadsheet may take such a code for a formula; the
 * documentation says so. The message is the service's own words, and is made safe as in every export.
 *
 * Source: RFC 4180, but for the line ends.
 */
export function codeRow({ domain, outcome, code, error, at }: CodeRow): Secret {
  const message = formulaSafe(messageOf(outcome, error));
  return new Secret(`${[domain, code?.reveal() ?? '', outcome, message, at].map(field).join(',')}\n`);
}

const field = (text: string): string =>
  /[",\r\n]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function messageOf(outcome: CodeOutcome, error: AppError | null): string {
  if (outcome === 'emailed') return 'The service says that the code was e-mailed to the registrant.';
  return error === null ? '' : oneLine(`${sentencesFor(error).happened}${saidBy(error)}`);
}

/** The service's own words, where the sentence leaves them out. */
function saidBy(error: AppError): string {
  if (error.kind !== 'refused' || error.said === '') return '';
  return sentencesFor(error).happened.includes(error.said) ? '' : ` ${error.said}`;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
