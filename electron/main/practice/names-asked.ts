import { asciiName, readLabel } from './findings/names.ts';
import { defaultTlds } from './findings/tlds.ts';
import { type Form, listOf, textOf } from './form.ts';
import type { Route } from './routes.ts';

const bareTld = (tld: string): string => (tld.startsWith('.') ? tld.slice(1) : tld).toLowerCase();

/** The TLDs that a lookup asks for, without their leading dots; the account's own where it names none. */
export function tldsAsked(form: Form): readonly string[] {
  const asked = listOf(form, 'tldsToInclude');
  return asked.length === 0 ? defaultTlds : asked.map(bareTld);
}

/** The full names that a request is about, as A-labels: of its path, of its form, or every one that a lookup asks for. */
export function namesAsked({ operation, domain }: Route, form: Form): readonly string[] {
  if (operation === 'lookup') {
    const label = readLabel(textOf(form, 'searchTerm'));
    return label.isValid ? tldsAsked(form).map((tld) => `${label.ascii}.${tld}`) : [];
  }
  const name = asciiName(domain === '' ? textOf(form, 'domain') : domain);
  return name === null ? [] : [name];
}
