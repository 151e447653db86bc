import type { EventPayload } from '#shared/routes.ts';
import type { Bridge } from './client.ts';
import type { Result } from '#shared/result.ts';

declare global {
  interface Window {
    /** Set by the preload; frozen. */
    readonly namedesk: Bridge;
  }
}

/** The bridge to main: all requests and events of the page. @param drawAnew See `followingLock`. */
export const bridgeOf = ({ namedesk: { request, on } }: Window, drawAnew: () => void): Bridge =>
  followingLock({ request, on: fannedOut(on) }, drawAnew);

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
 * What main refuses because the application is locked fails, and is never carried out later, when nobody may be looking at it.
 * `appLock.changed` also comes where a refusal is the first sign of the lock, as at the start.
 *
 * @param drawAnew Called in place of telling of the unlocking where anything was refused: the page lacks what it asked for.
 */
export function followingLock({ request, on }: Bridge, drawAnew: () => void): Bridge {
  const listeners = new Set<(payload: EventPayload<'appLock.changed'>) => void>();
  let isLocked = false;
  let lacksAnswers = false;

  function become(now: boolean): void {
    if (now === isLocked) return;
    isLocked = now;
    if (!isLocked && lacksAnswers) drawAnew();
    else for (const listener of listeners) listener({ isLocked });
  }

  /** It may have been unlocked since main refused. */
  async function lockFound(): Promise<void> {
    become(true);
    const now = await request.appLock.read({});
    // Fails only where there is no workspace to protect.
    become(now.ok && now.value.isLocked);
  }

  const following =
    (name: string, ask: Ask): Ask =>
    async (input) => {
      const result = await ask(input);
      if (name === 'appLock.unlock' && result.ok) become(false);
      if (!result.ok && result.error.kind === 'app-locked') {
        lacksAnswers = true;
        if (!isLocked) void lockFound();
      }
      return result;
    };

  on['appLock.changed'](({ isLocked: now }) => become(now));
  const areas = Object.entries(request).map(([area, methods]) => [
    area,
    Object.fromEntries(
      // Each function stays under its name, and takes and answers what it did.
      Object.entries(methods).map(([method, ask]) => [method, following(`${area}.${method}`, ask as Ask)]),
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
