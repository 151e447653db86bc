import { describe, expect, it } from 'vitest';
import { serviceOf } from '#shared/domain/account.ts';
import { type BatchRow, type FullBatchAsk, mustBeTyped, mustTypeCount } from '#shared/domain/batch.ts';
import { factsIn } from '#shared/domain/registry.ts';
import type { LeftOutReason, Remark } from '#shared/domain/remarks.ts';
import { ok } from '#shared/result.ts';
import { reviewOf as reviewShown } from '../../../../../electron/main/cli/assistants/shown.ts';
import type { ServicesCall } from '../../../../../electron/main/cli/cli-command.ts';
import { reviewAsJson, reviewOf, sayReview } from '../../../../../electron/main/cli/batch-review.ts';
import type { CommandServices } from '../../../../../electron/main/cli/host.ts';
import { changeAskOf, plainAskOf } from '../../../../../electron/main/changes/batches/context.ts';
import type { Review } from '../../../../../electron/main/changes/prepare.ts';
import { createDoubts } from '../../../../../electron/main/workspace/journal/doubts.ts';
import {
  accountId,
  BatchesWorld,
  locking,
  registering,
  renewing,
  syncing,
} from '../../../../support/batches/a-batches-world.ts';
import { aDoubt } from '../../../../support/changes/a-changes-world.ts';
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
    accounts: { find: () => Promise.resolve(ok(anAccount())) },
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

const known = (world: BatchesWorld, news: object): void => {
  world.own(domain);
  world.domains.observe({ accountId, news: [{ name: domain, ...news }] });
};
const now = (world: BatchesWorld): string => world.time.now().toISOString();

async function renewed(world: BatchesWorld, days = 0): Promise<void> {
  await world.ran(await world.prepared(renewing, [domain]));
  await world.time.pass(days * dayMs);
}

/** Of a colleague's desk, which has renewed it. */
async function renewedInTeam(world: BatchesWorld): Promise<void> {
  world.own(domain);
  const team = new ATeamDatabase(world.time);
  await world.join(team.connect('Ada'));
  const service = valueOf(await world.kept.teamOutbox.login({ service: serviceOf(anAccount()) }));
  const ben = team.connect('Ben');
  const of = { changeId: crypto.randomUUID(), attempt: 1, desk: 'd2', service, domain };
  const renewal = { ...of, kind: 'renew', family: 'renew' };
  await ben.call('claim', { ...renewal, lastEffect: null, entry: {} });
  await ben.call('mark_sent', renewal);
  await ben.call('settle', { ...renewal, outcome: 'took-effect' });
}

interface Rule {
  readonly name: string;
  readonly arrange: (world: BatchesWorld) => void | Promise<void>;
  readonly ask: FullBatchAsk;
  readonly id: Remark['id'];
  /** Null where a row is ready, and the remark stands beside it. */
  readonly reason: LeftOutReason | null;
  readonly text: RegExp;
  /** What it does not hold for. */
  readonly notFor?: FullBatchAsk;
  /** An assistant is told as ready what would be a guess at values (H12). */
  readonly isUntold?: true;
}

const archive = (world: BatchesWorld): void => {
  world.own(domain);
  world.domains.set({ accountId, names: [domain], archivedAt: now(world) });
};

const rules: readonly Rule[] = [
  {
    name: 'a host in use',
    arrange(world) {
      world.own(domain);
      world.usersOfHost = ['used.com'];
    },
    ask: { kind: 'child-delete', host: `ns1.${domain}` },
    id: 'host-in-use',
    reason: null,
    text: /^Used as a nameserver by used\.com\.$/,
    notFor: { kind: 'child-register', host: `ns1.${domain}`, address: '192.0.2.1' },
  },
  { name: 'archived', arrange: archive, ask: locking, id: 'archived', reason: 'archived', text: /let go/ },
  {
    name: 'transferred away',
    arrange: (world) => known(world, { transferredAway: { value: true, at: now(world), source: 'sync' } }),
    ask: nameservers,
    id: 'transferred-away',
    reason: 'transferred-away',
    text: /as far as we know/,
  },
  {
    name: 'not found',
    arrange(world) {
      const error = { kind: 'refused', why: 'not-found', status: 404, said: '' } as const;
      known(world, { troubles: [{ part: 'lock', error, at: now(world) }] });
    },
    ask: renewing,
    id: 'not-found',
    reason: 'not-found',
    text: /last refreshed/,
    notFor: syncing,
  },
  {
    name: 'about to be deleted',
    arrange(world) {
      const at = now(world);
      const value = factsIn(aReading({ at, statuses: ['redemption period'] }));
      known(world, { registry: { value, at, source: 'registry' } });
    },
    ask: renewing,
    id: 'being-deleted',
    reason: 'being-deleted',
    text: /redemption/,
    notFor: syncing,
  },
  {
    name: 'not in the portfolio',
    arrange: () => undefined,
    ask: nameservers,
    id: 'not-in-portfolio',
    reason: 'not-in-portfolio',
    text: /not in the portfolio/,
  },
  {
    name: 'free by its own lookup',
    arrange(world) {
      world.own(domain);
      world.service.free(domain);
    },
    ask: renewing,
    id: 'not-in-portfolio',
    reason: 'not-in-portfolio',
    text: /finds this name free/,
  },
  {
    name: 'renewed lately',
    arrange: (world) => renewed(world),
    ask: renewing,
    id: 'renewed-before',
    reason: 'renewed',
    text: /^Renewed before, as change 1 of/,
  },
  {
    name: 'renewed long ago',
    arrange: (world) => renewed(world, 61),
    ask: renewing,
    id: 'renewed-before',
    reason: null,
    text: /^Renewed before, as change 1 of/,
  },
  {
    name: 'accepted and not charged',
    async arrange(world) {
      world.price('10.00', [domain]);
      world.service.behaviours.push({ outcome: 'done', isApplied: false });
      await renewed(world, 100);
      world.domains.observe({
        accountId,
        news: [
          {
            name: domain,
            expiries: [{ source: 'import', date: '2027-05-01', at: '2026-01-01T00:00:00.000Z' }],
          },
        ],
      });
    },
    ask: renewing,
    id: 'renewed-before',
    reason: 'renewed',
    text: /not yet charged: it may not have been done\. Sync the domain first\.$/,
  },
  {
    name: 'perhaps paid',
    arrange(world) {
      world.own(domain);
      createDoubts(world.kept.database).add([{ ...aDoubt(now(world)), domain }]);
    },
    ask: renewing,
    id: 'from-backup',
    reason: 'renewed',
    text: /change 7.*9\.90 EUR.*panel first/,
  },
  {
    name: 'offered as a premium name',
    arrange: (world) => void world.service.free(domain, 'premium'),
    ask: registering,
    id: 'premium',
    reason: 'premium',
    text: /many times the usual price/,
  },
  {
    name: 'without a price that can be looked up',
    arrange(world) {
      world.own(domain);
      world.service.failing.set('finding', { kind: 'unreachable', why: 'offline' });
    },
    ask: renewing,
    id: 'price-not-given',
    reason: null,
    text: /The price could not be looked up/,
  },
  {
    name: 'renewed by a colleague',
    arrange: renewedInTeam,
    ask: renewing,
    id: 'done-in-team',
    reason: 'renewed',
    text: /by Ben took effect/,
  },
  {
    name: 'as wanted already',
    arrange: (world) => world.own(domain),
    ask: locking,
    id: 'nothing-changes',
    reason: 'already-so',
    text: /^No change needed/,
    isUntold: true,
  },
  {
    name: 'as wanted already, in another order',
    arrange(world) {
      world.own(domain);
      world.service.there(domain).nameservers = ['ns2.b.example', 'ns1.b.example'];
    },
    ask: nameservers,
    id: 'nothing-changes',
    reason: 'already-so',
    text: /^No change needed/,
    isUntold: true,
  },
  {
    name: 'given a host inside it that nobody knows',
    arrange: (world) => world.own(domain),
    ask: { kind: 'nameservers', nameservers: [`ns1.${domain}`, 'ns2.b.example'] },
    id: 'host-inside-without-child',
    reason: null,
    text: /no child nameserver/,
  },
];

describe('a rule about a domain', () => {
  it.each(rules)('is told in the same words, whichever way it is asked for: $name', async (rule) => {
    const world = new BatchesWorld();
    await rule.arrange(world);
    const { single, row, line, assistant } = await toldOf(world, rule.ask);
    const remark = single.remarks.find(({ id }) => id === rule.id);
    expect(remark).toMatchObject({
      text: expect.stringMatching(rule.text) as string,
      weight: rule.reason === null ? 'says' : 'excludes',
    });
    expect(row.leftOut).toBe(rule.reason);
    expect(row.remarks).toContainEqual(remark);
    expect(line.excluded).toBe(rule.reason);
    expect(line.said.includes(remark?.text ?? '-')).toBe(rule.isUntold !== true);
    const told = rule.isUntold === true ? null : rule.reason;
    expect(assistant.excludedFor).toEqual(told === null ? {} : { [told]: 1 });
    expect(assistant.rows).toEqual([{ domain, is: told === null ? 'ready' : 'excluded' }]);
    if (rule.notFor === undefined) return;
    const other = await toldOf(world, rule.notFor);
    expect(other.single.remarks.map(({ id }) => id)).not.toContain(rule.id);
    expect(other.row).toMatchObject({ leftOut: null, remarks: [] });
  });

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
