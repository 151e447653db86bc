import { ok } from '#shared/result.ts';
import type { Handlers, Output } from '#shared/routes.ts';
import type { Diagnostics } from '../../diagnostics/log-view.ts';
import type { Clipboard } from '../../platform/desktop.ts';
import type { Logger } from '../../system/log.ts';
import type { Updates } from '../../updates/create-updates.ts';
import type { Backups } from '../../workspace/backups/backups.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface AppHandlersDeps {
  readonly about: Output<'app', 'about'>;
  /** Called when the page has handed over all unsaved input. */
  readonly flushed: () => void;
  readonly openLink: Handlers['app']['openLink'];
  /** Logs the redacted bug; returns its incident id. */
  readonly bug: (thrown: unknown) => string;
}

export const createAppHandlers = ({ about, openLink, flushed, bug }: AppHandlersDeps): Handlers['app'] => ({
  about: () => Promise.resolve(ok(about)),
  reportBug({ name, message, stack }) {
    const thrown = Object.assign(new Error(message), { name, stack });
    return Promise.resolve(ok({ incidentId: bug(thrown) }));
  },
  flushed() {
    flushed();
    return Promise.resolve(ok({}));
  },
  openLink,
});

/** The page has no permission to write to the clipboard itself, so it sends a request. */
export const createClipboardHandlers = (clipboard: Clipboard): Handlers['clipboard'] => ({
  async copyText({ text }) {
    await clipboard.writeText(text);
    return ok({});
  },
});

export type Settings = Output<'settings', 'read'>;

export interface SettingsHandlersDeps {
  readonly settings: Workspace['settings'];
  /** Applies settings that take effect at once, such as the colour scheme. */
  readonly apply: (settings: Settings) => Promise<void>;
}

export const createSettingsHandlers = ({ settings, apply }: SettingsHandlersDeps): Handlers['settings'] => ({
  read: () => settings.read({}),
  async write(changes) {
    const written = await settings.write(changes);
    if (written.ok) await apply(written.value);
    return written;
  },
});

export interface UpkeepHandlersDeps {
  readonly workspace: Pick<Workspace, 'restoreNotice' | 'acknowledgeRestore' | 'restored'>;
  readonly log: Pick<Logger, 'note'>;
  readonly backups: Backups;
  readonly updates: Updates;
  readonly diagnostics: Diagnostics;
  readonly askWhereTo: (suggestedName: string, ending: string) => Promise<string | null>;
  /** Restarts the application. */
  readonly restart: () => void;
  readonly now: () => Date;
}

export const createBackupsHandlers = ({ backups, restart }: UpkeepHandlersDeps): Handlers['backups'] => ({
  async list() {
    const listed = await backups.list();
    return listed.ok
      ? ok({ backups: [...listed.value], folder: backups.folder, kept: backups.kept })
      : listed;
  },
  make: () => backups.make(),
  verify: ({ name }) => backups.verify(name),
  since: ({ name }) => backups.since(name),
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
}: Pick<UpkeepHandlersDeps, 'workspace' | 'log'>): Handlers['restored'] => ({
  read: () => Promise.resolve(ok({ notice: workspace.restoreNotice() })),
  async rows({ offset, limit }) {
    const notice = workspace.restoreNotice();
    if (notice?.kind !== 'known') return ok({ rows: [], total: 0 });
    const { look, apart } = notice;
    const found = await workspace.restored.rows({ ...look, offset, limit });
    if (!found.ok) return found;
    const { rows, total } = found.value;
    // Rows that exist only in the replaced file come after the others.
    const more = apart.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total));
    return ok({
      rows: [...rows, ...more.map((change) => ({ why: 'apart' as const, ...change }))],
      total: total + apart.length,
    });
  },
  acknowledge() {
    const acknowledged = workspace.acknowledgeRestore();
    if (acknowledged.ok) log.note('storage.acknowledged', {});
    return Promise.resolve(acknowledged.ok ? ok({}) : acknowledged);
  },
});

export const createUpdatesHandlers = ({ updates }: UpkeepHandlersDeps): Handlers['updates'] => ({
  read: () => Promise.resolve(ok(updates.read())),
  check: async () => ok(await updates.check()),
  download: async () => ok(await updates.download()),
  install: async () => ok(await updates.install()),
});

export const createDiagnosticsHandlers = ({
  diagnostics,
  askWhereTo,
  now,
}: UpkeepHandlersDeps): Handlers['diagnostics'] => ({
  log: (ask) => diagnostics.log(ask),
  async deviations({ accountId }) {
    const listed = await diagnostics.deviations(accountId);
    return listed.ok ? ok({ deviations: [...listed.value] }) : listed;
  },
  bundle: () => diagnostics.bundle(),
  async saveBundle({ id }) {
    const path = await askWhereTo(`namedesk-support-${now().toISOString().slice(0, 10)}`, 'txt');
    if (path === null) return ok({ path: null });
    const saved = await diagnostics.saveBundle(id, path);
    return saved.ok ? ok({ path }) : saved;
  },
});
