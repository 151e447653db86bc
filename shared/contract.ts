import { z } from 'zod';
import { batchEvents, batchRequests } from './areas/batches.ts';
import { changeEvents, changeRequests } from './areas/changes.ts';
import { codeEvents, codeRequests } from './areas/codes.ts';
import * as s from './areas/common-schemas.ts';
import { appError } from './areas/error-schema.ts';
import { restoreRequests, upkeepEvents, upkeepRequests } from './areas/maintenance.ts';
import { portfolioEvents, portfolioRequests } from './areas/portfolio.ts';
import { sessionEvents, sessionRequests } from './areas/sessions.ts';
import { request } from './areas/startup-schemas.ts';
import { firstRequests } from './areas/startup.ts';
import { placeRisks } from './domain/backup.ts';

/** Null is the account that is active in main by then; what stands on a screen is asked for by that screen's own. */
const ofAccount = z.object({ accountId: s.accountId.nullable() });

/**
 * Everything that the page can ask of main, and the only list of it. The page's client, main's handler table and the
 * preload's route names follow from it by types: a name missing or too many on any side does not compile.
 *
 * How to add a request: docs/adding-a-request.md.
 */
export const contract = {
  accounts: {
    ...firstRequests.accounts,
    add: request(s.accountDraft, s.accountSummary),
    addPractice: request(s.nothing, s.accountSummary),
    edit: request(s.accountDraft.extend({ id: s.accountId, options: s.accountOptions }), s.accountSummary),
    /** What would go with it, and what keeps it from being removed now; null where nothing does. */
    contents: request(
      z.object({ id: s.accountId }),
      s.accountContents.extend({ inUse: appError.nullable() }),
    ),
    /**
     * Makes a backup where anything would be lost and hides the account; it is deleted for good at the next start. `typedLabel`: what a
     * person typed to confirm, null where nothing would be lost.
     */
    remove: request(
      z.object({ id: s.accountId, typedLabel: z.string().max(80).nullable() }),
      s.removedAccount,
    ),
    /** Those whose removal can be undone, the last one first. */
    removed: request(s.nothing, z.object({ accounts: z.array(s.removedAccount).max(1_000) })),
    /** Undoes a removal. */
    restore: request(z.object({ id: s.accountId }), s.accountSummary),
    /** Asks where to and writes the domains with tags and notes as CSV; `path` is null when the dialog was closed without one. */
    exportDomains: request(
      z.object({ id: s.accountId }),
      z.object({ path: z.string().max(4_096).nullable(), domains: z.number().int() }),
    ),
    select: request(z.object({ id: s.accountId }), s.accountSummary),
    test: request(z.object({ id: s.accountId }), s.connectionReport),
  },
  keys: {
    /** Opens the key window and answers when it closes. Closing it without a key changes nothing. */
    enter: request(z.object({ accountId: s.accountId, place: z.enum(['keychain', 'memory']) }), s.keyState),
    /** Reads the key from the clipboard in main and clears the clipboard. */
    fromClipboard: request(
      z.object({ accountId: s.accountId, place: z.enum(['keychain', 'memory']) }),
      s.keyState,
    ),
    forget: request(z.object({ accountId: s.accountId }), s.keyState),
  },
  status: {
    read: request(ofAccount, s.accountStatus),
    /** Asks for the credit again, which also tells whether the service can be reached. */
    refresh: request(ofAccount, s.accountStatus),
  },
  tlds: {
    list: request(
      ofAccount.extend({ refresh: z.boolean() }),
      z.object({ tlds: s.tldList, readAt: s.instant.nullable() }),
    ),
    ...firstRequests.tlds,
    saveSet: request(
      z.object({ id: z.string().max(64).nullable(), name: z.string().max(80), tlds: s.tldList }),
      s.tldSet,
    ),
    removeSet: request(z.object({ id: z.string().max(64) }), s.nothing),
  },
  search: {
    /** What the local store knows; never touches the network. `unchecked` where it knows nothing. `accountId`: null is the active one. */
    known: request(
      z.object({ accountId: s.accountId.nullable(), label: s.domainText, tlds: s.tldList }),
      z.object({ findings: z.array(s.finding) }),
    ),
    /** Asks the service. The findings arrive as `search.findings`, the end as `search.finished`. */
    start: request(
      z.object({
        searchId: z.uuid(),
        accountId: s.accountId.nullable(),
        label: s.domainText,
        tlds: s.tldList,
      }),
      z.object({ requests: z.number().int() }),
    ),
    cancel: request(z.object({ searchId: z.uuid() }), s.nothing),
    /** What was asked for from outside before the page listened to `search.requested`; handed over once, else null. */
    ...firstRequests.search,
    details: request(ofAccount.extend({ domain: s.domainText }), s.findingDetails),
  },
  ...sessionRequests,
  ...changeRequests,
  ...portfolioRequests,
  ...batchRequests,
  ...codeRequests,
  ...upkeepRequests,
  ...restoreRequests,
  clipboard: {
    copyText: request(z.object({ text: z.string().max(100_000) }), s.nothing),
  },
  settings: {
    ...firstRequests.settings,
    write: request(s.settings.partial(), s.settings),
  },
  app: {
    about: request(
      s.nothing,
      z.object({
        version: z.string(),
        electron: z.string(),
        platform: z.string(),
        workspacePath: z.string(),
        /** Why the workspace's folder is no safe place; null where nothing speaks against it. */
        placeRisk: z.enum(placeRisks).nullable(),
      }),
    ),
    /** A mistake of the page itself. Main keeps class and file names of it and drops its words; see `log/redact.ts`. */
    reportBug: request(
      z.object({ name: z.string().max(100), message: z.string().max(10_000), stack: z.string().max(50_000) }),
      z.object({ incidentId: z.string() }),
    ),
    /** All that was typed was handed over to be kept: the window may close. */
    flushed: request(s.nothing, s.nothing),
    openLink: request(z.object({ link: z.enum(['registration-lookup', 'international-names']) }), s.nothing),
  },
} as const;

/** What main tells the page unasked. */
export const events = {
  'search.findings': z.object({ searchId: z.uuid(), findings: z.array(s.finding) }),
  'search.finished': z.object({
    searchId: z.uuid(),
    /** One for each request that failed, with the TLDs it asked for. */
    failures: z.array(z.object({ tlds: s.tldList, error: appError })),
    cancelled: z.boolean(),
  }),
  /**
   * Something outside the page wants a name looked up: a second start of the application, the first look-up of
   * `npm start`. The page shows Search with this text and asks at once, as if a person had typed it and pressed Enter.
   */
  'search.requested': z.object({ text: s.domainText }),
  /** The window is about to close: what was typed and is not kept yet is handed over now, then `app.flushed` is asked. */
  'app.closing': s.nothing,
  'status.changed': s.accountStatus,
  'accounts.changed': s.nothing,
  ...sessionEvents,
  ...changeEvents,
  ...portfolioEvents,
  ...batchEvents,
  ...codeEvents,
  ...upkeepEvents,
} as const;
