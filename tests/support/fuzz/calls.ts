import type { CallOptions, ResellerClient } from '../../../electron/main/reseller/client.ts';
import { type OperationName, operationNames } from '../../../electron/main/reseller/operation.ts';
import type { SecretContact } from '../../../electron/main/reseller/operations/order.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { registrationFields } from '../../../shared/domain/registration.ts';
import type { Result } from '../../../shared/result.ts';
import { asked } from './true-answers.ts';

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
    lookup: (client, options) => client.lookup(asked, options),
    readCredits: (client, options) => client.readCredits(options),
    listTlds: (client, options) => client.listTlds(options),
    readVersion: (client, options) => client.readVersion(options),
    readContacts: (client, options) => client.readContacts({ domain }, options),
    writeContacts: (client, options) =>
      client.writeContacts(
        {
          domain,
          roles: [{ name: 'Registrant', fields: [{ name: 'City', value: new Secret('London') }] }],
        },
        options,
      ),
    readLock: (client, options) => client.readLock({ domain }, options),
    writeLock: (client, options) => client.writeLock({ domain, state: 'locked' }, options),
    register: (client, options) =>
      client.register(
        { domain: newDomain, periodYears: 1, nameservers, contacts: { registrant: aRegistrant } },
        options,
      ),
    renew: (client, options) => client.renew({ domain, periodYears: 1 }, options),
    readEppCode: (client, options) => client.readEppCode({ domain }, options),
    sync: (client, options) => client.sync({ domain }, options),
    readNameservers: (client, options) => client.readNameservers({ domain }, options),
    writeNameservers: (client, options) => client.writeNameservers({ domain, nameservers }, options),
    registerChildNameserver: (client, options) =>
      client.registerChildNameserver({ ...child, ipAddress: '192.0.2.1' }, options),
    modifyChildNameserver: (client, options) =>
      client.modifyChildNameserver(
        { ...child, currentIpAddress: '192.0.2.1', newIpAddress: '192.0.2.2' },
        options,
      ),
    deleteChildNameserver: (client, options) => client.deleteChildNameserver(child, options),
  };
}

export const readNames = [
  'lookup',
  'readCredits',
  'listTlds',
  'readVersion',
  'readContacts',
  'readLock',
  'readEppCode',
  'readNameservers',
] as const satisfies readonly OperationName[];

export const writeNames = operationNames.filter(
  (name) => !(readNames as readonly OperationName[]).includes(name),
);

/** For a service that does not look at the names. */
export const calls = callsFor({ domain: 'example.com', newDomain: 'example.com' });
