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
    /** Put there by the preload; frozen. */
    readonly namedesk: Bridge;
  }
}

/** The way to main: all that the page can ask, and all that it is told unasked. */
export const bridgeOf = (window: Window): Bridge => window.namedesk;

/** How the page gets a session's findings. */
export interface SessionPorts {
  /**
   * Listens for one view's port: call it before `sessions.open`. The returned function ends the listening and closes the
   * port.
   *
   * @param onLost Told when the other end is gone, so that nothing comes any more.
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

/** Takes the ports that the preload hands over to `page`; one that nobody waits for is closed. */
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
    // Main alone holds the other end, and `session-port.ts` is what it sends.
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

/** Has main log a mistake of the page; answers with the incident id to show, null where even that failed. */
export async function reportBug({ app }: App, thrown: unknown): Promise<string | null> {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(typeof thrown);
  const reported = await app.reportBug({
    name: name.slice(0, limits.name),
    message: message.slice(0, limits.message),
    stack: stack.slice(0, limits.stack),
  });
  return reported.ok ? reported.value.incidentId : null;
}

/** Reports what nobody catches: errors of event handlers and of promises that nobody waits for. */
export function reportUncaught(request: App): void {
  window.addEventListener('error', (event) => void reportBug(request, event.error));
  window.addEventListener('unhandledrejection', (event) => void reportBug(request, event.reason));
}

/** What was typed and is not kept yet, wherever on the page it was typed. */
export interface Unsaved {
  /** @param flush Hands over at once what is left of one editor; resolves when main has answered. Called as often as a window closes. */
  readonly add: (flush: () => Promise<unknown>) => void;
}

/** Hands everything over when main says that the window is about to close (F8); main waits for the answer. */
export function createUnsaved({ request, on }: Pick<Bridge, 'request' | 'on'>): Unsaved {
  const flushes = new Set<() => Promise<unknown>>();
  on['app.closing'](() => {
    void Promise.allSettled([...flushes].map((flush) => flush())).then(() => request.app.flushed({}));
  });
  return { add: (flush) => void flushes.add(flush) };
}

/** The nouns of the contract under the names by which the page speaks of them. */
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

/** Something that main is asked for. While it is asked again, and after a failure, what was known stays. */
export type Remote<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly before: T | null }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: AppError; readonly before: T | null };

export const idle = { status: 'idle' } as const;

/** What is known by now, however old; null where nothing is. */
export function valueOf<T>(remote: Remote<T>): T | null {
  if (remote.status === 'ready') return remote.value;
  return remote.status === 'idle' ? null : remote.before;
}

export const loading = <T>(remote: Remote<T>): Remote<T> => ({ status: 'loading', before: valueOf(remote) });

export const answered = <T>(remote: Remote<T>, result: Result<T>): Remote<T> =>
  result.ok
    ? { status: 'ready', value: result.value }
    : { status: 'failed', error: result.error, before: valueOf(remote) };

/** Numbers questions, so that a late answer loses to a newer question. */
interface Latest {
  /** Begins a question; the function it answers with says whether no newer one has begun. */
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
