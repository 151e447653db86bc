import type { AccessLine } from '../code-requests.ts';

type AccessEvent = Pick<AccessLine, 'accountId' | 'accountLabel' | 'domain' | 'deed'>;

/** What stands where an entry of the journal of changes has its event, in hashes and in exports. */
export const accessEvent = ({ accountId, accountLabel, domain, deed }: AccessEvent): AccessEvent => ({
  accountId,
  accountLabel,
  domain,
  deed,
});
