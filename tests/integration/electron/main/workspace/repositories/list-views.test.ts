import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mostListViews } from '#shared/areas/common-schemas.ts';
import { createListViewsRepository } from '../../../../../../electron/main/workspace/repositories/list-views.ts';
import { createAccountsRepository } from '../../../../../../electron/main/workspace/repositories/startup.ts';
import { openFile } from '../../../../../support/workspace/a-journal.ts';
import { directoryOfEachTest } from '../../../../../support/workspace/directory-of-each-test.ts';

const directory = directoryOfEachTest();
let database: DatabaseSync;
let views: ReturnType<typeof createListViewsRepository>;
beforeEach(() => {
  database = openFile(directory.path);
  views = createListViewsRepository(database);
});
afterEach(() => {
  database.close();
});

const at = (second: number): string => new Date(Date.UTC(2026, 10, 23, 9, 0, second)).toISOString();
const domains = { list: 'domains', accountId: 'a1', body: '{"look":{"text":"shop"}}' };
const sessions = { list: 'sessions', accountId: null, body: '{}' };

describe('how lists were left', () => {
  it('is read as it was saved, the last first; of an account and of none', () => {
    views.save({ views: [domains], savedAt: at(0) });
    views.save({ views: [sessions], savedAt: at(1) });
    expect(views.read()).toEqual([sessions, domains]);
  });

  it('is replaced by the next save of the same list, and only that one', () => {
    views.save({ views: [domains, sessions], savedAt: at(0) });
    views.save({ views: [{ ...domains, body: '{"look":1}' }], savedAt: at(1) });
    views.save({ views: [{ ...sessions, body: '{"look":2}' }], savedAt: at(2) });
    expect(views.read()).toEqual([
      { ...sessions, body: '{"look":2}' },
      { ...domains, body: '{"look":1}' },
    ]);
  });

  it('is removed with its account, and not stored for one that is no longer there', () => {
    views.save({ views: [domains, sessions], savedAt: at(0) });
    createAccountsRepository(database).remove({ id: 'a1' });
    expect(views.read()).toEqual([sessions]);
    views.save({ views: [domains], savedAt: at(1) });
    expect(views.read()).toEqual([sessions]);
  });

  it('is bounded: the oldest entries are removed', () => {
    for (let index = 0; index <= mostListViews; index += 1)
      views.save({ views: [{ ...sessions, list: `batch ${index}` }], savedAt: at(index) });
    const listed = views.read().map(({ list }) => list);
    expect(listed).toHaveLength(mostListViews);
    expect(listed).not.toContain('batch 0');
    expect(listed[0]).toBe(`batch ${mostListViews}`);
  });

  it.each([
    [
      'a name that is too long',
      `UPDATE list_views SET list = printf('%.*c', 100, 'x') WHERE list = 'sessions'`,
    ],
    [
      'a text that is too long',
      `UPDATE list_views SET body = printf('%.*c', 5000, 'x') WHERE list = 'sessions'`,
    ],
    ['no name', `UPDATE list_views SET list = '' WHERE list = 'sessions'`],
  ])('is left out where it is damaged, without an error: %s', (_what, damage) => {
    views.save({ views: [domains, sessions], savedAt: at(0) });
    database.exec(damage);
    expect(views.read()).toEqual([domains]);
  });

  it('is nothing where the whole table is damaged, and no damage of the workspace', () => {
    views.save({ views: [domains], savedAt: at(0) });
    const { path, root, size } = database
      .prepare(
        `SELECT file AS path, rootpage AS root, page_size AS size
         FROM pragma_database_list, sqlite_schema, pragma_page_size WHERE sqlite_schema.name = 'list_views'`,
      )
      .get() as { readonly path: string; readonly root: number; readonly size: number };
    database.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (root - 1) * size);
    closeSync(file);
    database = new DatabaseSync(path);
    views = createListViewsRepository(database);
    expect(views.read()).toEqual([]);
  });
});
