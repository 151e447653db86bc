/**
 * What of a domain's state the portfolio reads, stores and shows by itself, with age and errors. What a change reads to compare
 * itself with are the `readParts` in `shared/changes/parts.ts`.
 */
export const domainParts = ['lock', 'nameservers', 'contacts'] as const;

/**
 * The texts that a person writes about a domain: members of `domainEntry` and columns of the database that are empty at first.
 * The list's search, the export, the counts of what is lost with domains, and the domain's page follow from this list.
 */
export const ownTexts = ['client', 'note'] as const;
export type OwnText = (typeof ownTexts)[number];
/** In characters. */
export const longestClient = 100;
/** In characters. */
export const longestOwnTexts: Readonly<Record<OwnText, number>> = { client: longestClient, note: 10_000 };

/** A client's name as names are compared: case, spaces and punctuation make no other client. */
export const plainClient = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\s]+/gu, '');

/** What is taken from a column of a file. `tld`: of a file that has it beside the name. `status`: whether the domain is held still. */
export const importFields = [
  ...(['domain', 'tld', 'expires', 'lock', 'nameservers', 'tags'] as const),
  ...ownTexts,
  ...(['archived', 'status'] as const),
] as const;
export type ImportField = (typeof importFields)[number];

/**
 * The fields that a person is asked about where two columns could hold them, as the wrong one would do harm, with their words for
 * questions. Of any other field the first column is taken.
 */
export const askedFields: Readonly<Partial<Record<ImportField, string>>> = {
  domain: 'the domains',
  expires: 'the expiry date',
  lock: 'the lock',
  client: 'the client',
  status: 'the status',
};

/**
 * What is told of a domain beside its changes, the differences that refreshes found, and the requests for its code: `import`s, `edit`s
 * by a person, what its `registry` showed first or otherwise than before, and what may have been paid for `elsewhere`.
 */
export const eventKinds = ['import', 'edit', 'registry', 'elsewhere'] as const;
/** The values that these are about. `registered`: the day; `registrar`: it left for another one. */
export const eventFields = [
  'expires',
  'registered',
  'registrar',
  'tags',
  'archived',
  'lock',
  'nameservers',
  ...ownTexts,
] as const;

/** What an import makes of a row. */
export const rowResults = ['new', 'changed', 'unchanged', 'skipped'] as const;
export type RowResultKind = (typeof rowResults)[number];

/**
 * Where the expiry of a domain can be known from. Where two were observed at the same instant, the one that is named first is shown.
 *
 * - `registry`: the registry's own date, as it answered.
 * - `registrar`: the registrar's date, as the registry shows it beside its own.
 * - `sync`: the service told it in answer to a sync.
 * - `typed`: entered by hand.
 * - `import`: from a file.
 * - `sample`: the practice account's own.
 * - `expected`: calculated from a renewal or registration made here; no service has confirmed it, and it is never shown as known.
 */
export const expirySources = [
  'registry',
  'registrar',
  'sync',
  'typed',
  'import',
  'sample',
  'expected',
] as const;
