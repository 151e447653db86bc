import type { AskOf } from '#shared/changes/index.ts';
import * as child from '../../reseller/operations/nameservers.ts';
import type { Remark } from '#shared/domain/remarks.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import {
  bind,
  type KindInMain,
  type KnownOfDomain,
  line,
  noProof,
  plainKind,
  plainRequest,
  type Facts,
  says,
} from './kind.ts';

type ChildKind = 'child-register' | 'child-modify' | 'child-delete';

/** Child nameservers cannot be read. Source: Domain Reseller API v2.2, "Endpoints"; C10. */
const common = { ...plainKind, ...plainRequest, readBackOnce: () => Promise.resolve(noProof()) } as const;

export const childRegister: KindInMain<'child-register'> = {
  ...common,
  request: (domain, { host, address }) =>
    bind(child.registerChildNameserver, { domain, nameserver: host, ipAddress: address }),
  lines: (ask, _present, known) => [line(labelOf(ask), knownAddress(ask, known), ask.address)],
  says: ({ address }) => addressUnknown(address),
  effect: ({ host, address }) => ({ child: { host: plainHost(host), addresses: [address] } }),
};

export const childModify: KindInMain<'child-modify'> = {
  ...common,
  request: (domain, { host, currentAddress, newAddress }) =>
    bind(child.modifyChildNameserver, {
      domain,
      nameserver: host,
      currentIpAddress: currentAddress,
      newIpAddress: newAddress,
    }),
  lines: (ask, _present, known) => [
    line(labelOf(ask), knownAddress(ask, known) ?? ask.currentAddress, ask.newAddress),
  ],
  says: ({ currentAddress, newAddress }) => addressUnknown(currentAddress, newAddress),
  weigh: (facts) => hostInUse(facts),
  effect: ({ host, newAddress }) => ({ child: { host: plainHost(host), addresses: [newAddress] } }),
};

export const childDelete: KindInMain<'child-delete'> = {
  ...common,
  request: (domain, { host }) => bind(child.deleteChildNameserver, { domain, nameserver: host }),
  lines: (ask, _present, known) => [line(labelOf(ask), knownAddress(ask, known), '')],
  weigh: (facts) => hostInUse(facts),
  effect: ({ host }) => ({ child: { host: plainHost(host), isGone: true } }),
};

const labelOf = ({ host }: AskOf<ChildKind>): string => `Address of ${plainHost(host)}`;

const knownAddress = ({ host }: AskOf<ChildKind>, { children }: KnownOfDomain): string | null =>
  children.find((one) => one.host === plainHost(host))?.addresses.join(', ') ?? null;

const hostInUse = ({ known: { usersOfHost } }: Pick<Facts, 'known'>): readonly Remark[] =>
  says(
    usersOfHost.length > 0,
    'host-in-use',
    `Used as a nameserver by ${usersOfHost.slice(0, 5).join(', ')}${usersOfHost.length > 5 ? ` and ${usersOfHost.length - 5} more` : ''}.`,
  );

const addressUnknown = (...addresses: readonly string[]): readonly Remark[] =>
  says(
    addresses.some((address) => address.includes(':')),
    'ipv6-unknown',
    'We don’t know whether the service accepts IPv6 addresses.',
  );
