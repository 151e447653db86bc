import { hosts } from '#shared/changes/kind.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { saysDone } from '../refusals.ts';
import { isArray, isObject, type Json, member } from '../json.ts';
import {
  domainCall,
  type DomainInput,
  nameserverFields,
  type Operation,
  success,
  unclear,
} from '../operation.ts';

export interface Nameservers {
  /** Host names in order, as given; empty if none is set. */
  readonly nameservers: readonly string[];
}

interface NameserversUpdate extends DomainInput {
  /** Two to five, or as many as the account's option says; they replace the whole set. */
  readonly nameservers: readonly string[];
}

/**
 * Unknown: the shape of the answer. Assumed: `{ns1…ns5}`, perhaps together with `success` and `message`, or an array.
 * Source: field notes, "Nameservers read".
 */
export const readNameservers: Operation<DomainInput, Nameservers, 'read'> = {
  name: 'readNameservers',
  effect: 'read',
  answers: 'open',
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['nameservers'], null),
  judge(body) {
    const values = hostsIn(body);
    if (values === null || !values.every((host) => typeof host === 'string')) return unclear();
    const nameservers = values.map((host) => host.trim()).filter((host) => host !== '');
    return areHosts(nameservers) ? success({ nameservers }) : unclear();
  },
};

/** Source: field notes, "Nameservers write": flat `ns1`…`ns5`, the whole set; more by the account's option. */
export const writeNameservers: Operation<NameserversUpdate, object, 'write'> = {
  name: 'writeNameservers',
  effect: 'write',
  answers: 'open',
  documented: null,
  ask({ domain, nameservers }, { mostNameservers }) {
    const fields = nameserverFields(nameservers, mostNameservers);
    return fields.ok ? domainCall(domain, ['nameservers'], fields.value) : fields;
  },
  judge: (body) => saysDone(body),
};

/**
 * Whether these can be the nameservers of a domain. Not clipped: a clipped list could look like the wanted one. They are
 * compared and stored as A-labels, which are longer; and joined by commas, so that none may have one.
 */
const areHosts = (names: readonly string[]): boolean =>
  hosts.safeParse(names.map(aLabelsOf)).success && !names.some((name) => /[,\p{Cc}]/u.test(name));

/** The values of the nameservers; null if there are none. An unset one may be null. */
function hostsIn(body: Json): readonly Json[] | null {
  if (isArray(body)) return body.length === 0 ? null : body;
  if (!isObject(body)) return null;
  const names = Object.keys(body)
    .filter((name) => /^ns\d{1,2}$/.test(name))
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
  return names.length === 0 ? null : names.map((name) => member(body, name) ?? '');
}
