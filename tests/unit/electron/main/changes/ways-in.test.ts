import { describe, expect, it } from 'vitest';
import { serviceOf } from '#shared/domain/account.ts';
import { type BatchRow, type FullBatchAsk, mustBeTyped, mustTypeCount } from '#shared/domain/batch.ts';
import { factsIn } from '#shared/domain/registry.ts';
import type { LeftOutReason } from '#shared/domain/remarks.ts';
import { ok } from '#shared/result.ts';
import { reviewOf as reviewShown } from '../../../../../electron/main/cli/assistants/shown.ts';
import type { ServicesCall } from '../../../../../electron/main/cli/cli-command.ts';
import { reviewAsJson, reviewOf, sayReview } from '../../../../../electron/main/cli/batch-review.ts';
import type { CommandServices } from '../../../../../electron/main/cli/host.ts';
import { changeAskOf, plainAskOf } from '../../../../../electron/main/changes/batches/context.ts';
import type { Review } from '../../../../../electron/main/changes/prepare.ts';
import {
  accountId,
  BatchesWorld,
  locking,
  registering,
  renewing,
  syncing,
} from '../../../../support/batches/a-batches-world.ts';
import { batchSteps } from '../../../../support/batches/batch-rows.ts';
import type { Batches } from '../../../../support/batches/batch-rows-do.ts';
import { type Step, takeStep } from '../../../../support/rows.ts';
import { ATeamDatabase } from '../../../../support/changes/a-team-database.ts';
import { aTerminal } from '../../../../support/command-line/a-command-line.ts';
import { aReading } from '../../../../support/registry/a-reading.ts';
import { anAccount, aPricedFinding, valueOf } from '../../../../support/workspace/a-workspace.ts';

const domain = 'name-0.com';
const proposal = { by: 'An assistant', why: 'It is due' };
const nameservers: FullBatchAsk = { kind: 'nameservers', nameservers: ['ns1.b.example', 'ns2.b.example'] };
const contactsOf = (name: string): FullBatchAsk => ({
  kind: 'contacts',
  roles: [{ name, fields: [{ name: 'City', value: 'Town' }] }],
});
const dayMs = 86_400_000;

/** The ways in: one domain, a batch in the window, the same at a terminal, and what an assistant proposes and is told. */
interface Told {
  readonly single: Review;
  readonly row: BatchRow;
  readonly line: { readonly excluded: unknown; readonly said: string };
  readonly assistant: ReturnType<typeof reviewShown>;
}

async function toldOf(world: BatchesWorld, ask: FullBatchAsk): Promise<Told> {
  const single = valueOf(await world.changes.prepare(accountId, domain, changeAskOf(ask)));
  const { id } = await world.preparedOf(ask, [domain]);
  const [row] = await world.rows(id);
  const proposed = valueOf(await world.batches.prepare(accountId, ask, [domain], proposal));
  await world.quiet();
  const services = {
    batches: world.batches,
    accounts: { find: () => ok(anAccount()) },
  } as unknown as CommandServices; // Nothing else of it is called.
  const terminal = aTerminal();
  const call = { terminal, services, place: [], onceGiven: [] } as unknown as ServicesCall; // Likewise.
  const review = await reviewOf(services, id);
  await sayReview(call, review);
  const [printed] = (reviewAsJson(review) as { rows: readonly { excluded: unknown }[] }).rows;
  if (row === undefined) throw new Error('The batch has no row');
  return {
    single,
    row,
    line: { excluded: printed?.excluded, said: terminal.said() },
    assistant: reviewShown(reviewAsJson(await reviewOf(services, proposed.id)), ask.kind),
  };
}

/** Of a colleague's desk, which has renewed it. */
async function renewedInTeam(world: BatchesWorld): Promise<void> {
  world.own(domain);
  const team = new ATeamDatabase(world.time);
  await world.join(team.connect('Ada'));
  const service = world.kept.teamOutbox.login({ service: serviceOf(anAccount()) });
  const ben = team.connect('Ben');
  const of = { changeId: crypto.randomUUID(), attempt: 1, desk: 'd2', service, domain };
  const renewal = { ...of, kind: 'renew', family: 'renew' };
  await ben.call('claim', { ...renewal, lastEffect: null, entry: {} });
  await ben.call('mark_sent', renewal);
  await ben.call('settle', { ...renewal, outcome: 'took-effect' });
}

/** By their words in the table; others are kinds of change. */
const asked: Readonly<Record<string, FullBatchAsk>> = {
  lock: locking,
  nameservers,
  'nameservers inside it': { kind: 'nameservers', nameservers: [`ns1.${domain}`, 'ns2.b.example'] },
  renew: renewing,
  register: registering,
  sync: syncing,
  'child-delete': { kind: 'child-delete', host: `ns1.${domain}` },
  'child-register': { kind: 'child-register', host: `ns1.${domain}`, address: '192.0.2.1' },
};

// What is so of a domain; what is asked; the remark that says it; why a row is excluded for it, `-` where it is not; what the remark
// says; and what it does not hold for. With “untold”, an assistant is told as ready what would be a guess at values (H12).
const rules = `
in the portfolio 0; used as a nameserver by used.com         | child-delete          | host-in-use               | -                | ^Used as a nameserver by used\\.com\\.$ | child-register
in the portfolio 0; archived 0                               | lock                  | archived                  | archived         | let go               |
in the portfolio 0; transferred away 0                       | nameservers           | transferred-away          | transferred-away | as far as we know    |
in the portfolio 0; not found 0                              | renew                 | not-found                 | not-found        | last refreshed       | sync
in the portfolio 0; about to be deleted                      | renew                 | being-deleted             | being-deleted    | redemption           | sync
quiet                                                        | nameservers           | not-in-portfolio          | not-in-portfolio | not in the portfolio |
in the portfolio 0; free 0                                   | renew                 | not-in-portfolio          | not-in-portfolio | finds this name free |
prepare renew of 0; run                                      | renew                 | renewed-before            | renewed          | ^Renewed before, as change 1 of |
prepare renew of 0; run; pass 61d                            | renew                 | renewed-before            | -                | ^Renewed before, as change 1 of |
found to cost 10.00 for 0; answer done, not made; prepare renew of 0; run; pass 100d; 0 is known to expire 2027-05-01 by import 130d before | renew | renewed-before | renewed | not yet charged: it may not have been done\\. Have the service read it again first\\.$ |
in the portfolio 0; 0 may be paid since a backup             | renew                 | from-backup               | renewed          | change 7.*9\\.90 EUR.*panel first |
0 is premium                                                 | register              | premium                   | premium          | many times the usual price |
in the portfolio 0; finding cannot be read: unreachable offline | renew              | price-not-given           | -                | The price could not be looked up |
renewed by a colleague                                       | renew                 | done-in-team              | renewed          | by Ben took effect   |
in the portfolio 0                                           | lock                  | nothing-changes           | already-so       | ^No change needed    | untold
in the portfolio 0; 0 has nameservers ns2.b.example ns1.b.example | nameservers      | nothing-changes           | already-so       | ^No change needed    | untold
in the portfolio 0                                           | nameservers inside it | host-inside-without-child | -                | no host record       |
`;

const arranging: readonly Step<Batches>[] = [
  [/^renewed by a colleague$/, ({ world }) => renewedInTeam(world)],
  [/^used as a nameserver by (\S+)$/, ({ world }, by = '') => (world.usersOfHost = [by])],
  [
    /^about to be deleted$/,
    ({ world }) => {
      const at = world.time.now().toISOString();
      const value = factsIn(aReading({ at, statuses: ['redemption period'] }));
      world.domains.observe({
        accountId,
        news: [{ name: domain, registry: { value, at, source: 'registry' } }],
      });
    },
  ],
];

const ruleIn = (line: string) => {
  const cells = line.split(' | ').map((cell) => cell.trim().replace(/\s*\|$/, ''));
  const [arranged = '', kind = '', id = '', excluded = '', text = '', other = ''] = cells;
  return { arranged, kind, id, excluded, text, other };
};

/** What an assistant is told of an excluded row, or of one that is ready. */
const toAssistant = (reason: string | null) => ({
  excludedFor: reason === null ? {} : { [reason]: 1 },
  rows: [{ domain, is: reason === null ? 'ready' : 'excluded' }],
});

describe('a rule about a domain', () => {
  it.each(rules.trim().split('\n').map(ruleIn))(
    'is told in the same words, whichever way it is asked for: $kind, $id, $excluded',
    async ({ arranged, kind, id, excluded, text, other }) => {
      const play = batchSteps.begin();
      for (const step of arranged.split('; '))
        await takeStep([...arranging, ...batchSteps.doing], play, step);
      const reason = excluded === '-' ? null : (excluded as LeftOutReason);
      const { single, row, line, assistant } = await toldOf(play.world, asked[kind] ?? locking);
      const remark = single.remarks.find((one) => one.id === id);
      expect(remark).toMatchObject({
        text: expect.stringMatching(text) as string,
        weight: reason === null ? 'says' : 'excludes',
      });
      expect(row).toMatchObject({ leftOut: reason, remarks: expect.arrayContaining([remark]) as unknown });
      expect([line.excluded, line.said.includes(remark?.text ?? '-')]).toEqual([reason, other !== 'untold']);
      expect(assistant).toMatchObject(toAssistant(other === 'untold' ? null : reason));
      const free = asked[other];
      if (free === undefined) return;
      const told = await toldOf(play.world, free);
      expect(told.single.remarks.map((one) => one.id)).not.toContain(id);
      expect(told.row).toMatchObject({ leftOut: null, remarks: [] });
    },
  );

  it('is none where nothing is against it: one domain is warned of nothing, and a row is ready', async () => {
    const world = new BatchesWorld();
    world.own(domain);
    const { single, row, assistant } = await toldOf(world, nameservers);
    expect([single.remarks, row.remarks, row.leftOut]).toEqual([[], [], null]);
    expect(assistant.ready).toBe(1);
  });

  it('is said of what is asked once for a batch, as in a review of one domain', async () => {
    const world = new BatchesWorld();
    world.own(domain);
    const unlocking: FullBatchAsk = { kind: 'lock', state: 'unlocked' };
    const { single, line } = await toldOf(world, unlocking);
    const text = single.remarks.find(({ id }) => id === 'transferable')?.text ?? '-';
    const batch = await world.preparedOf(unlocking, [domain]);
    expect(batch.ask).toMatchObject({ warnings: [text] });
    expect(line.said).toContain(text);
    await world.ran(batch);
    const [change] = valueOf(await world.changes.lastOf(accountId, domain));
    expect(change?.what).toEqual(unlocking);
  });
});

describe('what is typed before it is sent', () => {
  it.each<[string, FullBatchAsk, boolean]>([
    ['a lock', locking, false],
    ['nameservers', nameservers, false],
    ['a sync', syncing, false],
    ['a renewal', renewing, true],
    ['a registration', registering, true],
    [
      'a new child nameserver',
      { kind: 'child-register', host: `ns1.${domain}`, address: '192.0.2.1' },
      false,
    ],
    ['the removal of a child nameserver', { kind: 'child-delete', host: `ns1.${domain}` }, true],
    ['contacts of the registrant', contactsOf('Registrant'), true],
    ['contacts of another role', contactsOf('Tech'), false],
  ])(
    'of %s: its name where it is one domain, and how many where it is a batch, or neither',
    (_what, ask, is) => {
      expect(mustBeTyped(changeAskOf(ask))).toBe(is);
      expect(mustTypeCount({ remaining: 1, ask: plainAskOf(ask), isProposed: false, owned: () => 100 })).toBe(
        is,
      );
    },
  );
});

describe('a price that was found more than a day ago', () => {
  it('is looked up again, for one domain and for a row', async () => {
    const world = new BatchesWorld();
    world.own(domain);
    world.service.renewalPrices.set(domain, { kind: 'given', amount: '9.00', currency: 'EUR' });
    const old = new Date(world.time.now().getTime() - 2 * dayMs);
    const found = aPricedFinding(domain, '5.00', old);
    world.findings = [found];
    const single = valueOf(await world.changes.prepare(accountId, domain, changeAskOf(renewing)));
    expect(single.price).toMatchObject({ amount: '9.00' });
    world.findings = [found];
    const { id } = await world.preparedOf(renewing, [domain]);
    expect((await world.rows(id))[0]?.renewal?.price).toMatchObject({ amount: '9.00' });
  });
});

describe('what was agreed to longer than 15 minutes ago', () => {
  it('is sent neither for one domain nor for a batch, a proposal among them', async () => {
    const world = new BatchesWorld();
    world.unlock([domain]);
    world.own(domain);
    const { reviewId } = valueOf(await world.changes.prepare(accountId, domain, changeAskOf(locking)));
    const made = await world.preparedOf(locking, [domain]);
    const proposed = valueOf(await world.batches.prepare(accountId, locking, [domain], proposal));
    await world.time.pass(16 * 60_000);
    const confirmation = { typedName: null, premiumAccepted: false, typedLimit: null };
    expect((await world.changes.apply(reviewId, confirmation)).ok).toBe(false);
    for (const id of [made.id, proposed.id]) expect((await world.apply(await world.find(id))).ok).toBe(false);
    await world.quiet();
    expect(world.service.writes).toEqual([]);
  });
});
