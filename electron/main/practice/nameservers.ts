import type { NameserverCheck } from '#shared/domain/delegation.ts';

/** The zones of nameservers that answer in practice; see the domains that an account owns at the start. */
const answering = [
  'practice-dns.example',
  'surf-cloud.example',
  'bakery-hosting.example',
  'orbit-hosting.net',
];
/** It answers for nothing of practice. */
const lame = 'parking.example';
/** It is signed, with keys that only its first nameservers have. */
const signed = { domain: 'oakline.io', zone: 'practice-dns.example' };

const isIn = (host: string, zone: string): boolean => host === zone || host.endsWith(`.${zone}`);

/** What made-up nameservers say of a made-up domain: one of each trouble, without a network. */
export function checkInPractice(domain: string, hosts: readonly string[], now: Date): NameserverCheck {
  const findingOf = (host: string) => {
    if (isIn(host, lame)) return 'lame';
    return answering.some((zone) => isIn(host, zone)) ? 'answers' : 'no-address';
  };
  const isServed = hosts.every((host) => isIn(host, signed.zone));
  return {
    domain,
    checkedAt: now.toISOString(),
    hosts: hosts.map((host) => ({ host, finding: findingOf(host) })),
    ds: domain !== signed.domain ? 'none' : isServed ? 'served' : 'stale',
  };
}
