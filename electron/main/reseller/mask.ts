import type { Secret } from '../system/secret.ts';
import { cut } from '../system/texts.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import type { Answers } from './operation.ts';
import type { Reply } from './reply.ts';

const masked = '[masked]';
const maxAnswerLength = 65_536;
const maxSaidLength = 300;
/** Shorter secrets are not masked: they protect nothing, and replacing them would remove ordinary words. */
const minSecretLength = 4;

/** Words that stay readable in a masked answer: they describe the outcome and nothing personal. */
const openWords: ReadonlySet<string> = new Set([
  '',
  'success',
  'error',
  'true',
  'false',
  'locked',
  'unlocked',
]);

/** Names of members that stay readable in the answer to a request for a code. */
const openNames: ReadonlySet<string> = new Set([
  ...['eppcode', 'epp', 'code', 'authcode', 'authinfo', 'transfercode', 'password'],
  ...['success', 'status', 'result', 'message', 'error', 'errors', 'reason', 'description'],
  ...['data', 'response', 'domain', 'domainname', 'name', 'tld', 'sld', 'id', 'type'],
]);

/** The answer as stored for the user to inspect: masked, 64 KiB at most; empty if there was none. */
export function maskedAnswer(reply: Reply, answers: Answers): string {
  if (reply.kind !== 'answered') return '';
  const { text, body } = reply;
  if (answers === 'open') return cut(text, maxAnswerLength);
  return body === undefined
    ? `[${text.length} characters that are not JSON]`
    : cut(JSON.stringify(maskValues(body, answers === 'secret' ? hideOddNames : keepNames)), maxAnswerLength);
}

/** A service's words as shown to the user: no markup, no e-mail address, none of `secrets`, 300 characters at most. */
export function sanitize(words: string, secrets: readonly Secret[]): string {
  const plain = redactSecrets(words, secrets)
    .slice(0, 10 * maxSaidLength)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g, '[e-mail]')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return cut(plain, maxSaidLength);
}

/** `text` with every occurrence of `secrets` masked, except for very short ones. */
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= minSecretLength && text.includes(value))
    .reduce((rest, value) => rest.replaceAll(value, masked), text);
}

/**
 * As {@link redactSecrets}, for an answer that is not decoded here; returns the same bytes if it contains no secret.
 */
export function redactSecretBytes(
  bytes: Uint8Array<ArrayBuffer>,
  secrets: readonly Secret[],
): Uint8Array<ArrayBuffer> {
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const repeats = secrets.some((secret) => {
    const value = secret.reveal();
    return value.length >= minSecretLength && answer.includes(value);
  });
  return repeats ? Buffer.from(redactSecrets(answer.toString('utf8'), secrets)) : bytes;
}

/**
 * Masks every text and number, and keeps the structure.
 *
 * @param named Returns an object's members under the names to use.
 */
function maskValues(value: Json, named: (value: JsonObject) => readonly (readonly [string, Json])[]): Json {
  if (isArray(value)) return value.map((inner) => maskValues(inner, named));
  if (isObject(value))
    return Object.fromEntries(named(value).map(([name, inner]) => [name, maskValues(inner, named)]));
  if (typeof value === 'string') return openWords.has(value) ? value : masked;
  return typeof value === 'number' ? masked : value;
}

const keepNames = (value: JsonObject): readonly (readonly [string, Json])[] => Object.entries(value);

/** Replaces unknown member names, because a code may be used as a name; only `openNames` stay. */
const hideOddNames = (value: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(value).map(([name, inner], index) => [
    openNames.has(name.toLowerCase()) ? name : `[name ${index + 1}]`,
    inner,
  ]);
