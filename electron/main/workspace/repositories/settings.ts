import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { firstTldSetId } from '#shared/domain/built-in-tld-sets.ts';
import { defaultLimits } from '#shared/domain/limits.ts';
import { settings } from '#shared/ipc/first-schemas.ts';
import type { Repository } from '../requests.ts';
import { jsonColumn } from '../row.ts';
import { inTransaction } from '../transaction.ts';

const defaults: z.output<typeof settings> = {
  colourScheme: 'system',
  density: 'comfortable',
  keepFindingsDays: 365,
  searchTldSetId: firstTldSetId,
  onboarded: false,
  clearClipboardAfterS: 15,
  protectSecretWindows: true,
  checkForUpdates: true,
  updateChannel: 'stable',
  limits: defaultLimits,
};

const settingRow = z.object({ name: z.string(), value: jsonColumn });

/** The settings. One that is missing, unreadable or no longer understood is at its default. */
export function createSettingsRepository(database: DatabaseSync): Repository<'settings'> {
  const all = database.prepare('SELECT name, value FROM settings');
  const put = database.prepare(`
    INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`);

  const read = (): z.output<typeof settings> =>
    all.all().reduce((known, row) => {
      const parsed = settingRow.safeParse(row);
      if (!parsed.success) return known;
      const changed = settings.safeParse({ ...known, [parsed.data.name]: parsed.data.value });
      return changed.success ? changed.data : known;
    }, defaults);

  return {
    read,
    write(changes) {
      inTransaction(database, () => {
        for (const [name, value] of Object.entries(changes)) put.run(name, JSON.stringify(value));
      });
      return read();
    },
  };
}
