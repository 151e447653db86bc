import { yearsLater } from '#shared/domain/days.ts';
import type { Known } from '#shared/domain/portfolio.ts';
import type { DomainNews, DomainRecord } from '../portfolio-requests.ts';

type Trouble = DomainRecord['troubles'][number];
type Dated = Known<unknown> | null;

/** The domain as it is once the news has come. A value gives way to one that is as new or newer, and to no older one. */
export function afterNews(before: DomainRecord, news: DomainNews): DomainRecord {
  const domain = news.since === undefined ? before : sinceThen(before, news.since);
  const isTyped = domain.expiresOn?.source === 'typed';
  const expiresOn = news.takesExpiryBack === true && isTyped ? null : domain.expiresOn;
  const known = {
    lock: newer(domain.lock, news.lock),
    nameservers: newer(domain.nameservers, news.nameservers),
    registrant: newer(domain.registrant, news.registrant),
    expiresOn: expectedAfter(newer(expiresOn, news.expiresOn), news.renewal),
    transferredAway: newer(domain.transferredAway, news.transferredAway),
  };
  return { ...domain, ...known, troubles: troublesAfter(domain, news) };
}

/**
 * The expiry that a renewal leads to one expects, where the one before is known. One that was learned after the renewal was sent
 * may have it in it already, and stays.
 */
function expectedAfter(
  known: DomainRecord['expiresOn'],
  renewal: DomainNews['renewal'],
): DomainRecord['expiresOn'] {
  if (known === null || renewal === undefined || known.at >= renewal.sentAt) return known;
  return { value: yearsLater(known.value, renewal.years), at: renewal.at, source: 'expected' };
}

const newer = <T extends Dated>(old: T, found: T | undefined): T =>
  found !== undefined && found !== null && (old === null || found.at >= old.at) ? found : old;

/** Without what was known and what failed before. */
function sinceThen(domain: DomainRecord, since: string): DomainRecord {
  const kept = <T extends Dated>(value: T): T | null => (value !== null && value.at >= since ? value : null);
  return {
    ...domain,
    lock: kept(domain.lock),
    nameservers: kept(domain.nameservers),
    registrant: kept(domain.registrant),
    expiresOn: kept(domain.expiresOn),
    transferredAway: kept(domain.transferredAway),
    troubles: domain.troubles.filter(({ at }) => at >= since),
  };
}

/** One for each part at most: the latest, where nothing was read well since. */
function troublesAfter({ troubles }: DomainRecord, news: DomainNews): readonly Trouble[] {
  const latest = new Map<string, Trouble>();
  for (const trouble of [...troubles, ...(news.troubles ?? [])]) {
    const other = latest.get(trouble.part);
    if (other === undefined || trouble.at >= other.at) latest.set(trouble.part, trouble);
  }
  for (const { part, at } of news.wellRead ?? []) {
    if ((latest.get(part)?.at ?? '') <= at) latest.delete(part);
  }
  return [...latest.values()];
}
