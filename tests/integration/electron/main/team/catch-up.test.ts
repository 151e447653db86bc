import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catchUp, verifyHistory } from '../../../../../electron/main/team/catch-up.ts';
import type { Workspace } from '../../../../../electron/main/workspace/workspace.ts';
import { aClaim, asPostgres, type ATeam, aTeam } from '../../../../support/postgres/a-team.ts';
import { writeMany } from '../../../../support/postgres/many-entries.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import {
  type ADirectory,
  aDirectory,
  openTestWorkspace,
  valueOf,
} from '../../../../support/workspace/a-workspace.ts';

const now = (): Date => new Date('2026-11-26T09:00:00.000Z');

describe.skipIf(whyNoPostgres() !== null)('a desk that catches up with its team', () => {
  let team: ATeam;
  let directory: ADirectory;
  let workspace: Workspace;
  let deps: Parameters<typeof catchUp>[0];

  beforeEach(async () => {
    [team, directory] = [await aTeam(), aDirectory()];
    workspace = await openTestWorkspace(directory.path);
    const connection = team.connectionOf(await team.person('buyer'));
    deps = { store: workspace.team, connection, now };
    workspace.team.join(membership);
  });
  afterEach(async () => {
    await workspace.close();
    directory.remove();
    await team.end();
  });

  const caughtUp = async () => {
    const done = await catchUp(deps);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
    return done.value;
  };

  /** The stored changes. */
  function stored(table = 'team_rows ORDER BY number DESC') {
    const file = new DatabaseSync(join(directory.path, 'workspace.sqlite'), { readOnly: true });
    const rows = file.prepare(`SELECT * FROM ${table}`).all();
    file.close();
    return rows;
  }

  /** Entries of one desk, as the functions write them. */
  const write = (count: number, changeId = 'gen_random_uuid()') =>
    team.sql(
      `SET namedesk.schema = '2'; SELECT namedesk.claim(jsonb_build_object('changeId', ${changeId}, 'attempt', 1, 'desk',
        gen_random_uuid(), 'service', '{"baseUrl": "https://a.example/", "username": "ü"}'::jsonb, 'domain', 'n' || n || '-' ||
        extract(epoch FROM clock_timestamp())::text || '.com', 'kind', 'renew', 'family', 'renew', 'lastEffect', NULL,
        'entry', '{"fields": ["a", "ß 🙂"], "n": 1.50}'::jsonb)) FROM generate_series(1, ${count}) n`,
    );

  /** What a person with the server's files could do: the trigger and the policies are out of the way. */
  const tamper = (sql: string) =>
    team.sql(`ALTER TABLE namedesk.journal DISABLE TRIGGER append_only; ${sql};
      ALTER TABLE namedesk.journal ENABLE TRIGGER append_only`);

  it('has one row of each change in its present state, and fetches each once', async () => {
    await write(12);
    expect(await caughtUp()).toEqual({ kind: 'current', seq: 13, changes: 12 });
    expect(stored()).toHaveLength(12);
    expect(stored()[0]).toMatchObject({ by: 'postgres', kind: 'renew', state: 'planned', took_effect: 0 });
    await write(1);
    expect(await caughtUp()).toEqual({ kind: 'current', seq: 14, changes: 1 });
    expect(await caughtUp()).toEqual({ kind: 'current', seq: 14, changes: 0 });
  });

  const price = { kind: 'given', amount: '10.99', currency: 'EUR' };
  const told = (state: string) => ({ entry: { state, what: { price } } });
  const sent = [
    ['claim', told('planned')],
    ['mark_sent', told('planned')],
  ] as const;
  const settled = (outcome: string, state: string) => ['settle', { outcome, ...told(state) }] as const;
  const readBack = (finding: string) =>
    [
      ['read_back', { finding }],
      ['release', { reason: 'gone' }],
    ] as const;

  it.each([
    ['held', 'planned', 0, [sent[0]]],
    ['sent', 'sending', 0, sent],
    ['uncertain', 'uncertain', 0, [...sent, settled('uncertain', 'uncertain')]],
    ['confirmed', 'confirmed', 1, [...sent, settled('took-effect', 'confirmed')]],
    [
      'found done later',
      'applied',
      1,
      [...sent, settled('uncertain', 'uncertain'), settled('took-effect', 'applied')],
    ],
    ['refused', 'refused', 0, [...sent, settled('had-no-effect', 'refused')]],
    ['not sent', 'withdrawn', 0, [sent[0], settled('unsent', 'planned')]],
    ['given back', 'withdrawn', 0, [sent[0], ['release', { reason: 'not sent' }]]],
    ['released by an admin, who found it done', 'settled', 1, [...sent, ...readBack('took-effect')]],
    ['released by an admin, who found it not done', 'settled', 0, [...sent, ...readBack('had-no-effect')]],
    ['released by an admin, who could not tell', 'uncertain', 0, [...sent, ...readBack('cannot-tell')]],
    ['looked at by an admin', 'sending', 0, [...sent, ['read_back', { finding: 'cannot-tell' }]]],
    [
      'settled after its release',
      'confirmed',
      1,
      [...sent, ...readBack('had-no-effect'), settled('took-effect', 'confirmed')],
    ],
  ] as const)(
    'has a change that is %s as %s, whether its events were fetched one by one or together',
    async (_, state, effect, calls) => {
      const admin = team.connectionOf(await team.person('admin', 'ada'));
      const p = { ...aClaim(), desk: randomUUID() };
      const other = await openTestWorkspace(join(directory.path, 'other'));
      other.team.join(membership);
      let readBack: unknown;
      for (const [name, more] of calls) {
        const asked = { ...p, readBack, ...more };
        const called = await admin.call(name, asked);
        const answer = (called.ok ? called.value : called.error) as {
          readonly kind: string;
          readonly seq?: number;
        };
        expect(answer.kind).not.toBe('refused');
        if (name === 'read_back') readBack = answer.seq;
        expect(await catchUp({ ...deps, store: other.team })).toMatchObject({ value: { kind: 'current' } });
      }
      await caughtUp();
      const [one, ...more] = workspace.team.changesOf({ domain: p.domain });
      expect(more).toEqual([]);
      expect(one).toMatchObject({
        state,
        settledAs: state === 'settled' ? (effect ? 'applied' : 'not-applied') : null,
      });
      expect(one?.paid?.amount).toBe(
        effect === 1 || state === 'sending' || state === 'uncertain' ? '10.99' : undefined,
      );
      expect(other.team.changesOf({ domain: p.domain })).toEqual([one]);
      await other.close();
    },
  );

  it('has a change whose lease has ended as not sent, and the one that took its place', async () => {
    const ben = team.connectionOf(await team.person('buyer', 'ben'));
    const [first, second] = [aClaim({ domain: 'oak.com' }), aClaim({ domain: 'oak.com' })];
    for (const p of [first, second]) {
      expect(await ben.call('claim', { ...p, desk: randomUUID() })).toMatchObject({
        value: { kind: 'held' },
      });
      if (p === first) await caughtUp();
      if (p === first) await team.sql(`UPDATE namedesk.claims SET until = now() - interval '1 s'`);
    }
    await caughtUp();
    const states = workspace.team.changesOf({ domain: 'oak.com' }).map(({ id, state }) => [id, state]);
    expect(new Map(states as [string, string][])).toEqual(
      new Map([
        [first.changeId, 'withdrawn'],
        [second.changeId, 'planned'],
      ]),
    );
  });

  it('T4 leaves out a row that cannot be read, counts it, and has all others', async () => {
    await write(4);
    await team.sql(`
      ALTER TABLE namedesk.claims DROP CONSTRAINT claims_domain_check, DROP CONSTRAINT claims_kind_check, DROP CONSTRAINT claims_check;
      UPDATE namedesk.claims SET domain = repeat('x', 2100) WHERE seq = 2;
      UPDATE namedesk.claims SET since = 'yesterday' WHERE seq = 3;
      UPDATE namedesk.claims SET kind = repeat('k', 60) WHERE seq = 4`);
    expect(await caughtUp()).toEqual({ kind: 'current', seq: 5, changes: 1 });
    expect(stored()).toHaveLength(1);
    expect(workspace.team.read()).toMatchObject({ lastSeq: 5, skipped: 3 });
    await write(1);
    expect(await caughtUp()).toMatchObject({ changes: 1 });
  });

  it('T9 says which two changes of a name were paid for, where the server had lost the first when the second was agreed to', async () => {
    const [ada, ben] = [await team.person('buyer', 'ada'), await team.person('buyer', 'ben')];
    const by = new Map([ada, ben].map((person) => [person, team.connectionOf(person)]));
    const pay = async (person: typeof ada, p: object) => {
      for (const name of ['claim', 'mark_sent', 'settle'] as const)
        expect(await by.get(person)?.call(name, { ...p, outcome: 'took-effect' })).toMatchObject({
          ok: true,
        });
    };
    const [lost, again, later] = ['', '', ''].map(() => ({
      ...aClaim({ domain: 'oak.com' }),
      desk: membership.deskId,
    }));
    await pay(ada, lost ?? {});
    await tamper('DELETE FROM namedesk.journal WHERE seq > 3; DELETE FROM namedesk.claims');
    await team.sql(
      'UPDATE namedesk.head SET seq = 3, hash = (SELECT hash FROM namedesk.journal WHERE seq = 3)',
    );
    await pay(ben, again ?? {});
    // Agreed to by somebody who knew of it.
    await pay(ben, { ...later, lastEffect: again?.changeId });
    await caughtUp();
    expect(stored('paid_twice')).toEqual([]);
    await by.get(ada)?.call('settle', { ...lost, outcome: 'took-effect' });
    await caughtUp();
    expect(stored('paid_twice')).toMatchObject([{ domain: 'oak.com', by: ada.user, other_by: ben.user }]);
  });

  it('hashes as the documents say: twelve texts with their lengths, after the hash before them', async () => {
    const [row] = await team.sql(`SELECT *, body::text AS text FROM namedesk.journal WHERE seq = 1`);
    const { at, text } = row as { readonly at: string; readonly text: string };
    const covered = `1:1${at.length}:${at}8:postgres------7:invited`;
    const expected = createHash('sha256').update(
      `${covered.replace('------7', '-------7')}${text.length}:${text}`,
    );
    expect((row?.['hash'] as Buffer).toString('hex')).toBe(expected.digest('hex'));
  });

  it.each([
    [
      'an entry was changed and its hash left',
      `UPDATE namedesk.journal SET by = 'ben' WHERE seq = 4`,
      'broken',
      4,
    ],
    ['an entry is missing', `DELETE FROM namedesk.journal WHERE seq = 4`, 'broken', 4],
    [
      'an entry was changed and hashed anew',
      `UPDATE namedesk.journal j SET by = 'ben' WHERE seq = 4; UPDATE namedesk.journal j SET hash = namedesk.hash_of(j) WHERE seq = 4`,
      'broken',
      5,
    ],
  ])('says so when the whole history is verified, where %s', async (_, sql, kind, seq) => {
    await write(6);
    await tamper(sql);
    expect(await verifyHistory(deps, { seq: 0, hash: '' })).toMatchObject({
      value: { kind: 'fault', fault: { kind, seq } },
    });
  });

  /** To the state in which this was its last entry. */
  async function putBack(seq: number): Promise<void> {
    await tamper(`DELETE FROM namedesk.journal WHERE seq > ${seq}; DELETE FROM namedesk.claims`);
    await team.sql(
      `UPDATE namedesk.head SET seq = ${seq}, hash = (SELECT hash FROM namedesk.journal WHERE seq = ${seq})`,
    );
  }

  it('says so where the server was put back to an older state', async () => {
    await write(6);
    await caughtUp();
    await putBack(3);
    expect(await caughtUp()).toMatchObject({ kind: 'fault', fault: { kind: 'rolled-back', seq: 3 } });
    // Nothing that was seen is lost, and new entries over the old ones do not pass for them.
    await write(10);
    expect(await caughtUp()).toMatchObject({ kind: 'fault', fault: { kind: 'rewritten', seq: 7 } });
    expect(stored()).toHaveLength(6);
    expect(workspace.team.read()).toMatchObject({ lastSeq: 7, fault: { kind: 'rewritten' } });
  });

  it('tells again what a server has forgotten, each time that it is put back, and nothing that it knows', async () => {
    const { teamOutbox: outbox } = workspace;
    const waiting = () => outbox.outbox({ limit: 9 });
    await write(3);
    await tellAnOutcome();
    await caughtUp();
    await putBack(4);
    expect(await caughtUp()).toMatchObject({ kind: 'fault' });
    const [lost] = waiting();
    await write(1);
    await write(1, `'${lost?.changeId ?? ''}'`);
    outbox.delivered({ seq: lost?.seq ?? 0, takenAs: 6 });
    expect(await caughtUp()).toMatchObject({ kind: 'fault' });
    expect(waiting()).toEqual([]);
    await putBack(5);
    expect(await caughtUp()).toMatchObject({ kind: 'fault' });
    expect(waiting()).toEqual([lost]);
  });

  /** As where the database takes an outcome of this desk's. */
  async function tellAnOutcome(): Promise<void> {
    await write(1);
    const [row] = await team.sql(
      'SELECT seq::int AS seq, change_id AS id FROM namedesk.journal ORDER BY seq DESC LIMIT 1',
    );
    const { seq, id: changeId } = row as { readonly seq: number; readonly id: string };
    const outbox = workspace.teamOutbox;
    outbox.claiming({ changeId, attempt: 1, at: now().toISOString() });
    outbox.note({ changeId, isMarked: false });
    const [waiting] = outbox.outbox({ limit: 1 });
    outbox.delivered({ seq: waiting?.seq ?? 0, takenAs: seq });
  }

  it('tells again what the database has lost, where a later outcome gets the number of the one that it lost', () => {
    const { teamOutbox: outbox } = workspace;
    const told = (takenAs: number): string => {
      const changeId = randomUUID();
      outbox.claiming({ changeId, attempt: 1, at: now().toISOString() });
      outbox.note({ changeId, isMarked: false });
      const waiting = outbox.outbox({ limit: 9 }).find((row) => row.changeId === changeId);
      outbox.delivered({ seq: waiting?.seq ?? 0, takenAs });
      return changeId;
    };
    told(9);
    const lost = told(10);
    told(0);
    expect(outbox.outbox({ limit: 9 })).toEqual([]);
    told(10);
    expect(outbox.outbox({ limit: 9 })).toMatchObject([{ changeId: lost }]);
  });

  it('does not take for lost what this desk writes while it catches up', async () => {
    await write(3);
    let isTold = false;
    const query: typeof deps.connection.query = async (...asked) => {
      const rows = await deps.connection.query(...asked);
      if (!isTold) await tellAnOutcome();
      isTold = true;
      return rows;
    };
    expect(await catchUp({ ...deps, connection: { query } })).toMatchObject({ value: { kind: 'current' } });
    expect(workspace.team.read()).toMatchObject({ fault: null });
    expect(await caughtUp()).toEqual({ kind: 'current', seq: 5, changes: 1 });
  });

  it('says so where the server has lost what this desk wrote, though a later entry of it is there', async () => {
    await write(3);
    await tellAnOutcome();
    await putBack(4);
    await write(1);
    await tellAnOutcome();
    expect(await caughtUp()).toMatchObject({ kind: 'fault', fault: { kind: 'rewritten', seq: 5 } });
  });

  it('says so where what this desk wrote before is not among what it fetches', async () => {
    await write(3);
    await tellAnOutcome();
    await tamper(`DELETE FROM namedesk.journal WHERE seq = 5`);
    expect(await caughtUp()).toMatchObject({ kind: 'fault', fault: { kind: 'rolled-back', seq: 4 } });
  });

  it('verifies the whole history, also what it has seen before', async () => {
    await write(6);
    await caughtUp();
    const { lastSeq: seq, lastHash: hash } = workspace.team.read() ?? {
      lastSeq: 0,
      lastHash: '',
    };
    expect(await verifyHistory(deps, { seq, hash })).toMatchObject({
      value: { kind: 'verified', entries: 7 },
    });
    await tamper(`UPDATE namedesk.journal SET by = 'ben' WHERE seq = 4`);
    expect(await caughtUp()).toMatchObject({ kind: 'current' });
    expect(await verifyHistory(deps, { seq, hash })).toMatchObject({
      value: { kind: 'fault', fault: { seq: 4 } },
    });
  });

  it('reads a page by the index, however many entries come after it', async () => {
    const asked: string[] = [];
    const { connection } = deps;
    await write(3);
    deps = {
      ...deps,
      connection: {
        query: (text, values) => {
          asked.push(text);
          return connection.query(text, values);
        },
      },
    };
    await caughtUp();
    const page = asked.find((text) => text.includes('namedesk.claims')) ?? '';
    const plan = await asPostgres(team.place, team.database, async (client) => {
      // Of a few rows the server would read all, and sort them.
      await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
      return (await client.query<Record<string, unknown>>(`EXPLAIN ${page}`, [1, 2_000, [], []])).rows;
    });
    const text = JSON.stringify(plan);
    expect(text).toContain('Index Scan using changed on claims');
    expect(text).not.toContain('Seq Scan');
  });

  it('never lets the team’s entries into the workspace’s own chain', async () => {
    await write(3);
    await caughtUp();
    expect(valueOf(await workspace.journal.page({ after: 0, limit: 1 }))).toEqual([]);
  });

  it('has two processes of one workspace store each change once', async () => {
    await write(30);
    const both = await Promise.all([caughtUp(), caughtUp()]);
    expect(both.map(({ kind }) => kind)).toEqual(['current', 'current']);
    expect(workspace.team.read()).toMatchObject({ lastSeq: 31, fault: null });
  });

  it('catches up with 100,000 entries', { timeout: 600_000 }, async ({ annotate }) => {
    await writeMany(team.sql, 100_000);
    const [beganAt, before] = [performance.now(), process.cpuUsage()];
    expect(await caughtUp()).toMatchObject({ kind: 'current', seq: 100_000 });
    const { user, system } = process.cpuUsage(before);
    expect(stored()).toHaveLength(33_334);
    const [seconds, ofProcessor] = [(performance.now() - beganAt) / 1_000, (user + system) / 1_000_000];
    await annotate(
      `figure: ${seconds.toFixed(1)} s for 100,000 entries, ${ofProcessor.toFixed(1)} s of them of this process’s processor time`,
    );
  });
});

const membership = {
  teamId: randomUUID(),
  name: 'Acme',
  url: 'postgresql://127.0.0.1/acme',
  user: 'ada',
  caFile: null,
  deskId: randomUUID(),
  joinedAt: now().toISOString(),
};
