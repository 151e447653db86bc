import { Loader } from '@mantine/core';
import { assertNever } from '#shared/assert-never.ts';
import type { CodeTaken } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStore } from 'zustand';
import { type Place, type Take, takeOf, useCodes } from '../../codes/codes-store.ts';
import { Copied } from './Copied.tsx';
import { Emailed } from './Emailed.tsx';
import { Panel } from './Panel.tsx';
import { Revealed } from './Revealed.tsx';
import { TakeFailed } from './TakeFailed.tsx';
import { Unclear } from './Unclear.tsx';

interface Props {
  readonly domain: Domain;
  readonly place: Place;
}

/** What is asked just now, or what came of it: a screen of its own for each. Nothing where nobody has asked. */
export function TakeResult({ domain, place }: Props) {
  const codes = useCodes();
  const take = useStore(codes, (state) => takeOf(state, place));
  const onClose = () => codes.actions.dismiss(place);
  if (take === null) return null;
  switch (take.step) {
    case 'asking':
      return <Asking take={take} />;
    case 'over':
      return <Over taken={take.taken} domain={domain} onClose={onClose} />;
    case 'failed':
      return (
        <TakeFailed
          error={take.error}
          isLocked={domain.lock?.value === 'locked'}
          onAgain={() => void codes.actions.take(place, take.deed)}
          onClose={onClose}
        />
      );
    default:
      return assertNever(take);
  }
}

const Asking = ({ take: { deed } }: { readonly take: Take }) => (
  <Panel title="Confirm in the code window" mark={<Loader size={16} aria-hidden />}>
    <p>
      It names the domain and asks before the code is {deed === 'copy' ? 'copied' : 'shown'}. Then the service
      is asked, once.
    </p>
  </Panel>
);

interface OverProps {
  readonly taken: CodeTaken;
  readonly domain: Domain;
  readonly onClose: () => void;
}

function Over({ taken, domain, onClose }: OverProps) {
  switch (taken.kind) {
    case 'copied':
      return <Copied taken={taken} domain={domain} onClose={onClose} />;
    case 'revealed':
      return <Revealed taken={taken} domain={domain} onClose={onClose} />;
    case 'emailed':
      return <Emailed taken={taken} domain={domain} onClose={onClose} />;
    case 'unclear':
      return <Unclear taken={taken} onClose={onClose} />;
    case 'declined':
      return taken.why === 'closed' ? (
        <Panel title="Not asked" onClose={onClose}>
          <p>The code window was closed without a yes. Nothing was asked of the service.</p>
        </Panel>
      ) : (
        <Panel title="Another code window stands open" tone="caution" onClose={onClose}>
          <p>Answer or close that one first. Nothing was asked of the service for this domain.</p>
        </Panel>
      );
    default:
      return assertNever(taken);
  }
}
