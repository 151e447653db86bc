import { decodeHTML } from 'entities/decode';
import { Secret } from '../../accounts/secret.ts';
import { saysDone } from '../answers.ts';
import { isObject, type Json, type JsonObject, member } from '../json.ts';
import { says, unclear } from '../judgement.ts';
import { sayable } from '../mask.ts';
import type { Operation } from '../operation.ts';
import { plainWords } from '../plain-words.ts';
import { type DomainInput, domainCall } from './parts.ts';

/** A transfer code, or the word that it went to the registrant by e-mail. A refusal is a failure, not an answer. */
export type EppAnswer =
  { readonly kind: 'code'; readonly code: Secret } | { readonly kind: 'emailed-to-registrant' };

/**
 * Fetches the transfer code: asked once for each request of the user, for at some registries asking makes a new one.
 *
 * Unknown: the shape of the answer.
 * Assumed: `{eppcode}`, or a bare string without spaces; a success alone means that it was e-mailed. Beside anything that
 * may be a code under another name it means nothing: nobody is to wait for a mail that never comes. HTML entities are
 * decoded, once.
 * Source: Domain Reseller API v2.2, "Operations whose shapes are not given"; field notes, "EPP code".
 */
export const readEppCode: Operation<DomainInput, EppAnswer> = {
  name: 'readEppCode',
  effect: 'read-once',
  answers: 'secret',
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['eppcode'], null),
  judge(body, { domain }) {
    const code = codeIn(body);
    if (code !== null) return says({ kind: 'code', code: new Secret(decodeHTML(code)) });
    return isDone(body) && isAlone(body, domain) ? says({ kind: 'emailed-to-registrant' }) : unclear();
  },
};

function codeIn(body: Json): string | null {
  if (isObject(body)) return codeUnderItsName(body);
  return typeof body === 'string' && /^\S{1,200}$/.test(body) && !isDone(body) ? body : null;
}

function codeUnderItsName(body: JsonObject): string | null {
  const code = member(body, 'eppcode');
  if (typeof code === 'number') return String(code);
  return typeof code === 'string' && code.trim() !== '' ? code.trim() : null;
}

const isDone = (body: Json): boolean => saysDone(body).kind === 'success';

/** Whether nothing stands beside the success but how it went, in ordinary words, and the domain. */
const isAlone = (body: Json, domain: string): boolean =>
  !isObject(body) ||
  Object.entries(body).every(
    ([name, value]) =>
      isNothing(value) ||
      value === domain ||
      name === 'success' ||
      name === 'status' ||
      (name === 'message' && typeof value === 'string' && saysNoMore(value, domain)),
  );

const isNothing = (value: Json): boolean => value === null || value === '' || value === false;

function saysNoMore(message: string, domain: string): boolean {
  const said = sayable(message, []);
  return /^(success|ok|done|sent)$/i.test(said) || plainWords(said, [domain]) === said;
}
