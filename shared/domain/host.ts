/**
 * A host in the form in which hosts are compared: in lower case, without spaces around it and final dots. What a person typed becomes
 * A-labels as well: `plainHost` in `domain-name.ts`, which needs the tables of UTS #46.
 */
export const bareHost = (host: string): string => host.trim().replace(/\.+$/, '').toLowerCase();

/** A lock or nameservers as a text to compare by: order, spelling and repetition of hosts do not matter to the registry. */
export const comparable = (value: string | readonly string[]): string =>
  [...new Set((typeof value === 'string' ? [value] : value).map(bareHost))].sort().join(' ');

/** Whether two lists name the same hosts, in any order and spelling. */
export const isSameHosts = (some: readonly string[], others: readonly string[]): boolean =>
  comparable(some) === comparable(others);
