import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serviceKey } from '#shared/domain/account.ts';
import { openDatabase } from '../../../../../electron/main/workspace/database.ts';
import { createDoubts } from '../../../../../electron/main/workspace/journal/doubts.ts';
import { migrations } from '../../../../../electron/main/workspace/migrations.ts';
import { createRepositories } from '../../../../../electron/main/workspace/stores.ts';
import { service } from '../../../../support/workspace/a-journal.ts';
import { directoryOfEachTest } from '../../../../support/workspace/directory-of-each-test.ts';

const directory = directoryOfEachTest();

it('(G2) a workspace of version 13 opens complete, with the doubts that its restores left', async () => {
  const fixture = new URL('../../../../fixtures/workspaces/version-13.sqlite', import.meta.url);
  copyFileSync(fixture, join(directory.path, 'workspace.sqlite'));
  const opened = openDatabase(directory.path, migrations, () => new Date());
  if (!opened.ok) throw new Error(opened.error);
  const { database, opening } = opened.value;
  expect(opening).toMatchObject({ version: migrations.length, notice: null });
  const { journal, accounts } = createRepositories(database);
  expect(await journal.health({ check: true })).toMatchObject({
    ...{ entries: 9, changes: 3, broken: null },
    accesses: { lines: 1, broken: null },
  });
  expect(accounts.list()).toMatchObject([{ label: 'Acme' }]);
  expect(journal.open({ accountId: null })).toMatchObject([{ domain: 'uncertain.com', state: 'uncertain' }]);
  const inDoubt = ['done.com', 'withdrawn.com', 'batch-row.com'].map(
    (domain) => createDoubts(database).of(domain, serviceKey(service), 'renew') !== null,
  );
  expect(inDoubt).toEqual([false, true, true]);
  database.close();
});
