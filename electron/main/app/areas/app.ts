import { join } from 'node:path';
import { localDay } from '#shared/domain/counting.ts';
import { withBuiltInTlds } from '#shared/domain/built-in-tld-sets.ts';
import { knownTldSet } from '#shared/domain/domain-name.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { done, mapOk, ok } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import { mostSavedViews } from '#shared/domain/bounds.ts';
import { typedNames } from '../../portfolio/typed-names.ts';
import { invalidInput } from '../../system/texts.ts';
import type { StartAtLoginState } from '../../platform/start-at-login.ts';
import type { HandlerDeps } from '../handler-deps.ts';

export const createAppHandlers = ({
  about,
  openLink,
  writtenFiles,
  flushed,
  handedFiles,
  startAtLogin,
  log,
}: Pick<
  HandlerDeps,
  'about' | 'openLink' | 'writtenFiles' | 'flushed' | 'handedFiles' | 'startAtLogin' | 'log'
>): Handlers['app'] => ({
  about: () => Promise.resolve(ok(about)),
  reportBug({ name, message, stack }) {
    const thrown = Object.assign(new Error(message), { name, stack });
    return Promise.resolve(ok({ incidentId: log.bug(thrown) }));
  },
  flushed() {
    flushed();
    return Promise.resolve(ok({}));
  },
  openLink: ({ link }) => openLink(link),
  showInFolder: ({ path }) => Promise.resolve(writtenFiles.show(path)),
  handedFile: () => Promise.resolve(ok({ kind: handedFiles.waiting() })),
  startAtLogin: () => Promise.resolve(ok({ state: startAtLogin.read() })),
  setStartAtLogin: ({ isOn }) => Promise.resolve(takenBySystem(() => startAtLogin.write(isOn))),
});

/** Where the system does not take it, it has what it had. */
function takenBySystem(write: () => StartAtLoginState) {
  try {
    return ok({ state: write() });
  } catch {
    return invalidInput('startAtLogin', 'The system’s autostart folder could not be written to');
  }
}

/** The page has no permission to write to the clipboard itself, so it sends a request. */
export const createClipboardHandlers = ({
  clipboard,
}: Pick<HandlerDeps, 'clipboard'>): Handlers['clipboard'] => ({
  async copyText({ text }) {
    await clipboard.writeText(text);
    return ok({});
  },
});

export const createAppLockHandlers = ({
  appLock,
  unlocking,
  drawAnew,
}: Pick<HandlerDeps, 'appLock' | 'unlocking' | 'drawAnew'>): Handlers['appLock'] => ({
  read: () => Promise.resolve(ok({ isLocked: appLock.isLocked(), means: unlocking.means() })),
  lock() {
    appLock.lock();
    return Promise.resolve(ok({}));
  },
  async unlock() {
    const allowed = await unlocking.ask();
    if (allowed.ok) appLock.unlock();
    return done(allowed);
  },
  drawAnew() {
    drawAnew();
    return Promise.resolve(ok({}));
  },
});

export const createSettingsHandlers = ({
  workspace,
  apply,
  unlocking,
}: Pick<HandlerDeps, 'workspace' | 'apply' | 'unlocking'>): Handlers['settings'] => ({
  read: () => workspace.settings.read(),
  async write(changes) {
    if (changes.appLock === true) {
      const prepared = await unlocking.prepare();
      if (!prepared.ok) return prepared;
    }
    const written = await workspace.settings.write(changes);
    if (written.ok) await apply(written.value);
    if (written.ok && changes.appLock === false) unlocking.forget();
    return written;
  },
});

export const createListViewsHandlers = ({
  workspace,
  feed: { feed },
  now,
}: Pick<HandlerDeps, 'workspace' | 'feed' | 'now'>): Handlers['listViews'] => ({
  read: async () =>
    mapOk(await workspace.listViews.read(), ({ views, saved }) => ({ views: [...views], saved: [...saved] })),
  save: async ({ views }) => done(await workspace.listViews.save({ views, savedAt: now().toISOString() })),
  async put(input) {
    const put = await workspace.listViews.put({ ...input, savedAt: now().toISOString() });
    feed.publish();
    if (!put.ok || !put.value.isFull) return done(put);
    return invalidInput('name', `There can be ${mostSavedViews} saved views. Delete one first`);
  },
  async remove(name) {
    const removed = await workspace.listViews.remove(name);
    feed.publish();
    return done(removed);
  },
});

export const createBackupsHandlers = ({
  backups,
  restart,
  showInFolder,
}: Pick<HandlerDeps, 'backups' | 'restart' | 'showInFolder'>): Handlers['backups'] => ({
  list: async () =>
    mapOk(await backups.list(), (listed) => ({
      backups: listed,
      folder: backups.folder,
      kept: backups.kept,
    })),
  make: () => backups.make(),
  verify: ({ name }) => backups.verify(name),
  since: ({ name }) => backups.since(name),
  async showInFolder({ name }) {
    const listed = await backups.list();
    if (!listed.ok) return listed;
    if (!listed.value.some((backup) => backup.name === name))
      return invalidInput('name', 'That backup is no longer there.');
    showInFolder(join(backups.folder, name));
    return ok({});
  },
  async restore({ name }) {
    const noted = await backups.restoreAtNextStart(name);
    if (!noted.ok) return noted;
    restart();
    return ok({});
  },
});

export const createRestoredHandlers = ({
  workspace,
  log,
}: Pick<HandlerDeps, 'workspace' | 'log'>): Handlers['restored'] => ({
  read: () => Promise.resolve(ok({ notice: workspace.restoreNotice() })),
  async rows({ offset, limit }) {
    const notice = workspace.restoreNotice();
    if (notice?.kind !== 'known') return ok({ rows: [], total: 0 });
    const listed = await workspace.doubts.list({ offset, limit });
    if (!listed.ok) return listed;
    const { doubts, total } = listed.value;
    // What may have been paid comes before what is known.
    const doubted = doubts.map(
      ({ id, domain, ...earlier }) => ({ why: 'doubt', id, domain, earlier }) as const,
    );
    const found = await workspace.restored.rows({
      ...notice.review,
      offset: Math.max(0, offset - total),
      limit: limit - doubted.length,
    });
    return mapOk(found, (known) => ({ rows: [...doubted, ...known.rows], total: total + known.total }));
  },
  async checked({ id, done: text }) {
    const { names, refused } = await typedNames(text, knownTldSet(withBuiltInTlds([])));
    const [wrong] = refused;
    if (wrong !== undefined) return invalidInput('done', `${isolated(wrong.text)}: ${wrong.reason}`);
    const ended = await workspace.doubts.end({ id, done: names, at: new Date().toISOString() });
    if (ended.ok) log.note('storage.checked', { all: id === null, done: names.length });
    return done(ended);
  },
  acknowledge() {
    const acknowledged = workspace.acknowledgeRestore();
    if (acknowledged.ok) log.note('storage.acknowledged', {});
    return Promise.resolve(done(acknowledged));
  },
});

export const createUpdatesHandlers = ({
  updates,
  about,
}: Pick<HandlerDeps, 'updates' | 'about'>): Handlers['updates'] => ({
  read: () => Promise.resolve(ok(updates.read())),
  check: async () => ok(await updates.check()),
  restart: async () => ok(await updates.restart()),
  running: () => Promise.resolve(ok({ version: about.version, isUpdated: updates.isUpdated() })),
});

export const createDiagnosticsHandlers = ({
  diagnostics,
  askWhereTo,
  showInFolder,
  now,
}: Pick<HandlerDeps, 'diagnostics' | 'askWhereTo' | 'showInFolder' | 'now'>): Handlers['diagnostics'] => ({
  showLog() {
    showInFolder(diagnostics.logFile);
    return Promise.resolve(ok({}));
  },
  deviations: async ({ accountId }) =>
    mapOk(await diagnostics.deviations(accountId), (deviations) => ({ deviations })),
  bundle: () => diagnostics.bundle(),
  async saveBundle({ id }) {
    const path = await askWhereTo(`namedesk-support-${localDay(now())}`, 'txt');
    if (path === null) return ok({ path: null });
    return mapOk(await diagnostics.saveBundle(id, path), () => ({ path }));
  },
});
