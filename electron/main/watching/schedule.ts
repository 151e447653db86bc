import { inEnglish, localDay, plural } from '#shared/domain/counting.ts';
import { isReal } from '#shared/domain/account.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import { isQuiet, type Notice } from '#shared/domain/watching.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { needsPerson } from '../jobs/failures.ts';
import { hasEnded, sleepingUntil } from '../jobs/waiting.ts';
import type { Timer } from '../system/timing.ts';
import type { DomainRecord } from '../workspace/repositories/domain-observations.ts';
import type { Settings } from '../workspace/repositories/settings.ts';
import { flatResultOf, resultOf } from '../workspace/sqlite.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  betweenTurnsMs,
  createRefresh,
  pricedNames,
  type RefreshDeps,
  registryDueNames,
  unpricedNames,
} from './refresh.ts';
import type { Registry } from '../registry/registry.ts';
import {
  becameAvailable,
  lookUp,
  type Watched,
  type WatchedNames,
  type WatchedNamesDeps,
} from './watched-names.ts';
import { expiryHorizons } from '#shared/domain/choices.ts';
import { daysUntil } from '#shared/domain/expiry.ts';
import { isHeld } from '#shared/domain/portfolio.ts';
import { registryStates } from '#shared/domain/registry-names.ts';
import { type RegistryState, statesOf } from '#shared/domain/registry.ts';
import type { NotifiedExpiry, NotifiedState } from '../workspace/repositories/watching.ts';

export interface ScheduleDeps extends RefreshDeps, Pick<WatchedNamesDeps, 'connections'> {
  readonly workspace: Pick<Workspace, 'domains' | 'settings' | 'watching' | 'findings'>;
  readonly accounts: Pick<Accounts, 'list'>;
  readonly registry: Pick<Registry, 'lookUpAll'>;
  readonly timer: Pick<Timer, 'sleep'>;
  /** Prices of what is due were looked up. */
  readonly pricesFound: () => void;
  /** @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
}

/** Shows a notice to the person. */
export type Tell = (notice: Notice) => void;

/** Of so many names a turn reads what is known of their prices. */
const mostKnown = 500;
/** A start is not made slower by what nobody waits for. */
const firstTurnMs = 5 * 60_000;

/** Takes a turn every quarter of an hour while the application runs, and does in it what is due: see {@link Turn}. */
export function createSchedule(deps: ScheduleDeps, names: WatchedNames) {
  const turn = new Turn(deps, names);
  const closing = new AbortController();
  const sleeps = sleepingUntil(deps.timer, closing.signal);
  /** Ends the pause before the next turn. */
  let pause = new AbortController();
  let turns = Promise.resolve();

  async function takeTurns(tell: Tell): Promise<void> {
    if (!(await sleeps(firstTurnMs))) return;
    while (!hasEnded(closing.signal)) {
      await turn.take(tell, closing.signal).catch(deps.onBug);
      pause = new AbortController();
      await deps.timer
        .sleep(betweenTurnsMs, AbortSignal.any([pause.signal, closing.signal]))
        .catch(() => undefined);
    }
  }

  return {
    /** Begins, until it is closed. */
    start: (tell: Tell): void => void (turns = takeTurns(tell)),
    /** What the last turn waited for may be there. */
    wake: (): void => {
      if (turn.retry()) pause.abort();
    },
    async close(): Promise<void> {
      closing.abort();
      await turns;
    },
  };
}

/** What is due, of all accounts but the practice account: nothing there needs a person. */
class Turn {
  readonly #deps: ScheduleDeps;
  readonly #names: WatchedNames;
  readonly #refresh;
  /** When the prices of names were asked for, whether or not there was an answer: ISO texts by account and name, of this run. */
  readonly #askedPrices = new Map<string, Map<string, string>>();
  /** The last turn could not do all that was due. */
  #isHeldUp = false;

  constructor(deps: ScheduleDeps, names: WatchedNames) {
    this.#deps = deps;
    this.#names = names;
    this.#refresh = createRefresh(deps);
  }

  /** @returns Whether another turn is worth it now. */
  retry(): boolean {
    this.#refresh.retry();
    return this.#isHeldUp;
  }

  async take(tell: Tell, signal: AbortSignal): Promise<void> {
    const { workspace, accounts, now } = this.#deps;
    this.#isHeldUp = false;
    const [settings, listed] = [
      await resultOf(() => workspace.settings.read()),
      await resultOf(accounts.list),
    ];
    if (!settings.ok || !listed.ok) return;
    const domains: DomainRecord[] = [];
    const watched: (readonly Watched[])[] = [];
    for (const account of listed.value.accounts.filter(isReal)) {
      if (hasEnded(signal)) return;
      const before = await this.#domainsOf(account.id);
      const isAsked = await this.#askRegistries(account, before, settings.value, signal);
      const ofAccount = isAsked ? await this.#domainsOf(account.id) : before;
      domains.push(...ofAccount);
      if (account.key.hasKey) await this.#askService(account, ofAccount, settings.value, signal);
      const list = await flatResultOf(() => this.#names.list(account.id));
      if (list.ok) watched.push(list.value);
    }
    if (!settings.value.notifications || isQuiet(settings.value.quietHours, now())) return;
    // What the disk refuses to one of them is told in a later turn, and the others are told all the same.
    await resultOf(() => this.#tellStates(domains, tell));
    await resultOf(() => this.#tellExpiries(domains, tell));
    await resultOf(() => this.#tellAvailable(watched, tell));
  }

  async #domainsOf(accountId: string): Promise<readonly DomainRecord[]> {
    const listed = await resultOf(async () => {
      const domains: DomainRecord[] = [];
      for await (const page of this.#deps.workspace.domains.pages({ accountId })) domains.push(...page);
      return domains;
    });
    return listed.ok ? listed.value : [];
  }

  /** @returns Whether any was asked. */
  async #askRegistries(
    { id }: Account,
    domains: readonly DomainRecord[],
    { backgroundRefresh, registryEnabled }: Settings,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!backgroundRefresh || !registryEnabled || (await this.#deps.isBusy())) return false;
    const names = registryDueNames(domains, this.#deps.now().getTime());
    if (names.length === 0) return false;
    await this.#deps.registry.lookUpAll(id, names, signal, () => undefined);
    return true;
  }

  async #askService(
    { id }: Account,
    domains: readonly DomainRecord[],
    { backgroundRefresh }: Settings,
    signal: AbortSignal,
  ): Promise<void> {
    const error = backgroundRefresh ? await this.#refresh.turn(id, domains, signal) : null;
    this.#isHeldUp ||= error !== null;
    if (error !== null || hasEnded(signal) || (await this.#deps.isBusy())) return;
    const run = await flatResultOf(() => this.#names.run(id, 'due', signal));
    this.#isHeldUp ||= !run.ok;
    if (backgroundRefresh && run.ok && !this.#refresh.isResting(id) && !(await this.#deps.isBusy()))
      await this.#lookUpPrices(id, domains, signal);
  }

  /** So that Today and a review of renewals say what is due costs, without being asked. */
  async #lookUpPrices(
    accountId: string,
    domains: readonly DomainRecord[],
    signal: AbortSignal,
  ): Promise<void> {
    const { workspace, now, pricesFound } = this.#deps;
    const asked = new Map(this.#askedPrices.get(accountId));
    this.#askedPrices.set(accountId, asked);
    // Of a large portfolio, a part in each turn.
    const due = unpricedNames(pricedNames(domains, now().getTime()), asked, now().getTime(), mostKnown);
    const known = await workspace.findings.known({ accountId, domains: [...due] });
    if (!known.ok) return;
    for (const { domain, checkedAt } of known.value)
      if (checkedAt !== null && checkedAt > (asked.get(domain) ?? '')) asked.set(domain, checkedAt);
    const names = unpricedNames(due, asked, now().getTime());
    if (names.length === 0) return;
    const rows = names.map((domain) => ({ domain, tld: tldOf(domain) }));
    const lookedUp = await lookUp(this.#deps, accountId, rows, signal, (tried) => {
      for (const domain of tried) asked.set(domain, now().toISOString());
    });
    this.#isHeldUp ||= !lookedUp.ok;
    if (!lookedUp.ok && needsPerson(lookedUp.error, 'lookup')) this.#refresh.rest(accountId);
    pricesFound();
  }

  /** Tells once of what came nearer. What cannot be stored as told is not told: it would be told again and again. */
  #tellExpiries(domains: readonly DomainRecord[], tell: Tell): void {
    const { workspace, now } = this.#deps;
    const before = new Map(workspace.watching.notifiedExpiries().map((each) => [keyOf(each), each]));
    const expiries = expiriesToTell(domains, before, now().getTime());
    if (expiries.length === 0) return;
    workspace.watching.noteExpiries({ expiries, today: localDay(now()) });
    tell(expiryNotice(expiries));
  }

  /** Tells once of what registries show while it lasts. */
  #tellStates(domains: readonly DomainRecord[], tell: Tell): void {
    const { workspace, now } = this.#deps;
    const { began, over } = statesToTell(domains, workspace.watching.notifiedStates(), now().getTime());
    if (began.length + over.length === 0) return;
    workspace.watching.noteStates({ began, over });
    if (began.length > 0) tell(statesNotice(began));
  }

  #tellAvailable(ofAccounts: readonly (readonly Watched[])[], tell: Tell): void {
    const available = ofAccounts.flat().filter(becameAvailable);
    for (const watched of ofAccounts) this.#names.saw(watched);
    if (available.length > 0)
      tell(watchedNotice(available.map(({ finding }) => ({ isPremium: finding.kind === 'premium' }))));
  }
}

const { count, counted } = inEnglish;

/** The nearest of the horizons that `days` lies within; null beyond the furthest, and where the day is over. */
export const horizonOf = (days: number): number | null =>
  days < 0 ? null : (expiryHorizons.toReversed().find((each) => days <= each) ?? null);

/**
 * The expiries that a person is to be told of: each is told once within each horizon, whatever of them was passed meanwhile. Another
 * date is another expiry.
 *
 * @param notified What was told before, by `keyOf`.
 */
export function expiriesToTell(
  domains: readonly DomainRecord[],
  notified: ReadonlyMap<string, NotifiedExpiry>,
  nowMs: number,
): readonly NotifiedExpiry[] {
  return domains.filter(isHeld).flatMap(({ accountId, name: domain, expiresOn }) => {
    const horizon = expiresOn === null ? null : horizonOf(daysUntil(expiresOn.value, nowMs));
    if (expiresOn === null || horizon === null) return [];
    const before = notified.get(keyOf({ accountId, domain }));
    if (before?.date === expiresOn.value && before.days <= horizon) return [];
    return [{ accountId, domain, date: expiresOn.value, days: horizon }];
  });
}

export const keyOf = ({ accountId, domain }: Pick<NotifiedExpiry, 'accountId' | 'domain'>): string =>
  `${accountId} ${domain}`;

/** One notice about all of them, with nothing but counts. @param expiries At least one. */
export function expiryNotice(expiries: readonly Pick<NotifiedExpiry, 'days'>[]): Notice {
  const parts = expiryHorizons
    .toReversed()
    .map((days) => ({ days, of: expiries.filter((expiry) => expiry.days === days).length }))
    .filter(({ of }) => of > 0)
    .map(({ days, of }, at) => {
      const what = at === 0 ? counted(of, 'domain expires', 'domains expire') : count(of);
      return `${what} within ${counted(days, 'day', 'days')}`;
    });
  return {
    about: 'expiries',
    title: plural(expiries.length, 'A domain expires soon', 'Domains expire soon'),
    body: `${parts.join(', ')}.`,
  };
}

/**
 * What registries show that a person is to be told of: each once while it lasts. What is over is forgotten, so that it is told again where
 * it comes back.
 *
 * @param notified What was told before.
 */
export function statesToTell(
  domains: readonly DomainRecord[],
  notified: readonly NotifiedState[],
  nowMs: number,
): { readonly began: readonly NotifiedState[]; readonly over: readonly NotifiedState[] } {
  const listed = new Set(domains.map(({ accountId, name: domain }) => keyOf({ accountId, domain })));
  const now = domains.filter(isHeld).flatMap((record) => {
    const { accountId, name: domain } = record;
    return statesOf(record, nowMs).map(({ state, since }) => ({ accountId, domain, state, since }));
  });
  const textOf = ({ state, since, ...of }: NotifiedState): string => `${keyOf(of)} ${state} ${since}`;
  const [before, shown] = [new Set(notified.map(textOf)), new Set(now.map(textOf))];
  return {
    began: now.filter((one) => !before.has(textOf(one))),
    // Of what could not be looked at, nothing is known.
    over: notified.filter((one) => listed.has(keyOf(one)) && !shown.has(textOf(one))),
  };
}

/** What registries show, most urgent first, and of how many domains. @param states At least one; of one domain there may be several. */
export function statesNotice(states: readonly Omit<NotifiedState, 'since'>[]): Notice {
  const parts = registryStates
    .map((state) => ({ state, of: states.filter((one) => one.state === state).length }))
    .filter(({ of }) => of > 0)
    .map(({ state, of }) => noticeWords[state](of));
  return {
    about: 'registries',
    title: plural(new Set(states.map(keyOf)).size, 'A domain needs you', 'Domains need you'),
    body: `${parts.join(', ')}. Open Today.`,
  };
}

const noticeWords: Readonly<Record<RegistryState, (of: number) => string>> = {
  'transfer-pending': (of) =>
    counted(of, 'domain is being transferred away', 'domains are being transferred away'),
  'registrar-changed': (of) => counted(of, 'domain has another registrar', 'domains have another registrar'),
  'lock-not-shown': (of) => counted(of, 'lock is not at the registry', 'locks are not at the registry'),
  'being-deleted': (of) => counted(of, 'domain is about to be deleted', 'domains are about to be deleted'),
  'on-hold': (of) => counted(of, 'domain is on hold', 'domains are on hold'),
};

/** @param freed At least one. */
export function watchedNotice(freed: readonly { readonly isPremium: boolean }[]): Notice {
  const premium = freed.filter(({ isPremium }) => isPremium).length;
  const what = counted(freed.length, 'watched name is available', 'watched names are available');
  const ofThem = premium === freed.length ? 'at a premium price' : `${count(premium)} at a premium price`;
  return {
    about: 'watched-names',
    title: plural(freed.length, 'A watched name is available', 'Watched names are available'),
    body: premium === 0 ? `${what} now.` : `${what} now, ${ofThem}.`,
  };
}
