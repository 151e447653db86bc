import type { PracticeDomain } from '../account.ts';
import { json, refused, success } from '../answer.ts';
import { type Form, textOf } from '../form.ts';
import { isAddress, isHost } from './hosts.ts';
import { keep, onDomain } from './operation.ts';
import { readNameserverFields } from './nameserver-fields.ts';

// Unknown: the shapes of these five. Assumed: the fields and answers that vendors show.

export const readNameservers = onDomain((domain) =>
  json(Object.fromEntries(domain.nameservers.map((host, index) => [`ns${index + 1}`, host]))),
);

/** Replaces the whole set. */
export const writeNameservers = onDomain((domain, form, world) => {
  const read = readNameserverFields(form);
  if (!read.isValid) return refused(read.message);
  keep(world, { ...domain, nameservers: read.hosts });
  return success;
});

export const registerChild = onDomain((domain, form, world) => {
  const host = hostIn(domain, form);
  if (host === null) return refused('nameserver must be a host below the domain');
  if (domain.childNameservers.has(host)) return refused('Nameserver already exists');
  const address = textOf(form, 'ipaddress');
  if (!isAddress(address)) return refused('ipaddress must be an IP address');
  keep(world, { ...domain, childNameservers: new Map([...domain.childNameservers, [host, address]]) });
  return success;
});

export const modifyChild = onDomain((domain, form, world) => {
  const host = hostIn(domain, form);
  const current = host === null ? undefined : domain.childNameservers.get(host);
  if (host === null || current === undefined) return refused('Nameserver not found');
  if (textOf(form, 'currentipaddress') !== current) return refused('currentipaddress does not match');
  const address = textOf(form, 'newipaddress');
  if (!isAddress(address)) return refused('newipaddress must be an IP address');
  keep(world, { ...domain, childNameservers: new Map([...domain.childNameservers, [host, address]]) });
  return success;
});

export const deleteChild = onDomain((domain, form, world) => {
  const host = hostIn(domain, form);
  const left = new Map(domain.childNameservers);
  if (host === null || !left.delete(host)) return refused('Nameserver not found');
  keep(world, { ...domain, childNameservers: left });
  return success;
});

/** The full host name that the form gives, where it lies below the domain. */
function hostIn(domain: PracticeDomain, form: Form): string | null {
  const host = textOf(form, 'nameserver').toLowerCase();
  return isHost(host) && host.endsWith(`.${domain.name}`) ? host : null;
}
