import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconArrowsExchange, IconCopy, IconRefresh } from '@tabler/icons-react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { counted } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import type { BulkView } from '../../../shell/route-store.ts';
import { useCopy } from '../../search/use-copy.ts';
import { ChangeList } from './ChangeList.tsx';
import { type CompareStore, type Comparison, sameTurn } from './compare-store.ts';
import css from './compare.module.css';
import { RunLine } from './RunLine.tsx';
import { Turns } from './Turns.tsx';

interface Props {
  readonly store: CompareStore;
  readonly beforeId: string;
  readonly afterId: string;
}

/** Which two runs are compared, how much is the same, and what is not. */
export function CompareView(props: Props) {
  const { store } = props;
  const comparison = useStore(store, (state) => state.comparison);
  const known = valueOf(comparison);
  return (
    <div className={css['screen']}>
      <Head {...props} />
      {comparison.status === 'failed' && (
        <div className={css['trouble']}>
          <ErrorState
            error={comparison.error}
            about="The two were not compared"
            remedies={{ 'try-again': () => void store.actions.read() }}
          />
        </div>
      )}
      {known === null && comparison.status === 'loading' && (
        <p className={css['nothing']} role="status">
          Comparing…
        </p>
      )}
      {known !== null && <Outcome store={store} known={known} />}
    </div>
  );
}

function Head({ store, beforeId, afterId }: Props) {
  const { route } = useStores();
  const isBusy = useStore(store, (state) => state.comparison.status === 'loading');
  const to = (view: BulkView) => () => route.actions.go({ screen: 'bulk', view });
  return (
    <header className={css['head']}>
      <div className={css['line']}>
        <Tooltip label="Back to the session">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label="Back to the session"
            onClick={to({ kind: 'session', sessionId: afterId })}
          >
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <h1 className={css['title']}>What changed</h1>
        <div className={css['actions']}>
          <Button
            variant="default"
            leftSection={<IconArrowsExchange size={14} aria-hidden />}
            onClick={to({ kind: 'compare', beforeId: afterId, afterId: beforeId })}
          >
            Swap
          </Button>
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => void store.actions.read()}
          >
            Compare again
          </Button>
        </div>
      </div>
      <dl className={css['runs']}>
        <RunLine term="Before" sessionId={beforeId} />
        <RunLine term="After" sessionId={afterId} />
      </dl>
    </header>
  );
}

function Outcome({ store, known }: { readonly store: CompareStore; readonly known: Comparison }) {
  const turn = useStore(store, (state) => state.turn);
  const copy = useCopy();
  const shown = useMemo(
    () => known.changes.filter((change) => turn === null || sameTurn(change, turn)),
    [known, turn],
  );
  return (
    <>
      <div className={css['bar']}>
        <p className={`${css['counts'] ?? ''} figures`} role="status">
          {counted(known.compared, 'cell', 'cells')} checked in both: {counted(known.same, 'is', 'are')} the
          same, <strong>{counted(known.changed, 'has', 'have')} changed</strong>.
          {known.changes.length < known.changed &&
            ` The first ${counted(known.changes.length, 'change', 'changes')} are listed.`}
        </p>
        {known.changes.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copy(shown.map(({ domain }) => toUnicode(domain)))}
          >
            Copy {counted(shown.length, 'name', 'names')}
          </Button>
        )}
      </div>
      <Turns changes={known.changes} turn={turn} show={store.actions.showTurn} />
      {known.changed === 0 ? (
        <p className={css['nothing']}>
          {known.compared === 0
            ? 'No cell was checked in both yet. Let both runs come further, then compare again.'
            : 'Nothing has changed between the two.'}
        </p>
      ) : (
        <ChangeList key={turn === null ? 'all' : `${turn.before} ${turn.after}`} changes={shown} />
      )}
    </>
  );
}
