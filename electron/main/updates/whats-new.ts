import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { newVersion } from '#shared/areas/maintenance.ts';
import type { Output } from '#shared/routes.ts';
import { writeDurably } from '../system/durable-files.ts';
import { compareVersions, isVersion } from './feed.ts';
import type { NewVersion } from '#shared/domain/update.ts';

/** What’s new in the running version, for a person who updated to it. */
export interface WhatsNew {
  /**
   * Keeps the notes of a version that is about to be installed, so that they can be read offline afterwards.
   *
   * @param notes From an offer, whose signature was verified.
   */
  readonly keep: (notes: NewVersion) => void;
  /** `isUpdated` is true once: for the first caller of the first run after the version grew. */
  readonly take: () => Output<'updates', 'whatsNew'>;
}

interface WhatsNewDeps {
  /** The file that remembers the version that ran last, and the notes of the update that was taken last. */
  readonly path: string;
  /** The version that is running. */
  readonly running: string;
  readonly onBug: (thrown: unknown) => void;
}

const remembered = z.object({
  version: z.string().refine(isVersion),
  notes: newVersion.nullable(),
});
type Remembered = z.output<typeof remembered>;

export function openWhatsNew({ path, running, onBug }: WhatsNewDeps): WhatsNew {
  /** The file is a convenience: where it cannot be read, this counts as the first version. */
  function read(): Remembered | null {
    try {
      return remembered.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
    } catch {
      // No file, as at the first start; or no JSON.
      return null;
    }
  }

  /** An update is not held up by a full disk here: then there are only no notes. */
  function write(next: Remembered): void {
    try {
      writeDurably(path, JSON.stringify(next));
    } catch (thrown) {
      onBug(thrown);
    }
  }

  return {
    keep: (notes) => write({ version: read()?.version ?? running, notes }),
    take() {
      const before = read();
      const notes = before?.notes ?? null;
      if (before?.version !== running) write({ version: running, notes });
      return {
        version: running,
        isUpdated: before !== null && compareVersions(running, before.version) > 0,
        notes: notes?.version === running ? notes : null,
      };
    },
  };
}
