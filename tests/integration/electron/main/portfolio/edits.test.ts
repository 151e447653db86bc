import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

it('an edit of two accounts that have a name in common is undone in both by one request', async () => {
  const { portfolio, accounts, accountId } = await createTestWorld();
  const draft = {
    label: 'Other',
    colour: 'blue',
    baseUrl: 'https://b.example/api',
    username: 'b@example.com',
  } as const;
  const other = valueOf(await accounts.add(draft)).id;
  const edit = randomUUID();
  for (const id of [accountId, other]) {
    valueOf(await portfolio.add(id, 'one.com', [id.slice(0, 8)], 'typed'));
    await portfolio.remove(id, ['one.com'], edit);
  }
  expect(valueOf(await portfolio.revert(edit, 'undo'))).toEqual({ changed: 2, kept: 0 });
  for (const id of [accountId, other])
    expect(valueOf(await portfolio.find(id, 'one.com')).tags).toEqual([id.slice(0, 8)]);
  expect(valueOf(await portfolio.revert(edit, 'redo'))).toEqual({ changed: 2, kept: 0 });
  expect(await portfolio.list(other)).toEqual([]);
});

it('an edit of a client is taken back beside a note that stays', async () => {
  const { portfolio, accountId } = await createTestWorld();
  valueOf(await portfolio.add(accountId, 'one.com', [], 'typed'));
  valueOf(await portfolio.setTexts(accountId, 'one.com', { note: 'Ours' }));
  const edit = randomUUID();
  const set = valueOf(await portfolio.setTexts(accountId, 'one.com', { client: 'ACME' }, edit));
  expect(set).toMatchObject({ client: 'ACME', note: 'Ours' });
  valueOf(await portfolio.revert(edit, 'undo'));
  expect(valueOf(await portfolio.find(accountId, 'one.com'))).toMatchObject({ client: '', note: 'Ours' });
});
