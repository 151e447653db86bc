import { type Result } from '../../../shared/result.ts';
import { Secret } from '../../../electron/main/accounts/secret.ts';
import { type ResellerClient } from '../../../electron/main/reseller/client.ts';
import { type OperationName } from '../../../electron/main/reseller/operation.ts';
import {
  type RegistrationContact,
  registrationContactFields,
} from '../../../electron/main/reseller/operations/order.ts';
import { asked } from './true-answers.ts';

const nameservers = ['ns1.example.net', 'ns2.example.net'];
const registrant = Object.fromEntries(
  registrationContactFields.map((name) => [name, new Secret(`${name} of Ada`)]),
) as RegistrationContact; // Built from the list of fields itself: every one of them is there.

type Call = (client: ResellerClient) => Promise<Result<object>>;

export interface Named {
  readonly domain: string;
  /** A name that can be registered. */
  readonly newDomain: string;
}

/** One good call of each operation. */
export function callsFor({ domain, newDomain }: Named): Readonly<Record<OperationName, Call>> {
  const child = { domain, nameserver: `ns1.${domain}` };
  return {
    lookup: (client) => client.lookup(asked),
    readCredits: (client) => client.readCredits(),
    listTlds: (client) => client.listTlds(),
    readVersion: (client) => client.readVersion(),
    readContacts: (client) => client.readContacts({ domain }),
    writeContacts: (client) =>
      client.writeContacts({
        domain,
        roles: [{ name: 'Registrant', fields: [{ name: 'City', value: new Secret('London') }] }],
      }),
    readLock: (client) => client.readLock({ domain }),
    writeLock: (client) => client.writeLock({ domain, state: 'locked' }),
    register: (client) =>
      client.register({ domain: newDomain, periodYears: 1, nameservers, contacts: { registrant } }),
    renew: (client) => client.renew({ domain, periodYears: 1 }),
    readEppCode: (client) => client.readEppCode({ domain }),
    sync: (client) => client.sync({ domain }),
    readNameservers: (client) => client.readNameservers({ domain }),
    writeNameservers: (client) => client.writeNameservers({ domain, nameservers }),
    registerChildNameserver: (client) => client.registerChildNameserver({ ...child, ipAddress: '192.0.2.1' }),
    modifyChildNameserver: (client) =>
      client.modifyChildNameserver({ ...child, currentIpAddress: '192.0.2.1', newIpAddress: '192.0.2.2' }),
    deleteChildNameserver: (client) => client.deleteChildNameserver(child),
  };
}

/** For a service that does not look at the names. */
export const calls = callsFor({ domain: 'example.com', newDomain: 'example.com' });
