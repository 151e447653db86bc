import type { CallOptions, ResellerClient } from '../../../electron/main/reseller/client.ts';
import type { SecretContact } from '../../../electron/main/reseller/operations/order.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { registrationFields } from '../../../shared/changes/register.ts';
import type { Result } from '../../../shared/result.ts';
import { named, type OperationName } from '../named-operations.ts';
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
