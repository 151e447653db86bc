import type { CallOptions, Kept, ResellerClient } from '../../electron/main/reseller/client.ts';
import type { Operation } from '../../electron/main/reseller/operation.ts';
import {
  deleteChildNameserver,
  modifyChildNameserver,
  readNameservers,
  registerChildNameserver,
  writeNameservers,
} from '../../electron/main/reseller/operations/nameservers.ts';
import { readContacts, writeContacts } from '../../electron/main/reseller/operations/contact.ts';
import {
  listTlds,
  readCredits,
  readVersion,
} from '../../electron/main/reseller/operations/credits-tlds-version.ts';
import { readEppCode, readLock, sync, writeLock } from '../../electron/main/reseller/operations/domain.ts';
import { lookup } from '../../electron/main/reseller/operations/lookup.ts';
import { register, renew, type SecretContact } from '../../electron/main/reseller/operations/order.ts';
import type { Result } from '../../shared/result.ts';
import { Secret } from '../../electron/main/system/secret.ts';
import { registrationFields } from '../../shared/changes/register.ts';

export const asked = { label: 'example', tlds: ['com', 'co.uk', '.net'] } as const;

/** Every operation of the API by its name; `requests.test.ts` sees to it that none is missing. */
export const operations = {
  lookup,
  readCredits,
  listTlds,
  readVersion,
  readContacts,
  writeContacts,
  readLock,
  writeLock,
  register,
  renew,
  readEppCode,
  sync,
  readNameservers,
  writeNameservers,
  registerChildNameserver,
  modifyChildNameserver,
  deleteChildNameserver,
} as const satisfies Readonly<Record<string, Operation<never, object>>>;

type Operations = typeof operations;
export type OperationName = keyof Operations;

// The names of a constant object are the names of its type.
export const operationNames = Object.keys(operations) as readonly OperationName[];
export const readNames = operationNames.filter((name) => operations[name].effect !== 'write');
export const writeNames = operationNames.filter((name) => operations[name].effect === 'write');

/** A method for each operation. */
export type NamedMethods = {
  [N in OperationName]: Operations[N] extends Operation<infer I, infer V>
    ? (input: I, options?: CallOptions) => Promise<Result<Kept<V & object>>>
    : never;
};

type Methods = Pick<ResellerClient, 'read' | 'readOnce' | 'write'>;
type Method = (input: unknown, options?: CallOptions) => Promise<Result<Kept<object>>>;

const methodOf = { read: 'read', 'read-once': 'readOnce', write: 'write' } as const;

/** The operations of a client as methods. */
export const named = (client: Methods): NamedMethods =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const method: Method = (input, options) =>
        client[methodOf[operation.effect]](operation as never, input, options);
      return [name, method];
    }),
  ) as unknown as NamedMethods; // Made from the table of operations, by its own names.

/** A client that carries out operations by these methods, as they are at the time of the call. */
export const clientOf = (methods: Partial<NamedMethods>): Methods => {
  const call = ({ name }: { readonly name: string }, input: unknown, options?: CallOptions) => {
    const method = methods[name as OperationName] as Method | undefined;
    if (method === undefined) throw new Error(`Nothing carries out ${name}`);
    return method(input, options);
  };
  return { read: call, readOnce: call, write: call } as unknown as Methods; // Each method takes what its operation takes.
};

/** A client that has a method for each operation as well. */
export const withNames = <C extends Methods>(client: C): C & NamedMethods => ({
  ...client,
  ...named(client),
});

const nameservers = ['ns1.example.net', 'ns2.example.net'];
/** Each field holds its own name. */
export const aRegistrant = Object.fromEntries(
  registrationFields.map((name) => [name, new Secret(`${name} of Ada`)]),
) as SecretContact; // Built from the list of fields itself: every one of them is there.

export type Call = (client: ResellerClient, options?: CallOptions) => Promise<Result<object>>;

export interface Named {
  readonly domain: string;
  /** A name that can be registered. */
  readonly newDomain: string;
}

/** One good call of each operation. */
export function callsFor({ domain, newDomain }: Named): Readonly<Record<OperationName, Call>> {
  const child = { domain, nameserver: `ns1.${domain}` };
  return {
    lookup: (client, options) => named(client).lookup(asked, options),
    readCredits: (client, options) => named(client).readCredits(null, options),
    listTlds: (client, options) => named(client).listTlds(null, options),
    readVersion: (client, options) => named(client).readVersion(null, options),
    readContacts: (client, options) => named(client).readContacts({ domain }, options),
    writeContacts: (client, options) =>
      named(client).writeContacts(
        {
          domain,
          roles: [{ name: 'Registrant', fields: [{ name: 'City', value: new Secret('London') }] }],
        },
        options,
      ),
    readLock: (client, options) => named(client).readLock({ domain }, options),
    writeLock: (client, options) => named(client).writeLock({ domain, state: 'locked' }, options),
    register: (client, options) =>
      named(client).register(
        { domain: newDomain, periodYears: 1, nameservers, contacts: { registrant: aRegistrant } },
        options,
      ),
    renew: (client, options) => named(client).renew({ domain, periodYears: 1 }, options),
    readEppCode: (client, options) => named(client).readEppCode({ domain }, options),
    sync: (client, options) => named(client).sync({ domain }, options),
    readNameservers: (client, options) => named(client).readNameservers({ domain }, options),
    writeNameservers: (client, options) => named(client).writeNameservers({ domain, nameservers }, options),
    registerChildNameserver: (client, options) =>
      named(client).registerChildNameserver({ ...child, ipAddress: '192.0.2.1' }, options),
    modifyChildNameserver: (client, options) =>
      named(client).modifyChildNameserver(
        { ...child, currentIpAddress: '192.0.2.1', newIpAddress: '192.0.2.2' },
        options,
      ),
    deleteChildNameserver: (client, options) => named(client).deleteChildNameserver(child, options),
  };
}

/** For a service that does not look at the names. */
export const calls = callsFor({ domain: 'example.com', newDomain: 'example.com' });
