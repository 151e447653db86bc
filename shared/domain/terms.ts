// The closed lists and limits that schemas share with the page and with the start of main, which load no schema.

const buyableKinds = ['available', 'premium'] as const;
const otherKinds = ['taken', 'reserved', 'invalid', 'unknown', 'unchecked'] as const;

/** The kinds of findings for one name under one TLD. Code, screens and files use these same words. */
export const findingKinds = [...buyableKinds, ...otherKinds] as const;

/** How a name is shown: as it was found, or as the user's own, whatever was found. No finding is ever `yours`. */
export const shownKinds = [...buyableKinds, 'yours', ...otherKinds] as const;

/** Why a requested name has no usable answer. */
export const unknownCauses = [
  'not-in-answer',
  'no-decision',
  'error-in-answer',
  'refused',
  'unreachable',
  'unreadable',
  'no-key',
  'cancelled',
] as const;

export const sessionSorts = ['entered', 'name', 'length', 'available', 'register', 'renew'] as const;

/** The maximum number of cells in a session of `names` × `tlds`. The index of a cell is `row * tlds + column`. */
export const mostCells = 20_000_000;
/** How many cells' prices are read at once. */
export const mostPricedCells = 10_000;
export const mostNames = 1_000_000;
export const mostTlds = 2_000;

/** The most TLDs of a service's own list; about 1,500 are delegated, and services list names below some of them too. */
export const mostListedTlds = 10_000;
/** The maximum number of changes that a comparison of sessions lists individually. */
export const mostChanges = 5_000;

export const mostBatchRows = 20_000;

/** The longest texts of an account, in characters. */
export const longestInAccount = { label: 80, baseUrl: 2_048, username: 320 } as const;

export const accountColours = ['blue', 'teal', 'green', 'amber', 'orange', 'red', 'pink', 'violet'] as const;

/** A limit's sum as it is typed and stored: decimal text, never a float. */
export const limitSumPattern = /^\d{1,12}(\.\d{1,4})?$/;
export const mostLimitCount = 1_000_000;

/**
 * What of a domain's state the portfolio reads, stores and shows by itself, with age and errors. What a change reads to compare
 * itself with are the `readParts` in `shared/changes/parts.ts`.
 */
export const domainParts = ['lock', 'nameservers', 'contacts'] as const;

/**
 * The texts that a person writes about a domain: members of `domainEntry` and columns of the database that are empty at first.
 * The list's search, the export, the counts of what is lost with domains, and the domain's page follow from this list.
 */
export const ownTexts = ['note'] as const;
export type OwnText = (typeof ownTexts)[number];

/** The purpose for which a transfer code is requested: the clipboard, the code window, or an encrypted file. */
export const requestActions = ['copy', 'reveal', 'save'] as const;

/**
 * What is done with a transfer code. Without a request to the service: `copy-shown`, the code shown in the code window
 * was copied; `show-saved`, a code from an encrypted file was shown there.
 */
export const codeActions = [...requestActions, 'copy-shown', 'show-saved'] as const;

/** The most domains whose codes go into one file. */
export const mostCodesInFile = 20_000;

/**
 * The outcome of requesting a code. `emailed`: the service said that it was sent to the registrant. `unclear`: an
 * answer without a recognisable code. `no-answer`: requested, without a complete answer; `not-sent`: not a byte left.
 */
export const codeOutcomes = ['code', 'emailed', 'refused', 'unclear', 'no-answer', 'not-sent'] as const;

/** Why a copy of the workspace was made. `removal`: before an account was removed. */
export const backupReasons = ['daily', 'by-hand', 'migration', 'restore', 'removal'] as const;

/**
 * Why what was done may not be known. `damaged`: the workspace could not be read, and a backup replaced it; `older`: its file is
 * older than what was sent; `other-workspace`: another workspace of the user has paid with the same login.
 */
export const restoreReasons = ['asked', 'damaged', 'older', 'other-workspace'] as const;

/** What a restore keeps where it is stricter than in the backup. */
export const keptGuards = ['limits', 'app-lock', 'unread'] as const;

/**
 * How far the journal of the replaced file could be read and carried over.
 *
 * - `whole`: completely: nothing is missing.
 * - `in-part`: up to an entry; what came after it is not known.
 * - `unreadable`: nothing.
 * - `apart`: it does not continue the journal of the backup, so nothing of it can be added.
 */
export const chainReadings = ['whole', 'in-part', 'unreadable', 'apart'] as const;

/** Why an update failed. `signature`: it was not signed by the publisher of this application, and was deleted. */
export const updateFaults = ['unreachable', 'unreadable', 'signature', 'storage', 'older'] as const;

/**
 * The status of updates. `available`: there is a newer version that was not downloaded; `ready`: it was downloaded, and
 * waits for the user and for active work.
 */
export const updateStatuses = [
  'off',
  'idle',
  'checking',
  'available',
  'downloading',
  'ready',
  'failed',
] as const;

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
] as const;

export const storageFaults = ['full', 'read-only', 'newer-version', 'damaged', 'busy'] as const;

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
  /** The service may still do it. */
  'pending',
  /** For a registration: an earlier attempt may have bought the name. */
  'exists',
] as const;

/** The minimum length of a passphrase, in characters. Whoever finds the file can try as many as they like. */
export const shortestPassphrase = 12;
export const longestPassphrase = 1_000;

/** The maximum number of nameservers in one change. */
export const mostNameservers = 13;
export const longestPeriodYears = 10;

/** The ten fields of a contact. Source: Domain Reseller API v2.2, "Contact set". */
export const contactFieldNames = [
  'Contact_Name',
  'Company_Name',
  'Address_1',
  'Address_2',
  'City',
  'State',
  'ZIP_code',
  'Country',
  'Phone',
  'Email',
] as const;

const contactFieldLabels: ReadonlyMap<string, string> = new Map<(typeof contactFieldNames)[number], string>([
  ['Contact_Name', 'Name'],
  ['Company_Name', 'Company'],
  ['Address_1', 'Address 1'],
  ['Address_2', 'Address 2'],
  ['City', 'City'],
  ['State', 'State'],
  ['ZIP_code', 'Postcode'],
  ['Country', 'Country'],
  ['Phone', 'Phone'],
  ['Email', 'E-mail'],
]);

/** The label of a documented field of a contact; any other field keeps the service's name. */
export const contactLabelOf = (name: string): string => contactFieldLabels.get(name) ?? name;
