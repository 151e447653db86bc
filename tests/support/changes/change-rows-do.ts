import { expect } from 'vitest';
import type { ChangeAsk } from '#shared/changes/index.ts';
import type { Change } from '#shared/domain/change.ts';
import type { CheckedFinding } from '#shared/domain/finding.ts';
import { amountToType } from '#shared/domain/limits.ts';
import { factsIn, type RegistryReading } from '#shared/domain/registry.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Review } from '../../../electron/main/changes/prepare.ts';
import { createThrottle } from '../../../electron/main/connections/throttle.ts';
import type { KnownSource } from '#shared/domain/portfolio.ts';
import { aDomain } from '../fake-portfolio.ts';
import { aReading } from '../registry/a-reading.ts';
import { durationOf, type Step } from '../rows.ts';
import { type AtService, pairsOf } from '../service-rows.ts';
import { aConsent, service } from '../workspace/a-journal.ts';
import { aRenewalPrice, valueOf } from '../workspace/a-workspace.ts';
import { createLogins } from '../../../electron/main/workspace/repositories/accounts.ts';
import { createDoubts } from '../../../electron/main/workspace/journal/doubts.ts';
import { accountId, aDoubt, asks, ChangesWorld, domain } from './a-changes-world.ts';

/** What a row of a table is about: one desk, its changes and reviews in their order, and what the last step came to. */
export class Desk implements AtService {
  readonly world = new ChangesWorld();
  readonly ids: string[] = [];
  readonly reviews: Review[] = [];
  result: Result<unknown> = ok(null);
  readsBefore = 0;
  /** Of what is counted. */
  calls = 0;
  /** What a registry shows, and when it was asked. */
  shows: Partial<RegistryReading> | null = { changedAt: '2025-04-02T09:11:12.000Z' };
  readonly asked: string[] = [];

  get review(): Review {
    const last = this.reviews.at(-1);
    if (last === undefined) throw new Error('There is no review');
    return last;
  }

  id(number = ''): string {
    const id = number === '' ? this.ids.at(-1) : this.ids[Number(number) - 1];
    if (id === undefined) throw new Error('There is no such change');
    return id;
  }

  find(number = ''): Promise<Change> {
    return this.world.find(this.id(number));
  }

  async came<T>(result: Promise<Result<T>>): Promise<Result<T>> {
    this.result = await this.world.time.outcomeOf(result);
    return this.result as Result<T>; // It is what was waited for.
  }

  async reviewed(result: Promise<Result<Review>>): Promise<void> {
    const review = await this.came(result);
    if (review.ok) this.reviews.push(review.value);
  }

  async prepare(kind: string, name = domain, years = '1'): Promise<void> {
    const { world } = this;
    if (kind === 'register' && !world.service.domains.has(name)) world.service.free(name);
    const ask = asks[kind as ChangeAsk['kind']]; // A row names a kind.
    await this.reviewed(
      world.changes.prepare(
        accountId,
        name,
        'periodYears' in ask ? { ...ask, periodYears: Number(years) } : ask,
      ),
    );
  }

  async apply(
    review: Review,
    lacking = '',
    typedName: string | null = review.domain,
    typedLimit = amountToType(review.asksFor.limits),
  ): Promise<void> {
    const { premium } = review.asksFor;
    const applied = await this.came(
      this.world.changes.apply(review.reviewId, {
        typedName: lacking === 'name' ? null : typedName,
        premiumAccepted: premium && lacking !== 'premium',
        typedLimit: lacking === 'limit' ? null : typedLimit,
      }),
    );
    if (applied.ok && !this.ids.includes(applied.value.id)) this.ids.push(applied.value.id);
  }

  async begin(kind: string, name?: string): Promise<void> {
    await this.prepare(kind, name);
    expect(this.result).toMatchObject({ ok: true });
    await this.apply(this.review);
  }

  there(name?: string) {
    return this.world.service.there(name ?? domain);
  }
}

const roleOf = (email: string, name = 'Registrant') => [{ name, fields: [{ name: 'Email', value: email }] }];

const noLimits = { changeSum: null, batchSum: null, batchCount: null, daySum: null, dayCount: null };

/** What the service, the machine, its disk and its keychain are like. */
const arranging: readonly Step<Desk>[] = [
  [
    /^free(?: (\w+))?$/,
    ({ world }, kind = 'available') => world.service.free(domain, kind as CheckedFinding['kind']),
  ],
  [
    /^found to cost (\S+)(?: for (.+))?$/,
    ({ world }, amount = '', names = domain) =>
      world.price(amount === 'none' ? null : amount, ...names.split(' ')),
  ],
  [
    /^found later to cost (\S+)$/,
    ({ world }, amount = '') => (world.service.renewalPrice = aRenewalPrice(amount)),
  ],
  [/^limit (.+)$/, ({ world }, limits = '') => world.limit(pairsOf(limits))],
  [
    /^own limit (.+)$/,
    ({ world }, limits = '') => {
      world.options = { ...world.options, limits: { ...noLimits, ...pairsOf(limits) } };
      world.kept.database.prepare('UPDATE accounts SET options = ?').run(JSON.stringify(world.options));
    },
  ],
  [
    /^there (?:are|is) (?:(?:lock|finding|ours) )?(unlocked|locked|taken|available|premium|reserved)$/,
    (desk, state = '') =>
      Object.assign(desk.there(), state.endsWith('locked') ? { lock: state } : { finding: state }),
  ],
  [/^there are nameservers (.+)$/, (desk, hosts = '') => (desk.there().nameservers = hosts.split(' '))],
  [/^there are contacts as before$/, () => undefined],
  [/^there are contacts as sent$/, (desk) => (desk.there().contacts = asks.contacts.roles)],
  [
    /^there are other contacts$/,
    (desk) => (desk.there().contacts = [{ name: 'Registrant', fields: [{ name: 'City', value: 'Paris' }] }]),
  ],
  [
    /^it is registered with (empty fields|no role|us as Admin)$/,
    (desk, contacts) =>
      Object.assign(desk.there(), {
        ...{ finding: 'taken', isOurs: true },
        contacts: {
          'empty fields': roleOf(''),
          'no role': [],
          'us as Admin': roleOf('ada@example.com', 'Admin'),
        }[contacts ?? ''],
      }),
  ],
  [
    /^it is registered to (?:us|(\S+@\S+))$/,
    (desk, email = 'ada@example.com') =>
      Object.assign(desk.there(), { finding: 'taken', isOurs: true, contacts: roleOf(email) }),
  ],
  [/^keychain (locked|open)$/, ({ world }, is) => (world.keychainWorks = is === 'open')],
  [/^no account$/, ({ world }) => (world.connectionError = { ok: false, error: { kind: 'no-account' } })],
  [
    /^another (username|baseUrl)$/,
    ({ world }, part = '') => (world.login = { [part]: 'https://other.example/api' }),
  ],
  [/^postcode as zipcode$/, ({ world }) => (world.options = { ...world.options, postcodeField: 'zipcode' })],
  [
    /^a colleague’s order is (\w+) since (\S+)( elsewhere)?$/,
    ({ world }, state = '', since = '', elsewhere) => {
      const { database } = world.kept;
      const login = createLogins(database).of({
        ...service,
        ...(elsewhere !== undefined && { baseUrl: 'https://elsewhere.example/api' }),
      });
      database
        .prepare(
          `INSERT INTO team_rows (number, id, team_id, by, login, domain, kind, state, took_effect, at, is_paid)
            VALUES (-1, 'c', 't', 'bob', ?, 'theirs.com', 'renew', ?, 0, ?, 1)`,
        )
        .run(login, state, world.time.now().getTime() - durationOf(since));
    },
  ],
  [
    /^(another file records a renewal|nothing can be ruled out)$/,
    ({ world }, what) => {
      const doubt = aDoubt(world.time.now().toISOString());
      const every = { ...doubt, domain: null, family: null, known: {} };
      createDoubts(world.kept.database).add([what === 'nothing can be ruled out' ? every : doubt]);
    },
  ],
  [
    /^all doubts end$/,
    ({ world }) =>
      createDoubts(world.kept.database).end({ id: null, done: [], at: world.time.now().toISOString() }),
  ],
  [
    /^the journal’s account is another$/,
    ({ world }) =>
      world.kept.database.exec("UPDATE accounts SET username = 'new@example.com' WHERE id = 'a1'"),
  ],
  [
    /^the account takes no expiry from a sync$/,
    ({ world }) => (world.options = { ...world.options, expiryFromSync: false }),
  ],
  [/^paid is blocked$/, ({ world }) => (world.blockedBy = { kind: 'cancelled' })],
  [/^a batch (runs|rests)$/, ({ world }, does) => (world.isBatchRunning = does === 'runs')],
  [
    /^a throttle$/,
    ({ world }) =>
      (world.throttle = createThrottle({ concurrency: 1, requestsPerSecond: 0 }, world.time.timer)),
  ],
  [
    /^the service rests (\S+)$/,
    ({ world: { throttle } }, rest = '') => {
      const heard = { of: 'read', status: 429, refusal: 'rate', failure: null, durationMs: 1 } as const;
      (throttle as ReturnType<typeof createThrottle>).heard({ ...heard, retryAfterMs: durationOf(rest) }); // A row has put it there.
    },
  ],
];

/** What a registry shows of the domain; at first it expires on 2027-05-01, and was changed in 2025. */
const registries: readonly Step<Desk>[] = [
  [
    /^a registry$/,
    (desk) => {
      const answer = () => {
        const at = desk.world.time.now().toISOString();
        desk.asked.push(at);
        return Promise.resolve(desk.shows === null ? null : aReading({ ...desk.shows, at }));
      };
      desk.world.ask({ read: answer, readOfChange: answer });
    },
  ],
  [
    /^the registry renews (\S+) after$/,
    (desk, after = '') => {
      const { world } = desk;
      let sentMs = Number.POSITIVE_INFINITY;
      world.service.onWrite = () =>
        Promise.resolve(void (sentMs = Math.min(sentMs, world.time.now().getTime())));
      const answer = () => {
        const at = world.time.now().toISOString();
        const isShown = Date.parse(at) - sentMs > durationOf(after);
        const changedAt = isShown ? at : '2025-04-02T09:11:12.000Z';
        return Promise.resolve(
          aReading({ at, changedAt, expiresAt: `${isShown ? 2028 : 2027}-05-01T04:00:00.000Z` }),
        );
      };
      world.ask({ read: answer, readOfChange: answer });
    },
  ],
  [
    /^a registry that never answers$/,
    ({ world }) => {
      const never = (_of: unknown, { signal }: { readonly signal: AbortSignal }): Promise<null> =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
      world.ask({ read: never, readOfChange: never });
    },
  ],
  [
    /^the registry shows less$/,
    (desk) => (desk.shows = { ...desk.shows, missing: 'limited', expiresAt: null }),
  ],
  [/^other names are at (\d+)$/, ({ world }, registrar = '') => (world.registrars = [registrar])],
  [
    /^the registry shows it renewed$/,
    (desk) =>
      (desk.shows = {
        ...desk.shows,
        expiresAt: '2028-05-01T04:00:00.000Z',
        changedAt: desk.world.time.now().toISOString(),
      }),
  ],
  [
    /^the registry shows it registered$/,
    (desk) => (desk.shows = { registeredAt: desk.world.time.now().toISOString() }),
  ],
  [
    /^the registry shows it free$/,
    (desk) => (desk.shows = { missing: 'not-found', expiresAt: null, registeredAt: null }),
  ],
  [
    /^the registry shows registrar (\d+)$/,
    (desk, registrar = '') => (desk.shows = { ...desk.shows, registrar }),
  ],
  [
    /^the registry shows that it is about to be deleted$/,
    (desk) => (desk.shows = { ...desk.shows, statuses: ['redemption period', 'pending delete'] }),
  ],
  [
    /^the registry is (off|on)$/,
    (desk, is) => (desk.shows = is === 'off' ? null : { changedAt: '2025-04-02T09:11:12.000Z' }),
  ],
];

/** What a person does, and time. */
const acting: readonly Step<Desk>[] = [
  [
    /^review (?!again)([\w-]+)(?: for (\d+))?(?: of (\S+))?$/,
    (desk, kind = '', years, name) => desk.prepare(kind, name, years),
  ],
  [
    /^review (child-\w+) to (\S+)$/,
    ({ reviews, world }, kind = '', address = '') =>
      world.changes
        .prepare(accountId, domain, {
          ...asks[kind as 'child-register'],
          address,
          newAddress: address,
        } as ChangeAsk) // What it does not take is left out.
        .then((review) => void reviews.push(valueOf(review))),
  ],
  [/^review again$/, (desk) => desk.reviewed(desk.world.changes.prepareAgain(desk.id()))],
  [
    /^apply(?: (\d))?(?: without (name|premium|limit))?$/,
    (desk, number, lacking) =>
      desk.apply(
        number === undefined ? desk.review : (desk.reviews[Number(number) - 1] ?? desk.review),
        lacking,
      ),
  ],
  [/^apply typing the limit (\S+)$/, (desk, limit) => desk.apply(desk.review, '', desk.review.domain, limit)],
  [/^apply typing (?!the limit)(.*)$/, (desk, name) => desk.apply(desk.review, '', name)],
  [/^begin ([\w-]+)(?: of (\S+))?$/, (desk, kind = '', name) => desk.begin(kind, name)],
  [
    /^([\w-]+)(?: of (\S+))? is made$/,
    async (desk, kind = '', name) => {
      await desk.begin(kind, name);
      await desk.world.quiet();
    },
  ],
  [
    /^([\w-]+) ends(?: of (\S+))?$/,
    async (desk, kind = '', name) => {
      await desk.begin(kind, name);
      for (let seconds = 0; seconds < 40; seconds += 1) {
        await desk.world.time.pass(1_000);
        const { state } = await desk.find();
        if (state !== 'planned' && state !== 'sending') return;
      }
    },
  ],
  [
    /^calls of (\w+) are counted$/,
    (desk, name) => {
      desk.world.between = (deps) => ({
        ...deps,
        journal: new Proxy(deps.journal, {
          get(journal, called): unknown {
            if (called === name) desk.calls += 1;
            return Reflect.get(journal, called);
          },
        }),
      });
      desk.world.restart();
    },
  ],
  [/^send(?: #(\d))?$/, (desk, number) => desk.came(desk.world.changes.send(desk.id(number)))],
  [/^verify(?: #(\d))?$/, (desk, number) => desk.came(desk.world.changes.readBack(desk.id(number)))],
  [
    /^settle(?: #(\d))? (applied|not-applied)$/,
    (desk, number, as) => desk.came(desk.world.changes.settle(desk.id(number), as as 'applied', 'I looked')),
  ],
  [
    /^a row of a batch syncs it$/,
    (desk) => {
      const { changes, time, ending } = desk.world;
      const consent = aConsent({ at: time.now().toISOString(), present: '' });
      const batch = { id: crypto.randomUUID(), digest: '' };
      const order = { accountId, domain, ask: asks.sync, batch, salt: '', consent, signal: ending.signal };
      return desk.came(changes.perform(order));
    },
  ],
  [/^withdraw$/, (desk) => desk.came(desk.world.changes.withdraw(desk.id()))],
  [/^restart$/, ({ world }) => world.restart()],
  [/^recover$/, ({ world }) => world.changes.recover()],
  [
    /^close within (\S+)$/,
    async ({ world: { time, changes } }, most = '') => {
      const fromMs = time.timer.nowMs();
      await time.outcomeOf(changes.close());
      expect(time.timer.nowMs() - fromMs).toBeLessThanOrEqual(durationOf(most));
    },
  ],
  [/^the connection ends$/, ({ world }) => world.ending.abort()],
  [
    /^the clock stands still$/,
    ({ world }) => {
      const stopped = world.time.now();
      Object.assign(world.time, { now: () => stopped });
    },
  ],
  [
    /^reading throws$/,
    ({ world }) => (world.service.methods.readLock = () => Promise.reject(new Error('Broken'))),
  ],
  [
    /^its child is (not )?known$/,
    ({ world }, not) => {
      const child = { host: `ns1.${domain}`, addresses: ['192.0.2.1'], at: '', source: 'typed' } as const;
      world.children = not === undefined ? [child] : [];
    },
  ],
  [/^the portfolio cannot be read$/, ({ world }) => (world.isPortfolioDamaged = true)],
  [
    /^its host is used by (\d)$/,
    ({ world }, count) =>
      (world.usersOfHost = Array.from({ length: Number(count) }, (_, index) => `d${index}.example`)),
  ],
  [
    /^its registry last showed (.+?)(, and no expiry|, and cannot be asked)?$/,
    ({ world }, status = '', without) => {
      const at = '2026-11-01T00:00:00.000Z';
      const missing =
        without === undefined ? null : without === ', and no expiry' ? 'no-expiry' : 'no-server';
      const value = factsIn(aReading({ at, statuses: [status], missing }));
      world.known = aDomain(domain, { registry: { value, at, source: 'registry' } });
    },
  ],
  [
    /^it was known to expire (\S+) by (\w+) at (\S+)$/,
    ({ world }, value = '', source = '', day = '') => {
      const expiresOn = { value, at: `${day}T00:00:00.000Z`, source: source as KnownSource };
      world.known = aDomain(domain, { expiresOn });
    },
  ],
  [/^close$/, ({ world }) => world.time.outcomeOf(world.changes.close())],
  [/^wake(?: (\w+))?$/, ({ world }, account = accountId) => world.changes.wake(account)],
  [
    /^from here$/,
    (desk) => {
      desk.readsBefore = desk.world.service.reads.length;
      desk.asked.length = 0;
      desk.world.service.writes.length = 0;
    },
  ],
];

/** All that rows of single changes can do. */
export const changesDo: readonly Step<Desk>[] = [...arranging, ...registries, ...acting];
