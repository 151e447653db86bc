import { expect } from 'vitest';
import type { Batch, FullBatchAsk } from '#shared/domain/batch.ts';
import type { Change } from '#shared/domain/change.ts';
import { ok, type Result } from '#shared/result.ts';
import { createAccountsRepository } from '../../../electron/main/workspace/repositories/accounts.ts';
import { createDoubts } from '../../../electron/main/workspace/journal/doubts.ts';
import { aDoubt, asks } from '../changes/a-changes-world.ts';
import { type OutcomeOfWrite, registrant } from '../changes/a-service.ts';
import { anError, durationOf, type Step } from '../rows.ts';
import { type AtService, pairsOf } from '../service-rows.ts';
import { anAccount, valueOf } from '../workspace/a-workspace.ts';
import { accountId, BatchesWorld, movingTo, names } from './a-batches-world.ts';

/** What a row of a table is about: batches over `name-0.com`, `name-1.com` …, which a row calls 0, 1 … */
export class Batches implements AtService {
  readonly world = new BatchesWorld();
  readonly ids: string[] = [];
  readonly reviews: { readonly reviewId: string; readonly domain: string }[] = [];
  result: Result<unknown> = ok(null);
  readsBefore = 0;
  /** When each write was made, in milliseconds. */
  readonly times: number[] = [];
  writesBefore: number | null = null;
  onTheirWay = 0;
  /** The most writes that were on their way at a moment. */
  most = 0;

  get id(): string {
    return this.ids.at(-1) ?? 'no batch';
  }

  find(): Promise<Batch> {
    return this.world.find(this.id);
  }

  async came<T>(result: Promise<Result<T>>): Promise<Result<T>> {
    this.result = await this.world.time.outcomeOf(result);
    return this.result as Result<T>; // It is what was waited for.
  }

  async prepare(kind: string, numbers: string, isOwned: boolean): Promise<void> {
    const ask = askOf(kind);
    const domains = domainsOf(numbers);
    if (kind.startsWith('register'))
      for (const name of domains) if (!this.world.service.domains.has(name)) this.world.free([name]);
    const { id } = await (isOwned ? this.world.prepared(ask, domains) : this.world.preparedOf(ask, domains));
    this.ids.push(id);
  }

  async apply(goesOn: boolean, typed?: string): Promise<void> {
    const { id, digest, typedCount } = await this.find();
    await this.came(this.world.batches.apply(id, digest ?? '', typedCount, goesOn, typed));
  }
}

export const domainOf = (number: string): string =>
  number === 'nothing' ? ' ' : number.replace(/^\d+$/, (digits) => `name-${digits}.com`);

/** As `0 1 2`, or `40 names`. */
export const domainsOf = (numbers: string): readonly string[] => {
  const [, count] = /^(\d+) names$/.exec(numbers) ?? [];
  return count === undefined ? numbers.split(' ').map(domainOf) : names(Number(count));
};

const of = (name: string, value: string): FullBatchAsk => ({
  kind: 'contacts',
  roles: [{ name: 'Registrant', fields: [{ name, value }] }],
});

const ownAsks: Readonly<Record<string, (more: string) => FullBatchAsk>> = {
  lock: () => ({ kind: 'lock', state: 'locked' }),
  unlock: () => ({ kind: 'lock', state: 'unlocked' }),
  renew: (years) => ({ kind: 'renew', periodYears: years === '' ? 1 : Number(years) }),
  contacts: () => movingTo('Oxford'),
  steps: () => unlocking(movingTo('Oxford')),
  clearing: (name) => of(name, ''),
  'clearing-unlocked': (name) => unlocking(of(name, '')),
  email: (value) => of('Email', value),
  tech: () => ({ kind: 'contacts', roles: [{ ...registrant, name: 'Tech' }] }),
  'one-nameserver': () => ({ kind: 'nameservers', nameservers: ['a.example.org'] }),
  'child-delete': () => ({ kind: 'child-delete', host: 'ns1.name-0.com' }),
};

const unlocking = (ask: FullBatchAsk): FullBatchAsk =>
  ask.kind === 'contacts' ? { ...ask, unlocks: true } : ask;

function askOf(words: string): FullBatchAsk {
  const [kind = '', more = ''] = words.split(' ');
  const own = ownAsks[kind];
  if (own === undefined && !(kind in asks)) throw new Error(`No kind: ${words}`);
  return own === undefined ? asks[kind as 'sync'] : own(more); // Or another kind that is asked alike.
}

const registrantWith = (name: string, value: string) => [
  {
    name: 'Registrant',
    fields: registrant.fields.map((one) => (one.name === name ? { ...one, value } : one)),
  },
];

/** What the service, the portfolio and the machine are like. */
const arranging: readonly Step<Batches>[] = [
  [
    /^(\S+) has (now|also) (\w+) (\S*)$/,
    ({ world }, number = '', how = '', name = '', value = '') => {
      const there = world.service.there(domainOf(number));
      const [role] = there.contacts;
      const fields = role?.fields ?? [];
      const others = fields.map((one) => (one.name === name ? { name, value } : one));
      there.contacts = [
        { name: 'Registrant', fields: how === 'also' ? [...fields, { name, value }] : others },
      ];
    },
  ],
  [
    /^(\S+) has no (contacts|nameservers)$/,
    ({ world }, number = '', what = '') =>
      Object.assign(world.service.there(domainOf(number)), { [what]: [] }),
  ],
  [
    /^(\S+) has the role Tech alone$/,
    ({ world }, number = '') =>
      (world.service.there(domainOf(number)).contacts = [{ ...registrant, name: 'Tech' }]),
  ],
  [
    /^the account goes to (another|the same) service$/,
    ({ world }, which) => goTo(world, 'https://another.example/api/index.php', which !== 'another'),
  ],
  [
    /^the account is back$/,
    ({ world }) =>
      world.kept.database
        .prepare('UPDATE accounts SET base_url = ? WHERE id = ?')
        .run(anAccount().baseUrl, accountId),
  ],
  [
    /^the row takes another change back$/,
    ({ world, id }) =>
      world.kept.database.prepare("UPDATE batch_rows SET undoes = 'another' WHERE batch_id = ?").run(id),
  ],
  [/^in the portfolio (.+)$/, ({ world }, numbers = '') => world.own(...domainsOf(numbers))],
  [/^unlocked (.+)$/, ({ world }, numbers = '') => world.unlock(domainsOf(numbers))],
  [
    /^(\S+) is (locked|unlocked|taken|reserved|invalid|unknown|available|premium)$/,
    ({ world }, number = '', is = '') => {
      if (is === 'available' || is === 'premium') world.service.free(domainOf(number), is);
      else
        Object.assign(
          world.service.there(domainOf(number)),
          is.endsWith('locked') ? { lock: is } : { finding: is },
        );
    },
  ],
  [
    /^(\S+) has nameservers (.+)$/,
    ({ world }, number = '', hosts = '') =>
      (world.service.there(domainOf(number)).nameservers = hosts.split(' ')),
  ],
  [
    /^(\S+) has ([A-Z]\w+) ?(\S*)$/,
    ({ world }, number = '', name = '', value = '') =>
      (world.service.there(domainOf(number)).contacts = registrantWith(name, value)),
  ],
  [
    /^(\S+) has the contacts that are wanted$/,
    ({ world }, number = '') => {
      const wanted = movingTo('Oxford');
      world.service.there(domainOf(number)).contacts = wanted.kind === 'contacts' ? wanted.roles : [];
    },
  ],
  [
    /^(\S+) has no field (\w+)$/,
    ({ world }, number = '', name = '') =>
      (world.service.there(domainOf(number)).contacts = [
        { name: 'Registrant', fields: registrant.fields.filter((one) => one.name !== name) },
      ]),
  ],
  [
    /^found to cost (\S+) for (.+)$/,
    ({ world }, amount = '', numbers = '') =>
      world.price(amount === 'none' ? null : amount, domainsOf(numbers)),
  ],
  [
    /^(\S+) costs (\S+) now$/,
    ({ world }, numbers = '', amount = '') => {
      for (const name of domainsOf(numbers.replaceAll(',', ' ')))
        world.service.renewalPrices.set(name, { kind: 'given', amount, currency: 'EUR' });
    },
  ],
  [/^limit(?: (.+))?$/, ({ world }, limits) => world.limit(limits === undefined ? {} : pairsOf(limits))],
  [
    /^(\d+) fails to be read: (.+)$/,
    ({ world }, number = '', error = '') => world.failingNames.set(domainOf(number), anError(error)),
  ],
  [
    /^(\d+) is refused: (.+)$/,
    ({ world }, number = '', error = '') => world.refusing.set(domainOf(number), anError(error)),
  ],
  [/^none is refused$/, ({ world }) => world.refusing.clear()],
  [
    /^everything (?:works|fails: (.+))$/,
    ({ world }, error) => (world.everything = error === undefined ? null : anError(error)),
  ],
  [
    /^the batches’ disk is (?:well|full at (\S+))$/,
    ({ world }, name) => (name === undefined ? world.failing.clear() : world.failing.set(name, 'full')),
  ],
  [/^a bug at (\S+)$/, ({ world }, name = '') => world.throwing.add(name)],
  [/^no bug$/, ({ world }) => world.throwing.clear()],
  [/^keychain (locked|open)$/, ({ world }, is) => (world.isKeychainLocked = is === 'locked')],
  [/^another username$/, ({ world }) => (world.login = { username: 'somebody-else@example.com' })],
  [/^no account$/, ({ world }) => (world.connectionError = { kind: 'no-account' })],
  [/^each read takes (\S+)$/, ({ world }, time = '') => (world.latencyMs = durationOf(time))],
  [
    /^archived (.+)$/,
    ({ world }, numbers = '') =>
      world.domains.set({
        accountId,
        names: [...domainsOf(numbers)],
        archivedAt: world.time.now().toISOString(),
      }),
  ],
  [
    /^transferred away (\S+)$/,
    ({ world }, number = '') =>
      observe(world, number, {
        transferredAway: { value: true, at: world.time.now().toISOString(), source: 'sync' },
      }),
  ],
  [
    /^not found (\S+)$/,
    ({ world }, number = '') =>
      observe(world, number, {
        troubles: [{ part: 'lock', error: anError('refused not-found'), at: world.time.now().toISOString() }],
      }),
  ],
  [
    /^(\S+) is known to expire (\S+) by (\w+) (\S+) (before|after)$/,
    ({ world }, number = '', date = '', source = '', time = '', when = '') => {
      const atMs = world.time.now().getTime() + (when === 'after' ? durationOf(time) : -durationOf(time));
      observe(world, number, { expiries: [{ source, date, at: new Date(atMs).toISOString() }] });
    },
  ],
  [
    /^out of the portfolio (\S+)$/,
    ({ world }, number = '') => world.domains.remove({ accountId, names: [domainOf(number)] }),
  ],
  [
    /^(\S+) may be paid since a backup$/,
    ({ world }, number = '') =>
      createDoubts(world.kept.database).add([
        { ...aDoubt(world.time.now().toISOString()), domain: domainOf(number) },
      ]),
  ],
  [/^the practice account$/, ({ world }) => world.practise()],
];

const observe = (world: BatchesWorld, number: string, news: object) =>
  world.domains.observe({ accountId, news: [{ name: domainOf(number), ...news }] });

/** The program ends when its first row is in this state, and is started again. */
async function ended({ world, id }: Batches, state: string): Promise<void> {
  // The disk takes nothing after it, and what was begun cannot be taken back.
  for (const name of state === 'planned' ? ['sending', 'withdrawn'] : []) world.kept.failAt(name, 'full');
  if (state === 'sending') world.service.onWrite = () => new Promise(() => undefined);
  valueOf(await world.apply(await world.find(id)));
  await world.time.pass(1);
  world.failing.set('move', 'full');
  await world.time.pass(1);
  world.failing.clear();
  for (const name of ['sending', 'withdrawn']) world.kept.failAt(name, null);
  expect((await world.rows(id))[0]?.state).toBe(state);
  world.service.onWrite = () => Promise.resolve();
  await world.restart();
  await world.quiet();
}

/** What a person does, and time. */
const acting: readonly Step<Batches>[] = [
  [
    /^at read (\d) of (\w+): 0 has (\w+) (\S+)$/,
    ({ world }, nth, part, name = '', value = '') => {
      let reads = 0;
      world.service.onRead = (read) => {
        reads += read === part ? 1 : 0;
        if (reads === Number(nth)) world.service.there(domainOf('0')).contacts = registrantWith(name, value);
      };
    },
  ],
  [
    /^pause at (\d)$/,
    async (play, nth) => {
      if (play.world.service.writes.length === Number(nth)) await play.world.batches.pause(play.id);
    },
  ],
  [
    /^put (that|its first) one back$/,
    async (play, which) => {
      const changeId =
        which === 'that'
          ? valueOf(play.result as Result<Change>).id // Of a change that was applied.
          : ((await play.world.rows(play.id))[0]?.changeId ?? '');
      const back = await play.came(play.world.batches.putBack({ changeId }));
      if (back.ok) play.ids.push(back.value.id);
      await play.world.quiet();
    },
  ],
  [
    /^(\d+) answers (\w+?)(, not made)?$/,
    ({ world }, count, outcome, not) => {
      const behaviour = {
        outcome: outcome as OutcomeOfWrite,
        isApplied: not === undefined && outcome === 'done',
      };
      for (let n = 0; n < Number(count); n += 1) world.service.behaviours.push(behaviour);
    },
  ],
  [
    /^times are noted(?:, and at the 5th the credit moves by (\S+))?$/,
    ({ world, times }, amount = '0') => {
      world.service.onWrite = () => {
        if (times.push(world.time.timer.nowMs()) === 5) world.service.credit += Number(amount);
        return Promise.resolve();
      };
    },
  ],
  [
    /^each write is billed (\S+) after (\S+)$/,
    ({ world }, amount, after = '') => {
      world.service.onWrite = () => {
        void world.time.timer.sleep(durationOf(after)).then(() => (world.service.credit += Number(amount)));
        return Promise.resolve();
      };
    },
  ],
  [/^it takes (\S+)$/, ({ world }, time = '') => world.time.timer.sleep(durationOf(time))],
  [/^it is killed$/, () => new Promise(() => undefined)],
  [
    /^row (\d+) is forgotten to be excluded$/,
    ({ world }, number = '') =>
      world.kept.database.exec(`UPDATE batch_rows SET left_out = NULL WHERE number = ${number}`),
  ],
  [/^free (.+)$/, ({ world }, numbers = '') => world.free(domainsOf(numbers))],
  [
    /^apply after read again$/,
    async (play) => {
      const before = await play.find();
      valueOf(await play.world.batches.readAgain(play.id));
      await play.world.quiet();
      await play.came(play.world.apply(before));
    },
  ],
  [
    /^it was found free$/,
    ({ world }) => (world.findings = world.findings.map((one) => ({ ...one, kind: 'available' }))),
  ],
  [/^ended with its first row (planned|sending)$/, (play, state = '') => ended(play, state)],
  [
    /^when written it takes (\S+)$/,
    (play, time = '') => {
      play.world.service.onWrite = async () => {
        play.onTheirWay += 1;
        play.most = Math.max(play.most, play.onTheirWay);
        await play.world.time.timer.sleep(durationOf(time));
        play.onTheirWay -= 1;
      };
    },
  ],
  [
    /^row (\d) is of another name$/,
    ({ world }, number = '') =>
      world.kept.database.exec(`UPDATE batch_rows SET domain = 'other.com' WHERE number = ${number}`),
  ],
  [
    /^the journal is broken$/,
    async ({ world }) => {
      world.kept.database.exec("UPDATE journal_head SET hash = 'f', entries = 3");
      await world.time.outcomeOf(world.changes.health(true));
    },
  ],
  [
    /^prepare ([\w@. -]+?) of (.+?)( as it is)?$/,
    (play, kind = '', numbers = '', asIs) => play.prepare(kind, numbers, asIs === undefined),
  ],
  [
    /^ask (.+?) of (.+)$/,
    (play, kind = '', numbers = '') =>
      play.came(play.world.batches.prepare(accountId, askOf(kind), domainsOf(numbers))),
  ],
  [
    /^begin ([\w -]+?) of (.+?)(?: without (\d))?$/,
    async ({ world, ids }, kind = '', numbers = '', without) => {
      const domains = domainsOf(numbers);
      world.own(...domains);
      const leftOut = without === undefined ? [] : [domainOf(without)];
      ids.push(valueOf(await world.batches.prepare(accountId, askOf(kind), domains, null, leftOut)).id);
    },
  ],
  [
    /^(apply|run)( and go on)?(?: typing (\S+))?$/,
    async (play, how, goesOn, typed) => {
      await play.apply(goesOn !== undefined, typed);
      if (how === 'run') await play.world.quiet();
    },
  ],
  [
    /^apply with (?:count (\S+)|another digest)$/,
    async (play, count) => {
      const { id, digest, typedCount } = await play.find();
      const [shown, typed] =
        count === undefined
          ? ['f'.repeat(64), typedCount]
          : [digest ?? '', count === 'none' ? null : Number(count)];
      await play.came(play.world.batches.apply(id, shown, typed, false));
    },
  ],
  [
    /^resume( at once)?( and go on)?(?: typing (\S+))?$/,
    async (play, atOnce, goesOn, typed) => {
      await play.came(play.world.batches.resume(play.id, goesOn !== undefined, typed));
      if (atOnce === undefined) await play.world.quiet();
    },
  ],
  [/^go on$/, ({ world, id }) => world.goOn(id, true).then(() => world.quiet())],
  [/^(pause|stop|remove)$/, (play, what) => play.came(play.world.batches[what as 'stop'](play.id))],
  [
    /^(leave out|take in) (\d+)$/,
    (play, how, index) => play.came(play.world.batches.leaveOut(play.id, Number(index), how === 'leave out')),
  ],
  [
    /^read again$/,
    async (play) => {
      await play.came(play.world.batches.readAgain(play.id));
      await play.world.quiet();
    },
  ],
  [
    /^put back$/,
    async (play) => {
      const back = await play.came(play.world.batches.putBack({ batchId: play.id }));
      if (back.ok) play.ids.push(back.value.id);
      await play.world.quiet();
    },
  ],
  [/^batch (\d)$/, (play, number) => void play.ids.push(play.ids[Number(number) - 1] ?? '')],
  [
    /^settle row (\d+) (applied|not-applied)$/,
    async (play, index, as) => {
      const row = (await play.world.rows(play.id))[Number(index)];
      await play.came(play.world.changes.settle(row?.changeId ?? '', as as 'applied', 'I looked'));
      await play.world.quiet();
    },
  ],
  [
    /^review one ([\w-]+) of (\S+)$/,
    async (play, kind = '', number = '') => {
      const review = await play.came(
        play.world.changes.prepare(accountId, domainOf(number), asks[kind as 'lock']),
      ); // A row names a kind.
      if (review.ok) play.reviews.push(review.value);
    },
  ],
  [
    /^(apply|begin) that one$/,
    async (play, how) => {
      const { reviewId = '', domain = '' } = play.reviews.at(-1) ?? {};
      const typed = { typedName: domain, premiumAccepted: true, typedLimit: null };
      await play.came(play.world.changes.apply(reviewId, typed));
      if (how === 'apply') await play.world.quiet();
    },
  ],
  [
    /^restart$/,
    async ({ world }) => {
      await world.time.outcomeOf(world.restart());
      await world.quiet();
    },
  ],
  [/^close$/, ({ world }) => world.batches.close()],
  [/^reconnect$/, ({ world }) => world.reconnect()],
  [/^wake(?: (\w+))?$/, ({ world }, account = accountId) => world.batches.wake(account)],
  [
    /^from here$/,
    (play) => {
      play.readsBefore = play.world.service.reads.length;
      play.world.service.writes.length = 0;
    },
  ],
];

function goTo(world: BatchesWorld, baseUrl: string, isSameService: boolean): void {
  const repository = createAccountsRepository(world.kept.database);
  const [account = anAccount()] = repository.list();
  expect(repository.save({ ...account, baseUrl, isSameService })).toEqual({ inUse: null });
}

/** All that rows of batches can do. */
export const batchesDo: readonly Step<Batches>[] = [...acting, ...arranging];
