import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ATeamDatabase, leaseMs } from '../../../../support/changes/a-team-database.ts';
import { createRandom } from '../../../../support/fuzz/random.ts';
import { asPostgres, teamOfThisFile } from '../../../../support/postgres/a-team.ts';
import { whyNoPostgres } from '../../../../support/postgres/postgres-server.ts';
import { seed } from '../../../../support/seed.ts';

const team = teamOfThisFile();
const functions = [
  'claim',
  'claim',
  'claim',
  'mark_sent',
  'mark_sent',
  'settle',
  'settle',
  'release',
  'last',
  'status',
] as const;
const outcomes = ['took-effect', 'had-no-effect', 'uncertain', 'unsent'] as const;
const services = ['ada@example.com', 'ben@example.com'].map((username) => ({
  baseUrl: 'https://north.example',
  username,
}));

/** Times and numbers differ between two databases. */
const apart = new Set(['at', 'since', 'seq']);
const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => (apart.has(key) ? undefined : value));

/** As `held`, or `taken sent`. */
function saidIn(answer: unknown): string {
  const { kind, state } = (answer as { value: { kind?: string; state?: string | null } }).value;
  return [kind, state].filter(Boolean).join(' ');
}

it.skipIf(whyNoPostgres() !== null)(
  'a team’s database in memory answers as the functions of the schema do, whatever two people at three desks ask',
  async () => {
    const acme = await team();
    const [ada, ben] = [await acme.person('buyer', 'ada'), await acme.person('buyer', 'ben')];
    const random = createRandom(seed);
    const clock = { nowMs: Date.parse('2026-11-26T09:00:00Z') };
    const memory = new ATeamDatabase({ now: () => new Date(clock.nowMs) });
    const people = [ada, ben, ben].map((person) => ({
      desk: randomUUID(),
      real: acme.connectionOf(person),
      inMemory: memory.connect(person.user),
    }));
    const changes = Array.from({ length: 24 }, () => ({
      changeId: randomUUID(),
      of: random.int(4),
      kind: random.pick(['renew', 'renew', 'register']),
    }));
    const seen = new Set<string>();
    /** Asks both, and compares. */
    async function ask(which: number, name: (typeof functions)[number], asked: object, about: string) {
      const person = people[which];
      if (person === undefined) throw new Error('Nobody sits there');
      const { desk, real, inMemory } = person;
      const p = { ...asked, desk };
      const [wanted, answer] = [await real.call(name, p), await inMemory.call(name, p)];
      expect(comparable(answer), `${about}: ${name} ${JSON.stringify(p)}`).toMatchObject(
        comparable(wanted) as object,
      );
      seen.add(`${name} ${saidIn(wanted)}`);
    }

    await asPostgres(acme.place, acme.database, async (client) => {
      for (let step = 0; step < 1_200; step += 1) {
        if (random.chance(0.04)) {
          clock.nowMs += leaseMs;
          await client.query(
            `UPDATE namedesk.claims SET until = now() - interval '1 s' WHERE state = 'held'`,
          );
        }
        const { changeId, of, kind } = random.pick(changes);
        const which = random.int(people.length);
        const name = random.pick(functions);
        const matter = { service: services[of % 2], domain: `name-${of}.com`, kind, family: kind };
        const known = { changeId, attempt: random.int(3) + 1, outcome: random.pick(outcomes) };
        const isLate = name === 'settle' && random.chance(0.3);
        // Mostly what took effect last, as a person is shown it.
        const shown = (await memory.connect(ada.user).call('last', matter)) as {
          value: { last: { changeId: string } | null };
        };
        const lastEffect = random.chance(0.6) ? (shown.value.last?.changeId ?? null) : null;
        const isWhole = name === 'claim' || name === 'last' || isLate;
        const p = { ...known, ...(isWhole && { ...matter, lastEffect, entry: {} }) };
        await ask(which, name, p, `${step}`);
      }
    });
    // What takes effect between a claim and its mark, of a change that the database does not know.
    const late = { service: services[0], domain: 'late.com', kind: 'renew', family: 'renew', entry: {} };
    const mine = { changeId: randomUUID(), attempt: 1 };
    const other = { changeId: randomUUID(), attempt: 1, outcome: 'took-effect' };
    await ask(0, 'claim', { ...late, ...mine, lastEffect: null }, 'late');
    await ask(1, 'settle', { ...late, ...other }, 'late');
    await ask(0, 'mark_sent', mine, 'late');
    // What was compared is more than refusals.
    for (const each of [
      'claim held',
      'claim taken held',
      'claim changed',
      'claim taken bought',
      'mark_sent sent',
      'mark_sent lost',
      'settle settled',
    ])
      expect(seen).toContain(each);
    for (const each of ['settle unknown', 'settle not-yours', 'release released', 'release refused'])
      expect(seen).toContain(each);
  },
);
