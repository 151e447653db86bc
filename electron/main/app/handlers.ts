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

/** What handlers need beside the services: the window's side of things. */
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

/** The answer to every request of the contract. */
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

/** A table of handlers in which each request of the contract gets what `make` gives it. */
export function everyRequest(make: (area: string, method: string) => Handle): Handlers {
  const areas = Object.entries(routes).map(([area, methods]) => [
    area,
    Object.fromEntries(Object.keys(methods).map((method) => [method, make(area, method)])),
  ]);
  // Made from the route table, which does not compile unless it names every request of the contract.
  return Object.fromEntries(areas) as Handlers;
}

/**
 * Handlers that wait for the real ones, so that the page can load, and ask, while the workspace is being opened.
 *
 * @param ready Asked at each call: the real ones may be others later.
 */
export const handlersOnceReady = (ready: () => Promise<Handlers>): Handlers =>
  everyRequest((area, method) => async (input) => {
    // A table of handlers is a table of functions; the contract's guards have parsed `input` for this very one.
    const table = (await ready()) as unknown as Readonly<Record<string, Readonly<Record<string, Handle>>>>;
    const handle = table[area]?.[method];
    if (handle === undefined) throw new Error(`${area}.${method} has no handler`);
    return handle(input);
  });

/**
 * Answers with the reason why the workspace could not be opened: the page shows it, and nothing is lost. Only where the
 * workspace is can still be asked: whoever has to mend it must find it.
 */
export function handlersWithoutWorkspace(error: AppError, about: Output<'app', 'about'>): Handlers {
  const handlers = everyRequest(() => () => Promise.resolve(fail(error)));
  return { ...handlers, app: { ...handlers.app, about: () => Promise.resolve(ok(about)) } };
}

/** Something that can be opened by one process at a time, and what came of trying. */
export interface Attempt<T> {
  readonly opened: T;
  /** Another process has it: worth another try. */
  readonly isBusy: boolean;
}

interface RetriedWhileLocked<T> {
  /** What came of the last try. */
  readonly current: () => Promise<T>;
  /** Tries no more; answers when a try that is under way is over. */
  readonly stop: () => Promise<T>;
}

interface RetryWhileLockedDeps<T> {
  readonly open: () => Promise<Attempt<T>>;
  readonly sleep: (durationMs: number, signal: AbortSignal) => Promise<void>;
  /** Told when a later try has succeeded where the first had not. */
  readonly onFreed: () => void;
  readonly onBug: (thrown: unknown) => void;
}

const betweenTriesMs = 1_000;

/** Opens at once, and where another process is in the way goes on trying until it has gone. */
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

/** Every request of the contract behind its guards, by the channel that it travels on. */
export const guardedRequests = (served: RequestDeps): ReadonlyMap<string, GuardedCall> =>
  guardAll(contract, served);
