// The bounds of what is typed, sent and stored, which schemas share with the page and with the start of main, which load no schema.
/** The maximum number of cells in a session of `names` × `tlds`. The index of a cell is `row * tlds + column`. */
export const mostCells = 20_000_000;
/** How many cells' prices are read at once. */
export const mostPricedCells = 10_000;
export const mostNames = 1_000_000;
export const mostTlds = 2_000;

/** The most TLDs of a service's own list; about 1,500 are delegated, and services list names below some of them too. */
export const mostListedTlds = 10_000;

/** The most changes of one answer. */
export const mostListedChanges = 5_000;

/** The most cells to which a session is narrowed down because they changed since another one. */
export const mostChangedCells = 100_000;

export const mostBatchRows = 20_000;

/**
 * Where automatic ends, which protects a service that never says that it is too much. The places are the connections of
 * `transport/reads.ts`.
 */
export const hardCeilings = { concurrency: 64, requestsPerSecond: 200 } as const;

/** How many lines of the activity one request reads. */
export const mostActivityLines = 200;
/** How many batches can be unfolded in it. */
export const mostUnfolded = 100;

/** The longest texts of an account, in characters. */
export const longestInAccount = { label: 80, baseUrl: 2_048, username: 320 } as const;

/** A limit's sum as it is typed and stored: decimal text, never a float. */
export const limitSumPattern = /^\d{1,12}(\.\d{1,4})?$/;
export const mostLimitCount = 1_000_000;

/** The most domains whose codes go into one file. */
export const mostCodesInFile = 20_000;

/** What a restore keeps where it is stricter than in the backup. */
export const keptGuards = ['limits', 'app-lock', 'unread'] as const;

/** The minimum length of a passphrase, in characters. Whoever finds the file can try as many as they like. */
export const shortestPassphrase = 12;
export const longestPassphrase = 1_000;

/** Why a passphrase is not taken for a file of codes; null where it is. */
export function passphraseFault({ length }: string): string | null {
  if (length < shortestPassphrase)
    return `The passphrase must have at least ${shortestPassphrase} characters`;
  return length <= longestPassphrase
    ? null
    : `The passphrase can have at most ${longestPassphrase} characters`;
}

/** The maximum number of nameservers in one change. */
export const mostNameservers = 13;
export const longestPeriodYears = 10;

/** How many views of lists can be saved under names. */
export const mostSavedViews = 200;
/** In characters. */
export const longestViewName = 60;
/** How many names an account can watch: each is looked up once a day. */
export const mostWatchedNames = 1_000;

/** How many price lists are kept of a name; the oldest go first. */
export const mostSeenPrices = 100;
/** For how many names one request says how their prices changed. */
export const mostFlaggedNames = 1_000;

/** How many cells assistants may have looked up in 24 hours, over all accounts (H18). */
export const assistantCellsADay = 2_000;
/** How many sessions of assistants are kept; the oldest go first. */
export const mostAssistantSessions = 50;
