import { ok, type Result } from '#shared/result.ts';
import type { Client } from '../../renderer/src/client.ts';
import type { FakeWorld, ListView, SavedView } from './fake-world.ts';

const answer = <T>(value: T): Promise<Result<T>> => Promise.resolve(ok(value));

const isSameView = (one: SavedView, other: Omit<SavedView, 'body'>): boolean =>
  one.list === other.list && one.accountId === other.accountId && one.name === other.name;

/** How lists were left, and the views that were saved under names. */
export const listViewAnswers = (world: FakeWorld): Client['listViews'] => ({
  read: () => answer({ views: [...world.listViews], saved: [...world.savedViews] }),
  put({ view, before }) {
    const isOther = (one: SavedView) => ![view, before].some((of) => of !== null && isSameView(one, of));
    world.savedViews = [...world.savedViews.filter(isOther), view];
    return answer({});
  },
  remove(view) {
    world.savedViews = world.savedViews.filter((one) => !isSameView(one, view));
    return answer({});
  },
  save({ views }) {
    const isReplaced = (one: ListView) =>
      views.some(({ list, accountId }) => list === one.list && accountId === one.accountId);
    world.listViews = [...views, ...world.listViews.filter((one) => !isReplaced(one))];
    return answer({});
  },
});
