import { expect, it } from 'vitest';
import { createTestWorld } from '../../../../../support/test-world.ts';
import { aReading } from '../../../../../support/registry/a-reading.ts';
import { valueOf } from '../../../../../support/workspace/a-workspace.ts';

const since = '2026-11-24T16:00:00.000Z';

it('a list of names that is looked up is stored until it is over, and goes with its account', async () => {
  const { workspace, accounts, accountId } = await createTestWorld();
  const runs = workspace.registryRuns;
  const list = { accountId, beganAt: since, names: ['b.com', 'a.com'] };
  runs.put({ ...list, id: 'one' });
  runs.put({ ...list, id: 'two', beganAt: '2026-11-24T15:00:00.000Z' });
  runs.put({ ...list, id: 'three', accountId: 'nobody' });
  expect(runs.list()).toEqual([
    { ...list, id: 'two', beganAt: '2026-11-24T15:00:00.000Z' },
    { ...list, id: 'one' },
  ]);
  runs.remove({ id: 'two' });
  expect(runs.list()).toMatchObject([{ id: 'one' }]);
  valueOf(await accounts.remove(accountId));
  expect(runs.list()).toEqual([]);
});

it('a name counts as answered since a time where its registry has said what it knows, not where it set a limit', async () => {
  const { workspace, portfolio, accountId } = await createTestWorld();
  const names = ['said.com', 'without.com', 'limited.com', 'before.com', 'never.com'];
  valueOf(await portfolio.add(accountId, names.join('\n'), [], 'typed'));
  const shows = (name: string, given: Parameters<typeof aReading>[0]) => {
    const registry = aReading({ at: '2026-11-24T16:30:00.000Z', ...given });
    return portfolio.observe(accountId, name, { at: registry.at, source: 'registry', registry });
  };
  await shows('said.com', {});
  await shows('without.com', { missing: 'no-expiry', expiresAt: null });
  await shows('limited.com', { missing: 'limited', expiresAt: null });
  await shows('before.com', { at: '2026-11-24T15:59:59.000Z' });
  const answered = workspace.registryRuns.answered({ accountId, names, since });
  expect(answered.toSorted()).toEqual(['said.com', 'without.com']);
});
