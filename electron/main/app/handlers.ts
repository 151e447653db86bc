import { contract } from '#shared/contract.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { type Handlers, type Output, routes } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import {
  createAccountsHandlers,
  createKeysHandlers,
  createStatusHandlers,
  type KeysHandlersDeps,
} from './areas/accounts.ts';
import {
  type AppHandlersDeps,
  createAppHandlers,
  createBackupsHandlers,
  createClipboardHandlers,
  createDiagnosticsHandlers,
  createRestoredHandlers,
  createSettingsHandlers,
  createUpdatesHandlers,
  type SettingsHandlersDeps,
  type UpkeepHandlersDeps,
} from './areas/app.ts';
import { createChangesHandlers, createLimitsHandlers, createBatchesHandlers } from './areas/changes.ts';
import {
  type CodesHandlersDeps,
  createCodesHandlers,
  createDomainsHandlers,
  createDraftsHandlers,
  createTemplatesHandlers,
} from './areas/domains.ts';
import { createSearchHandlers, createTldsHandlers, type SearchHandlersDeps } from './areas/search.ts';
import {
  createExportsHandlers,
  createImportHandlers,
  createSessionsHandlers,
  createSessionViews,
  type ExportsHandlersDeps,
  type ImportHandlersDeps,
  type OpenPagePort,
} from './areas/sessions.ts';
import type { Emit } from './events.ts';
import { guardAll, type GuardedCall } from './ipc.ts';
import type { Caller, SenderVerdict } from './sender.ts';
import type { Services } from './services.ts';

/** What handlers need besides the services: everything that belongs to the window and the system. */
export interface PlatformDeps
  extends
    AppHandlersDeps,
    Pick<KeysHandlersDeps, 'askForKey' | 'clipboard'>,
    Pick<SettingsHandlersDeps, 'apply'>,
    Pick<SearchHandlersDeps, 'takeRequested'>,
    Pick<ImportHandlersDeps, 'askForFile'>,
    Pick<ExportsHandlersDeps, 'askWhereTo'>,
    Pick<CodesHandlersDeps, 'openCodeWindow'>,
    Pick<UpkeepHandlersDeps, 'updates' | 'diagnostics' | 'restart' | 'log'> {
  readonly announce: Emit;
  readonly openPort: OpenPagePort;
}

const now = (): Date => new Date();

/** Handlers for every request of the contract. */
export function createHandlers(services: Services, surroundings: PlatformDeps): Handlers {
  const { workspace } = services;
  const upkeep = { ...services, ...surroundings, now };
  return {
    accounts: createAccountsHandlers({ ...services, ...surroundings, now }),
    keys: createKeysHandlers({ ...services, ...surroundings }),
    status: createStatusHandlers({ ...services, now }),
    tlds: createTldsHandlers({ ...services, ownSets: workspace.tldSets }),
    search: createSearchHandlers({ ...services, ...surroundings, findings: workspace.findings }),
    intake: createImportHandlers({ ...services, ...surroundings }),
    sessions: createSessionsHandlers({
      ...services,
      kept: workspace.sessions,
      views: createSessionViews(services.sessions, surroundings.openPort),
    }),
    exports: createExportsHandlers({ ...services, ...surroundings }),
    changes: createChangesHandlers({ ...services, ...surroundings }),
    limits: createLimitsHandlers({ journal: workspace.journal, now }),
    domains: createDomainsHandlers(services.portfolio),
    templates: createTemplatesHandlers(services.templates),
    drafts: createDraftsHandlers(services.drafts),
    plans: createBatchesHandlers(services.plans),
    codes: createCodesHandlers({ ...services, ...surroundings, now }),
    backups: createBackupsHandlers(upkeep),
    restored: createRestoredHandlers(upkeep),
    updates: createUpdatesHandlers(upkeep),
    diagnostics: createDiagnosticsHandlers(upkeep),
    clipboard: createClipboardHandlers(surroundings.clipboard),
    settings: createSettingsHandlers({ settings: workspace.settings, apply: surroundings.apply }),
    app: createAppHandlers(surroundings),
  };
}

type Handle = (input: unknown) => Promise<Result<unknown>>;

/** A table of handlers for every request of the contract, each created by `make`. */
export function everyRequest(make: (area: string, method: string) => Handle): Handlers {
  const areas = Object.entries(routes).map(([area, methods]) => [
    area,
    Object.fromEntries(Object.keys(methods).map((method) => [method, make(area, method)])),
  ]);
  // Built from the route table, which compiles only if it names every request of the contract.
  return Object.fromEntries(areas) as Handlers;
}

/**
 * Handlers that wait for the real ones, so that the page can load and send requests while the workspace is being
 * opened.
 *
 * @param ready Called for each request: the real handlers may be replaced later.
 */
export const handlersOnceReady = (ready: () => Promise<Handlers>): Handlers =>
  everyRequest((area, method) => async (input) => {
    // A table of handlers is a table of functions; the contract's guards have parsed `input` for this request.
    const table = (await ready()) as unknown as Readonly<Record<string, Readonly<Record<string, Handle>>>>;
    const handle = table[area]?.[method];
    if (handle === undefined) throw new Error(`${area}.${method} has no handler`);
    return handle(input);
  });

/**
 * Handlers that answer with the reason why the workspace could not be opened. Only `app.about` still works, because it
 * shows the path of the workspace to the user who has to fix it.
 */
export function handlersWithoutWorkspace(error: AppError, about: Output<'app', 'about'>): Handlers {
  const handlers = everyRequest(() => () => Promise.resolve(fail(error)));
  return { ...handlers, app: { ...handlers.app, about: () => Promise.resolve(ok(about)) } };
}

/** The result of one attempt to open something that only one process can have open. */
export interface Attempt<T> {
  readonly opened: T;
  /** Another process has it open: retry. */
  readonly isBusy: boolean;
}

interface RetriedWhileLocked<T> {
  /** The result of the last attempt. */
  readonly current: () => Promise<T>;
  /** Stops retrying; resolves when a running attempt has ended. */
  readonly stop: () => Promise<T>;
}

interface RetryWhileLockedDeps<T> {
  readonly open: () => Promise<Attempt<T>>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Called when a retry has succeeded after the first attempt had failed. */
  readonly onFreed: () => void;
  readonly onBug: (thrown: unknown) => void;
}

const betweenTriesMs = 1_000;

/** Opens at once; while another process has it open, retries until that has ended. */
export function retryWhileLocked<T>(deps: RetryWhileLockedDeps<T>): RetriedWhileLocked<T> {
  const stopped = new AbortController();
  let attempt = deps.open();

  async function waitUntilFree(): Promise<void> {
    if (!(await attempt).isBusy) return;
    while (!stopped.signal.aborted) {
      await deps.sleep(betweenTriesMs, stopped.signal);
      const next = await deps.open();
      attempt = Promise.resolve(next);
      if (next.isBusy) continue;
      deps.onFreed();
      return;
    }
  }

  const waiting = waitUntilFree().catch((thrown: unknown) => {
    if (!stopped.signal.aborted) deps.onBug(thrown);
  });

  return {
    current: async () => (await attempt).opened,
    async stop() {
      stopped.abort();
      await waiting;
      return (await attempt).opened;
    },
  };
}

export interface RequestDeps {
  readonly handlers: Handlers;
  readonly isTrusted: (caller: Caller) => SenderVerdict;
  readonly log: Logger;
}

/** Every request of the contract behind its guards, by IPC channel. */
export const guardedRequests = (served: RequestDeps): ReadonlyMap<string, GuardedCall> =>
  guardAll(contract, served);
