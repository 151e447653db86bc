import { setImmediate as nextTurn } from 'node:timers/promises';
import { localDay } from '#shared/domain/counting.ts';
import { isReal } from '#shared/domain/account.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import { isQuiet, type Notice } from '#shared/domain/watching.ts';
import { ok } from '#shared/result.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { needsPerson } from '../jobs/failures.ts';
import { hasEnded, sleepingUntil } from '../jobs/waiting.ts';
import type { Timer } from '../system/timing.ts';
import type { DomainRecord } from '../workspace/repositories/domain-observations.ts';
import type { Settings } from '../workspace/repositories/settings.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { expiriesToTell, expiryNotice, keyOf, statesNotice, statesToTell, watchedNotice } from './notices.ts';
import {
  betweenTurnsMs,
  createRefresh,
  type RefreshDeps,
  pricedNames,
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
    const [settings, listed] = [await workspace.settings.read(), await accounts.list()];
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
      const list = await this.#names.list(account.id);
      if (list.ok) watched.push(list.value);
    }
    if (!settings.value.notifications || isQuiet(settings.value.quietHours, now())) return;
    await this.#tellStates(domains, tell);
    await this.#tellExpiries(domains, tell);
    await this.#tellAvailable(watched, tell);
  }

  async #domainsOf(accountId: string): Promise<readonly DomainRecord[]> {
    const listed = await this.#deps.workspace.domains.list({ accountId });
    const domains: DomainRecord[] = [];
    for (const text of listed.ok ? listed.value.pages : []) {
      // The workspace's thread made the text of rows that it had parsed.
      domains.push(...(JSON.parse(text) as readonly DomainRecord[]));
      await nextTurn();
    }
    return domains;
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
    const run = await this.#names.run(id, 'due', signal);
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
      return Promise.resolve(ok(null));
    });
    this.#isHeldUp ||= !lookedUp.ok;
    if (!lookedUp.ok && needsPerson(lookedUp.error, 'lookup')) this.#refresh.rest(accountId);
    pricesFound();
  }

  /** Tells once of what came nearer. What cannot be stored as told is not told: it would be told again and again. */
  async #tellExpiries(domains: readonly DomainRecord[], tell: Tell): Promise<void> {
    const { workspace, now } = this.#deps;
    const notified = await workspace.watching.notifiedExpiries();
    if (!notified.ok) return;
    const before = new Map(notified.value.map((each) => [keyOf(each), each]));
    const expiries = expiriesToTell(domains, before, now().getTime());
    if (expiries.length === 0) return;
    const stored = await workspace.watching.noteExpiries({ expiries, today: localDay(now()) });
    if (stored.ok) tell(expiryNotice(expiries));
  }

  /** Tells once of what registries show while it lasts. */
  async #tellStates(domains: readonly DomainRecord[], tell: Tell): Promise<void> {
    const { workspace, now } = this.#deps;
    const notified = await workspace.watching.notifiedStates();
    if (!notified.ok) return;
    const { began, over } = statesToTell(domains, notified.value, now().getTime());
    if (began.length + over.length === 0) return;
    const stored = await workspace.watching.noteStates({ began, over });
    if (stored.ok && began.length > 0) tell(statesNotice(began));
  }

  async #tellAvailable(ofAccounts: readonly (readonly Watched[])[], tell: Tell): Promise<void> {
    const available = ofAccounts.flat().filter(becameAvailable);
    for (const watched of ofAccounts) {
      const stored = await this.#names.saw(watched);
      if (!stored.ok) return;
    }
    if (available.length > 0)
      tell(watchedNotice(available.map(({ finding }) => ({ isPremium: finding.kind === 'premium' }))));
  }
}
