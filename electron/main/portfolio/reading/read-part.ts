import { type LockState, mostNameservers } from '#shared/domain/change.ts';
import type { DomainPart } from '#shared/domain/portfolio.ts';
import { assertNever } from '#shared/assert-never.ts';
import { ok, type Result } from '#shared/result.ts';
import type { ResellerClient } from '../../reseller/client.ts';
import { registrantNameIn } from '../registrant-name.ts';

/** What one reading of one part found. */
export type Found =
  | { readonly part: 'lock'; readonly lock: LockState }
  | { readonly part: 'nameservers'; readonly nameservers: readonly string[] }
  | { readonly part: 'contacts'; readonly registrant: string };

/** What of a client is used here. */
export type Reads = Pick<ResellerClient, 'readLock' | 'readNameservers' | 'readContacts'>;

/** Reads one part of a domain's present state. Fails with: what the client's reads fail with. */
export async function readPart(
  client: Reads,
  domain: string,
  part: DomainPart,
  signal: AbortSignal,
): Promise<Result<Found>> {
  switch (part) {
    case 'lock': {
      const read = await client.readLock({ domain }, { signal });
      return read.ok ? ok({ part, lock: read.value.state }) : read;
    }
    case 'nameservers': {
      const read = await client.readNameservers({ domain }, { signal });
      return read.ok ? ok({ part, nameservers: tidied(read.value.nameservers) }) : read;
    }
    case 'contacts': {
      const read = await client.readContacts({ domain }, { signal });
      return read.ok ? ok({ part, registrant: registrantNameIn(read.value) }) : read;
    }
    default:
      return assertNever(part);
  }
}

/** Lower case and without a final dot, as they are compared. */
export const tidied = (hosts: readonly string[]): readonly string[] =>
  hosts
    .map((host) => host.trim().toLowerCase().replace(/\.$/, '').slice(0, 255))
    .filter((host) => host !== '')
    .slice(0, mostNameservers);
