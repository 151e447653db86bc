import { z } from 'zod';
import { batchEvents } from './areas/batches.ts';
import { changeEvents } from './areas/changes.ts';
import { codeEvents, codeRequests } from './areas/codes.ts';
import * as s from './areas/common-schemas.ts';
import { appError } from './areas/error-schema.ts';
import { restoreRequests, upkeepEvents, upkeepRequests } from './areas/maintenance.ts';
import { domainImportEvents, domainImportRequests } from './areas/domain-imports.ts';
import { portfolioEvents, portfolioRequests } from './areas/portfolio.ts';
import { sessionEvents, sessionRequests } from './areas/sessions.ts';
import { request, startupRequests } from './areas/startup-schemas.ts';
import { delegationRequests } from './areas/delegation.ts';
import { watchingEvents } from './areas/watching.ts';
import { teamEvents } from './areas/team.ts';
import { todayEvents } from './areas/today.ts';
import { menuShortcuts } from './domain/shortcuts.ts';

/** Null means the account that is active in main at that time; screens pass the id of the account that they show. */
const ofAccount = z.object({ accountId: s.accountId.nullable() });

const startAtLogin = z.object({ state: z.enum(['on', 'off', 'unavailable']) });

/**
 * The contract: every request that the page can make of main, and the only list of them. The types of the page's
 * client, of main's handler table and of the preload's route names are derived from it: a missing or extra name on any
 * side does not compile.
 *
 * How to add a request: docs/adding-a-request.md.
 */
export const contract = {
  accounts: {
    ...startupRequests.accounts,
    add: request(s.accountDraft, s.accountSummary),
    /** The practice account, with sample domains where it is made by this; the existing one, if there is one. */
    addPractice: request(s.nothing, s.accountSummary),
    /** Restores the practice service, and replaces all domains of the practice account by the samples. */
    resetPractice: request(z.object({ id: s.accountId }), s.nothing),
    edit: request(
      s.accountDraft.extend({
        id: s.accountId,
        options: s.accountOptions,
        /** What a person said of another address or user: the same service at a new one. Another service unless given. */
        isSameService: z.boolean().optional(),
      }),
      s.accountSummary,
    ),
    /** What would be removed with the account, and what prevents the removal now; null if nothing does. */
    contents: request(
      z.object({ id: s.accountId }),
      s.accountContents.extend({ inUse: appError.nullable() }),
    ),
    /**
     * Hides the account, after a backup if anything would be lost; it is deleted for good at the next start.
     * `typedLabel`: what a person typed to confirm, null if nothing would be lost.
     */
    remove: request(
      z.object({ id: s.accountId, typedLabel: z.string().max(80).nullable() }),
      s.removedAccount,
    ),
    /** The accounts whose removal can be undone, most recently removed first. */
    removed: request(s.nothing, z.object({ accounts: z.array(s.removedAccount).max(1_000) })),
    /** Undoes a removal. */
    restore: request(z.object({ id: s.accountId }), s.accountSummary),
    /**
     * Asks for a file and writes the domains with tags and notes as CSV; `path` is null if the dialog was cancelled.
     */
    exportDomains: request(
      z.object({ id: s.accountId }),
      z.object({ path: z.string().max(4_096).nullable(), domains: z.number().int() }),
    ),
    select: request(z.object({ id: s.accountId }), s.accountSummary),
    test: request(z.object({ id: s.accountId }), s.connectionReport),
  },
  keys: {
    /** Opens the key window and answers when it closes. Closing it without a key changes nothing. */
    enter: request(z.object({ accountId: s.accountId, place: z.enum(['keychain', 'memory']) }), s.keyTaken),
    /** Reads the key from the clipboard in main and clears the clipboard. */
    fromClipboard: request(
      z.object({ accountId: s.accountId, place: z.enum(['keychain', 'memory']) }),
      s.keyTaken,
    ),
    /** The answer to what could not be tried: the key that was given last is used, or forgotten. */
    decide: request(z.object({ accountId: s.accountId, isUsed: z.boolean() }), s.keyTaken),
    forget: request(z.object({ accountId: s.accountId }), s.keyState),
  },
  status: {
    read: request(ofAccount, s.accountStatus),
    /** Reads the credit again, which also shows whether the service is reachable. */
    refresh: request(ofAccount, s.accountStatus),
  },
  tlds: {
    list: request(
      ofAccount.extend({ refresh: z.boolean() }),
      z.object({ tlds: s.tldList, readAt: s.instant.nullable() }),
    ),
    ...startupRequests.tlds,
    saveSet: request(
      z.object({ id: z.string().max(64).nullable(), name: z.string().max(80), tlds: s.tldList }),
      s.tldSet,
    ),
    removeSet: request(z.object({ id: z.string().max(64) }), s.nothing),
  },
  search: {
    /**
     * Findings from the local store only; never uses the network. `unchecked` if there is none. `accountId`: null is
     * the active one.
     */
    known: request(
      z.object({ accountId: s.accountId.nullable(), label: s.domainText, tlds: s.tldList }),
      z.object({ findings: z.array(s.finding) }),
    ),
    /** Looks the names up at the service. The findings arrive as `search.findings`, the end as `search.finished`. */
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
    /** The lookup requested from outside before the page listened to `search.requested`; returned once, then null. */
    ...startupRequests.search,
    details: request(ofAccount.extend({ domain: s.domainText }), s.findingDetails),
  },
  ...sessionRequests,
  ...portfolioRequests,
  ...domainImportRequests,
  ...codeRequests,
  ...delegationRequests,
  ...upkeepRequests,
  ...restoreRequests,
  clipboard: {
    copyText: request(z.object({ text: z.string().max(100_000) }), s.nothing),
  },
  settings: {
    ...startupRequests.settings,
    write: request(s.settings.partial(), s.settings),
  },
  /** How lists were left, to be found again after a restart. Sessions store their own, with `sessions.saveView`. */
  listViews: {
    read: request(s.nothing, z.object({ views: s.listViews, saved: s.savedViews })),
    save: request(z.object({ views: s.listViews.min(1) }), s.nothing),
    /**
     * Saves a view under its name, in place of the one that has it. `before`: it had this name until now. Fails with
     * `invalid-input` where there are as many as there can be.
     */
    put: request(z.object({ view: s.savedView, before: s.savedViewName.nullable() }), s.nothing),
    remove: request(s.savedViewName, s.nothing),
  },
  /** The lock of the application. While it is locked, main refuses every request but a few: see `app-lock.ts`. */
  appLock: {
    /** `means`: how it is unlocked. */
    read: request(s.nothing, z.object({ isLocked: z.boolean(), means: z.enum(['touch-id', 'keychain']) })),
    /** Changes nothing where the lock is off. */
    lock: request(s.nothing, s.nothing),
    /** Asks the user by the system's own means. */
    unlock: request(s.nothing, s.nothing),
    /** Loads the page again: while it was locked, it was refused what it shows. */
    drawAnew: request(s.nothing, s.nothing),
  },
  app: {
    about: request(
      s.nothing,
      z.object({
        version: z.string(),
        electron: z.string(),
        platform: z.string(),
        workspacePath: z.string(),
        /** The package was made with another runtime than the official one: for trying it, not for work. */
        isTrial: z.boolean(),
        /**
         * Why the workspace's folder is not a safe location: it is on another computer, or a sync program copies it to
         * others. Null if no risk is known.
         */
        placeRisk: z.enum(['network', 'synced']).nullable(),
      }),
    ),
    /**
     * Reports a bug of the page. Main stores the class and file names and drops the message; see
     * `electron/main/system/log.ts`.
     */
    reportBug: request(
      z.object({ name: z.string().max(100), message: z.string().max(10_000), stack: z.string().max(50_000) }),
      z.object({ incidentId: z.string() }),
    ),
    /** The page has handed over all unsaved input: the window may close. */
    flushed: request(s.nothing, s.nothing),
    openLink: request(
      z.object({ link: z.enum(['registration-lookup', 'international-names', 'newest-version']) }),
      s.nothing,
    ),
    /** Shows a file in its folder: one that this run has written where a person chose to have it, and no other. */
    showInFolder: request(z.object({ path: z.string().max(4_096) }), s.nothing),
    /** What a file is opened for that a person handed to the application and that waits for the page; null: there is none. */
    handedFile: request(s.nothing, z.object({ kind: z.enum(['domains', 'codes']).nullable() })),
    /** Whether the system starts the application when its user logs in; `unavailable`: not of a copy that is not installed. */
    startAtLogin: request(s.nothing, startAtLogin),
    setStartAtLogin: request(z.object({ isOn: z.boolean() }), startAtLogin),
  },
} as const;

/** Events that main sends to the page. */
export const events = {
  'search.findings': z.object({ searchId: z.uuid(), findings: z.array(s.finding) }),
  'search.finished': z.object({
    searchId: z.uuid(),
    /** One for each failed request, with the TLDs that it asked for. */
    failures: z.array(z.object({ tlds: s.tldList, error: appError })),
    cancelled: z.boolean(),
  }),
  /**
   * A lookup requested from outside the page: by a second start of the application, or by the startup smoke check of
   * `npm start`. The page shows Search with this text and looks it up at once, as if a person had typed it and pressed
   * Enter.
   */
  'search.requested': z.object({ text: s.domainText }),
  /** The window is about to close: the page hands over its unsaved input now, then requests `app.flushed`. */
  'app.closing': s.nothing,
  /** A person opened a file with the application: it waits for the page. */
  'app.fileHanded': s.nothing,
  /** The application was locked or unlocked. */
  'appLock.changed': z.object({ isLocked: z.boolean() }),
  /** An entry of the application menu was chosen that stands for a shortcut. */
  'menu.chosen': z.object({ shortcut: z.enum(menuShortcuts) }),
  /** A notification about a list of work was clicked: the page shows it. */
  'work.opened': z.object({ kind: z.enum(['session', 'batch', 'codes', 'reading']), id: z.string().max(64) }),
  'status.changed': s.accountStatus,
  'accounts.changed': s.nothing,
  /** By another than the page: a command line. Also once the application is unlocked, since it may have missed one. */
  'settings.changed': s.nothing,
  ...sessionEvents,
  ...changeEvents,
  ...portfolioEvents,
  ...domainImportEvents,
  ...batchEvents,
  ...codeEvents,
  ...watchingEvents,
  ...upkeepEvents,
  ...todayEvents,
  ...teamEvents,
} as const;
