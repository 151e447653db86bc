import { aLabelsOf } from '#shared/domain/domain-name.ts';

/** A host's name as it is compared: A-labels in lower case, without final dots. */
export const plainHost = (host: string): string => aLabelsOf(host.trim().replace(/\.+$/, '').toLowerCase());

/** A set of nameservers as it is compared: in no order, each once. */
export const plainHosts = (hosts: readonly string[]): readonly string[] =>
  [...new Set(hosts.map(plainHost))].sort();

export const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  plainHosts(a).join() === plainHosts(b).join();
