import type { WatchedName } from '#shared/domain/watching.ts';
import { mapOk, type Result } from '#shared/result.ts';
import type { Emit } from '#shared/routes.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type CalendarFileDeps, createCalendarFile } from './calendar-file.ts';
import { createSchedule, type ScheduleDeps, type Tell } from './schedule.ts';
import {
  becameAvailable,
  createWatchedNames,
  type WatchedNames,
  type WatchedNamesDeps,
} from './watched-names.ts';

interface WatchingDeps extends Omit<
  WatchedNamesDeps & ScheduleDeps & CalendarFileDeps,
  'announce' | 'pricesFound' | 'workspace'
> {
  readonly workspace: Pick<Workspace, 'domains' | 'settings' | 'watching' | 'findings'>;
  readonly emit: Emit;
}

interface Run {
  readonly lookedUp: number;
  readonly failed: number;
  /** How many became available. */
  readonly available: number;
}

/** What is watched while nobody looks: expiries, what is known of domains, and names that others have. */
export interface Watching {
  /** Begins to watch, until it is closed. Without it, nothing happens by itself. */
  readonly start: (tell: Tell) => void;
  /** What the schedule waited for may be there. */
  readonly wake: () => void;
  readonly names: (accountId: string) => Promise<Result<readonly WatchedName[]>>;
  readonly add: WatchedNames['add'];
  readonly remove: WatchedNames['remove'];
  /** Looks all watched names of an account up now. Fails with: what lookups fail with, `storage`. */
  readonly run: (accountId: string) => Promise<Result<Run>>;
  readonly saveCalendar: ReturnType<typeof createCalendarFile>['save'];
  readonly close: () => Promise<void>;
}

export function createWatching(deps: WatchingDeps): Watching {
  const names = createWatchedNames({
    ...deps,
    announce: (accountId) => deps.emit('watching.changed', { accountId }),
  });
  const schedule = createSchedule({ ...deps, pricesFound: () => deps.emit('today.changed', {}) }, names);
  const calendar = createCalendarFile(deps);
  const closing = new AbortController();

  return {
    ...names,
    start: schedule.start,
    wake: schedule.wake,
    names: async (accountId) =>
      mapOk(await names.list(accountId), (listed) => listed.map(({ name }) => name)),
    async run(accountId) {
      const done = await names.run(accountId, 'all', closing.signal);
      if (!done.ok) return done;
      const listed = await names.list(accountId);
      if (!listed.ok) return listed;
      const available = listed.value.filter(becameAvailable).length;
      return mapOk(await names.saw(listed.value), () => ({ ...done.value, available }));
    },
    saveCalendar: (accountIds, path) => calendar.save(accountIds, path),
    async close() {
      closing.abort();
      await schedule.close();
      await calendar.close();
    },
  };
}
