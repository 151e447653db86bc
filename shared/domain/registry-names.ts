/** Each way in which a registry shows no expiry. */
export const registryMisses = [
  'no-server',
  'no-expiry',
  'placeholder',
  'redacted',
  'not-found',
  'limited',
  'refuses',
  'unreachable',
  'not-understood',
  'wrong-name',
] as const;
/** What a registry shows that needs a person, the most urgent first; kinds of rows in Today as well. */
export const registryStates = [
  'transfer-pending',
  'registrar-changed',
  'lock-not-shown',
  'being-deleted',
  'on-hold',
] as const;
/** Why a registry's reading does not prove a change yet, and a later one may. */
export const notYetReasons = [
  'unchanged',
  'no-answer',
  'not-in-account',
  'account-not-read',
  'another-registrant',
  'registrant-not-known',
  'clock',
] as const;

/** Why no reading of a registry can prove a change. */
export const cannotReasons = [
  'no-baseline',
  'baseline-old',
  'expired',
  'auto-renewed',
  'renewed-since',
  'renewed-before',
  'transferred',
  'other-registration',
  'other-date',
  'no-last-changed',
  'changed-before',
  'baseline-clock',
  'registered-before',
  'registered-later',
  'another-registrar',
] as const;

/** IANA's list of the registries' servers. */
export const ianaBootstrap = 'https://data.iana.org/rdap/dns.json';

const onThisComputer = /^https?:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?(\/\S*)?$/i;

/** Whether an address is of this computer itself. */
export const isLoopback = (url: string): boolean => onThisComputer.test(url);

/** Whether a registry, or the list of their servers, may be at this address: HTTPS, or plain http on this computer; no user, no password. */
export const isSafeAddress = (url: string): boolean =>
  isLoopback(url) || /^https:\/\/[^\s/?#@\\]+(\/[^\s\\]*)?$/i.test(url);
