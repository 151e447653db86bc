import type { Change } from '#shared/domain/change.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { Told } from '../../change/result/Told.tsx';
import { Actions } from './Actions.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import { Chain } from './Chain.tsx';
import { EvidenceTable } from './EvidenceTable.tsx';
import { linesOf } from './lines-of.ts';
import css from './one.module.css';
import { OneHead } from './OneHead.tsx';
import type { OneStore, Story } from './one-store.ts';
import { Personal } from './Personal.tsx';
import { SettleDialog } from './SettleDialog.tsx';
import { StandingPart } from './StandingPart.tsx';
import { Timeline } from './Timeline.tsx';

interface Props {
  readonly store: OneStore;
  readonly onClose: () => void;
}

/** One change: what is known of it, what shows it, what is left to do, and how it came to that. */
export function OneChange({ store, onClose }: Props) {
  const story = useStore(store, (state) => state.story);
  const known = valueOf(story);
  const panel = useRef<HTMLElement>(null);
  useFocusWhereItStandsAlone(panel);

  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog that was opened from here lies elsewhere in the page, and closes itself.
    const isInside = event.target instanceof Node && panel.current?.contains(event.target) === true;
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside ref={panel} className={css['panel']} tabIndex={-1} aria-label="The change" onKeyDown={onKeyDown}>
      {story.status === 'failed' && (
        <div className={css['trouble']}>
          <ErrorState
            error={story.error}
            about="This change could not be read"
            remedies={{ 'try-again': store.actions.readAgain }}
          />
        </div>
      )}
      {known !== null && <Whole store={store} story={known} onClose={onClose} />}
    </aside>
  );
}

/** Below 1200 px it stands alone, and the list that had the focus is not there. */
function useFocusWhereItStandsAlone(panel: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (matchMedia('(width < 1200px)').matches) panel.current?.focus({ preventScroll: true });
  }, [panel]);
}

interface WholeProps extends Props {
  readonly story: Story;
}

function Whole({ store, story, onClose }: WholeProps) {
  const { change, entries } = story;
  const [isSettling, setSettling] = useState(false);
  return (
    <>
      <OneHead change={change} onClose={onClose}>
        <StandingPart change={change} />
        <Actions store={store} change={change} onSettle={() => setSettling(true)} />
      </OneHead>
      <div className={css['body']}>
        <What change={change} />
        <EvidenceTable evidence={change.evidence} />
        {change.told !== null && (
          <section>
            <h3 className={css['section']}>What the sync told</h3>
            <Told told={change.told} />
          </section>
        )}
        <Personal key={change.id} store={store} change={change} />
        <Timeline entries={entries} />
        <Chain change={change} entries={entries} />
      </div>
      {isSettling && change.next.includes('settle') && (
        <SettleDialog store={store} change={change} onClose={() => setSettling(false)} />
      )}
    </>
  );
}

function What({ change }: { readonly change: Change }) {
  const lines = linesOf(change);
  if (lines.length === 0) return null;
  const isReplaced = lines.some(({ isChanged }) => isChanged);
  return (
    <section>
      <h3 className={css['section']}>{isReplaced ? 'Before → after' : whatTitles(change)}</h3>
      <BeforeAfter lines={lines} />
      {change.what.kind === 'contacts' && (
        <p className={css['quiet']}>
          The names of the changed fields. Their values are personal and not kept.
        </p>
      )}
    </section>
  );
}

const whatTitles = ({ what }: Change): string =>
  what.kind === 'contacts' ? 'What was changed' : 'What was asked for';
