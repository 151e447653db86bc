import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paidKinds } from '../../../../../shared/changes/names.ts';
import { aDesk, type Desk } from '../../../../support/postgres/a-desk.ts';
import {
  type ATeam,
  aClaim,
  asPostgres,
  aTeam,
  teamOfThisFile,
} from '../../../../support/postgres/a-team.ts';
import { writeMany } from '../../../../support/postgres/many-entries.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';

const aim = { periodYears: 1 };
/** Each test has a login of its own in the team of the file, and people of its own. */
let service = aClaim().service;
const ofThisFile = teamOfThisFile();
const domains = ['oak.com', 'elm.com', 'ash.com'] as const;

const price = { kind: 'given', amount: '10.50', currency: 'EUR' };
const digest = 'a1'.repeat(32);

/** What a desk asks for to renew a domain, as a row of a batch where one is given. */
const renewal = (domain: string, batch: object | null = null, what: object = {}) =>
  aClaim({ service, domain, entry: { what: { ...aim, price, ...what }, ...(batch && { batch }) } });

/** Ada, who asks and sends, Ben, who decides, and an admin; with these limits. */
async function people(limits: { readonly alonePerDay?: number | null; readonly teamPerDay?: number | null }) {
  const team = await ofThisFile();
  service = { ...service, username: `${randomUUID()}@example.com` };
  // A name is charged once for all logins: each test has the names to itself.
  await team.sql('TRUNCATE namedesk.claims');
  const [ada, ben, admin] = [await aDesk(team), await aDesk(team), await aDesk(team, 'admin')];
  const both = { alonePerDay: null, teamPerDay: null, ...limits };
  expect(await admin.ask('set_limits', both)).toEqual({ kind: 'set' });
  return { team, ada, ben, admin };
}

/** Claims and sends; what the claim was answered. */
async function send(desk: Desk, claim: object, outcome: string | null = 'took-effect') {
  const answer = await desk.ask('claim', claim);
  if (answer['kind'] !== 'held') return answer;
  expect(await desk.ask('mark_sent', claim)).toMatchObject({ kind: 'sent' });
  if (outcome !== null)
    expect(await desk.ask('settle', { ...claim, outcome })).toMatchObject({ kind: 'settled' });
  return answer;
}

/** What Ada asks for: a batch with these names, at a price each. */
const request = (changes: object = {}) => ({
  ...{ batch: randomUUID(), digest, service, kind: 'renew', aim, currency: 'EUR', reason: 'As every year' },
  names: domains.map((domain) => ({ domain, price })),
  ...changes,
});
type Request = ReturnType<typeof request>;

/** A request that waits, as it is shown to others. */
async function asked(desk: Desk, changes: object = {}): Promise<Request & Shown> {
  const of = request(changes);
  expect(await desk.ask('ask_approval', of)).toEqual({ kind: 'asked' });
  return { ...of, ...(await shown(desk, of.batch)) };
}

interface Shown {
  readonly by: string;
  readonly at: string;
  readonly digest: string;
}

async function shown(desk: Desk, batch: string): Promise<Shown> {
  const rows = await desk.connection.query(
    'SELECT by, at, digest FROM namedesk.approvals WHERE batch = $1 AND by = $2',
    [batch, desk.person.user],
  );
  if (!rows.ok) throw new Error(rows.error.kind);
  return rows.value[0] as Shown; // As it was selected.
}

const decide = (desk: Desk, of: object, verdict: string, reason = '') =>
  desk.ask('decide', { ...of, desk: desk.id, verdict, reason });

/** One that another person has approved. */
async function approved(desk: Desk, other: Desk, changes: object = {}) {
  const of = await asked(desk, changes);
  expect(await decide(other, of, 'approved')).toEqual({ kind: 'decided' });
  return of;
}

const batchOf = (of: Request, changes: object = {}) => ({ id: of.batch, digest: of.digest, ...changes });

/** The entries about the login of the test. */
const entriesOf = (team: ATeam, columns = 'event') =>
  team.sql(`SELECT ${columns} FROM namedesk.journal WHERE service_username = $1 ORDER BY seq`, [
    service.username,
  ]);
const claimsOf = (team: ATeam, columns = '') =>
  team.sql(`SELECT ${columns} FROM namedesk.claims WHERE service_username = $1 ORDER BY domain`, [
    service.username,
  ]);
describe.skipIf(whyNoPostgres() !== null)('the limits of a team', () => {
  it('let one person alone send so many charged changes a day, and another person as many', async () => {
    const { team, ada, ben } = await people({ alonePerDay: 2 });
    expect(await send(ada, aClaim())).toMatchObject({ kind: 'held' });
    expect(await send(ada, aClaim({ kind: 'register', family: 'register' }))).toMatchObject({ kind: 'held' });
    const third = aClaim();
    expect(await send(ada, third)).toEqual({ kind: 'needs-second', limit: 2 });
    expect(await team.sql(`SELECT FROM namedesk.claims WHERE change_id = '${third.changeId}'`)).toEqual([]);
    expect(await send(ada, aClaim({ kind: 'lock', family: 'lock' }))).toMatchObject({ kind: 'held' });
    expect(await send(ben, third)).toMatchObject({ kind: 'held' });
  });

  it('let all people together send so many, whoever sends, and under an approval as well', async () => {
    const teamPerDay = 2;
    const { ada, ben } = await people({ teamPerDay });
    await send(ada, aClaim());
    await send(ben, aClaim());
    const of = await approved(ada, ben);
    for (const claim of [aClaim(), renewal('oak.com', batchOf(of))])
      expect(await send(ada, claim)).toEqual({ kind: 'over-limit', limit: teamPerDay });
  });

  it('of none at all let none through', async () => {
    const { ada } = await people({ alonePerDay: 0 });
    expect(await send(ada, aClaim())).toEqual({ kind: 'needs-second', limit: 0 });
  });

  it('do not count what cost nothing: refused, not sent, or claimed and given up', async () => {
    const { team, ada } = await people({ alonePerDay: 1 });
    await send(ada, aClaim(), 'had-no-effect');
    await send(ada, aClaim(), 'unsent');
    const givenUp = aClaim();
    await ada.ask('claim', givenUp);
    await ada.ask('release', givenUp);
    const ended = aClaim();
    await ada.ask('claim', ended);
    await team.sql(
      `UPDATE namedesk.claims SET until = now() - interval '1 s' WHERE change_id = '${ended.changeId}'`,
    );
    expect(await send(ada, aClaim())).toMatchObject({ kind: 'held' });
  });

  it('count what is about to be sent, on its way or uncertain, and forget it after a day', async () => {
    const { team, ada } = await people({ alonePerDay: 1 });
    const first = aClaim();
    await ada.ask('claim', first);
    const refused = { kind: 'needs-second', limit: 1 };
    expect(await send(ada, aClaim())).toEqual(refused);
    await ada.ask('mark_sent', first);
    expect(await send(ada, aClaim())).toEqual(refused);
    await ada.ask('settle', { ...first, outcome: 'uncertain' });
    expect(await send(ada, aClaim())).toEqual(refused);
    await team.sql(
      `UPDATE namedesk.claims SET since = namedesk.iso(now() - interval '24 hours 1 minute') WHERE change_id = '${first.changeId}'`,
    );
    expect(await send(ada, aClaim())).toMatchObject({ kind: 'held' });
  });

  it('are not got around by a claim whose lease has ended; one that is held is answered as before', async () => {
    const { team, ada } = await people({ alonePerDay: 1 });
    const first = aClaim();
    await ada.ask('claim', first);
    expect(await ada.ask('claim', first)).toMatchObject({ kind: 'held' });
    await team.sql(
      `UPDATE namedesk.claims SET until = now() - interval '1 s' WHERE change_id = '${first.changeId}'`,
    );
    await send(ada, aClaim());
    expect(await ada.ask('claim', first)).toMatchObject({ kind: 'taken' });
  });

  it.each(['alonePerDay', 'teamPerDay'])(
    'let one of fifteen claims take the last place of %s',
    async (name) => {
      const { team, ada } = await people({ [name]: 3 });
      await send(ada, aClaim());
      await send(ada, aClaim());
      const clients = await Promise.all(Array.from({ length: 15 }, () => team.clientOf(ada.person)));
      const answers = await Promise.all(
        clients.map(async (client) => {
          await client.query("SET namedesk.schema = '4'");
          const claim = JSON.stringify({ ...aClaim(), desk: ada.id });
          const { rows } = await client.query<{ kind: string }>(
            "SELECT namedesk.claim($1) ->> 'kind' AS kind",
            [claim],
          );
          return rows[0]?.kind;
        }),
      );
      expect(answers.filter((kind) => kind === 'held')).toHaveLength(1);
    },
  );

  it('T5 count the day alone: a long history is not read', async () => {
    const team = await aTeam();
    const ada = await team.person('buyer', 'ada');
    await writeMany(team.sql, 9_000);
    await team.sql(
      'ANALYZE namedesk.claims; UPDATE namedesk.team SET alone_per_day = 20, team_per_day = 200',
    );
    await team.sql(`UPDATE namedesk.claims SET by = $1`, [ada.user]);
    const client = await team.clientOf(ada);
    await client.query("SET namedesk.schema = '1'; BEGIN");
    const claim = JSON.stringify({ ...aClaim(), desk: randomUUID() });
    const { rows: answers } = await client.query('SELECT namedesk.claim($1) AS answer', [claim]);
    expect(answers).toMatchObject([{ answer: { kind: 'held' } }]);
    const { rows } = await client.query<{ read: number }>(
      `SELECT (seq_tup_read + idx_tup_fetch)::integer AS read FROM pg_stat_xact_user_tables WHERE relname = 'claims'`,
    );
    await client.query('ROLLBACK');
    expect(rows[0]?.read).toBeLessThan(20);
    await team.end();
  });

  it('make a claim at the limit wait for another one that is not committed, and see it', async () => {
    const { team, ada } = await people({ alonePerDay: 1 });
    const [one, other] = [await team.clientOf(ada.person), await team.clientOf(ada.person)];
    for (const client of [one, other]) await client.query("SET namedesk.schema = '4'");
    const claim = () => [JSON.stringify({ ...aClaim(), desk: ada.id })];
    await one.query('BEGIN');
    await one.query('SELECT namedesk.claim($1)', claim());
    const waiting = other.query<{ answer: object }>('SELECT namedesk.claim($1) AS answer', claim());
    await asPostgres(team.place, team.database, async (client) => {
      for (let found = 0; found === 0;) {
        const { rowCount } = await client.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%claim%' AND datname = current_database()",
        );
        found = rowCount ?? 0;
      }
    });
    await one.query('COMMIT');
    expect((await waiting).rows[0]?.answer).toEqual({ kind: 'needs-second', limit: 1 });
  });

  it('are an admin’s to set, stand in the journal, and are numbers', async () => {
    const { team, ada, admin } = await people({ alonePerDay: 20 });
    expect(await ada.ask('set_limits', { alonePerDay: null })).toEqual({ kind: 'forbidden' });
    const [entry] = await team.sql(
      "SELECT by, body FROM namedesk.journal WHERE event = 'limits' ORDER BY seq DESC LIMIT 1",
    );
    expect(entry).toEqual({ by: admin.person.user, body: { alonePerDay: 20, teamPerDay: null } });
    for (const alonePerDay of [-1, 'many', 1.5])
      await expect(admin.ask('set_limits', { alonePerDay })).rejects.toThrow(/rejected/);
    expect(await team.sql('SELECT alone_per_day FROM namedesk.team')).toEqual([{ alone_per_day: 20 }]);
  });

  it('are on the kinds that cost money', async () => {
    const { team } = await people({});
    for (const kind of [...paidKinds, 'lock', 'nameservers', 'contacts', 'sync']) {
      const [row] = await team.sql(`SELECT namedesk.is_charged('${kind}') AS is`);
      expect([kind, row?.['is']]).toEqual([kind, paidKinds.some((paid) => paid === kind)]);
    }
  });
});

describe.skipIf(whyNoPostgres() !== null)('what a second person has approved', () => {
  it('is sent by whoever asked, beyond what one sends alone, and counts for nobody alone', async () => {
    const { team, ada, ben } = await people({ alonePerDay: 1 });
    const of = await approved(ada, ben);
    for (const domain of domains)
      expect(await send(ada, renewal(domain, batchOf(of)))).toMatchObject({ kind: 'held' });
    expect(await send(ada, aClaim())).toMatchObject({ kind: 'held' });
    expect(await send(ada, aClaim())).toEqual({ kind: 'needs-second', limit: 1 });
    const entries = await entriesOf(
      team,
      "event, by, body ->> 'approvedBy' AS approved, body -> 'sums' AS sums",
    );
    const sums = { EUR: '31.50' };
    expect(entries.slice(0, 3)).toEqual([
      { event: 'approval-waiting', by: ada.person.user, approved: null, sums },
      { event: 'approval-approved', by: ben.person.user, approved: null, sums },
      { event: 'held', by: ada.person.user, approved: ben.person.user, sums: null },
    ]);
  });

  it.each([
    ['of another batch', { id: randomUUID() }, 'oak.com', {}],
    ['of a batch that has changed since', { digest: 'b2'.repeat(32) }, 'oak.com', {}],
    ['of a name that was not shown', {}, 'fir.com', {}],
    ['for two years, where one was shown', {}, 'oak.com', { periodYears: 2 }],
    ['at a higher price', {}, 'oak.com', { price: { ...price, amount: '10.51' } }],
    ['at a price in another currency', {}, 'oak.com', { price: { ...price, currency: 'USD' } }],
    ['at a price that is not known', {}, 'oak.com', { price: { kind: 'not-given' } }],
  ] as const)('lets nothing through %s', async (_, batch, domain, what) => {
    const { team, ada, ben } = await people({ alonePerDay: 0 });
    const of = await approved(ada, ben);
    const { kind } = await send(ada, renewal(domain, batchOf(of, batch), what));
    expect(kind).toBe('id' in batch ? 'needs-second' : 'not-approved');
    expect(await claimsOf(team)).toEqual([]);
  });

  it.each([
    ['for another login', () => ({ service: { ...service, username: 'other@example.com' } })],
    ['as another kind of change', () => ({ kind: 'register', family: 'register' })],
  ])('lets nothing through %s', async (_, changes) => {
    const { ada, ben } = await people({ alonePerDay: 0 });
    const of = await approved(ada, ben);
    const claim = { ...renewal('oak.com', batchOf(of)), ...changes() };
    expect(await send(ada, claim)).toEqual({ kind: 'not-approved' });
  });

  it('lets through a lower price, and a name without one where none was shown', async () => {
    const { ada, ben } = await people({ alonePerDay: 0 });
    const notGiven = { kind: 'not-given' };
    const names = [
      { domain: 'oak.com', price },
      { domain: 'elm.com', price: notGiven },
    ];
    const of = await approved(ada, ben, { names });
    const lower = { price: { ...price, amount: '9' } };
    expect(await send(ada, renewal('oak.com', batchOf(of), lower))).toMatchObject({ kind: 'held' });
    expect(await send(ada, renewal('elm.com', batchOf(of)))).toEqual({ kind: 'not-approved' });
    const without = renewal('elm.com', batchOf(of), { price: notGiven });
    expect(await send(ada, without)).toMatchObject({ kind: 'held' });
  });

  it('is of its desk: neither its approver nor another desk of the same person sends it', async () => {
    const { ada, ben } = await people({ alonePerDay: 0 });
    const of = await approved(ada, ben);
    expect(await send(ben, renewal('oak.com', batchOf(of)))).toEqual({ kind: 'needs-second', limit: 0 });
    const elsewhere = { ...renewal('oak.com', batchOf(of)), desk: randomUUID() };
    expect(await ada.ask('claim', elsewhere)).toEqual({ kind: 'not-approved' });
  });

  it('is sent once for each name: again where nothing came of it, and not where it took effect', async () => {
    const { team, ada, ben } = await people({ alonePerDay: 0 });
    const of = await approved(ada, ben);
    await send(ada, renewal('oak.com', batchOf(of)), 'unsent');
    await send(ada, renewal('oak.com', batchOf(of)), 'had-no-effect');
    await send(ada, renewal('oak.com', batchOf(of)));
    const [done] = await team.sql("SELECT change_id FROM namedesk.claims WHERE outcome = 'took-effect'");
    const again = { ...renewal('oak.com', batchOf(of)), lastEffect: done?.['change_id'] };
    expect(await send(ada, again)).toEqual({ kind: 'not-approved' });
  });

  it.each([
    ['registrations', 'register', { periodYears: 1 }],
    ['renewals', 'renew', { periodYears: 1 }],
    ['contacts', 'contacts', {}],
    ['a lock', 'lock', {}],
    ['nameservers', 'nameservers', {}],
    ['a sync', 'sync', {}],
  ])('is held to what was shown also for %s, below every limit', async (_, kind, of) => {
    const { ada, ben } = await people({});
    const waiting = await asked(ada, { kind, aim: of });
    const claim = (domain: string, changes: object = {}) => ({
      ...renewal(domain, batchOf(waiting, changes)),
      ...{ kind, family: kind },
    });
    expect(await send(ada, claim('oak.com'))).toEqual({ kind: 'not-approved' });
    await decide(ben, waiting, 'approved');
    expect(await send(ada, claim('oak.com', { digest: 'b2'.repeat(32) }))).toEqual({ kind: 'not-approved' });
    expect(await send(ada, claim('fir.com'))).toEqual({ kind: 'not-approved' });
    expect(await send(ada, claim('oak.com'))).toMatchObject({ kind: 'held' });
  });

  it('of contacts goes for the locks around them, and of nothing else', async () => {
    const { ada, ben } = await people({});
    const contacts = await approved(ada, ben, { kind: 'contacts', aim: {} });
    const sync = await approved(ada, ben, { kind: 'sync', aim: {} });
    const lock = { kind: 'lock', family: 'lock' };
    expect(await send(ada, { ...renewal('oak.com', batchOf(contacts)), ...lock })).toMatchObject({
      kind: 'held',
    });
    expect(await send(ada, { ...renewal('elm.com', batchOf(sync)), ...lock })).toEqual({
      kind: 'not-approved',
    });
  });

  it.each([
    ['is a day old', async (team: ATeam) => expire(team)],
    ['is taken back', (_: ATeam, { ben, of }: Party) => decide(ben, of, 'refused', 'Not this year')],
    [
      'is somebody’s who only reads by now',
      async (team: ATeam, { ben }: Party) => {
        const [row] = await team.sql('SELECT token FROM namedesk.team');
        const part = (role: string) => `namedesk_${String(row?.['token'])}_${role}`;
        await team.sql(`REVOKE ${part('buyer')} FROM ${ben.person.user}`);
        await team.sql(`GRANT ${part('reader')} TO ${ben.person.user}`);
      },
    ],
    [
      'is an excluded person’s',
      (_: ATeam, { admin, ben }: Party) => admin.ask('exclude', { name: ben.person.user }),
    ],
  ])('counts no more once it %s, while it is sent as well', async (_, end) => {
    const { team, ...party } = await people({ alonePerDay: 0 });
    const { ada, ben } = party;
    const of = await approved(ada, ben);
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toMatchObject({ kind: 'held' });
    await end(team, { ...party, of });
    expect(await send(ada, renewal('elm.com', batchOf(of)))).toEqual({ kind: 'not-approved' });
  });

  it('waits for somebody else once its approver is excluded; what an excluded person asked for is closed', async () => {
    const { team, ada, ben, admin } = await people({ alonePerDay: 0 });
    const of = await approved(ada, ben);
    const own = await asked(ben);
    await admin.ask('exclude', { name: ben.person.user });
    const rows = await team.sql(
      'SELECT batch, state, decided_by FROM namedesk.approvals WHERE batch = ANY ($1)',
      [[of.batch, own.batch]],
    );
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ batch: of.batch, state: 'waiting', decided_by: null });
    expect(rows).toContainEqual({ batch: own.batch, state: 'withdrawn', decided_by: admin.person.user });
    expect(await decide(admin, own, 'approved')).toEqual({ kind: 'refused', why: 'no-request' });
    await decide(admin, of, 'approved');
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toMatchObject({ kind: 'held' });
  });
});

interface Party {
  readonly ada: Desk;
  readonly ben: Desk;
  readonly admin: Desk;
  readonly of: Request & Shown;
}

const expire = (team: ATeam) =>
  team.sql("UPDATE namedesk.approvals SET until = now() - interval '1 s' WHERE service_username = $1", [
    service.username,
  ]);

describe.skipIf(whyNoPostgres() !== null)('a request for an approval', () => {
  it('is nobody’s own to decide, at whatever desk, and no reader’s', async () => {
    const { team, ada } = await people({});
    const of = await asked(ada);
    expect(await decide({ ...ada, id: randomUUID() }, of, 'approved')).toEqual({
      kind: 'refused',
      why: 'own-request',
    });
    const reader = await aDesk(team, 'reader');
    expect(await decide(reader, of, 'approved')).toEqual({ kind: 'forbidden' });
    expect(await reader.ask('ask_approval', request())).toEqual({ kind: 'forbidden' });
    // By hand, past the function.
    await team.sql("UPDATE namedesk.approvals SET state = 'approved', decided_by = by WHERE batch = $1", [
      of.batch,
    ]);
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toEqual({ kind: 'not-approved' });
  });

  it('keeps its batch from being sent until it is decided, and is withdrawn by whoever asked', async () => {
    const { ada, ben } = await people({});
    const of = await asked(ada);
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toEqual({ kind: 'not-approved' });
    expect(await send(ada, renewal('oak.com'))).toMatchObject({ kind: 'held' });
    expect(await decide(ben, of, 'withdrawn')).toEqual({ kind: 'refused', why: 'no-request' });
    expect(await decide(ada, of, 'withdrawn')).toEqual({ kind: 'decided' });
    expect(await decide(ben, of, 'approved')).toEqual({ kind: 'refused', why: 'no-request' });
    expect(await send(ada, renewal('elm.com', batchOf(of)))).toMatchObject({ kind: 'held' });
  });

  it('is refused with a reason, once, and asked anew', async () => {
    const { ada, ben } = await people({});
    const of = await asked(ada);
    expect(await decide(ben, of, 'refused', ' ')).toEqual({ kind: 'refused', why: 'no-reason' });
    expect(await decide(ben, of, 'refused', 'Not this year')).toEqual({ kind: 'decided' });
    for (const verdict of ['refused', 'approved'])
      expect(await decide(ben, of, verdict, 'Again')).toEqual({ kind: 'refused', why: 'no-request' });
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toEqual({ kind: 'not-approved' });
    await approved(ada, ben, of);
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toMatchObject({ kind: 'held' });
  });

  it('is decided as it was shown: one that was asked anew since is another one', async () => {
    const { ada, ben } = await people({});
    const of = await asked(ada);
    const dearer = { ...price, amount: '99.00' };
    const anew = await asked(ada, { ...of, names: [{ domain: 'oak.com', price: dearer }] });
    const no = { kind: 'refused', why: 'no-request' };
    expect(await decide(ben, of, 'approved')).toEqual(no);
    expect(await decide(ben, { ...anew, digest: 'b2'.repeat(32) }, 'approved')).toEqual(no);
    expect(await decide(ben, anew, 'approved')).toEqual({ kind: 'decided' });
  });

  it('takes no other person’s place, and is over after a week', async () => {
    const { team, ada, ben } = await people({});
    const of = await asked(ada);
    await asked(ben, { batch: of.batch, names: [{ domain: 'mine.com' }] });
    expect(await decide(ben, of, 'approved')).toEqual({ kind: 'decided' });
    expect(await send(ada, renewal('oak.com', batchOf(of)))).toMatchObject({ kind: 'held' });
    const other = await asked(ada);
    await expire(team);
    expect(await decide(ben, other, 'approved')).toEqual({ kind: 'refused', why: 'no-request' });
  });

  it('counts each name once, with its sums by currency and how many have no price', async () => {
    const { team, ada } = await people({});
    const dollars = { ...price, currency: 'USD' };
    const of = await asked(ada, {
      names: [
        ...['oak.com', 'oak.com', 'elm.com'].map((domain) => ({ domain, price })),
        { domain: 'ash.com', price: dollars },
        { domain: 'fir.com', price: { ...price, currency: null } },
        { domain: 'yew.com', price: { ...price, amount: '1,50' } },
        { domain: 'bay.com' },
      ],
    });
    const [row] = await team.sql('SELECT size, unpriced, sums FROM namedesk.approvals WHERE batch = $1', [
      of.batch,
    ]);
    expect(row).toEqual({ size: 6, unpriced: 2, sums: { EUR: '21.00', USD: '10.50', '': '10.50' } });
  });

  it.each([
    ['no domains', { names: [] }],
    ['a domain in capital letters', { names: [{ domain: 'Oak.com' }] }],
    ['a text as its aim', { aim: 'all' }],
    ['no digest', { digest: 'a1' }],
    ['a kind that is none', { kind: 'Renew!' }],
  ])('T4 is refused where it has %s', async (_, changes) => {
    const { team, ada } = await people({});
    await expect(ada.ask('ask_approval', request(changes))).rejects.toThrow(/rejected/);
    expect(
      await team.sql('SELECT FROM namedesk.approvals WHERE service_username = $1', [service.username]),
    ).toEqual([]);
  });
});
