import { registryReading } from '#shared/areas/registry-schemas.ts';
import type { RegistryMiss, RegistryReading } from '#shared/domain/registry.ts';
import type { Given, Timer } from '../system/timing.ts';
import { instantAt, missed, shownIn } from './answer.ts';
import { createTransport, type Fetched, type RegistryTransport } from './transport.ts';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ianaBootstrap, isSafeAddress } from '#shared/domain/registry-names.ts';
import shipped from '../../../resources/rdap-dns.json' with { type: 'json' };
import { writeDurably } from '../system/durable-files.ts';

declare const isOwned: unique symbol;
/** A name that registries may be asked for: of the portfolio or of the journal, never a candidate. Made in `registry.ts` alone. */
export type OwnName = string & { readonly [isOwned]: true };

export interface ClientDeps extends Given<'now' | 'timer'> {
  /** In the workspace's folder. */
  readonly cachePath: string;
  readonly transport?: RegistryTransport;
}

interface Ask {
  /** Where IANA's list of servers is. */
  readonly bootstrap: string;
  /** What was read no earlier than this is taken from the cache. */
  readonly notBefore: string;
  readonly signal: AbortSignal;
}

export type RegistryClient = ReturnType<typeof createClient>;

/** Assumed: four requests a second are borne by every registry; none publishes its limit. */
const betweenRequestsMs = 250;
/** After a limit that names no time. */
const heldForMs = 60_000;
/** So many limits in a row, without an answer in between, are none that passes soon: nobody waits for its end. */
const mostLimitsInARow = 4;
const blockedForMs = 3_600_000;
/** A host that names a longer time is asked again after this one. */
const mostHeldMs = 24 * 3_600_000;
const mostCached = 5_000;

/** Asks registries, each within its limits, and caches what they showed. */
export function createClient({ cachePath, timer, now, transport = createTransport() }: ClientDeps) {
  const serversBy = createBootstrap({ transport, cachePath, now });
  const hosts = createHosts(timer);
  const cache = new Map<string, RegistryReading>();

  function cached(name: OwnName, notBefore: string): RegistryReading | null {
    const found = cache.get(name);
    return found !== undefined && found.at >= notBefore && !isPassing(found) ? found : null;
  }

  function keep(name: OwnName, reading: RegistryReading): RegistryReading {
    cache.delete(name);
    cache.set(name, reading);
    const [oldest] = cache.keys();
    if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest);
    return reading;
  }

  async function ask(name: OwnName, servers: Servers, signal: AbortSignal): Promise<RegistryReading> {
    const base = servers.of(name);
    // Which registries there are is not known, where their list could not be fetched.
    if (base === null)
      return { ...missed(servers.publication === null ? 'unreachable' : 'no-server'), ...unasked(now()) };
    const { host } = new URL(base);
    const held = (): RegistryReading | null => {
      const { untilMs, missing } = hosts.held(host);
      if (untilMs <= now().getTime()) return null;
      return { ...missed(missing), ...unasked(now()), host, until: new Date(untilMs).toISOString() };
    };
    const before = held();
    if (before !== null) return before;
    await hosts.turn(host, signal);
    if (signal.aborted) return { ...missed('unreachable'), ...unasked(now()), host };
    // A limit may have been set while this one waited.
    const meanwhile = held();
    if (meanwhile !== null) return meanwhile;
    const askedAt = now();
    const at = askedAt.toISOString();
    const url = `${base}/domain/${encodeURIComponent(name)}`;
    const fetched = await transport.get(url, (asked) => servers.hosts.has(asked), signal);
    const until = limitOf(fetched, now().getTime());
    hosts.answered(host, { fetched, untilMs: until, askedAtMs: askedAt.getTime() });
    const limit = until === null ? null : held();
    if (limit !== null) return limit;
    const serverAt = fetched.kind === 'answered' ? instantOf(fetched.date) : null;
    return { ...shownBy(fetched, name), at, host, until: null, serverAt };
  }

  return {
    /** Every failure is a reading, with its reason. */
    async read(name: OwnName, { bootstrap, notBefore, signal }: Ask): Promise<RegistryReading> {
      const known = cached(name, notBefore);
      if (known !== null) return known;
      // A registry is never in the way: what nobody foresaw in its answer is not understood, and what is kept of it has its form (H3).
      const reading = await serversBy(bootstrap)
        .then((servers) => ask(name, servers, signal))
        .catch(() => null);
      const parsed = registryReading.safeParse(reading);
      return keep(name, parsed.data ?? { ...missed('not-understood'), ...unasked(now()) });
    },
    /** Until when the host of the name is held back, in milliseconds of `now`; 0 where it is not. */
    async heldUntilMs(name: OwnName, bootstrap: string): Promise<number> {
      const base = await serversBy(bootstrap).then(
        (servers) => servers.of(name),
        () => null,
      );
      return base === null ? 0 : hosts.held(new URL(base).host).untilMs;
    },
  };
}

/** What may be otherwise at the next request. */
const isPassing = ({ missing }: RegistryReading): boolean =>
  missing === 'limited' || missing === 'refuses' || missing === 'unreachable';

const unasked = (now: Date) => ({ at: now.toISOString(), host: null, until: null, serverAt: null });

function shownBy(fetched: Fetched, name: string) {
  if (fetched.kind === 'failed')
    return missed(fetched.why === 'unreachable' ? 'unreachable' : 'not-understood');
  if (fetched.status === 404) return missed('not-found');
  if (fetched.status >= 500) return missed('unreachable');
  return fetched.status === 200 ? shownIn(fetched.text, name) : missed('not-understood');
}

/** Registries answer too many requests with any of these. */
const limits: ReadonlySet<number> = new Set([403, 422, 429]);

/** Until when the host wants not to be asked, in milliseconds; null where it has set no limit. */
function limitOf(fetched: Fetched, nowMs: number): number | null {
  if (fetched.kind === 'failed') return null;
  const { status, retryAfter } = fetched;
  const isBusy = status === 503 && retryAfter !== null;
  if (!limits.has(status) && !isBusy) return null;
  const forMs = retryAfterMs(retryAfter, nowMs) ?? heldForMs;
  return nowMs + Math.min(Math.max(forMs, 1_000), mostHeldMs);
}

/** Seconds or a date. Source: RFC 9110, section 10.2.3. */
function retryAfterMs(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at - nowMs;
}

const instantOf = (date: string | null): string | null =>
  date === null ? null : instantAt(Date.parse(date));

interface Held {
  readonly untilMs: number;
  readonly missing: Extract<RegistryMiss, 'limited' | 'refuses'>;
}

interface AnswerOfHost {
  readonly fetched: Fetched;
  /** Until when it wants not to be asked; null where it has set no limit. */
  readonly untilMs: number | null;
  readonly askedAtMs: number;
}

/** Each host is asked with pauses, one request after the other begins, and not while it is held back. */
function createHosts(timer: Timer) {
  const nextMs = new Map<string, number>();
  const held = new Map<string, Held>();
  const limitsInARow = new Map<string, number>();
  return {
    held: (host: string): Held => held.get(host) ?? { untilMs: 0, missing: 'limited' },
    /**
     * Holds a host back that has set a limit. One that does nothing else is held back for longer than a list of names waits; what says
     * that this computer is refused, and sets no time, is no limit then (403, 422).
     */
    answered(host: string, { fetched, untilMs, askedAtMs }: AnswerOfHost): void {
      // That it could not be reached says nothing of its limits.
      if (fetched.kind === 'failed') return;
      // What was under way when it set a limit meets the same one.
      const isSame = askedAtMs < (held.get(host)?.untilMs ?? 0);
      const inARow = untilMs === null ? 0 : (limitsInARow.get(host) ?? 0) + Number(!isSame);
      limitsInARow.set(host, inARow);
      if (untilMs === null) return;
      const isBlocked = inARow >= mostLimitsInARow;
      held.set(host, {
        untilMs: isBlocked ? Math.max(untilMs, askedAtMs + blockedForMs) : untilMs,
        missing: isBlocked && (fetched.status === 403 || fetched.status === 422) ? 'refuses' : 'limited',
      });
    },
    /** Resolves when the host may be asked, or the signal is aborted. */
    async turn(host: string, signal: AbortSignal): Promise<void> {
      const nowMs = timer.nowMs();
      const mineMs = Math.max(nowMs, nextMs.get(host) ?? 0);
      nextMs.set(host, mineMs + betweenRequestsMs);
      if (mineMs > nowMs) await timer.sleep(mineMs - nowMs, signal).catch(() => undefined);
    },
  };
}

/** IANA's list of the servers of each TLD. Source: RFC 9224, section 3. */
const bootstrapFile = z.object({
  publication: z.string().max(64),
  services: z.array(z.tuple([z.array(z.string().max(253)), z.array(z.string().max(2_048))])).max(20_000),
});
type BootstrapFile = z.output<typeof bootstrapFile>;

/** What is cached in the workspace's folder. */
const cachedFile = z.object({ from: z.string(), fetchedAt: z.iso.datetime(), file: bootstrapFile });

/** Which server is asked for a domain, and which hosts may be asked at all. */
type Servers = ReturnType<typeof serversIn>;

const dayMs = 86_400_000;
/** The list changes some times a week; a TLD that moved is asked at its old server for so long at most. */
const freshForMs = 7 * dayMs;
/** After a list that could not be fetched. */
const missingForMs = dayMs / 24;

type BootstrapDeps = Required<Pick<ClientDeps, 'transport' | 'cachePath' | 'now'>>;

/** @returns The servers by the list at `from`: a fresh one, else the cached or the shipped one. */
export function createBootstrap({ transport, cachePath, now }: BootstrapDeps) {
  let known: { readonly from: string; readonly servers: Servers; readonly untilMs: number } | null = null;

  async function fetched(from: string): Promise<BootstrapFile | null> {
    const host = URL.parse(from)?.host;
    const answer = await transport.get(from, (asked) => asked === host);
    const file = answer.kind === 'answered' && answer.status === 200 ? parsed(answer.text) : null;
    if (file !== null) keep(cachePath, { from, fetchedAt: now().toISOString(), file });
    return file;
  }

  return async (from: string): Promise<Servers> => {
    const nowMs = now().getTime();
    if (known?.from === from && nowMs < known.untilMs) return known.servers;
    const cached = cachedAt(cachePath, from);
    const freshUntilMs = cached === null ? 0 : Date.parse(cached.fetchedAt) + freshForMs;
    if (cached !== null && nowMs < freshUntilMs) {
      known = { from, servers: serversIn(cached.file), untilMs: freshUntilMs };
      return known.servers;
    }
    const file = await fetched(from);
    const untilMs = nowMs + (file === null ? missingForMs : freshForMs);
    known = { from, servers: serversIn(file ?? cached?.file ?? fallback(from)), untilMs };
    return known.servers;
  };
}

/** The shipped list is IANA's; where a person has chosen another one, there is none but that. */
const fallback = (from: string): BootstrapFile | null =>
  from === ianaBootstrap ? bootstrapFile.parse(shipped) : null;

function parsed(text: string): BootstrapFile | null {
  try {
    const file = bootstrapFile.safeParse(JSON.parse(text));
    return file.success ? file.data : null;
  } catch {
    return null;
  }
}

function cachedAt(path: string, from: string): z.output<typeof cachedFile> | null {
  try {
    const cached = cachedFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return cached.success && cached.data.from === from ? cached.data : null;
  } catch {
    return null;
  }
}

/** A list that cannot be stored is fetched again after the next start. */
function keep(path: string, cached: z.output<typeof cachedFile>): void {
  try {
    writeDurably(path, JSON.stringify(cached));
  } catch {
    return;
  }
}

function serversIn(file: BootstrapFile | null) {
  const { services, publication } = file ?? { services: [], publication: null };
  const byZone = new Map<string, string>();
  const hosts = new Set<string>();
  for (const [zones, urls] of services) {
    const safe = urls.filter(isSafeAddress).map((url) => new URL(url));
    // Of several, RFC 9224 leaves the choice to the client; all of the list's hosts may be redirected to.
    const [first] = safe;
    for (const { host } of safe) hosts.add(host);
    if (first === undefined) continue;
    const base = `${first.origin}${first.pathname.replace(/\/+$/, '')}`;
    for (const zone of zones) byZone.set(zone.toLowerCase(), base);
  }
  return {
    /** When the list was published; null where there is none, because it could not be fetched: then nobody knows who is to be asked. */
    publication,
    hosts,
    /** The base URL that a path is appended to; null where its TLD has no server that may be asked. */
    of(domain: string): string | null {
      const labels = domain.split('.');
      // The longest match of whole labels. Source: RFC 9224, section 4.
      for (let from = 1; from < labels.length; from += 1) {
        const base = byZone.get(labels.slice(from).join('.'));
        if (base !== undefined) return base;
      }
      return null;
    },
  };
}
