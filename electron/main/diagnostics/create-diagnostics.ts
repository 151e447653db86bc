import type { Output } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import { bundleText } from '#shared/words/bundle-text.ts';
import type { Backups } from '../backups/backups.ts';
import { writeWhole } from '../files/write-whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { gather } from './bundle/gather.ts';
import { partsOf } from './bundle/parts.ts';
import { mostFrequentFirst } from './deviations.ts';
import type { Bundle, Diagnostics } from './diagnostics.ts';
import type { LogFiles } from './log/log-files.ts';
import { readLog } from './log/read-log.ts';

export interface DiagnosticsDeps {
  readonly workspace: Workspace;
  readonly backups: Pick<Backups, 'list'>;
  readonly logFiles: LogFiles;
  readonly about: Output<'app', 'about'>;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createDiagnostics(deps: DiagnosticsDeps): Diagnostics {
  const { workspace, logFiles, newId } = deps;
  let last: Bundle | null = null;

  return {
    log: async (ask) => ok(await readLog(logFiles, ask)),
    async deviations(accountId) {
      const listed = await workspace.deviations.list({ accountId });
      return listed.ok ? ok(mostFrequentFirst(listed.value).slice(0, mostDeviations)) : listed;
    },
    async bundle() {
      last = { id: newId(), parts: [...partsOf(await gather(deps))] };
      return ok(last);
    },
    async saveBundle(id, path) {
      if (last?.id !== id)
        return fail({
          kind: 'invalid-input',
          field: 'id',
          reason: 'Another bundle was put together since. Read that one first.',
        });
      const text = bundleText(last.parts);
      return writeWhole(path, async (write) => {
        await write(text);
        return ok({});
      });
    },
  };
}

/** As many as the contract lets through. */
const mostDeviations = 5_000;
