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

export interface NameserversUpdate extends DomainInput {
  /** Two to five, or as many as the account's option says; they replace the whole set. */
  readonly nameservers: readonly string[];
}

/**
 * Unknown: the shape of the answer. Assumed: `{ns1…ns5}`, perhaps together with `success` and `message`, or an array.
 * Source: field notes, "Nameservers read".
 */
export const readNameservers: Operation<DomainInput, Nameservers> = {
  name: 'readNameservers',
  effect: 'read',
  answers: 'open',
  documented: null,
  ask: ({ domain }) => domainCall(domain, ['nameservers'], null),
  judge(body) {
    const hosts = hostsIn(body);
    if (hosts === null || !hosts.every((host) => typeof host === 'string')) return unclear();
    return success({ nameservers: hosts.map((host) => host.trim()).filter((host) => host !== '') });
  },
};

/** Source: field notes, "Nameservers write": flat `ns1`…`ns5`, the whole set; more by the account's option. */
export const writeNameservers: Operation<NameserversUpdate, object> = {
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

/** The values of the nameservers; null if there are none. An unset one may be null. */
function hostsIn(body: Json): readonly Json[] | null {
  if (isArray(body)) return body.length === 0 ? null : body;
  if (!isObject(body)) return null;
  const names = Object.keys(body)
    .filter((name) => /^ns\d{1,2}$/.test(name))
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
  return names.length === 0 ? null : names.map((name) => member(body, name) ?? '');
}
