import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ianaBootstrap, isSafeAddress } from '#shared/domain/registry-names.ts';
import shipped from '../../../resources/rdap-dns.json' with { type: 'json' };
import { writeDurably } from '../system/durable-files.ts';
import type { RegistryTransport } from './transport.ts';

/** IANA's list of the servers of each TLD. Source: RFC 9224, section 3. */
const bootstrapFile = z.object({
  publication: z.string().max(64),
  services: z.array(z.tuple([z.array(z.string().max(253)), z.array(z.string().max(2_048))])).max(20_000),
});
type BootstrapFile = z.output<typeof bootstrapFile>;

/** What is cached in the workspace's folder. */
const cachedFile = z.object({ from: z.string(), fetchedAt: z.iso.datetime(), file: bootstrapFile });

/** Which server is asked for a domain, and which hosts may be asked at all. */
export interface Servers {
  /** The base URL that a path is appended to; null where its TLD has no server that may be asked. */
  readonly of: (domain: string) => string | null;
  readonly hosts: ReadonlySet<string>;
  /** When the list was published; null where there is none, because it could not be fetched: then nobody knows who is to be asked. */
  readonly publication: string | null;
}

const dayMs = 86_400_000;
/** The list changes some times a week; a TLD that moved is asked at its old server for so long at most. */
const freshForMs = 7 * dayMs;
/** After a list that could not be fetched. */
const retryAfterMs = dayMs / 24;

interface BootstrapDeps {
  readonly transport: RegistryTransport;
  /** In the workspace's folder. */
  readonly cachePath: string;
  readonly now: () => Date;
}

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
    const untilMs = nowMs + (file === null ? retryAfterMs : freshForMs);
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

function serversIn(file: BootstrapFile | null): Servers {
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
    publication,
    hosts,
    of(domain) {
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
