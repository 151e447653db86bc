import type { RegistryReading } from '#shared/domain/registry.ts';
import { isLoopback } from '#shared/domain/registry-names.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createJobs, Job, type Step } from '../jobs/job.ts';
import { hasEnded } from '../jobs/waiting.ts';
import type { ClientDeps, OwnName, RegistryClient } from './client.ts';

/** The settings of a person: off at first. */
interface RegistrySettings {
  readonly registryEnabled: boolean;
  readonly registryBootstrap: string;
}

/** How far looking up many names has come; the same shape as that of a refresh. */
interface Progress {
  readonly id: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly isFinished: boolean;
  readonly isOfRegistry: true;
  readonly error: AppError | null;
}

export interface RegistryDeps extends ClientDeps {
  readonly settings: () => Promise<Result<RegistrySettings>>;
  /** Of these names, those in the portfolio of the account, as A-labels in lower case. */
  readonly portfolioNames: (
    accountId: string,
    names: readonly string[],
  ) => Promise<Result<readonly string[]>>;
  /** Whether it is the built-in practice account: its names are anybody's. */
  readonly isPractice: (accountId: string) => Promise<Result<boolean>>;
  readonly keep: (accountId: string, name: string, reading: RegistryReading) => Promise<void>;
  readonly announce: (progress: Progress) => void;
  /** @returns The incident id. */
  readonly onBug: (thrown: unknown) => string;
  readonly newId: () => string;
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
export interface Registry {
  /** Null where it is switched off, or the name is not in the portfolio of the account. What was read is kept there. */
  readonly read: (of: OfDomain, when: When) => Promise<RegistryReading | null>;
  /** The same for a change of the journal, whether its domain is in the portfolio or not. */
  readonly readOfChange: (
    change: OfDomain & { readonly number: number },
    when: When,
  ) => Promise<RegistryReading | null>;
  /**
   * Starts to look up many names, in their order; those that are not in the portfolio are ignored. Later failures are readings.
   *
   * Fails with: `invalid-input` (switched off; of the practice account; none of the names is in the portfolio), `storage`.
   */
  readonly refresh: (accountId: string, names: readonly string[]) => Promise<Result<Progress>>;
  /** As `refresh`, for one who waits for the end, or until `signal`; only `onProgress` is told. Fails with: the same. */
  readonly lookUpAll: (
    accountId: string,
    names: readonly string[],
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ) => Promise<Result<Progress>>;
  /** An unknown or finished refresh is ignored. */
  readonly cancel: (id: string) => void;
  readonly close: () => Promise<void>;
}

export function createRegistry(deps: RegistryDeps): Registry {
  const client = lazyClient(deps);
  const jobs = createJobs(deps.onBug);

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

  async function listFor(
    accountId: string,
    names: readonly string[],
    announce: RegistryDeps['announce'],
  ): Promise<Result<List>> {
    const held = await deps.portfolioNames(accountId, names);
    if (!held.ok) return held;
    if (held.value.length === 0) return refused('None of these names is in the portfolio of this account');
    const bootstrap = await bootstrapFor(deps, accountId);
    if (!bootstrap.ok) return bootstrap;
    const isHeld = new Set(held.value);
    const wanted: readonly string[] = [...new Set(names)].filter((name) => isHeld.has(name));
    // Proof: they are in the portfolio.
    const own = wanted as readonly OwnName[];
    const found = { client: await client(), accountId, bootstrap: bootstrap.value };
    return ok(createList({ ...deps, announce, ...found }, own));
  }

  return {
    async read(of, when) {
      const held = await deps.portfolioNames(of.accountId, [of.domain]);
      return held.ok && held.value.includes(of.domain) ? await readOwn(of, when) : null;
    },
    readOfChange: (change, when) => readOwn(change, when),
    async refresh(accountId, names) {
      const made = await listFor(accountId, names, deps.announce);
      if (!made.ok) return made;
      const list = made.value;
      jobs.begin({ id: list.id, accountId }, list.job);
      return ok(list.progress());
    },
    async lookUpAll(accountId, names, signal, onProgress) {
      const { promise, resolve } = Promise.withResolvers<Progress>();
      const made = await listFor(accountId, names, (progress) => {
        onProgress(progress);
        if (progress.isFinished) resolve(progress);
      });
      if (!made.ok) return made;
      const list = made.value;
      const end = (): void => void jobs.end(list.id).then(() => resolve(list.progress()));
      jobs.begin({ id: list.id, accountId }, list.job);
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted || !jobs.isAtWork(list.id)) end();
      return ok(await promise.finally(() => signal.removeEventListener('abort', end)));
    },
    cancel: (id) => void jobs.end(id),
    close: jobs.close,
  };
}

/** Where IANA's list is, or why this account's names are not to be asked for. */
async function bootstrapFor(deps: RegistryDeps, accountId: string): Promise<Result<string>> {
  const settings = await deps.settings();
  if (!settings.ok) return settings;
  const { registryEnabled, registryBootstrap } = settings.value;
  if (!registryEnabled) return refused('Looking up expiries at registries is switched off');
  // Names of practice are made up, or belong to others: only a registry on this computer, as in a test, is asked for them.
  if (isLoopback(registryBootstrap)) return ok(registryBootstrap);
  const isPractice = await deps.isPractice(accountId);
  if (!isPractice.ok) return isPractice;
  return isPractice.value
    ? refused('No registry is asked for names of the practice account')
    : ok(registryBootstrap);
}

const refused = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'domains', reason });

/** The client comes with the first name that is asked for: most who start never ask. */
function lazyClient(deps: ClientDeps): () => Promise<RegistryClient> {
  let loading: Promise<RegistryClient> | null = null;
  return () => (loading ??= import('./client.ts').then(({ createClient }) => createClient(deps)));
}

interface ListDeps extends RegistryDeps {
  readonly client: RegistryClient;
  readonly accountId: string;
  readonly bootstrap: string;
}

/** How many names are asked for at the same time: of several registries. */
const atOnce = 4;
/** A host that wants a longer pause is not waited for: its names say until when it has set a limit. */
const longestWaitMs = 5 * 60_000;

type List = ReturnType<typeof createList>;

/** Looks up a list of names, in the background. */
function createList(deps: ListDeps, names: readonly OwnName[]) {
  const { client, accountId, bootstrap, now } = deps;
  const waiting = [...names];
  const [id, since] = [deps.newId(), now().toISOString()];
  let [done, failed, isFinished] = [0, 0, false];

  const progress = (): Progress => ({
    ...{ id, total: names.length, done, failed, isFinished },
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
    if (reading.missing !== null) failed += 1;
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
