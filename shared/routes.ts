// `import type` and not `{ type … }`, which would leave an import of the schemas in the preload.

import type { z } from 'zod';
import type { contract, events } from './contract.ts';
import type { Result } from './result.ts';

/**
 * The names of all requests, without their schemas, so that the preload stays small (the schemas are 170 kB). `{
 * [name]: true }` instead of lists: an object type with a missing or extra name does not compile.
 */
type RouteTable = { readonly [A in Area]: { readonly [M in Method<A>]: true } };

export const routes = {
  accounts: {
    list: true,
    add: true,
    addPractice: true,
    edit: true,
    contents: true,
    remove: true,
    removed: true,
    restore: true,
    exportDomains: true,
    select: true,
    test: true,
  },
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
    prepareAgain: true,
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
  limits: { used: true },
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
  restored: { read: true, rows: true, acknowledge: true },
  updates: { read: true, check: true, download: true, install: true },
  diagnostics: { log: true, deviations: true, bundle: true, saveBundle: true },
  clipboard: { copyText: true },
  settings: { read: true, write: true },
  app: { about: true, reportBug: true, flushed: true, openLink: true },
} as const satisfies RouteTable;

export const eventNames = {
  'search.findings': true,
  'search.finished': true,
  'search.requested': true,
  'app.closing': true,
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

/** The IPC channel of a request. */
export const channelOf = (area: string, method: string): string => `namedesk:${area}.${method}`;

/** The IPC channel of an event. */
export const eventChannelOf = (name: string): string => `namedesk-event:${name}`;

// `import type` and not `{ type … }`, which would leave an import of the schemas in the page.

type Contract = typeof contract;
type Area = keyof Contract;
type Method<A extends Area> = keyof Contract[A];

type Schemas<A extends Area, M extends Method<A>> = Contract[A][M] extends {
  readonly input: infer I extends z.ZodType;
  readonly output: infer O extends z.ZodType;
}
  ? { readonly input: z.input<I>; readonly parsed: z.output<I>; readonly output: z.output<O> }
  : never;

/** What a caller passes. */
export type Input<A extends Area, M extends Method<A>> = Schemas<A, M>['input'];
/** What a handler gets: parsed by the schema guard. */
export type Parsed<A extends Area, M extends Method<A>> = Schemas<A, M>['parsed'];
export type Output<A extends Area, M extends Method<A>> = Schemas<A, M>['output'];

/** The page's client for main: one function for each request; failures are values. */
export type Client = {
  readonly [A in Area]: {
    readonly [M in Method<A>]: (input: Input<A, M>) => Promise<Result<Output<A, M>>>;
  };
};

/** Main's table of handlers: each request exactly once. */
export type Handlers = {
  readonly [A in Area]: {
    readonly [M in Method<A>]: (input: Parsed<A, M>) => Promise<Result<Output<A, M>>>;
  };
};

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** Subscribes to events of main; returns the function that ends the subscription. */
type Subscribe = {
  readonly [E in EventName]: (listener: (payload: EventPayload<E>) => void) => () => void;
};

/** What the preload exposes on the page's `window` as `namedesk`. Frozen; names only. */
export interface Bridge {
  readonly request: Client;
  readonly on: Subscribe;
}
