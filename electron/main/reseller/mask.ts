import { toUnicode } from '#shared/domain/domain-name.ts';
import type { Secret } from '../system/secret.ts';
import { cut } from '../system/texts.ts';
import { isArray, isObject, isOpenName, isWordName, type Json, parseJson, withTexts } from './json.ts';
import { textsIn } from './form.ts';
import type { Answers, Call } from './operation.ts';
import { outcomeWords } from './refusals.ts';
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

/**
 * The answer as stored for the user to inspect: masked, 64 KiB at most; empty if there was none.
 *
 * @param known See {@link namesIn}.
 */
export function maskedAnswer(reply: Reply, answers: Answers, known: readonly string[] = []): string {
  if (reply.kind !== 'answered') return '';
  const { text, body } = reply;
  if (answers === 'open') return cut(text, maxAnswerLength);
  return body === undefined ? maskedText(text, answers, known) : maskedBody(body, answers, known);
}

function maskedText(text: string, answers: Answers, known: readonly string[]): string {
  const isOneSentence = answers === 'outcome' && text.length <= maxSaidLength && !/["'<>{}[\]]/.test(text);
  return isOneSentence
    ? outcomeWords(sanitize(text, []), known)
    : `[${text.length} characters that are not JSON]`;
}

const maskedBody = (body: Json, answers: Answers, known: readonly string[]): string =>
  cut(
    JSON.stringify(maskValues(body, answers === 'outcome' ? (text) => outcomeWords(text, known) : maskText)),
    maxAnswerLength,
  );

const maskText = (text: string): string => (openWords.has(text) ? text : masked);

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

/** The names that a call sends, as A-labels and in Unicode, in lower case: an answer may repeat them. */
export function namesIn({ path, form }: Call): readonly string[] {
  return [...path, ...textsIn(form ?? [])]
    .filter((text) => text.includes('.'))
    .flatMap((name) => [name.toLowerCase(), toUnicode(name).toLowerCase()]);
}

/** The words of `secrets`, in lower case. */
export const wordsOf = (secrets: readonly Secret[]): ReadonlySet<string> =>
  new Set(
    secrets.flatMap((secret) =>
      secret
        .reveal()
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    ),
  );

/** As they were sent. */
export const valuesOf = (secrets: readonly Secret[]): readonly string[] =>
  secrets.map((secret) => secret.reveal());

/** `text` with every occurrence of `secrets` masked, except for very short ones. */
export function redactSecrets(text: string, secrets: readonly Secret[]): string {
  return secrets
    .map((secret) => secret.reveal())
    .filter((value) => value.length >= minSecretLength && text.includes(value))
    .reduce((rest, value) => rest.replaceAll(value, masked), text);
}

/** How a secret may be spelled in an answer. */
interface Spellings {
  /** As it is, and what Base64 makes of it at each of the three alignments, in both alphabets. */
  readonly plain: readonly string[];
  /** Each of its characters as it is, or as JSON, HTML or a URL writes it, and that again in one of the others. */
  readonly encoded: RegExp;
}

/** Longer than this, a secret in Base64 is no accident. */
const minBase64Length = 8;
const spellings = new WeakMap<Secret, Spellings>();

function spellingsOf(secret: Secret): Spellings {
  const known = spellings.get(secret);
  if (known !== undefined) return known;
  const value = secret.reveal();
  const base64 = value.length < minBase64Length ? [] : [0, 1, 2].flatMap((offset) => base64At(value, offset));
  const plain = [...new Set([value, ...base64])];
  const forms = [Array.from(value, anySpelling).join(''), ...base64.map(escapedSigns)];
  const encoded = new RegExp(forms.join('|'), 'g');
  const made = { plain, encoded };
  spellings.set(secret, made);
  return made;
}

/** What is the same whatever stands before and after it. */
function base64At(value: string, offset: number): readonly string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const text = bytes
    .toString('base64')
    .slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}

const names: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb',
  '\\': 'bsol',
  ']': 'rsqb',
  '^': 'Hat',
  _: 'lowbar',
  '`': 'grave',
  '{': 'lcub',
  '|': 'vert',
  '}': 'rcub',
};

/** A pattern for one character in all its spellings. Each may be escaped again, some times. */
function anySpelling(sign: string): string {
  const hex = (text: string): string =>
    text.replace(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`);
  const units = Array.from({ length: sign.length }, (_, at) =>
    sign.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const bytes = Array.from(Buffer.from(sign), (byte) => byte.toString(16).padStart(2, '0'));
  const point = sign.codePointAt(0) ?? 0;
  const name = names[sign];
  const entity = [
    `#0{0,6}${point}`,
    `#[xX]0{0,6}${hex(point.toString(16))}`,
    ...(name === undefined ? [] : [name]),
  ];
  return `(?:\\\\{0,4}${literal(sign)}|${units.map((unit) => `\\\\{1,4}u${hex(unit)}`).join('')}|${bytes
    .map((byte) => `(?:%|\\\\{1,4}u0025)(?:25){0,3}${hex(byte)}`)
    .join('')}|(?:&|\\\\{1,4}u0026)(?:amp;){0,3}(?:${entity.join('|')});?)`;
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Base64 has three signs that JSON, HTML and URLs may write otherwise. */
const escapedSigns = (text: string): string =>
  Array.from(text, (sign) => (/\w/.test(sign) ? sign : anySpelling(sign))).join('');

/** Whether a text may spell a character of a secret otherwise than as it is. */
const mayBeEncoded = (text: string): boolean => /[&%]|\\(?:u00[2-7]|["\\/])/i.test(text);

/**
 * `text` without `secrets` in any of their spellings (G9): as it stands and, where it is JSON that hides characters, in every
 * decoded text and name as well.
 */
export function redactSpellings(text: string, secrets: readonly Secret[]): string {
  const rest = redactedOnce(text, secrets);
  if (!/\\u00[2-7]/i.test(rest)) return rest;
  return parseJson(rest).ok ? withTexts(rest, (inner) => redactedOnce(inner, secrets)) : rest;
}

function redactedOnce(text: string, secrets: readonly Secret[]): string {
  return secrets
    .filter((secret) => secret.reveal().length >= minSecretLength)
    .map(spellingsOf)
    .reduce((rest, { plain, encoded }) => {
      const found = plain.filter((form) => rest.includes(form));
      const without = found.reduce((before, form) => before.replaceAll(form, masked), rest);
      return mayBeEncoded(without) ? without.replace(encoded, masked) : without;
    }, text);
}

/** As {@link redactSpellings}, for an answer that is not decoded here; returns the same bytes if it contains no secret. */
export function redactSecretBytes(
  bytes: Uint8Array<ArrayBuffer>,
  secrets: readonly Secret[],
): Uint8Array<ArrayBuffer> {
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isSuspect =
    hidesCharacters(answer) ||
    secrets.some(
      (secret) =>
        secret.reveal().length >= minSecretLength &&
        spellingsOf(secret).plain.some((form) => answer.includes(form)),
    );
  if (!isSuspect) return bytes;
  const text = answer.toString('utf8');
  const redacted = redactSpellings(text, secrets);
  return redacted === text ? bytes : Buffer.from(redacted);
}

const ampersand = '&'.charCodeAt(0);
const percent = '%'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);

/** As {@link mayBeEncoded}, without decoding: the escapes of other scripts, which every list of such names has, are skipped. */
function hidesCharacters(answer: Buffer): boolean {
  if (answer.includes(ampersand) || answer.includes(percent)) return true;
  for (let at = answer.indexOf(backslash); at !== -1; at = answer.indexOf(backslash, at + 2)) {
    const escape = answer.toString('latin1', at + 1, at + 5);
    if (/^(?:["\\/]|u00[2-7])/i.test(escape)) return true;
  }
  return false;
}

/**
 * Masks every text and number, and every name that is no word of the interface: a code or a person's name may be used as one.
 * Keeps the structure.
 *
 * @param words Applied to texts under names that say something about the outcome. Everything below another name is masked.
 */
function maskValues(value: Json, words: (text: string) => string): Json {
  if (isArray(value)) return value.map((inner) => maskValues(inner, words));
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, inner], index): [string, Json] => {
      const below = isWordName(name) ? words : maskText;
      return [
        isOpenName(name) || isMaskedName(name) ? name : `[name ${index + 1}]`,
        maskValues(inner, below),
      ];
    });
    return Object.fromEntries(members);
  }
  if (typeof value === 'string') return openWords.has(value) ? value : words(value);
  return typeof value === 'number' ? maskedNumber(value, words) : value;
}

const isMaskedName = (name: string): boolean => /^\[name \d+\]$/.test(name);

/** A short number beside words is a status; any other may be a part of a code or a phone number. */
const maskedNumber = (value: number, words: (text: string) => string): Json =>
  words(String(value)) === String(value) ? value : masked;
