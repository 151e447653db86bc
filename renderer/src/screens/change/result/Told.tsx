import type { SyncTold } from '#shared/domain/change.ts';
import { Fact, Facts } from '../../../components/Section.tsx';
import { format } from '../../../lib/format.ts';

/** What a sync answered, each with what it did not say. */
export const Told = ({ told }: { readonly told: SyncTold }) => (
  <Facts>
    <Fact name="Expires">
      {told.expiresOn === null ? (
        'not said'
      ) : (
        <time dateTime={told.expiresOn}>{format.day(`${told.expiresOn}T12:00:00`)}</time>
      )}
    </Fact>
    <Fact name="Active">{yesOrNo(told.active)}</Fact>
    <Fact name="Expired">{yesOrNo(told.expired)}</Fact>
    <Fact name="Transferred away">{yesOrNo(told.transferredAway)}</Fact>
  </Facts>
);

const yesOrNo = (value: boolean | null): string => {
  if (value === null) return 'not said';
  return value ? 'yes' : 'no';
};
