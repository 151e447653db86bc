import type { Given } from '../system/timing.ts';
import { flatResultOf, resultOf } from '../workspace/sqlite.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import {
  isUnreadMiss,
  missWords,
  type RegistryMiss,
  type RegistryReading,
  withoutExpiryText,
} from '#shared/domain/registry.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { hasEnded } from '../jobs/waiting.ts';
import type { ClientDeps, OwnName, RegistryClient } from './client.ts';
import { outcomesOf } from '#shared/domain/not-read.ts';
import type { Reading } from '#shared/domain/portfolio.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { createJobs, Job, type Step } from '../jobs/job.ts';

/** The settings of a person: off at first. */
interface RegistrySettings {
  readonly registryEnabled: boolean;
  readonly registryBootstrap: string;
}

export interface RegistryDeps extends Omit<ListsDeps, 'client' | 'bootstrapFor'> {
  readonly settings: () => RegistrySettings;
  /** Whether it is the built-in practice account: its names are anybody's. */
  readonly isPractice: (accountId: string) => Result<boolean>;
}

interface OfDomain {
  readonly accountId: string;
  /** As A-labels in lower case. */
  readonly domain: string;
}

interface When {
  /** What was read no earlier is not read again. */
  readonly notBefore: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the registries themselves, where a person has switched that on: for names of the portfolio and of the journal, never for a
 * candidate of a search.
 */
export interface Registry extends Lists {
  /** Null where it is switched off, or the name is not in the portfolio of the account. What was read is kept there. */
  readonly read: (of: OfDomain, when: When) => Promise<RegistryReading | null>;
  /** The same for a change of the journal, whether its domain is in the portfolio or not. */
  readonly readOfChange: (
    change: OfDomain & { readonly number: number },
    when: When,
  ) => Promise<RegistryReading | null>;
}

export function createRegistry(deps: RegistryDeps): Registry {
  const client = lazyClient(deps);
  const lists = createLists({ ...deps, client, bootstrapFor: (accountId) => bootstrapFor(deps, accountId) });

  async function readOwn(
    { accountId, domain }: OfDomain,
    { notBefore, signal }: When,
  ): Promise<RegistryReading | null> {
    const bootstrap = await bootstrapFor(deps, accountId);
    if (!bootstrap.ok || hasEnded(signal)) return null;
    // Proof: the callers have found it in the portfolio or in the journal.
    const own = domain as OwnName;
    const reading = await (await client()).read(own, { bootstrap: bootstrap.value, notBefore, signal });
    if (hasEnded(signal)) return null;
    await deps.keep(accountId, domain, reading);
    return reading;
  }

  return {
    ...lists,
    async read(of, when) {
      const held = await resultOf(() => deps.portfolioNames(of.accountId, [of.domain]));
      return held.ok && held.value.includes(of.domain) ? await readOwn(of, when) : null;
    },
    readOfChange: (change, when) => readOwn(change, when),
  };
}

/** Where IANA's list is, or why this account's names are not to be asked for. */
async function bootstrapFor(deps: RegistryDeps, accountId: string): Promise<Result<string>> {
  const settings = await resultOf(deps.settings);
  if (!settings.ok) return settings;
  const { registryEnabled, registryBootstrap } = settings.value;
  if (!registryEnabled) return refused('Looking up expiries at registries is switched off');
  // Names of practice are made up, or belong to others: only a registry on this computer, as in a test, is asked for them.
  if (isLoopback(registryBootstrap)) return ok(registryBootstrap);
  const isPractice = await flatResultOf(() => deps.isPractice(accountId));
  if (!isPractice.ok) return isPractice;
  return isPractice.value
    ? refused('No registry is asked for names of the practice account')
    : ok(registryBootstrap);
}

/** The client comes with the first name that is asked for: most who start never ask. */
function lazyClient(deps: ClientDeps): () => Promise<RegistryClient> {
  let loading: Promise<RegistryClient> | null = null;
  return () => (loading ??= import('./client.ts').then(({ createClient }) => createClient(deps)));
}

/** How far looking up many names has come. */
interface Progress extends Reading {
  readonly isOfRegistry: true;
}

/** A list that is being looked up. `names`: as A-labels in lower case. */
interface Run {
  readonly id: string;
  readonly accountId: string;
  readonly beganAt: string;
  readonly names: readonly string[];
}

/** The lists that are looked up, which outlive a restart. */
interface Runs {
  readonly list: () => readonly Run[];
  readonly put: (run: Run) => unknown;
  readonly remove: (run: Pick<Run, 'id'>) => unknown;
  /** Of these names, those whose registry has said since then what it knows. */
  readonly answered: (of: Pick<Run, 'accountId' | 'names'> & { readonly since: string }) => readonly string[];
}

interface ListsDeps extends ClientDeps, Given<'newId'> {
  readonly client: () => Promise<RegistryClient>;
  /** Where IANA's list is, or why this account's names are not to be asked for. */
  readonly bootstrapFor: (accountId: string) => Promise<Result<string>>;
  /** Of these names, those in the portfolio of the account, as A-labels in lower case. */
  readonly portfolioNames: (accountId: string, names: readonly string[]) => readonly string[];
  readonly runs: Runs;
  readonly keep: (accountId: string, name: string, reading: RegistryReading) => Promise<void>;
  readonly announce: (progress: Progress) => void;
  /** @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
}

/** Looking up many names. */
type Lists = ReturnType<typeof createLists>;

function createLists(deps: ListsDeps) {
  const jobs = createJobs(deps.onBug);
  let isClosing = false;

  /** Until it has ended, or the program has: then the next start goes on with it. */
  function begin(list: List, accountId: string): void {
    jobs.begin({ id: list.id, accountId }, (ending) => {
      const job = list.job(ending);
      return {
        ...job,
        async run(signal) {
          await job.run(signal);
          if (!isClosing) await forget(deps, list.id);
        },
      };
    });
  }

  return {
    /**
     * Starts to look up many names, in their order; those that are not in the portfolio are ignored. Later failures are readings. Of a
     * long list, what was answered within the hour counts as done, so that one that was stopped goes on where it was. It outlives a restart.
     * Fails with: `invalid-input` (switched off; of the practice account; none of the names is in the portfolio), `storage`.
     */
    async refresh(accountId: string, names: readonly string[]): Promise<Result<Progress>> {
      const beganAt = deps.now().toISOString();
      const hourAgo = new Date(Date.parse(beganAt) - answersLastMs).toISOString();
      const since = names.length >= longList ? hourAgo : null;
      const made = await listFor(deps, accountId, names, { announce: deps.announce, since });
      if (!made.ok) return made;
      const list = made.value;
      // What cannot be stored is looked up all the same.
      await resultOf(() => deps.runs.put({ id: list.id, accountId, beganAt, names: [...list.names] }));
      begin(list, accountId);
      deps.announce(list.progress());
      return ok(list.progress());
    },
    /** As `refresh`, for one who waits for the end, or until `signal`; only `onProgress` is told. Fails with: the same. */
    async lookUpAll(
      accountId: string,
      names: readonly string[],
      signal: AbortSignal,
      onProgress: (progress: Progress) => void,
    ): Promise<Result<Progress>> {
      const { promise, resolve } = Promise.withResolvers<Progress>();
      const announce = (progress: Progress): void => {
        onProgress(progress);
        if (progress.isFinished) resolve(progress);
      };
      const made = await listFor(deps, accountId, names, { announce, since: null });
      if (!made.ok) return made;
      const list = made.value;
      const end = (): void => void jobs.end(list.id).then(() => resolve(list.progress()));
      jobs.begin({ id: list.id, accountId }, list.job);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted || !jobs.isAtWork(list.id)) end();
      return ok(await promise.finally(() => signal.removeEventListener('abort', end)));
    },
    /** After a start: goes on with the lists that were not finished, where registries are still asked. */
    async resume() {
      const listed = await resultOf(deps.runs.list);
      if (!listed.ok) return;
      const oldest = new Date(deps.now().getTime() - runsLastMs).toISOString();
      for (const { id, accountId, beganAt: since, names } of listed.value) {
        if (jobs.isAtWork(id)) continue;
        const how = { announce: deps.announce, since, id };
        const made = since < oldest ? null : await flatResultOf(() => listFor(deps, accountId, names, how));
        if (made?.ok === true) begin(made.value, accountId);
        // Switched off meanwhile, or too old: a person begins it anew.
        else if (made === null || made.error.kind === 'invalid-input') await forget(deps, id);
      }
    },
    /** An unknown or finished refresh is ignored. */
    cancel: (id: string) => void jobs.end(id),
    async close() {
      isClosing = true;
      await jobs.close();
    },
  };
}

const forget = ({ runs }: ListsDeps, id: string): Promise<Result<unknown>> =>
  resultOf(() => runs.remove({ id }));

async function listFor(
  deps: ListsDeps,
  accountId: string,
  names: readonly string[],
  { announce, since, ...run }: HowToList,
): Promise<Result<List>> {
  const held = deps.portfolioNames(accountId, names);
  if (held.length === 0) return refused('None of these names is in the portfolio of this account');
  const bootstrap = await deps.bootstrapFor(accountId);
  if (!bootstrap.ok) return bootstrap;
  const isHeld = new Set(held);
  const wanted: readonly string[] = [...new Set(names)].filter((name) => isHeld.has(name));
  // Proof: they are in the portfolio.
  const own = wanted as readonly OwnName[];
  const answered = await resultOf(() =>
    since === null ? [] : deps.runs.answered({ accountId, names: own, since }),
  );
  if (!answered.ok) return answered;
  const client = await deps.client();
  const found = { client, accountId, bootstrap: bootstrap.value };
  return ok(createList({ ...deps, announce, ...found, ...run }, own, new Set(answered.value)));
}

const refused = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'domains', reason });

interface HowToList {
  readonly announce: ListsDeps['announce'];
  /** What was answered since then counts as done; null: all are asked for. */
  readonly since: string | null;
  /** Of a list that goes on. */
  readonly id?: string;
}

/** From so many names on it takes a while, and may be stopped in between. Fewer are asked for again whenever a person wants that. */
const longList = 20;
const answersLastMs = 3_600_000;
/** A list that was interrupted earlier is not gone on with. */
const runsLastMs = 7 * 86_400_000;

interface ListDeps extends Pick<ListsDeps, 'keep' | 'announce' | 'newId' | 'now' | 'timer' | 'onBug'> {
  readonly id?: string;
  readonly client: RegistryClient;
  readonly accountId: string;
  readonly bootstrap: string;
}

/** How many names are asked for at the same time: of several registries. */
const atOnce = 4;
/** A host that wants a longer pause is not waited for: its names say until when it has set a limit. */
const longestWaitMs = 5 * 60_000;
const endedBefore = sentencesFor({ kind: 'cancelled' }).happened;
const notAsked = (left: ReadonlySet<string>) => [...left].map((name) => [name, endedBefore] as const);

type List = ReturnType<typeof createList>;
/** Looks up a list of names, in the background. @param answered Of these, what is done already. */
function createList(deps: ListDeps, names: readonly OwnName[], answered: ReadonlySet<string>) {
  const { client, accountId, bootstrap, now, id = deps.newId() } = deps;
  const waiting = names.filter((name) => !answered.has(name));
  const since = now().toISOString();
  const left = new Set(waiting);
  // What was not read counts apart from what no registry shows.
  const unread: (readonly [name: string, why: string])[] = [];
  const without: (readonly [name: string, miss: RegistryMiss])[] = [];
  let [done, isFinished] = [names.length - waiting.length, false];

  const progress = (): Progress => ({
    ...{ id, accountId, total: names.length, done, isFinished },
    ...outcomesOf(without.length, isFinished ? [...unread, ...notAsked(left)] : unread, isFinished),
    ...(isFinished && without.length > 0 && { without: withoutExpiryText(without) }),
    isOfRegistry: true,
    error: null,
  });

  async function work(name: OwnName, signal: AbortSignal): Promise<Step> {
    const heldMs = (await client.heldUntilMs(name, bootstrap)) - now().getTime();
    if (heldMs > 0 && heldMs < longestWaitMs) return putBack(name, heldMs);
    const reading = await client.read(name, { bootstrap, notBefore: since, signal });
    if (hasEnded(signal)) {
      // Another name has met a limit meanwhile, and the list waits.
      waiting.push(name);
      return { kind: 'next' };
    }
    const limitMs = reading.until === null ? 0 : Date.parse(reading.until) - now().getTime();
    if (limitMs > 0 && limitMs < longestWaitMs) return putBack(name, limitMs);
    await deps.keep(accountId, name, reading);
    done += 1;
    left.delete(name);
    const { missing } = reading;
    if (missing !== null && isUnreadMiss(missing)) unread.push([name, missWords[missing]]);
    else if (missing !== null) without.push([toUnicode(name), missing]);
    deps.announce(progress());
    return { kind: 'next' };
  }

  /** At the end: meanwhile, others are asked. */
  function putBack(name: OwnName, heldMs: number): Step {
    waiting.push(name);
    return { kind: 'wait', error: { kind: 'rate-limited', retryAfterS: Math.ceil(heldMs / 1_000) } };
  }

  function end(): void {
    if (isFinished) return;
    isFinished = true;
    deps.announce(progress());
  }

  return {
    id,
    names,
    progress,
    job: (ending: AbortSignal) => {
      const job = new Job<OwnName, { readonly ended: AbortSignal }>(
        {
          connect: () => Promise.resolve(ok({ ended: new AbortController().signal })),
          atOnce,
          next: () => waiting.shift() ?? null,
          isThrough: () => waiting.length === 0,
          work: async (name, _connection, signal) => {
            const step = await work(name, signal);
            if (step.kind === 'next') await job.goesWell();
            return step;
          },
          conclude: () => Promise.resolve(null),
        },
        deps,
      );
      return {
        run: (signal: AbortSignal) => job.run(AbortSignal.any([signal, ending])).finally(end),
        wake: () => job.wake(),
      };
    },
  };
}
