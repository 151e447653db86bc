import { useStore } from 'zustand';
import { ErrorState, type RemedyHandlers } from '../../../components/ErrorState.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { roughly } from '../session/session-words.ts';
import css from './check.module.css';
import type { NewStore } from './new-store.ts';
import type { Outlook } from './new-state.ts';
import { sizeOf } from './outlook.ts';

interface Props {
  readonly store: NewStore;
  readonly remedies: RemedyHandlers;
}

/** From here on it is said that the look-up goes on by itself. */
const longSeconds = 30 * 60;

/** Names × TLDs = cells, what that asks of the service, and how long it takes. */
export function Size({ store, remedies }: Props) {
  const names = useStore(store, (state) => sizeOf(state).names);
  const tlds = useStore(store, (state) => state.tlds.length);
  const outlook = useStore(store, (state) => state.outlook);
  const known = valueOf(outlook);
  return (
    <>
      <dl className={`${css['size'] ?? ''} figures`} aria-busy={outlook.status === 'loading'}>
        <Line name="Names" value={format.count(names)} />
        <Line name="× TLDs" value={format.count(tlds)} />
        <Line name="= Cells" value={format.count(names * tlds)} isSum />
        <Effort known={known} />
      </dl>
      {isLong(known) && (
        <p className={css['long']}>
          That is long, and that is fine: it goes on by itself after a break in the network, sleep or a
          restart, and can be paused at any time.
        </p>
      )}
      {outlook.status === 'failed' && (
        <ErrorState error={outlook.error} about="How long it takes could not be told" remedies={remedies} />
      )}
    </>
  );
}

function Effort({ known }: { readonly known: Outlook | null }) {
  if (known === null) return null;
  return (
    <>
      <Line name="Requests" value={format.count(known.requests)} />
      <Line name="Takes" value={timeWords(known)} note={rangeWords(known)} />
    </>
  );
}

const isLong = (known: Outlook | null): boolean => (known?.seconds?.likely ?? 0) >= longSeconds;

const timeWords = ({ seconds }: Outlook): string =>
  seconds === null ? 'not known yet' : `about ${roughly(seconds.likely)}`;

function rangeWords({ seconds }: Outlook): string {
  if (seconds === null) return 'This account has no ceiling, and nothing was measured yet.';
  const low = roughly(seconds.low);
  const high = roughly(seconds.high);
  return low === high ? 'at the present rate' : `${low} to ${high} at the present rate`;
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly isSum?: boolean;
}

const Line = ({ name, value, note = '', isSum = false }: LineProps) => (
  <div className={css['line']} data-sum={isSum}>
    <dt>{name}</dt>
    <dd>
      {value}
      {note !== '' && <span className={css['range']}>{note}</span>}
    </dd>
  </div>
);
