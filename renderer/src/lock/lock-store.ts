import { createStore } from 'zustand/vanilla';
import type { AppError } from '#shared/errors.ts';
import type { Bridge, Output } from '../client.ts';
import { giveFocus, partsAround } from '../ui/focus.ts';
import type { NoticeStore, SettingsStore } from '../shell/stores.ts';
import type { Unsaved } from '../unsaved.ts';

interface LockState {
  readonly isLocked: boolean;
  /** How it is unlocked; null while it is not known. */
  readonly means: Output<'appLock', 'read'>['means'] | null;
  readonly isUnlocking: boolean;
  /** Why it was not unlocked. */
  readonly failed: AppError | null;
}

export type LockStore = ReturnType<typeof createLockStore>;

/** The lock of the application, as main says: the page shows it and does not decide it. */
export function createLockStore({ request: { appLock }, on }: Pick<Bridge, 'request' | 'on'>) {
  const store = createStore<LockState>(() => ({
    isLocked: false,
    means: null,
    isUnlocking: false,
    failed: null,
  }));
  const { getState: get, setState: set } = store;
  on['appLock.changed'](({ isLocked }) => set({ isLocked, isUnlocking: false, failed: null }));
  return {
    ...store,
    actions: {
      async readMeans(): Promise<void> {
        const read = await appLock.read({});
        if (read.ok) set({ means: read.value.means });
      },
      lock: () => appLock.lock({}),
      async unlock(): Promise<void> {
        if (get().isUnlocking) return;
        set({ isUnlocking: true, failed: null });
        const unlocked = await appLock.unlock({});
        set({ isUnlocking: false, failed: unlocked.ok ? null : unlocked.error });
      },
    },
  };
}

interface LockDeps {
  readonly lock: LockStore;
  readonly settings: SettingsStore;
  readonly unsaved: Unsaved;
  readonly notices: NoticeStore;
}

/** Storing what was typed may keep the lock from closing for this long. */
const longestFlushMs = 1_000;

/** Locks at once, after what was typed is stored. Where the settings are not known, main decides. */
export async function lockNow({ lock, settings, unsaved, notices }: LockDeps): Promise<void> {
  if (settings.actions.known()?.appLock === false) {
    notices.actions.say('The lock is off. Turn it on in Settings, under Privacy.', 'problem');
    return;
  }
  await Promise.race([
    unsaved.flush(),
    new Promise((resolve) => {
      setTimeout(resolve, longestFlushMs);
    }),
  ]);
  notices.actions.report(lock.actions.lock());
}

/** What a screen could hear of a person who is not allowed to see it. */
const heard = ['keydown', 'keyup', 'paste', 'copy', 'cut', 'dragover', 'drop'] as const;

/** What the page would do by itself besides: copy a selection that is not shown, or open a dropped file. */
const prevented: ReadonlySet<string> = new Set(['paste', 'copy', 'cut', 'dragover', 'drop']);

/**
 * While the application is locked, hides everything but the lock screen (`base.css`) and keeps keys and drops from the
 * screens, which stay as they are. Call before anything else listens to the window.
 */
export function hideWhileLocked(lock: LockStore, page: Window): void {
  let focused: readonly Element[] = [];
  lock.subscribe(({ isLocked }, before) => {
    if (isLocked === before.isLocked) return;
    const { documentElement: root, activeElement } = page.document;
    if (isLocked) focused = partsAround();
    root.toggleAttribute('data-app-locked', isLocked);
    if (isLocked) return;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    giveFocus(focused);
  });
  for (const event of heard)
    page.addEventListener(
      event,
      (happened) => {
        if (!lock.getState().isLocked) return;
        happened.stopImmediatePropagation();
        if (prevented.has(event)) happened.preventDefault();
      },
      { capture: true },
    );
}
