import { z } from 'zod';
import {
  accountId,
  listView,
  mostListViews,
  nothing,
  savedView,
  savedViewName,
  settings as settingsSchema,
} from '#shared/areas/common-schemas.ts';
import { mostSavedViews } from '#shared/domain/bounds.ts';
import { localDay } from '#shared/domain/counting.ts';
import { done, mapOk, ok } from '#shared/result.ts';
import { action, inWindow } from '../action.ts';
import type { StartAtLoginState } from '../platform/start-at-login.ts';
import { invalidInput } from '../system/texts.ts';

/** Each is answered while the application is locked, too: none of them reads or changes the workspace. */
const whileLocked = { whileLocked: true } as const;

export const app = {
  about: inWindow(nothing, (on) => ok(on.about)),
  /** Reports a bug of the page. Main stores the class and file names and drops the message; see `electron/main/system/log.ts`. */
  reportBug: inWindow(
    z.object({ name: z.string().max(100), message: z.string().max(10_000), stack: z.string().max(50_000) }),
    (on, { name, message, stack }) => {
      const thrown = Object.assign(new Error(message), { name, stack });
      return ok({ incidentId: on.log.bug(thrown) });
    },
    whileLocked,
  ),
  /** The page has handed over all unsaved input: the window may close. */
  flushed: inWindow(
    nothing,
    (on) => {
      on.flushed();
      return ok({});
    },
    whileLocked,
  ),
  openLink: inWindow(z.object({ link: z.enum(['newest-version']) }), (on, { link }) => on.openLink(link)),
  /** Shows a file in its folder: one that this run has written where a person chose to have it, and no other. */
  showInFolder: inWindow(z.object({ path: z.string().max(4_096) }), (on, { path }) =>
    on.writtenFiles.show(path),
  ),
  /** What a file is opened for that a person handed to the application and that waits for the page; null: there is none. */
  handedFile: inWindow(nothing, (on) => ok({ kind: on.handedFiles.waiting() })),
  /** Whether the system starts the application when its user logs in; `unavailable`: not of a copy that is not installed. */
  startAtLogin: inWindow(nothing, async (on) => ok({ state: await on.startAtLogin.read() })),
  setStartAtLogin: inWindow(z.object({ isOn: z.boolean() }), (on, { isOn }) =>
    takenBySystem(() => on.startAtLogin.write(isOn)),
  ),
};

/** Where the system does not take it, it has what it had. */
async function takenBySystem(write: () => Promise<StartAtLoginState>) {
  try {
    return ok({ state: await write() });
  } catch {
    return invalidInput('startAtLogin', 'The system’s autostart folder could not be written to');
  }
}

/** The page has no permission to write to the clipboard itself, so it sends a request. */
export const clipboard = {
  copyText: inWindow(z.object({ text: z.string().max(100_000) }), async (on, { text }) => {
    await on.clipboard.writeText(text);
    return ok({});
  }),
};

/** The lock of the application: see `app-lock.ts`. */
export const appLock = {
  /** `means`: how it is unlocked. */
  read: inWindow(
    nothing,
    async (on) => ok({ isLocked: on.appLock.isLocked(), means: await on.unlocking.means() }),
    whileLocked,
  ),
  /** Changes nothing where the lock is off. */
  lock: inWindow(
    nothing,
    (on) => {
      on.appLock.lock();
      return ok({});
    },
    whileLocked,
  ),
  /** Asks the user by the system's own means. */
  unlock: inWindow(
    nothing,
    async (on) => {
      const allowed = await on.unlocking.ask();
      if (allowed.ok) on.appLock.unlock();
      return done(allowed);
    },
    whileLocked,
  ),
  /** Loads the page again: while it was locked, it was refused what it shows. */
  drawAnew: inWindow(nothing, (on) => {
    on.drawAnew();
    return ok({});
  }),
};

export const settings = {
  read: action(nothing, (on) => ok(on.workspace.settings.read())),
  write: inWindow(settingsSchema.partial(), async (on, changes) => {
    if (changes.appLock === true) {
      const prepared = await on.unlocking.prepare();
      if (!prepared.ok) return prepared;
    }
    const written = on.workspace.settings.write(changes);
    on.apply(written);
    if (changes.appLock === false) on.unlocking.forget();
    return ok(written);
  }),
};

/** How lists were left, to be found again after a restart. Sessions store their own, with `sessions.saveView`. */
export const listViews = {
  read: action(nothing, (on) => ok(on.workspace.listViews.read())),
  save: inWindow(z.object({ views: z.array(listView).min(1).max(mostListViews) }), (on, { views }) => {
    on.workspace.listViews.save({ views, savedAt: on.now().toISOString() });
    return ok({});
  }),
  /**
   * Saves a view under its name, in place of the one that has it. `before`: it had this name until now. Fails with
   * `invalid-input` where there are as many as there can be.
   */
  put: inWindow(z.object({ view: savedView, before: savedViewName.nullable() }), (on, asked) => {
    const { isFull } = on.workspace.listViews.put({ ...asked, savedAt: on.now().toISOString() });
    on.feed.feed.publish();
    if (!isFull) return ok({});
    return invalidInput('name', `There can be ${mostSavedViews} saved views. Delete one first`);
  }),
  remove: action(savedViewName, (on, name) => {
    on.workspace.listViews.remove(name);
    on.feed.feed.publish();
    return ok({});
  }),
};

export const updates = {
  read: inWindow(nothing, (on) => ok(on.updates.read())),
  check: inWindow(nothing, async (on) => ok(await on.updates.check())),
  /**
   * Quits the application and starts the version that the package manager has put in its place. While there is active work it does
   * not, and the returned state says what it waits for.
   */
  restart: inWindow(nothing, async (on) => ok(await on.updates.restart())),
  /** `isUpdated`: true once, for the first request of the first run after the version grew. */
  running: inWindow(nothing, (on) => ok({ version: on.about.version, isUpdated: on.updates.isUpdated() })),
};

export const diagnostics = {
  /** Shows the log's file in its folder. */
  showLog: inWindow(nothing, (on) => {
    on.showInFolder(on.diagnostics.logFile);
    return ok({});
  }),
  /** Most frequent first. */
  deviations: inWindow(z.object({ accountId }), (on, of) =>
    ok({ deviations: on.diagnostics.deviations(of.accountId) }),
  ),
  /** Collects the information for a support request. Nothing leaves the program. */
  bundle: inWindow(nothing, (on) => on.diagnostics.bundle()),
  /** Asks for a file and writes exactly what the user has read; null if the user cancelled. */
  saveBundle: inWindow(z.object({ id: z.uuid() }), async (on, { id }) => {
    const path = await on.askWhereTo(`namedesk-support-${localDay(on.now())}`, 'txt');
    if (path === null) return ok({ path: null });
    return mapOk(await on.diagnostics.saveBundle(id, path), () => ({ path }));
  }),
};
