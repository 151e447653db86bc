import {
  type SessionPortArrival,
  sessionPortMessage,
  type SessionPortMessage,
} from '#shared/areas/session-port.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import type { Bridge, EventPayload, Output } from '#shared/routes.ts';

declare global {
  interface Window {
    /** Set by the preload; frozen. */
    readonly namedesk: Bridge;
  }
}

/** The bridge to main: all requests and events of the page. */
export const bridgeOf = ({ namedesk: { request, on } }: Window): Bridge =>
  heldWhileLocked({ request, on: fannedOut(on) });

type Hear = (payload: unknown) => void;

/**
 * Subscribes to each event of main once, however many listeners the page has: whoever opens a thousand domains in a day has
 * a thousand. One that throws is reported, and the others still hear.
 */
export function fannedOut(on: Bridge['on']): Bridge['on'] {
  const fanned = Object.entries(on).map(([event, subscribe]) => {
    const listeners = new Set<{ readonly hear: Hear }>();
    let isSubscribed = false;

    function tell(payload: unknown): void {
      for (const { hear } of [...listeners])
        try {
          hear(payload);
        } catch (thrown) {
          reportError(thrown);
        }
    }

    return [
      event,
      (hear: Hear) => {
        if (!isSubscribed) subscribe(tell);
        isSubscribed = true;
        const mine = { hear };
        listeners.add(mine);
        return () => void listeners.delete(mine);
      },
    ];
  });
  return Object.fromEntries(fanned) as Bridge['on'];
}

type Ask = (input: unknown) => Promise<Result<unknown>>;

/**
 * What a person decides at one moment and cannot be undone: it sends a change, fetches a code, takes a key, removes or
 * restores. Refused by the lock, it fails, and is never carried out later, when nobody may be looking at it.
 */
export const onlyNow: ReadonlySet<string> = new Set([
  'accounts.remove',
  'accounts.resetPractice',
  'accounts.restore',
  'backups.restore',
  'batches.apply',
  'batches.pause',
  'batches.remove',
  'batches.resume',
  'batches.stop',
  'changes.apply',
  'changes.send',
  'changes.settle',
  'changes.withdraw',
  'codes.openFile',
  'codes.saveMany',
  'codes.showFromFile',
  'codes.stopExport',
  'codes.take',
  'keys.enter',
  'keys.forget',
  'keys.fromClipboard',
  'restored.checked',
  'restored.acknowledge',
  'sessions.remove',
  'settings.write',
  'updates.install',
]);

/**
 * Holds what main refuses because the application is locked, and asks it again once it is unlocked: main has not carried
 * it out, so no screen needs to know of the lock. Equal requests wait as one. `appLock.changed` also comes where a refusal
 * is the first sign of the lock, as at the start. What is `onlyNow` is not asked again.
 */
export function heldWhileLocked({ request, on }: Bridge): Bridge {
  const listeners = new Set<(payload: EventPayload<'appLock.changed'>) => void>();
  const waiting = new Map<string, Promise<Result<unknown>>>();
  let unlocked: PromiseWithResolvers<null> | null = null;

  function become(isLocked: boolean): void {
    if (isLocked === (unlocked !== null)) return;
    unlocked?.resolve(null);
    unlocked = isLocked ? Promise.withResolvers<null>() : null;
    waiting.clear();
    for (const listener of listeners) listener({ isLocked });
  }

  /** It may have been unlocked since main refused. */
  async function lockFound(): Promise<void> {
    become(true);
    const now = await request.appLock.read({});
    // Fails only where there is no workspace to protect.
    become(now.ok && now.value.isLocked);
  }

  function held(name: string, ask: Ask): Ask {
    const asked: Ask = async (input) => {
      const result = await ask(input);
      if (name === 'appLock.unlock' && result.ok) become(false);
      if (result.ok || result.error.kind !== 'app-locked') return result;
      if (unlocked === null) void lockFound();
      if (onlyNow.has(name)) return result;
      const key = `${name} ${JSON.stringify(input)}`;
      const again = waiting.get(key) ?? unlocked?.promise.then(() => asked(input)) ?? asked(input);
      waiting.set(key, again);
      return again;
    };
    return asked;
  }

  on['appLock.changed'](({ isLocked }) => become(isLocked));
  const areas = Object.entries(request).map(([area, methods]) => [
    area,
    Object.fromEntries(
      // Each function stays under its name, and takes and answers what it did.
      Object.entries(methods).map(([method, ask]) => [method, held(`${area}.${method}`, ask as Ask)]),
    ),
  ]);
  return {
    request: Object.fromEntries(areas) as Bridge['request'],
    on: {
      ...on,
      'appLock.changed'(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}

/** Message ports that bring a session's findings to the page. */
export interface SessionPorts {
  /**
   * Listens for one view's port; call it before `sessions.open`. The returned function stops listening and closes the port.
   *
   * @param onLost Called when the other end is gone, so that no more messages come.
   */
  readonly receive: (
    viewId: string,
    listener: (message: SessionPortMessage) => void,
    onLost?: () => void,
  ) => () => void;
}

interface Listener {
  readonly onMessage: (message: SessionPortMessage) => void;
  readonly onLost: () => void;
}

/** Accepts the ports that the preload transfers to `page`; a port without a listener is closed. */
export function createSessionPorts(page: Window): SessionPorts {
  const listeners = new Map<string, Listener>();
  const open = new Map<string, MessagePort>();

  page.addEventListener('message', (event: MessageEvent<unknown>) => {
    const [port] = event.ports;
    if (event.source !== page || port === undefined || !isArrival(event.data)) return;
    const { viewId } = event.data;
    const listener = listeners.get(viewId);
    if (listener === undefined) {
      port.close();
      return;
    }
    open.set(viewId, port);
    // Only main holds the other end, and it sends the messages of `session-port.ts`.
    port.onmessage = (sent: MessageEvent<SessionPortMessage>) => listener.onMessage(sent.data);
    port.addEventListener('close', () => {
      if (listeners.get(viewId) === listener) listener.onLost();
    });
  });

  return {
    receive(viewId, onMessage, onLost = () => undefined) {
      listeners.set(viewId, { onMessage, onLost });
      return () => {
        listeners.delete(viewId);
        open.get(viewId)?.close();
        open.delete(viewId);
      };
    },
  };
}

const isArrival = (sent: unknown): sent is SessionPortArrival =>
  typeof sent === 'object' &&
  sent !== null &&
  'kind' in sent &&
  sent.kind === sessionPortMessage &&
  'viewId' in sent &&
  typeof sent.viewId === 'string';

type App = Pick<Bridge['request'], 'app'>;

const limits = { name: 100, message: 10_000, stack: 50_000 } as const;

/** Has main log an error of the page; returns the incident id to show, null where even that failed. */
export async function reportBug({ app }: App, thrown: unknown): Promise<string | null> {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(typeof thrown);
  const reported = await app.reportBug({
    name: name.slice(0, limits.name),
    message: message.slice(0, limits.message),
    stack: stack.slice(0, limits.stack),
  });
  return reported.ok ? reported.value.incidentId : null;
}

/** Reports uncaught errors of event handlers and unhandled promise rejections. */
export function reportUncaught(request: App): void {
  window.addEventListener('error', (event) => void reportBug(request, event.error));
  window.addEventListener('unhandledrejection', (event) => void reportBug(request, event.reason));
}

/** Unsaved input, wherever on the page it was typed. */
export interface Unsaved {
  /**
   * The returned function removes it again.
   *
   * @param flush Sends unsaved input at once; resolves when main has answered. Called whenever a window closes.
   */
  readonly add: (flush: () => Promise<unknown>) => () => void;
  /** Sends it all; resolves when main has answered. */
  readonly flush: () => Promise<unknown>;
}

/** Flushes everything when main says that the window is about to close (F8); main waits for the answer. */
export function createUnsaved({ request, on }: Pick<Bridge, 'request' | 'on'>): Unsaved {
  const flushes = new Set<() => Promise<unknown>>();
  const flushAll = () => Promise.allSettled([...flushes].map((flush) => flush()));
  on['app.closing'](() => void flushAll().then(() => request.app.flushed({})));
  return {
    add(flush) {
      flushes.add(flush);
      return () => void flushes.delete(flush);
    },
    flush: flushAll,
  };
}

/** The types of the contract, under the names that the page uses. */
export type AccountList = Output<'accounts', 'list'>;
export type AccountSummary = Output<'accounts', 'add'>;
export type AccountContents = Output<'accounts', 'contents'>;
/** An account whose removal can be undone. */
export type RemovedAccount = Output<'accounts', 'remove'>;
export type AccountOptions = AccountSummary['options'];
export type ConnectionReport = Output<'accounts', 'test'>;
export type KeyState = Output<'keys', 'enter'>;
export type AccountStatus = Output<'status', 'read'>;
export type TldSet = Output<'tlds', 'saveSet'>;
export type TldList = Output<'tlds', 'list'>;
export type Finding = Output<'search', 'known'>['findings'][number];
export type FindingDetails = Output<'search', 'details'>;
export type SearchFailure = EventPayload<'search.finished'>['failures'][number];
export type Settings = Output<'settings', 'read'>;
export type About = Output<'app', 'about'>;

/** A value requested from main. While it is requested again, and after a failure, the last value stays. */
export type Remote<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly before: T | null }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: AppError; readonly before: T | null };

export const idle = { status: 'idle' } as const;

/** The last known value, however old; null where there is none. */
export function valueOf<T>(remote: Remote<T>): T | null {
  if (remote.status === 'ready') return remote.value;
  return remote.status === 'idle' ? null : remote.before;
}

export const loading = <T>(remote: Remote<T>): Remote<T> => ({ status: 'loading', before: valueOf(remote) });

export const answered = <T>(remote: Remote<T>, result: Result<T>): Remote<T> =>
  result.ok
    ? { status: 'ready', value: result.value }
    : { status: 'failed', error: result.error, before: valueOf(remote) };

/** Numbers requests, so that a late answer to an older request is ignored. */
interface Latest {
  /** Begins a request; the returned function says whether it is still the newest. */
  readonly begin: () => () => boolean;
}

export function createLatest(): Latest {
  let newest = 0;
  return {
    begin() {
      newest += 1;
      const mine = newest;
      return () => mine === newest;
    },
  };
}

/** Fills one `Remote` of a store: while it is asked again the last value stays, and a late answer is ignored. */
export function createRemote<T>(get: () => Remote<T>, set: (remote: Remote<T>) => void) {
  const latest = createLatest();
  return {
    ask: async (request: () => Promise<Result<T>>): Promise<void> => {
      const isLatest = latest.begin();
      set(loading(get()));
      const result = await request();
      if (isLatest()) set(answered(get(), result));
    },
    /** Something newer is known: ignores the answer to a pending request. */
    ignore: (): void => void latest.begin(),
    /** Replaces the last value, by an event; a pending request and a failure stay. */
    take: (value: T): void => {
      const now = get();
      const isStale = now.status === 'loading' || now.status === 'failed';
      set(isStale ? { ...now, before: value } : { status: 'ready', value });
    },
    /** Forgets the value, and ignores the answer to a pending request. */
    reset: (): void => {
      latest.begin();
      set(idle);
    },
  };
}
