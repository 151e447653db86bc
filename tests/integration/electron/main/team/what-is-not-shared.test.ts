import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import { type RegistrationContact, registrationFields } from '#shared/changes/register.ts';
import { hostOver } from '../../../../../electron/main/cli/host.ts';
import { runCommandLine } from '../../../../../electron/main/cli/run.ts';
import type { FaultPlan } from '../../../../../electron/main/practice/faults/fault.ts';
import { Secret } from '../../../../../electron/main/system/secret.ts';
import { type Canaries, findIn } from '../../../../support/canary.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';
import { type ATeam, aClaim, aTeam, type Person } from '../../../../support/postgres/a-team.ts';
import {
  endPostgres,
  outputOf,
  type PostgresPlace,
  serverLog,
  startPostgres,
  whyNoPostgres,
} from '../../../../support/postgres/postgres-server.ts';
import { apiKey, createTestWorld, type TestWorld } from '../../../../support/test-world.ts';
import { valueOf } from '../../../../support/workspace/a-workspace.ts';

/** Signs that are written otherwise in a URL, so that each form is another text. */
const aCanary = (of: string): string => `CANARY ${of}&7Q`;

const registered = Object.fromEntries(
  registrationFields.map((name) => [name, name === 'email' ? 'canary@post.example' : aCanary(name)]),
) as RegistrationContact; // Built from the list of fields itself: every one of them is there.

const written = {
  ...{ Contact_Name: aCanary('name'), Company_Name: aCanary('company'), Address_1: aCanary('street') },
  ...{
    City: aCanary('town'),
    State: aCanary('county'),
    Phone: '+49.4515550142',
    Email: 'canary@mail.example',
  },
};

/** In answers of the service. */
const answered = { handle: 'k7G!p2Xq-9vW', person: 'Grace Hopper', mail: 'grace@navy.example' };

const contactsAsk: Extract<ChangeAsk, { kind: 'contacts' }> = {
  kind: 'contacts',
  roles: [
    {
      name: 'Registrant',
      fields: Object.entries({ ...written, Address_2: '', ZIP_code: '12345', Country: 'DE' }).map(
        ([name, value]) => ({ name, value }),
      ),
    },
  ],
};

const host = 'ns1.orbit-hosting.net';

/** A change of each kind; what has to be there is there at the start. */
const changes: { readonly [K in ChangeAsk['kind']]: readonly [string, Extract<ChangeAsk, { kind: K }>] } = {
  lock: ['orbit-hosting.net', { kind: 'lock', state: 'unlocked' }],
  nameservers: ['quiet-harbor.org', { kind: 'nameservers', nameservers: ['a.example.org', 'b.example.org'] }],
  contacts: ['oakline.io', contactsAsk],
  register: [
    'available-harbour.com',
    {
      ...{ kind: 'register', periodYears: 1, nameservers: ['ns1.example.net', 'ns2.example.net'] },
      ...{ contacts: { registrant: registered }, addons: {}, idnLanguage: null, domainFields: {} },
    },
  ],
  renew: ['harbour-books.com', { kind: 'renew', periodYears: 1, addons: {} }],
  'child-register': ['orbit-hosting.net', { kind: 'child-register', host: `x${host}`, address: '192.0.2.7' }],
  'child-modify': [
    'orbit-hosting.net',
    { kind: 'child-modify', host, currentAddress: '192.0.2.11', newAddress: '192.0.2.12' },
  ],
  'child-delete': ['orbit-hosting.net', { kind: 'child-delete', host: 'ns2.orbit-hosting.net' }],
  sync: ['harbour-books.net', { kind: 'sync' }],
};

/** Of other names: what is refused, what is answered by more than belongs there, and what nobody answers. */
const faults: FaultPlan = [
  {
    ...{ operation: 'contact-write', domain: 'lindenhof-garten.de' },
    fault: { kind: 'refusal', refusal: 'not-allowed', status: 200 },
  },
  {
    ...{ operation: 'contact-write', domain: 'sunstone-surf.com.au', isApplied: false },
    fault: { kind: 'json', value: { error: { message: Object.values(answered).join(), ...answered } } },
  },
  {
    ...{ operation: 'contact-write', domain: 'cape-coffee.co.za' },
    fault: { kind: 'break', after: 'request', by: 'reset' },
  },
];

async function joined(team: ATeam, { user, password }: Person): Promise<TestWorld> {
  const world = await createTestWorld({ service: { faults } });
  const url = { host: '127.0.0.1', port: team.place.port, database: team.database };
  const door = await world.team.open();
  const done = await door.join({ url, user, caFile: null, password: new Secret(password) }, true);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  world.referee.changed();
  world.feed.changed();
  return world;
}

async function changed(world: TestWorld, name: string, ask: ChangeAsk): Promise<string> {
  const { reviewId } = valueOf(await world.changes.prepare(world.accountId, name, ask));
  const consent = { typedName: name, premiumAccepted: true, typedLimit: null };
  const { id } = valueOf(await world.changes.apply(reviewId, consent));
  return await vi.waitUntil(
    async () => {
      const { state } = valueOf(await world.changes.find(id)).change;
      return state === 'planned' || state === 'sending' ? null : state;
    },
    { timeout: 60_000, interval: 10 },
  );
}

async function told(world: TestWorld): Promise<void> {
  const waiting = () => world.workspace.teamOutbox.counts().waiting;
  await vi.waitUntil(() => waiting() === 0, { timeout: 60_000 });
}

/** Everything of its portfolio: what was read of the contacts, and a template of one, are beside it. */
async function shared(world: TestWorld): Promise<void> {
  const { accountId, portfolio } = world;
  const names = Object.values(changes).map(([name]) => name);
  valueOf(await portfolio.add(accountId, names.join('\n'), ['brand'], 'typed'));
  valueOf(await portfolio.readContacts(accountId, 'oakline.io'));
  valueOf(await portfolio.refreshQuietly(accountId, names));
  valueOf(await portfolio.setTexts(accountId, 'oakline.io', { note: 'Not personal' }));
  const fields = Object.entries(written).map(([name, value]) => ({ name, value }));
  valueOf(await world.templates.save({ id: null, name: aCanary('name'), body: { kind: 'contact', fields } }));
  expect(await (await world.team.open()).sync()).toMatchObject({ ok: true, value: { isHeard: true } });
}

/** From the command line, with what is personal on its standard input. */
async function batchOfContacts(world: TestWorld): Promise<void> {
  const run = async (args: readonly string[], input = '') => {
    const terminal = aTerminal({ input: [input] });
    const here = hostOver(world, (thrown) => String(thrown));
    expect(await runCommandLine(['batch', ...args], terminal, here), terminal.said()).toBe(0);
    return terminal.shown();
  };
  const { label } = valueOf(world.accounts.find(world.accountId));
  const contacts = JSON.stringify({ Registrant: written });
  const create = ['create', 'contacts', `--account=${label}`, '--contacts=-', '--names=-', '--json'];
  const made = JSON.parse(await run(create, `${contacts}\npaperplane.studio\n`)) as {
    id: string;
    digest: string;
  };
  await run(['apply', made.id, '--digest', made.digest]);
}

const databaseOf = ({ place, database }: ATeam): readonly [string, string][] => [
  ['dump', outputOf(place, 'pg_dump', '--inserts', database)],
  ['roles', outputOf(place, 'pg_dumpall', '--roles-only')],
  ['log', serverLog(place)],
];

const findsIn = (team: ATeam, canaries: Canaries): readonly string[] =>
  databaseOf(team).flatMap(([where, text]) => findIn(where, Buffer.from(text), canaries));

describe.skipIf(whyNoPostgres() !== null)('a team’s database, its roles and its server’s log', () => {
  let place: PostgresPlace;
  let team: ATeam;

  beforeAll(async () => {
    place = await startPostgres({ settings: { log_statement: 'all', log_min_messages: 'debug1' } });
    team = await aTeam(place);
  });
  afterAll(() => endPostgres(place));

  it('B9 hold no key, code, password, draft or value of a contact, whatever two desks change', async () => {
    const [adaPerson, benPerson] = [await team.person('admin', 'ada'), await team.person('buyer', 'ben')];
    const [ada, ben] = [await joined(team, adaPerson), await joined(team, benPerson)];
    const draft = aCanary('of a draft');
    await ada.drafts.save(ada.accountId, 'oakline.io', 'contacts', JSON.stringify({ note: draft }));

    for (const [name, ask] of Object.values(changes))
      expect(await changed(ada, name, ask), ask.kind).toBe('confirmed');
    expect(valueOf(await ada.codes.take(ada.accountId, 'oakline.io', 'copy')).kind).toBe('copied');
    const code = await ada.clipboard.readText();
    const ofFaults = ['lindenhof-garten.de', 'sunstone-surf.com.au', 'cape-coffee.co.za'];
    const outcomes: string[] = [];
    for (const name of ofFaults) outcomes.push(await changed(ben, name, contactsAsk));
    expect(outcomes).toEqual(['refused', 'uncertain', 'uncertain']);
    await batchOfContacts(ben);
    const invited = await (
      await ada.team.open()
    ).invite(null, { name: `cy_${process.pid}`, role: 'reader', again: false, isPlain: false });
    if (!invited.ok) throw new Error(JSON.stringify(invited.error));
    await Promise.all([told(ada), told(ben)]);
    await shared(ada);
    const rows = await team.sql('SELECT DISTINCT field FROM namedesk.shared ORDER BY 1');
    const fields = rows.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['lock', 'nameservers', 'note', 'present']));

    const settled = await team.sql(
      `SELECT kind, count(*)::integer AS count FROM namedesk.journal WHERE event = 'settled' GROUP BY kind`,
    );
    // What is swept is the whole of it: every kind got there.
    expect(settled.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(changes).toSorted());
    const canaries: Canaries = {
      ...{ draft, key: apiKey, code, 'half of a code': code.slice(0, 8), ...answered, ...written },
      ...Object.fromEntries(registrationFields.map((name) => [`ordered ${name}`, registered[name]])),
      ...{ 'password of Ada': adaPerson.password, 'password of Ben': benPerson.password },
      'password of Cy': invited.value.password.reveal(),
    };
    for (const [name, canary] of Object.entries(canaries)) expect(canary.length, name).toBeGreaterThan(7);
    expect(findsIn(team, canaries)).toEqual([]);
  });

  it('would show a value that a desk put into an entry, and one that stood in a statement', async () => {
    const desk = team.connectionOf(await team.person('buyer'));
    const [value, spoken] = [aCanary('in an entry'), aCanary('in a statement')];
    await desk.call('claim', { ...aClaim({ entry: { City: value } }), desk: crypto.randomUUID() });
    await desk.query(`SELECT '${Buffer.from(spoken).toString('base64')}'`);
    expect(findsIn(team, { value, spoken })).toEqual(['dump: value', 'log: value', 'log: spoken']);
  });
});
