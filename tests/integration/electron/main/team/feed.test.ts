import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { DomainObservation } from '../../../../../electron/main/workspace/repositories/domain-observations.ts';
import { peopleOf } from '../../../../../electron/main/team/view.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { aSharingDesk, type ASharingDesk } from '../../../../support/postgres/a-sharing-desk.ts';
import { type ATeam, aTeam, teamOfThisFile } from '../../../../support/postgres/a-team.ts';
import { isolated } from '../../../../../shared/domain/isolated.ts';
import { sourceText } from '../../../../../shared/domain/portfolio.ts';
import { createTestWorld } from '../../../../support/test-world.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { anAccount, valueOf } from '../../../../support/workspace/a-workspace.ts';

const accountId = anAccount().id;
let numbers = 0;
/** A name that no other test has. */
const aName = (): string => `n${(numbers += 1)}.example`;

const observe = ({ workspace }: ASharingDesk, news: DomainObservation) =>
  workspace.domains.observe({ accountId, news: [news] });

const historyOf = (team: ATeam, key: string) =>
  team.sql('SELECT field, value, by FROM namedesk.shared_history WHERE key = $1 ORDER BY number', [key]);

async function inTurn(...desks: readonly ASharingDesk[]): Promise<void> {
  for (const desk of desks) await desk.sync();
}

describe.skipIf(whyNoPostgres() !== null)('what a team shares of the portfolio', () => {
  const team = teamOfThisFile();
  const two = async () =>
    Promise.all([aSharingDesk(await team(), { name: 'ada' }), aSharingDesk(await team(), { name: 'ben' })]);
  /** With a name that Ada has, and has not published. */
  async function twoAndName() {
    const [ada, ben] = await two();
    const name = aName();
    ada.add(name);
    return { ada, ben, name };
  }

  it('brings a domain with its tags, note, client and dates from one desk to the other', async () => {
    const { ada, ben, name } = await twoAndName();
    ada.tag(name, ['brand', 'ü']);
    ada.note(name, 'Renew by hand');
    const at = '2026-11-20T10:00:00.000Z';
    observe(ada, {
      name,
      lock: { value: 'locked', at, source: 'read' },
      nameservers: { value: ['ns1.example', 'ns2.example'], at, source: 'read' },
      expiries: [
        { source: 'registry', date: '2027-03-01', at },
        { source: 'typed', date: '2027-03-02', at: '2026-11-01T10:00:00.000Z' },
      ],
    });
    await inTurn(ada, ben);
    expect(ben.domain(name)).toMatchObject({
      tags: ['brand', 'ü'],
      note: 'Renew by hand',
      lock: { value: 'locked', at, source: 'read' },
      nameservers: { value: ['ns1.example', 'ns2.example'], at },
      expiresOn: { value: '2027-03-01', at, source: 'registry' },
    });
    expect(ben.news.flatMap(({ domains }) => domains.map((domain) => domain.name))).toContain(name);
    const line = ben.workspace.domains.expiriesFrom({ accountId, source: 'typed' });
    expect(line).toContain(`${name} 2027-03-02`);
  });

  it('says in the history of a domain who has edited it', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    ada.tag(name, ['brand']);
    await inTurn(ada, ben);
    const events = ben.workspace.domains.events({ accountId, domain: name });
    expect(events).toMatchObject([
      { kind: 'edit', by: ada.person.user, changes: [{ field: 'tags', before: '', after: 'brand' }] },
    ]);
    expect(ada.workspace.domains.events({ accountId, domain: name })).toMatchObject([
      { kind: 'edit', by: null },
    ]);
  });

  it('tells of what others have changed, and not of what it has published itself', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    ada.applied.times = 0;
    ben.applied.times = 0;
    ada.note(name, 'hers');
    await inTurn(ada, ben, ada, ben);
    expect(ada.applied.times).toBe(0);
    expect(ben.applied.times).toBe(1);
  });

  it('publishes nothing of what it was told', async () => {
    const { ada, ben, name } = await twoAndName();
    ada.note(name, 'hers');
    await ada.sync();
    const [{ seq } = {}] = await (await team()).sql('SELECT seq FROM namedesk.shared_head');
    await inTurn(ben, ada, ben, ada);
    expect(await (await team()).sql('SELECT seq FROM namedesk.shared_head')).toEqual([{ seq }]);
    expect(ben.queued()).toBe(0);
  });

  it('lets the later edit of a field stand, keeps the other one, and leaves other fields alone', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    // Neither sees the other's.
    ada.note(name, 'first');
    ada.tag(name, ['hers']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    ben.note(name, 'second');
    ben.tag(name, ['his']);
    // The later one is published first.
    await inTurn(ben, ada, ben);
    for (const desk of [ada, ben])
      expect(desk.domain(name)).toMatchObject({
        note: 'second',
        tags: expect.arrayContaining(['hers', 'his']) as unknown,
      });
    expect(await historyOf(await team(), name)).toEqual([
      { field: 'note', value: 'first', by: ada.person.user },
    ]);
  });

  it('keeps what a later edit replaces, whose ever it was', async () => {
    const { ada, ben, name } = await twoAndName();
    ada.note(name, 'first');
    await inTurn(ada, ben);
    ben.note(name, '');
    await inTurn(ben, ada);
    expect(ada.domain(name)).toMatchObject({ note: '' });
    expect(await historyOf(await team(), name)).toEqual([
      { field: 'note', value: 'first', by: ada.person.user },
    ]);
  });

  it('takes an edit of what was shown for a later one, whatever the clock of the desk says', async () => {
    const { ada, ben, name } = await twoAndName();
    ada.note(name, 'first');
    await ada.sync();
    // As a desk whose clock is a minute fast would have published it.
    await (
      await team()
    )
      .sql(`UPDATE namedesk.shared_head SET seq = seq + 1; UPDATE namedesk.shared SET at = now() + interval '1 minute',
      seq = (SELECT seq FROM namedesk.shared_head) WHERE key = '${name}' AND field = 'note'`);
    await ben.sync();
    expect(ben.domain(name)).toMatchObject({ note: 'first' });
    ben.note(name, 'second');
    await inTurn(ben, ada);
    expect(ada.domain(name)).toMatchObject({ note: 'second' });
  });

  it('cuts a time from the future to that of the server', async () => {
    const { ada, ben, name } = await twoAndName();
    observe(ada, { name, lock: { value: 'locked', at: '2036-01-01T00:00:00.000Z', source: 'read' } });
    await inTurn(ada, ben);
    const { at } = ben.domain(name)?.lock ?? { at: '' };
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(600_000);
  });

  const [noon, late] = ['2026-11-20T12:00:00.000Z', '2026-11-20T13:00:00.000Z'];

  it('T7 what this desk has read stands until it reads again, whatever a colleague has read since', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    const read = (value: 'locked' | 'unlocked', at: string): DomainObservation => ({
      name,
      lock: { value, at, source: 'read' },
      transferredAway: { value: value === 'locked', at, source: 'sync' },
      expiries: [{ source: 'registry', date: value === 'locked' ? '2035-01-01' : '2026-12-01', at }],
    });
    observe(ben, read('unlocked', noon));
    observe(ada, read('locked', late));
    await inTurn(ben, ada, ben, ada);
    const own = { lock: { value: 'unlocked', at: noon }, transferredAway: { value: false } };
    expect(ben.domain(name)).toMatchObject({ ...own, expiresOn: { value: '2026-12-01', at: noon } });
    expect(ada.domain(name)).toMatchObject({
      lock: { value: 'locked', at: late },
      expiresOn: { value: '2035-01-01', source: 'registry' },
    });
    // Nobody takes it away either.
    observe(ada, { name, removedExpiries: ['registry'] });
    await inTurn(ada, ben);
    expect(ben.domain(name)).toMatchObject({ expiresOn: { value: '2026-12-01' } });
  });

  it('T7 a colleague’s reading is shown with the name of who has read it, until this desk reads for itself', async () => {
    const { ada, ben, name } = await twoAndName();
    observe(ada, {
      name,
      lock: { value: 'locked', at: late, source: 'read' },
      expiries: [{ source: 'registry', date: '2035-01-01', at: late }],
    });
    await ada.sync();
    // From a file, which says less than a registry.
    ben.add(name);
    observe(ben, { name, expiries: [{ source: 'import', date: '2026-12-01', at: late }] });
    await ben.sync();
    const by = ada.person.user;
    const hers = ben.domain(name);
    expect(hers).toMatchObject({ lock: { value: 'locked', by }, expiresOn: { value: '2035-01-01', by } });
    expect(hers?.expiresOn && sourceText(hers.expiresOn)).toContain('at the registry, read by ');
    // It is hers: nobody else publishes it, nor its absence.
    ben.note(name, 'his');
    observe(ben, { name, nameservers: { value: ['ns1.example'], at: late, source: 'read' } });
    await ben.sync();
    const facts = 'SELECT by FROM namedesk.shared WHERE key = $1 AND field IN ($2, $3) AND value IS NOT NULL';
    expect(await (await team()).sql(facts, [name, 'lock', 'expiry registry'])).toEqual([{ by }, { by }]);
    // By a clock that is slow.
    observe(ben, {
      name,
      lock: { value: 'unlocked', at: noon, source: 'read' },
      expiries: [{ source: 'registry', date: '2026-12-02', at: noon }],
    });
    const his = ben.domain(name);
    expect(his).toMatchObject({ lock: { value: 'unlocked' }, expiresOn: { value: '2026-12-02' } });
    expect(his?.lock).not.toHaveProperty('by');
    expect(his?.expiresOn).not.toHaveProperty('by');
  });

  it('T7 what a colleague has set since is what there is; a registry’s facts are set by nobody', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    observe(ben, { name, lock: { value: 'unlocked', at: noon, source: 'read' } });
    observe(ben, { name, transferredAway: { value: false, at: noon, source: 'sync' } });
    observe(ada, { name, lock: { value: 'locked', at: late, source: 'change' } });
    observe(ada, { name, transferredAway: { value: true, at: late, source: 'change' } });
    await inTurn(ada, ben);
    expect(ben.domain(name)).toMatchObject({
      lock: { value: 'locked', source: 'change', by: ada.person.user },
      transferredAway: { value: false },
    });
  });

  it('removes a domain that somebody else has removed, and has it again where it was put back', async () => {
    const { ada, ben, name } = await twoAndName();
    ada.note(name, 'hers');
    await inTurn(ada, ben);
    const removed = ada.workspace.domains.remove({ accountId, names: [name] });
    await inTurn(ada, ben);
    expect(ben.domain(name)).toBeNull();
    expect(ben.news.flatMap((news) => news.removed)).toEqual([name]);
    const [step] = removed;
    if (step === undefined) throw new Error('It was not removed');
    ada.workspace.domains.move({ accountId, moves: [{ key: name, from: null, to: step.before }] });
    await inTurn(ada, ben);
    expect(ben.domain(name)).toMatchObject({ note: 'hers' });
  });

  describe('T7 of what a colleague removes', () => {
    const removed = async (desk: ASharingDesk, names: readonly string[]) => {
      desk.workspace.domains.remove({ accountId, names });
      await desk.sync();
    };
    /** Of these alone: the team has those of other tests too. */
    const kept = (desk: ASharingDesk, names: readonly string[]) =>
      desk.names().filter((name) => names.includes(name));
    const held = ({ workspace }: ASharingDesk) => workspace.teamFacts.removals();

    /** Ada has removed 20 of 35 names, which are gone at Ben's, and then the others. */
    async function afterTwo() {
      const [ada, ben] = await two();
      const names = Array.from({ length: 35 }, aName).toSorted();
      ada.add(...names);
      ada.note(names[20] ?? '', 'hers');
      await inTurn(ada, ben);
      await removed(ada, names.slice(0, 20));
      await ben.sync();
      expect(kept(ben, names)).toEqual(names.slice(20));
      await removed(ada, names.slice(20, 27));
      await removed(ada, names.slice(27));
      ben.applied.times = 0;
      await ben.sync();
      return { ada, ben, names, left: names.slice(20) };
    }

    it('T7 more than 20 names in a day wait for a yes, in however many publications they come', async () => {
      const { ada, ben, names, left } = await afterTwo();
      expect(kept(ben, names)).toEqual(left);
      expect(ben.applied.times).toBe(1);
      const [{ seq, ...waiting } = { seq: 0 }, ...others] = held(ben);
      expect([waiting, others]).toEqual([{ accountId, by: ada.person.user, names: left }, []]);
      const reported = await ben.workspace.attention.read({
        accounts: [{ id: accountId, label: '', isPractice: false, currency: null, credit: null }],
        nowMs: Date.now(),
      });
      expect(reported.rows.filter(({ kind }) => kind === 'removal')).toMatchObject([
        { title: `${isolated(ada.person.user)} removed 15 names`, step: 'look-removals', count: 1 },
      ]);
      // Nobody has said so yet, however often it is looked.
      const again = await ben.restart();
      await again.sync();
      expect(kept(again, names)).toEqual(left);
      const of = { accountId, by: ada.person.user, seq, isKept: false, nowMs: Date.now() };
      expect(again.workspace.teamFacts.settleRemovals(of).news).toMatchObject([{ removed: left }]);
      expect([kept(again, names), held(again), again.queued()]).toEqual([[], [], 0]);
    });

    it('T7 what is kept is everybody’s again, as it was written about meanwhile', async () => {
      const { ada, ben, names, left } = await afterTwo();
      const [{ seq } = { seq: 0 }] = held(ben);
      // Of what he was shown alone.
      const of = { accountId, by: ada.person.user, isKept: true, nowMs: Date.now() };
      ben.workspace.teamFacts.settleRemovals({ ...of, seq: seq - 1 });
      expect(held(ben).flatMap((one) => one.names)).toHaveLength(1);
      ben.workspace.teamFacts.settleRemovals({ ...of, seq });
      expect(held(ben)).toEqual([]);
      await inTurn(ben, ada, ben);
      expect(kept(ada, names)).toEqual(left);
      expect(kept(ben, names)).toEqual(left);
      expect(ada.domain(left[0] ?? '')).toMatchObject({ note: 'hers' });
    });
  });

  it('queues edits while the database is away, says how many, and publishes them after a restart', async () => {
    const [ada, ben] = await two();
    const [one, other] = [aName(), aName()];
    ada.add(one, other);
    await ada.sync();
    const { sql } = await team();
    const { user } = ada.person;
    await sql(`ALTER ROLE ${user} NOLOGIN`);
    await sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [user]);
    ada.note(one, 'written offline');
    ada.tag(one, ['x']);
    ada.note(other, 'as well');
    await expect(ada.sync()).rejects.toThrow();
    expect(ada.queued()).toBe(2);
    const again = await ada.restart();
    await expect(again.sync()).rejects.toThrow('login');
    expect(again.queued()).toBe(2);
    await sql(`ALTER ROLE ${user} LOGIN`);
    await again.sync();
    expect(again.queued()).toBe(0);
    await ben.sync();
    expect(ben.domain(one)).toMatchObject({ note: 'written offline', tags: ['x'] });
    expect(ben.domain(other)).toMatchObject({ note: 'as well' });
  });

  it('publishes what a workspace had before it joined, in pages, and replaces nothing of the team by it', async () => {
    const [ada, ben] = await Promise.all([
      aSharingDesk(await team(), { name: 'ada' }),
      aSharingDesk(await team(), { name: 'ben', isJoined: false }),
    ]);
    const [both, his] = [aName(), aName()];
    ada.add(both);
    ada.note(both, 'the team’s');
    await ada.sync();
    ben.add(both, his);
    ben.note(both, 'his own');
    ben.tag(both, ['mine']);
    ben.note(his, 'his alone');
    expect(ben.workspace.teamFacts.toShare()).toEqual({ domains: 2, tagged: 1, noted: 2 });
    await ben.join();
    await inTurn(ben, ada);
    for (const desk of [ada, ben]) {
      expect(desk.domain(both)).toMatchObject({ note: 'the team’s', tags: ['mine'] });
      expect(desk.domain(his)).toMatchObject({ note: 'his alone' });
    }
    expect(await historyOf(await team(), both)).toEqual([
      { field: 'note', value: 'his own', by: ben.person.user },
    ]);
  });

  it('leaves everything that was shared here, and publishes nothing more, where it leaves', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    expect(await ben.team.leave(false)).toMatchObject({ ok: true });
    ben.note(name, 'after it');
    expect(ben.queued()).toBe(0);
    expect(ben.domain(name)).toMatchObject({ note: 'after it' });
    await ada.sync();
    expect(ada.domain(name)).toMatchObject({ note: '' });
  });

  it('counts domains of logins that no account here has, and shows them once there is one', async () => {
    const other = { baseUrl: 'https://elsewhere.example/api', username: 'other@example.com' };
    const [ada, ben] = await Promise.all([
      aSharingDesk(await team(), { name: 'ada', account: other }),
      aSharingDesk(await team(), { name: 'ben' }),
    ]);
    const name = aName();
    ada.add(name);
    await inTurn(ada, ben);
    expect(ben.domain(name)).toBeNull();
    const { foreign } = ben.workspace.teamFacts.counts();
    expect(foreign).toBeGreaterThan(0);
    ben.workspace.accounts.save(anAccount({ ...other, id: 'a2', label: 'Other' }));
    await ben.sync();
    expect(ben.workspace.domains.names({ accountId: 'a2' })).toContain(name);
    expect(ben.workspace.teamFacts.counts().foreign).toBe(0);
  });

  it('does not take a removed account for removed domains', async () => {
    const { ada, ben, name } = await twoAndName();
    await inTurn(ada, ben);
    ada.workspace.accounts.hide({ id: accountId, at: new Date().toISOString() });
    ada.workspace.accounts.remove({ id: accountId });
    await inTurn(ada, ben);
    expect(ben.domain(name)).not.toBeNull();
  });

  it('publishes nothing of a reader, who hears of everything', async () => {
    const [ada, ben] = await Promise.all([
      aSharingDesk(await team(), { name: 'ada' }),
      aSharingDesk(await team(), { name: 'ben', role: 'reader' }),
    ]);
    const [hers, his] = [aName(), aName()];
    ada.add(hers);
    await ada.sync();
    ben.add(his);
    expect(await ben.sync()).toMatchObject({ kind: 'current', isHeard: false });
    expect(ben.domain(hers)).not.toBeNull();
    expect(ben.queued()).toBe(0);
    expect(await (await team()).sql('SELECT FROM namedesk.shared WHERE key = $1', [his])).toEqual([]);
  });

  it('publishes the rest where the database never takes one of the facts', async () => {
    const [ada, ben] = await two();
    const names = Array.from({ length: 5 }, aName);
    ada.add(...names);
    await ada.sync();
    await (
      await team()
    ).sql(
      `ALTER TABLE namedesk.shared ADD CONSTRAINT never CHECK (value IS DISTINCT FROM '"never"') NOT VALID`,
    );
    for (const [index, name] of names.entries()) ada.note(name, index === 2 ? 'never' : `note ${index}`);
    await inTurn(ada, ben);
    await (await team()).sql('ALTER TABLE namedesk.shared DROP CONSTRAINT never');
    const notes = names.map((name) => ben.domain(name)?.note);
    expect(notes).toEqual(['note 0', 'note 1', '', 'note 3', 'note 4']);
    expect(ada.bugs).toHaveLength(1);
    expect(ada.queued()).toBe(0);
  });

  it(
    'takes over ten thousand facts in pages, between which the workspace answers others',
    { timeout: 600_000 },
    async ({ annotate }) => {
      const ben = await aSharingDesk(await team(), { name: 'ben' });
      await ben.sync();
      const before = ben.news.length;
      const page = (
        from: number,
      ): string => `SELECT namedesk.publish(jsonb_build_object('facts', jsonb_agg(jsonb_build_object(
        'topic', 'domain', 'service', '{"baseUrl": "https://reseller.example", "username": "reseller@example.com"}'::jsonb,
        'key', 'many' || n / 4 || '.example', 'field', (ARRAY['present', 'note', 'tag x', 'client'])[n % 4 + 1], 'at', now(), 'value',
        (ARRAY['{"addedAt": "2026-11-20T10:00:00.000Z", "addedBy": "typed"}', '"n"', 'true', '"c"'])[n % 4 + 1]::jsonb))))
      FROM generate_series(${from}, ${from + 999}) n`;
      for (let from = 0; from < 10_000; from += 1_000)
        await (await team()).sql(`SET namedesk.schema = '3'; ${page(from)}`);
      const beganAt = performance.now();
      const syncing = ben.sync();
      let answers = 0;
      let isOver = false;
      void syncing.finally(() => (isOver = true));
      while (!isOver) {
        await nextTurn();
        ben.workspace.settings.read();
        answers += 1;
      }
      expect(await syncing).toEqual({ kind: 'current', isHeard: true, skipped: 0 });
      await annotate(
        `figure: ${((performance.now() - beganAt) / 1_000).toFixed(1)} s for 10,000 facts of 2,500 domains`,
      );
      expect(ben.names().filter((name) => name.startsWith('many'))).toHaveLength(2_500);
      expect(ben.domain('many2499.example')).toMatchObject({ note: 'n', tags: ['x'], client: 'c' });
      const batches = ben.news.length - before;
      expect(batches).toBeGreaterThan(10);
      expect(answers).toBeGreaterThan(batches);
    },
  );

  it('is published by the program itself soon after a change, and at its end what is left', async () => {
    const { place, database, person, sql } = await team();
    const { user, password } = await person('buyer', 'cy');
    const world = await createTestWorld();
    const url = { host: '127.0.0.1', port: place.port, database };
    const joined = await (
      await world.team.open()
    ).join({ url, user, caFile: null, password: new Secret(password) }, true);
    expect(joined.ok).toBe(true);
    world.feed.changed();
    const [one, other] = [aName(), aName()];
    const publishedOf = (key: string) =>
      sql('SELECT value FROM namedesk.shared WHERE key = $1 AND field = $2', [key, 'note']);
    valueOf(await world.portfolio.add(world.accountId, `${one}\n${other}`, [], 'typed'));
    valueOf(await world.portfolio.setTexts(world.accountId, one, { note: 'soon' }));
    await expect.poll(() => publishedOf(one)).toEqual([{ value: 'soon' }]);
    valueOf(await world.portfolio.setTexts(world.accountId, other, { note: 'at the end' }));
    await world.reopen();
    expect(await publishedOf(other)).toEqual([{ value: 'at the end' }]);
  });

  it('lets no desk publish for another, and no reader at all', async () => {
    const fact = {
      topic: 'domain',
      key: aName(),
      field: 'note',
      value: 'x',
      at: new Date().toISOString(),
      by: 'ada',
    };
    const [ben, reader] = [await (await team()).person('buyer'), await (await team()).person('reader')];
    const publish = async (who: typeof ben) =>
      (await team()).connectionOf(who).call('publish', { facts: [fact], by: 'ada' });
    expect(await publish(reader)).toEqual({ ok: true, value: { kind: 'forbidden' } });
    expect(await publish(ben)).toMatchObject({ ok: true, value: { kind: 'published' } });
    expect(await (await team()).sql('SELECT by FROM namedesk.shared WHERE key = $1', [fact.key])).toEqual([
      { by: ben.user },
    ]);
  });

  it.each([
    ['a value of more than 64 kB', { value: 'x'.repeat(65_600) }],
    ['a key that is longer than any name', { key: 'x'.repeat(800) }],
    ['a field that is longer than any', { field: 'x'.repeat(300) }],
    ['a topic of another form', { topic: 'Domain; --' }],
    ['a time before all times', { at: '-infinity' }],
    ['a value with more levels than any desk writes', { value: [[[[[[[['x']]]]]]]] }],
  ])('T4 refuses %s', async (_, changes) => {
    const fact = {
      topic: 'domain',
      key: aName(),
      field: 'note',
      value: 'x',
      at: new Date().toISOString(),
      ...changes,
    };
    const connection = (await team()).connectionOf(await (await team()).person('buyer'));
    expect(await connection.call('publish', { facts: [fact] })).toMatchObject({
      ok: false,
      error: { kind: 'rejected' },
    });
  });

  it('T4 leaves out what is no fact, counts it, and goes on with the others', async () => {
    const acme = await aTeam();
    const [ada, ben] = [await aSharingDesk(acme, { name: 'ada' }), await aSharingDesk(acme, { name: 'ben' })];
    const [before, after] = [aName(), aName()];
    ada.add(before);
    await ada.sync();
    await acme.sql('ALTER TABLE namedesk.shared DROP CONSTRAINT shared_value_check');
    const odd = [
      ["'infinity'", "'ada'", `'"a note"'`],
      ["'20000-01-01'", "'ada'", `'"a note"'`],
      ['now()', "repeat('x', 100)", `'"a note"'`],
      ['now()', "'ada'", "(repeat('[', 6000) || repeat(']', 6000))::jsonb"],
      ['now()', "'ada'", "'5'"],
    ];
    for (const [index, columns] of odd.entries())
      await acme.sql(`UPDATE namedesk.shared_head SET seq = seq + 1;
        INSERT INTO namedesk.shared (topic, service_base_url, service_username, key, field, at, "by", value, seq)
        SELECT 'domain', service_base_url, service_username, key, '${index === 4 ? 'note' : `client${index}`}', ${columns.join()},
          (SELECT seq FROM namedesk.shared_head) FROM namedesk.shared WHERE key = '${before}' AND field = 'present'`);
    await acme.sql(`INSERT INTO namedesk.people (name, role_id, role, invited_by, invited_at)
      VALUES (repeat('y', 100), 1, 'buyer', 'ada', 'yesterday')`);
    ada.add(after);
    await ada.sync();
    expect(await ben.sync()).toMatchObject({ kind: 'current', skipped: 4 });
    expect([ben.names(), ben.bugs]).toEqual([[before, after].toSorted(), []]);
    expect(ben.domain(before)).toMatchObject({ note: '' });
    const people = await peopleOf(acme.connectionOf(ben.person));
    expect(people.kind === 'people' && people.people.map(({ name }) => name)).toEqual(
      expect.arrayContaining([ada.person.user, ben.person.user]),
    );
  });

  it('shares no note with characters that the database does not know, but the note without them', async () => {
    const { ada, ben, name } = await twoAndName();
    ada.note(name, 'a\0b\ud800c');
    await inTurn(ada, ben);
    expect(ben.domain(name)?.note).toBe('ab\ufffdc');
    expect(ada.bugs).toEqual([]);
  });
});
