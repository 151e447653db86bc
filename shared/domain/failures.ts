// Why something fails: closed lists, which schemas share with code that loads none.
/** How a connection failed. The first seven happen before a byte of the request has left. */
export const reachFailures = [
  'offline',
  'name-not-resolved',
  'connection-refused',
  'tls-failed',
  /** The base URL says https, and what answers there does not. */
  'not-https',
  'connect-timeout',
  /** Close to the turn of the hour while the service's clock is unknown: the token might be for the wrong hour. */
  'clock-unknown',
  'no-answer-in-time',
  'connection-lost',
] as const;

/** Why a service refused, as far as its answer tells. For `other`, only the service's words are known. */
export const refusalReasons = [
  'credentials',
  'address',
  'permission',
  'rate',
  'credit',
  'exists',
  'not-found',
  'validation',
  'server',
  'redirect',
  'other',
] as const;

/** Why an answer could not be used. */
export const unreadableReasons = [
  'empty',
  'not-json',
  'wrong-shape',
  'too-large',
  'too-deep',
  'cut-short',
  'unsafe-text',
  /** In a content coding that was not asked for and is not known. */
  'coded',
  /** The service prints PHP's warnings in front of it. */
  'php-warnings',
  /** There is nothing at this address of the server, which says nothing of a domain. */
  'no-operation',
  /** The same in an answer about one domain that the API may have written: it says nothing of the account's address either. */
  'not-offered',
  /** Something between here and the service answered in its place: a filter, a proxy, a sign-in of the web server. */
  'blocked',
] as const;

/**
 * What prevents the operating system's keychain from answering.
 * Source: the states in which keytar was tested; see docs/threat-model.md, "Keychain".
 */
export const keychainFaults = [
  'no-bus',
  'no-service',
  'no-collection',
  'locked',
  'no-answer',
  'denied',
  'replaced',
] as const;

export const storageFaults = ['full', 'read-only', 'newer-version', 'damaged', 'busy'] as const;

/**
 * Why the team’s database does not let a change be sent. `blocked`: a session of somebody holds what it has to write. `no-password`: it was
 * not asked, because neither a person nor the keychain gave the password. `lost`: what was claimed there was not confirmed in time.
 * `too-old`: its schema is newer than this version; `old-schema`: older. `forbidden`: the person may read only. `history`: its journal is
 * not the one that was seen here. `elsewhere`: it may lack what was sent last. `rejected`: it takes nothing of this form.
 */
export const teamFaults = [
  'away',
  'blocked',
  'no-password',
  'lost',
  'too-old',
  'old-schema',
  'forbidden',
  'history',
  'elsewhere',
  'rejected',
] as const;

/** How far another member's change is that keeps one waiting. */
export const claimStates = ['held', 'sent', 'uncertain', 'bought'] as const;

/** Why a write may or may not have happened. */
export const doubts = [
  'no-complete-answer',
  'answer-not-understood',
  /** The answer says yes in one place and no in another (G1, G5). */
  'says-both',
  'server-error',
  'redirected',
  /** A refusal whose words do not rule out that it was done: a timeout, a gateway, or unknown words. */
  'unclear-refusal',
  /** As for an answer to a read. */
  'blocked',
  /** The service may still do it. */
  'pending',
  /** For a registration: an earlier attempt may have bought the name. */
  'exists',
] as const;
