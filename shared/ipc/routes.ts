// `import type` and not `{ type … }`, which would leave an import of the schemas behind in the preload.
import type { Area, EventName, Method } from './types.ts';

/**
 * The names of all requests, without their schemas, so that the preload stays small (the schemas weigh 170 kB).
 * `{ [name]: true }` rather than lists: an object type that leaves a name out, or adds one, does not compile.
 */
type RouteTable = { readonly [A in Area]: { readonly [M in Method<A>]: true } };

export const routes = {
  accounts: { list: true, add: true, addPractice: true, edit: true, remove: true, select: true, test: true },
  keys: { enter: true, fromClipboard: true, forget: true },
  status: { read: true, refresh: true },
  tlds: { list: true, sets: true, saveSet: true, removeSet: true },
  search: { known: true, start: true, cancel: true, takeRequested: true, details: true },
  intake: {
    readText: true,
    readBytes: true,
    chooseFile: true,
    reread: true,
    count: true,
    generate: true,
    discard: true,
  },
  sessions: {
    list: true,
    estimate: true,
    create: true,
    rename: true,
    remove: true,
    pause: true,
    resume: true,
    stop: true,
    askAgain: true,
    runAgain: true,
    compare: true,
    open: true,
    close: true,
    cell: true,
    row: true,
    shortlist: true,
    saveView: true,
  },
  exports: { toFile: true, toClipboard: true, cancel: true },
  changes: {
    prepare: true,
    apply: true,
    list: true,
    find: true,
    lastOf: true,
    send: true,
    readBack: true,
    settle: true,
    withdraw: true,
    personal: true,
    health: true,
    exportJournal: true,
  },
  domains: {
    list: true,
    find: true,
    add: true,
    tag: true,
    note: true,
    tellExpiry: true,
    archive: true,
    remove: true,
    readAgain: true,
    cancelReading: true,
    readContacts: true,
    children: true,
    tellChild: true,
    forgetChild: true,
    usersOf: true,
  },
  templates: { list: true, save: true, remove: true },
  drafts: { read: true, save: true, remove: true, list: true },
  plans: {
    list: true,
    find: true,
    prepare: true,
    rows: true,
    leaveOut: true,
    readAgain: true,
    apply: true,
    pause: true,
    resume: true,
    stop: true,
    remove: true,
  },
  codes: {
    take: true,
    accesses: true,
    now: true,
    clearClipboard: true,
    saveMany: true,
    savings: true,
    savingRows: true,
    stopSaving: true,
  },
  backups: { list: true, make: true, verify: true, since: true, restore: true },
  updates: { read: true, check: true, download: true, install: true },
  diagnostics: { log: true, deviations: true, bundle: true, saveBundle: true },
  clipboard: { copyText: true },
  settings: { read: true, write: true },
  app: { about: true, reportBug: true, openLink: true },
} as const satisfies RouteTable;

export const eventNames = {
  'search.findings': true,
  'search.finished': true,
  'search.requested': true,
  'status.changed': true,
  'accounts.changed': true,
  'sessions.changed': true,
  'exports.progress': true,
  'exports.finished': true,
  'changes.changed': true,
  'changes.health': true,
  'domains.changed': true,
  'domains.reading': true,
  'plans.changed': true,
  'codes.changed': true,
  'codes.saving': true,
  'updates.changed': true,
} as const satisfies Readonly<Record<EventName, true>>;

/** The channel on which a request travels. */
export const channelOf = (area: string, method: string): string => `namedesk:${area}.${method}`;

/** The channel on which an event travels. */
export const eventChannelOf = (name: string): string => `namedesk-event:${name}`;
