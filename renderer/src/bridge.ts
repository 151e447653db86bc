import type { Bridge, EventPayload } from '#shared/routes.ts';
import type { Result } from '#shared/result.ts';

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
  'app.showInFolder',
  'backups.restore',
  'backups.showInFolder',
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
  'diagnostics.showLog',
  'keys.decide',
  'keys.enter',
  'keys.forget',
  'keys.fromClipboard',
  'restored.checked',
  'restored.acknowledge',
  'sessions.remove',
  'settings.write',
  'team.acceptServer',
  'team.askApproval',
  'team.changePassword',
  'team.decide',
  'team.exclude',
  'team.init',
  'team.invite',
  'team.offerAgain',
  'team.setLimits',
  'team.join',
  'team.leave',
  'team.preview',
  'team.release',
  'team.settleRemovals',
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
