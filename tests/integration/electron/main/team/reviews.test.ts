import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paidKinds } from '../../../../../shared/changes/names.ts';
import { aDesk, type Desk } from '../../../../support/postgres/a-desk.ts';
import { type ATeam, aClaim, asPostgres, teamOfThisFile } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';

const aim = { periodYears: 1 };
/** Each test has a login of its own in the team of the file, and people of its own. */
let service = aClaim().service;
const ofThisFile = teamOfThisFile();
const domains = ['oak.com', 'elm.com', 'ash.com'] as const;

/** What a desk asks for to renew a domain, as a row of a batch where one is given. */
const renewal = (domain: string, batch: object | null = null, what: object = aim) =>
  aClaim({
    service,
    domain,
    entry: { what: { ...what, price: { kind: 'not-given' } }, ...(batch && { batch }) },
  });

/** Ada, who prepares, Ben, who applies, and an admin; with these limits. */
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

/** A review that waits; its id. */
async function proposed(desk: Desk, changes: object = {}): Promise<string> {
  const id = randomUUID();
  const asked = { id, service, kind: 'renew', aim, domains, reason: 'As every year', ...changes };
  expect(await desk.ask('propose_review', asked)).toEqual({ kind: 'proposed' });
  return id;
}

const aBatch = (review: string, changes: object = {}) => ({
  ...{ id: randomUUID(), title: 'renew 3 domains', size: 3, review },
  ...changes,
});

/** The entries about the login of the test. */
const entriesOf = (team: ATeam, columns = 'event') =>
  team.sql(`SELECT ${columns} FROM namedesk.journal WHERE service_username = $1 ORDER BY seq`, [
    service.username,
  ]);
const claimsOf = (team: ATeam, columns = '') =>
  team.sql(`SELECT ${columns} FROM namedesk.claims WHERE service_username = $1 ORDER BY domain`, [
    service.username,
  ]);
const reviewsOf = (team: ATeam, columns = '') =>
  team.sql(`SELECT ${columns} FROM namedesk.reviews WHERE service_username = $1`, [service.username]);

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

  it('let all people together send so many, whoever sends, and under a review as well', async () => {
    const teamPerDay = 2;
    const { ada, ben } = await people({ teamPerDay });
    await send(ada, aClaim());
    await send(ben, aClaim());
    const review = await proposed(ada);
    for (const claim of [aClaim(), renewal('oak.com', aBatch(review))])
      expect(await send(ben, claim)).toEqual({ kind: 'over-limit', limit: teamPerDay });
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

describe.skipIf(whyNoPostgres() !== null)('a review that waits for a second person', () => {
  it('lets another person send beyond what one sends alone, each row once, and binds itself to that batch', async () => {
    const { team, ada, ben } = await people({ alonePerDay: 0 });
    const review = await proposed(ada);
    const batch = aBatch(review);
    for (const domain of domains)
      expect(await send(ben, renewal(domain, batch))).toMatchObject({ kind: 'held' });
    const sent = await claimsOf(team, 'change_id, domain');
    const first = sent.find(({ domain }) => domain === 'oak.com');
    const again = { ...renewal('oak.com', batch), lastEffect: first?.['change_id'] };
    expect(await send(ben, again)).toEqual({ kind: 'no-review' });
    const entries = await entriesOf(team, "event, body -> 'batch' AS batch");
    expect(entries.slice(0, 3)).toEqual([
      { event: 'review-proposed', batch: null },
      { event: 'review-applied', batch: batch.id },
      { event: 'held', batch },
    ]);
    expect(entries.filter(({ event }) => String(event).startsWith('review'))).toHaveLength(2);
  });

  it('does not count against what its second person sends alone', async () => {
    const { ada, ben } = await people({ alonePerDay: 1 });
    const batch = aBatch(await proposed(ada));
    for (const domain of domains) await send(ben, renewal(domain, batch));
    expect(await send(ben, aClaim())).toMatchObject({ kind: 'held' });
    expect(await send(ben, aClaim())).toMatchObject({ kind: 'needs-second' });
  });

  it.each([
    ['was prepared by the same person, at whatever desk', (by: Desk) => by, {}, 'oak.com', aim],
    ['does not name the domain', null, {}, 'fir.com', aim],
    [
      'is for another login',
      null,
      { service: { ...aClaim().service, username: 'other@example.com' } },
      'oak.com',
      aim,
    ],
    ['is for something else', null, { kind: 'sync', aim: {} }, 'oak.com', aim],
    ['is for one year, where two are sent', null, {}, 'oak.com', { periodYears: 2 }],
  ] as const)('lets nothing through where it %s', async (_, sender, changes, domain, what) => {
    const { team, ada, ben } = await people({ alonePerDay: 0 });
    const review = await proposed(ada, changes);
    const desk = sender?.({ ...ada, id: randomUUID() }) ?? ben;
    expect(await send(desk, renewal(domain, aBatch(review), what))).toEqual({ kind: 'no-review' });
    expect(await claimsOf(team)).toEqual([]);
    expect(await team.sql(`SELECT state FROM namedesk.reviews WHERE id = '${review}'`)).toEqual([
      { state: 'waiting' },
    ]);
  });

  it.each([
    ['withdrawn', async (_team: ATeam, ada: Desk, _ben: Desk, id: string) => ada.ask('close_review', { id })],
    [
      'turned down',
      async (_team: ATeam, _ada: Desk, ben: Desk, id: string) =>
        ben.ask('close_review', { id, reason: 'Not this year' }),
    ],
    [
      'a week old',
      async (team: ATeam) => {
        await team.sql(
          `UPDATE namedesk.reviews SET until = now() - interval '1 s' WHERE service_username = '${service.username}'`,
        );
        return { kind: 'closed' };
      },
    ],
  ] as const)('lets nothing more through once it is %s, while it is applied as well', async (_, end) => {
    const { team, ada, ben } = await people({ alonePerDay: 0 });
    const review = await proposed(ada);
    const batch = aBatch(review);
    await send(ben, renewal('oak.com', batch));
    expect(await end(team, ada, ben, review)).toEqual({ kind: 'closed' });
    expect(await send(ben, renewal('elm.com', batch))).toEqual({ kind: 'no-review' });
  });

  it('is applied as one batch of one person', async () => {
    const { team, ada, ben } = await people({ alonePerDay: 0 });
    const review = await proposed(ada);
    const batch = aBatch(review);
    await send(ben, renewal('oak.com', batch));
    const cleo = await aDesk(team);
    const no = { kind: 'no-review' };
    expect(await send(cleo, renewal('elm.com', batch))).toEqual(no);
    expect(await send(ben, renewal('elm.com', aBatch(review)))).toEqual(no);
    expect(await send(ben, renewal('elm.com', aBatch(review, { id: null })))).toEqual(no);
    expect(await send(ben, renewal('elm.com', aBatch(randomUUID())))).toEqual(no);
    expect(await send(ben, renewal('elm.com', batch))).toMatchObject({ kind: 'held' });
  });

  it('sends a row again that was claimed and not sent', async () => {
    const { ada, ben } = await people({ alonePerDay: 0 });
    const batch = aBatch(await proposed(ada));
    await send(ben, renewal('oak.com', batch), 'unsent');
    expect(await send(ben, renewal('oak.com', batch))).toMatchObject({ kind: 'held' });
  });

  it('is withdrawn by whoever prepared it, and turned down by another who may send, with a reason', async () => {
    const { team, ada, ben } = await people({});
    const [one, other] = [await proposed(ada), await proposed(ada)];
    const reader = await aDesk(team, 'reader');
    expect(await reader.ask('close_review', { id: one, reason: 'No' })).toEqual({ kind: 'forbidden' });
    expect(await ben.ask('close_review', { id: one, reason: ' ' })).toEqual({
      kind: 'refused',
      why: 'no-reason',
    });
    expect(await ben.ask('close_review', { id: one, reason: 'Not this year' })).toEqual({ kind: 'closed' });
    expect(await ada.ask('close_review', { id: one })).toEqual({ kind: 'refused', why: 'no-review' });
    expect(await ada.ask('close_review', { id: other })).toEqual({ kind: 'closed' });
    const rows = await entriesOf(team, "event, by, body ->> 'reason' AS reason, body ->> 'review' AS review");
    expect(rows.slice(2)).toEqual([
      { event: 'review-turned-down', by: ben.person.user, reason: 'Not this year', review: one },
      { event: 'review-withdrawn', by: ada.person.user, reason: '', review: other },
    ]);
  });

  it('is handed over once, however often that is asked, and not by a reader', async () => {
    const { team, ada, ben } = await people({});
    const id = await proposed(ada);
    const again = { id, service, kind: 'renew', aim, domains, reason: 'Again' };
    expect(await ada.ask('propose_review', again)).toEqual({ kind: 'proposed' });
    expect(await ben.ask('propose_review', again)).toEqual({ kind: 'refused', why: 'no-review' });
    const reader = await aDesk(team, 'reader');
    expect(await reader.ask('propose_review', { ...again, id: randomUUID() })).toEqual({ kind: 'forbidden' });
    expect(await entriesOf(team)).toEqual([{ event: 'review-proposed' }]);
  });

  it.each([
    ['a kind of change with contacts', { kind: 'register' }],
    ['a value that it has no use for', { aim: { periodYears: 1, code: 'secret' } }],
    ['no domains', { domains: [] }],
    ['a domain in capital letters', { domains: ['Oak.com'] }],
    ['a text as its aim', { aim: 'all' }],
  ])('is refused where it has %s', async (_, changes) => {
    const { team, ada } = await people({});
    const asked = { id: randomUUID(), service, kind: 'renew', aim, domains, reason: 'Why', ...changes };
    await expect(ada.ask('propose_review', asked)).rejects.toThrow(/rejected/);
    expect(await reviewsOf(team)).toEqual([]);
  });
});
