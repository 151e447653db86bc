import { hosts } from '#shared/changes/parts.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { ok, type Result } from '#shared/result.ts';
import type { FormField } from '../form.ts';
import { isObject, type Json, type JsonObject, listIn, member } from '../json.ts';
import {
  asciiName,
  domainCall,
  type DomainInput,
  ipAddress,
  nameserverFields,
  type Operation,
  success,
  unclear,
} from '../operation.ts';
import { saysDone } from '../refusals.ts';

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
    const nameservers = values.map(withoutAddress).filter((host) => host !== '');
    return areHosts(nameservers) ? success({ nameservers }) : unclear();
  },
};

/** Source: field notes, "Nameservers write": flat `ns1`…`ns5`, the whole set; more by the account's option. */
export const writeNameservers: Operation<NameserversUpdate, object, 'write'> = {
  name: 'writeNameservers',
  effect: 'write',
  answers: 'outcome',
  documented: null,
  ask({ domain, nameservers }, { mostNameservers }) {
    const fields = nameserverFields(nameservers, mostNameservers);
    return fields.ok ? domainCall(domain, ['nameservers'], fields.value) : fields;
  },
  judge: (body) => saysDone(body),
};

/** Only the host where its address stands behind it, as registries write a host below the domain itself. */
function withoutAddress(host: string): string {
  const [name = '', address, ...rest] = host.trim().split(/\s+/);
  return address !== undefined && rest.length === 0 && ipAddress('address', address).ok ? name : host.trim();
}

/**
 * Whether these can be the nameservers of a domain. Not clipped: a clipped list could look like the wanted one. They are
 * compared and stored as A-labels, which are longer. A sentence in place of a host is none (H24).
 */
function areHosts(names: readonly string[]): boolean {
  const ascii = names.map(aLabelsOf);
  return hosts.safeParse(ascii).success && ascii.every((name) => /^[a-z0-9_.-]+$/i.test(name));
}

/** The values of the nameservers, the empty text for those that are not set; null if there are none. */
function hostsIn(body: Json): readonly Json[] | null {
  const values = listIn(body) ?? (isObject(body) ? namedHosts(body) : []);
  return values.length === 0 ? null : values.map((value) => (value === null || value === false ? '' : value));
}

const namedHosts = (body: JsonObject): readonly Json[] =>
  Object.keys(body)
    .filter((name) => /^ns\d{1,2}$/.test(name))
    .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
    .map((name) => member(body, name) ?? null);

interface ChildNameserverName extends DomainInput {
  /** The full host name, as in `ns1.example.com`. */
  readonly nameserver: string;
}

export interface ChildNameserver extends ChildNameserverName {
  readonly ipAddress: string;
}

interface ChildNameserverMove extends ChildNameserverName {
  readonly currentIpAddress: string;
  readonly newIpAddress: string;
}

/**
 * Unknown: request and answer shapes of all three. Assumed: the field names of field notes, "Child nameservers"; a
 * `domain` field is sent as well, as the vendor does.
 */
export const registerChildNameserver = change<ChildNameserver>(
  'registerChildNameserver',
  'register',
  (input) => [addressField('ipaddress', input.ipAddress)],
);

export const modifyChildNameserver = change<ChildNameserverMove>(
  'modifyChildNameserver',
  'modify',
  (input) => [
    addressField('currentipaddress', input.currentIpAddress),
    addressField('newipaddress', input.newIpAddress),
  ],
);

export const deleteChildNameserver = change<ChildNameserverName>('deleteChildNameserver', 'delete', () => []);

function change<I extends ChildNameserverName>(
  name: string,
  action: string,
  addresses: (input: I) => readonly Result<FormField>[],
): Operation<I, object, 'write'> {
  return {
    name,
    effect: 'write',
    answers: 'outcome',
    documented: null,
    ask(input) {
      const fields: FormField[] = [];
      for (const field of [...names(input), ...addresses(input)]) {
        if (!field.ok) return field;
        fields.push(field.value);
      }
      return domainCall(input.domain, ['nameservers', action], fields);
    },
    judge: (body) => saysDone(body),
  };
}

const names = ({ domain, nameserver }: ChildNameserverName): readonly Result<FormField>[] => [
  named('domain', asciiName('domain', domain)),
  named('nameserver', asciiName('nameserver', nameserver)),
];

const addressField = (name: string, address: string): Result<FormField> =>
  named(name, ipAddress(name, address));

const named = (name: string, value: Result<string>): Result<FormField> =>
  value.ok ? ok([name, value.value]) : value;
