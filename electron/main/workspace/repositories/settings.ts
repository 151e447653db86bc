import { z } from 'zod';
import { settings } from '#shared/areas/common-schemas.ts';
import { firstTldSetId } from '#shared/domain/built-in-tld-sets.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { ianaBootstrap } from '#shared/domain/registry-names.ts';
import type { TypeOf } from '#shared/schema-type.ts';
import { inTransaction, jsonColumn } from '../sqlite.ts';
import type { DatabaseSync } from 'node:sqlite';

export type Settings = TypeOf<typeof settings>;

const defaults: Settings = {
  colourScheme: 'system',
  density: 'comfortable',
  keepFindingsDays: 365,
  refreshOnOpen: true,
  registryEnabled: false,
  registryBootstrap: ianaBootstrap,
  checkNameservers: true,
  assistantsEnabled: false,
  searchTldSetId: firstTldSetId,
  onboarded: false,
  clearClipboardAfterS: 15,
  notifications: true,
  backgroundRefresh: true,
  quietHours: { from: 22, to: 7 },
  protectSecretWindows: true,
  appLock: false,
  appLockAfterMin: 10,
  checkForUpdates: true,
  limits: defaultLimits,
};

const settingRow = z.object({ name: z.string(), value: jsonColumn(z.unknown()) });

/** The settings. One that is missing, unreadable or no longer valid has its default. */
export function createSettingsRepository(database: DatabaseSync) {
  const all = database.prepare('SELECT name, value FROM settings');
  const put = database.prepare(`
    INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`);

  const read = (): Settings =>
    all.all().reduce((known, row) => {
      const parsed = settingRow.safeParse(row);
      if (!parsed.success) return known;
      const changed = settings.safeParse({ ...known, [parsed.data.name]: parsed.data.value });
      return changed.success ? changed.data : known;
    }, defaults);

  return {
    read,
    write(changes: { readonly [N in keyof Settings]?: Settings[N] | undefined }) {
      inTransaction(database, () => {
        for (const [name, value] of Object.entries(changes)) put.run(name, JSON.stringify(value));
      });
      return read();
    },
  };
}
