/** A TLD without its leading dot, in lower case. Only for comparing and showing: what is sent keeps its form. */
export const bareTld = (tld: string): string => tld.replace(/^\.+/, '').toLowerCase();

/**
 * The longest of `tlds` that `host` ends in, so that `example.co.za` belongs to `co.za` and not to `za`.
 *
 * @param host Lower case, without a final dot. @param tlds Without leading dots, lower case.
 * @returns The TLD, or null where none fits. A host that *is* a TLD has none.
 */
export function longestSuffix(host: string, tlds: ReadonlySet<string>): string | null {
  let dot = host.indexOf('.');
  while (dot !== -1) {
    const rest = host.slice(dot + 1);
    if (tlds.has(rest)) return rest;
    dot = host.indexOf('.', dot + 1);
  }
  return null;
}
