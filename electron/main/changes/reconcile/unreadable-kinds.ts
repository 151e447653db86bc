import type { SyncTold } from '#shared/domain/change.ts';
import { type Look, note, type Subject } from './look.ts';

/** Child nameservers cannot be read. Source: Domain Reseller API v2.2, "Endpoints"; C10. */
export const lookAtChild = (): Look => ({ verdict: 'no-proof', evidence: [], error: null });

/** What a sync does is not documented, so nothing shows that it was done but what it answered. Source: C10. */
export const lookAtSync = ({ told }: Pick<Subject<'sync'>, 'told'>): Look => ({
  verdict: 'no-proof',
  evidence: told === null ? [] : toldNotes(told),
  error: null,
});

const toldNotes = ({ active, expired, transferredAway, expiresOn }: SyncTold) =>
  [
    ['Expiry date', expiresOn] as const,
    ['Active', yesOrNo(active)] as const,
    ['Expired', yesOrNo(expired)] as const,
    ['Transferred away', yesOrNo(transferredAway)] as const,
  ].flatMap(([label, after]) => (after === null ? [] : [note(label, 'neither', null, after)]));

const yesOrNo = (flag: boolean | null): string | null => (flag === null ? null : flag ? 'yes' : 'no');
