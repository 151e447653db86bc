import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';
import { type ATeam, teamOfThisFile } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';

const cannotRun = whyNoPostgres() !== null;

describe.skipIf(cannotRun)('claims of a team', () => {
  const team = teamOfThisFile();

  it('are held', async () => {
    const t = await team();
    const ada = await t.person('buyer', 'ada');
    const desk = t.connectionOf(ada);
    expect(valueOf((await desk.call('claim', aClaim())) as never)).toMatchObject({ kind: 'held' });
  });
});

const aClaim = (changes: object = {}) => ({
  changeId: randomUUID(),
  attempt: 1,
  desk: randomUUID(),
  service: { baseUrl: 'https://reseller.example/api/index.php', username: 'reseller@example.com' },
  domain: `${randomUUID()}.com`,
  kind: 'renew',
  family: 'renew',
  lastEffect: null,
  entry: {},
  ...changes,
});
