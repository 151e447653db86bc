import { createHash } from 'node:crypto';
import type { Answer, DnskeyAnswer, DSAnswer } from 'dns-packet';
import type { Delegation, HostFinding, NameserverCheck } from '#shared/domain/delegation.ts';
import { bareHost } from '#shared/domain/host.ts';
import { hasEnded } from '../jobs/waiting.ts';
import type { Ask, DnsReply } from './ask.ts';

const at = <T extends Answer['type']>(records: readonly Answer[], type: T, name: string) =>
  records.filter(
    (record): record is Extract<Answer, { readonly type: T }> =>
      record.type === type && bareHost(record.name) === bareHost(name),
  );

/** The addresses of hosts, each looked up once for all domains of a check. */
export type Addresses = (host: string) => Promise<readonly string[] | null>;

/**
 * By the system’s resolver.
 *
 * @param known Addresses of hosts inside their own domain, which nobody can find before they are at the registry.
 */
export function addressesOf(
  ask: Ask,
  known: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
): Addresses {
  const found = new Map<string, Promise<readonly string[] | null>>();
  const lookUp = async (host: string): Promise<readonly string[] | null> => {
    const replies = await Promise.all(
      (['A', 'AAAA'] as const).map((type) => ask({ name: host, type }, 'system', signal)),
    );
    const addresses = replies
      .flatMap((reply) => (reply.kind === 'answered' ? reply.answers : []))
      .flatMap((answer) => (answer.type === 'A' || answer.type === 'AAAA' ? [answer.data] : []));
    // A resolver that fails has said nothing of the host.
    const isKnown = replies.some(
      (reply) => reply.kind === 'answered' && (reply.code === 0 || reply.code === 3),
    );
    return addresses.length > 0 || isKnown ? addresses : null;
  };
  return (host) => {
    const own = known.get(bareHost(host));
    if (own !== undefined) return Promise.resolve(own);
    const finding = found.get(host) ?? lookUp(host);
    found.set(host, finding);
    return finding;
  };
}

/** A nameserver with two IPv4 addresses and more is asked at two; at IPv6 only where it has no other. */
const mostAddresses = 2;

function asked(addresses: readonly string[]): readonly string[] {
  const four = addresses.filter((address) => !address.includes(':'));
  return (four.length > 0 ? four : addresses).slice(0, mostAddresses);
}

/** The first of these that answers; `silent` where none does. */
async function firstAnswer(
  ask: Ask,
  question: Parameters<Ask>[0],
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<DnsReply> {
  for (const address of asked(addresses)) {
    const reply = await ask(question, { address }, signal);
    if (reply.kind === 'answered' || hasEnded(signal)) return reply;
  }
  return { kind: 'silent' };
}

interface Checked {
  readonly domain: string;
  readonly hosts: readonly string[];
  readonly now: () => Date;
  /** It is to be registered: there is no DS record of it, and no resolver is asked for a name that somebody may take first. */
  readonly isNew?: boolean;
}

/**
 * Asks each host what it says of the domain, and whether its keys fit the DS records at the registry.
 *
 * Source: RFC 1034, section 4.2.1 (whoever is delegated to has to speak for the zone); RFC 4035, section 5.2 (DS and DNSKEY).
 */
export async function checkNameservers(
  ask: Ask,
  { domain, hosts, now, isNew = false }: Checked,
  addresses: Addresses,
  signal: AbortSignal,
): Promise<NameserverCheck> {
  const [found, signed] = await Promise.all([
    Promise.all(hosts.map(async (host) => ({ host, at: await addresses(host) }))),
    isNew ? null : ask({ name: domain, type: 'DS' }, 'system', signal),
  ]);
  const checked = await Promise.all(
    found.map(async ({ host, at: places }) => ({
      host,
      places: places ?? [],
      finding: await findingOf(ask, domain, places, signal),
    })),
  );
  const answering = checked.filter(({ finding }) => finding === 'answers');
  return {
    domain,
    checkedAt: now().toISOString(),
    hosts: checked.map(({ host, finding }) => ({ host, finding })),
    ds:
      signed === null
        ? 'none'
        : await dsOf(
            signed,
            domain,
            answering.map(({ places }) => firstAnswer(ask, { name: domain, type: 'DNSKEY' }, places, signal)),
          ),
  };
}

async function findingOf(
  ask: Ask,
  domain: string,
  addresses: readonly string[] | null,
  signal: AbortSignal,
): Promise<HostFinding> {
  if (addresses === null) return 'unknown';
  if (addresses.length === 0) return 'no-address';
  const reply = await firstAnswer(ask, { name: domain, type: 'SOA' }, addresses, signal);
  if (reply.kind === 'silent') return 'no-answer';
  const { code, isAuthoritative, answers, authorities } = reply;
  if (!isAuthoritative) return 'lame';
  // Some put the zone's own record where they would have it for a name that is not there.
  if (code === 0 && at([...answers, ...authorities], 'SOA', domain).length > 0) return 'answers';
  return authorities.some(({ type }) => type === 'SOA') || code === 3 ? 'wrong-zone' : 'lame';
}

async function dsOf(
  signed: DnsReply,
  domain: string,
  asking: readonly Promise<DnsReply>[],
): Promise<NameserverCheck['ds']> {
  const replies = await Promise.all(asking);
  if (signed.kind === 'silent' || (signed.code !== 0 && signed.code !== 3)) return 'unknown';
  const records = at(signed.answers, 'DS', domain);
  if (records.length === 0) return 'none';
  // A digest of another kind cannot be compared here: nothing is said of it.
  if (replies.length === 0 || records.every(({ data }) => digests[data.digestType] === undefined))
    return 'unknown';
  const fits = replies.map((reply) => {
    // Of a server that failed or refused, nobody knows what it has.
    if (reply.kind === 'silent' || (reply.code !== 0 && reply.code !== 3)) return null;
    const keys = at(reply.answers, 'DNSKEY', domain);
    // A referral to elsewhere says nothing of the keys either.
    if (keys.length === 0 && !reply.isAuthoritative) return null;
    return keys.some((key) => records.some((ds) => isDigestOf(ds, key)));
  });
  if (fits.includes(false)) return 'stale';
  return fits.includes(null) ? 'unknown' : 'served';
}

/** Source: RFC 4034, appendix A.2; RFC 4509; RFC 6605. */
const digests: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };

/** Source: RFC 4034, section 5.1.4: digest(owner name | flags | protocol | algorithm | key). */
export function isDigestOf({ data: ds }: DSAnswer, { name, data: key }: DnskeyAnswer): boolean {
  const digest = digests[ds.digestType];
  if (digest === undefined || ds.algorithm !== key.algorithm) return false;
  const labels = bareHost(name)
    .split('.')
    .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  const head = Buffer.from([key.flags >> 8, key.flags & 0xff, 3, key.algorithm]);
  const owner = Buffer.concat([...labels, Buffer.from([0])]);
  return createHash(digest).update(owner).update(head).update(key.key).digest().equals(ds.digest);
}

/** So many of the TLD’s servers are tried. */
const mostParents = 3;

/**
 * To which nameservers the servers above refer for the domain, asked of them and of nobody’s cache.
 *
 * Source: RFC 1034, section 4.3.1 (a referral names them in the authority section).
 */
export async function readDelegation(
  ask: Ask,
  { domain, now }: { readonly domain: string; readonly now: () => Date },
  addresses: Addresses,
  signal: AbortSignal,
): Promise<Delegation> {
  const said = (hosts: Delegation['hosts']): Delegation => ({ domain, readAt: now().toISOString(), hosts });
  for (const parent of await parentsOf(ask, domain, signal)) {
    const reply = await firstAnswer(
      ask,
      { name: domain, type: 'NS' },
      (await addresses(parent)) ?? [],
      signal,
    );
    if (reply.kind === 'silent' || (reply.code !== 0 && reply.code !== 3)) continue;
    // A server that has both zones answers for the lower one.
    const records = [...at(reply.authorities, 'NS', domain), ...at(reply.answers, 'NS', domain)];
    return said([...new Set(records.map(({ data }) => bareHost(data)))]);
  }
  return said(null);
}

/** The servers of the zone above: of `example.co.uk` those of `co.uk`, and where that is no zone those of `uk`. */
async function parentsOf(ask: Ask, domain: string, signal: AbortSignal): Promise<readonly string[]> {
  const labels = bareHost(domain).split('.');
  for (let from = 1; from < labels.length; from += 1) {
    const zone = labels.slice(from).join('.');
    const reply = await ask({ name: zone, type: 'NS' }, 'system', signal);
    if (reply.kind === 'silent') return [];
    const hosts = at(reply.answers, 'NS', zone).map(({ data }) => bareHost(data));
    if (hosts.length > 0) return hosts.slice(0, mostParents);
  }
  return [];
}
