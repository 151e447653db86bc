import { ok, type Result } from '#shared/result.ts';
import { saysDone } from '../refusals.ts';
import type { FormField } from '../form.ts';
import { asciiName, domainCall, type DomainInput, ipAddress, type Operation } from '../operation.ts';

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
    answers: 'open',
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
