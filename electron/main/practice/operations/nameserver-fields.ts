import { type Form, textOf } from '../form.ts';
import { isHost } from './hosts.ts';

const fields = ['ns1', 'ns2', 'ns3', 'ns4', 'ns5'] as const;

type NameserverFields =
  | { readonly isValid: true; readonly hosts: readonly string[] }
  | { readonly isValid: false; readonly message: string };

/**
 * The hosts in `ns1` … `ns5`, in their order.
 *
 * Unknown: how many there may be. Assumed: two are required, five at most.
 */
export function readNameserverFields(form: Form): NameserverFields {
  const hosts = fields.map((field) => textOf(form, field).toLowerCase()).filter((host) => host !== '');
  const stray = hosts.find((host) => !isHost(host));
  if (stray !== undefined) return { isValid: false, message: `Not a host name: ${stray}` };
  if (hosts.length < 2) return { isValid: false, message: 'At least two nameservers are required' };
  return { isValid: true, hosts };
}
