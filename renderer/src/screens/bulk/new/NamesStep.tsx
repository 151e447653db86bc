import { Button, SegmentedControl } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { ButtonKeys } from '../../../components/ButtonKeys.tsx';
import { valueOf } from '../../../lib/remote.ts';
import css from './names.module.css';
import type { NewStore } from './new-store.ts';
import { PasteField } from './PasteField.tsx';
import { ReadingChoices } from './ReadingChoices.tsx';
import { RecipeForm } from './RecipeForm.tsx';
import { Report } from './Report.tsx';
import { SourceCard } from './SourceCard.tsx';
import { Step } from './Step.tsx';

interface Props {
  readonly store: NewStore;
  /** Something is being dragged over the screen. */
  readonly isOver: boolean;
}

/** Which names: pasted, dropped, opened, or made of words. */
export function NamesStep({ store, isOver }: Props) {
  const way = useStore(store, (state) => state.way);
  const card = useStore(store, (state) => state.card);
  return (
    <Step number={1} title="Names" isOver={isOver}>
      <div className={css['ways']}>
        <SegmentedControl
          aria-label="Where the names come from"
          value={way}
          onChange={store.actions.turnTo}
          data={[
            { value: 'list', label: 'A list' },
            { value: 'recipe', label: 'Made of words' },
          ]}
        />
        {way === 'list' && (
          <Button
            variant="default"
            leftSection={<IconFolderOpen size={14} aria-hidden />}
            rightSection={<ButtonKeys of="openNames" />}
            onClick={store.actions.openFile}
          >
            Open a file…
          </Button>
        )}
      </div>
      <div className={css['way']} hidden={way !== 'list'}>
        {card === null ? <PasteField store={store} /> : <SourceCard store={store} />}
      </div>
      <div className={css['way']} hidden={way !== 'recipe'}>
        <RecipeForm store={store} />
      </div>
      <Outcome store={store} />
    </Step>
  );
}

/** What came of the reading, or why nothing did. */
function Outcome({ store }: { readonly store: NewStore }) {
  const report = useStore(store, (state) => state.report);
  const isOther = useStore(store, (state) => state.reportOf !== state.way);
  const refusal = useStore(store, (state) => state.refusal);
  const known = isOther ? null : valueOf(report);
  return (
    <>
      {refusal !== null && <ErrorState error={refusal} about="This was not taken" />}
      {report.status === 'failed' && !isOther && (
        <ErrorState error={report.error} about="The names could not be read" />
      )}
      {report.status === 'loading' && (
        <p className={css['reading']} role="status">
          Reading the names…
        </p>
      )}
      {known !== null && <ReadingChoices store={store} report={known} />}
      {known !== null && report.status === 'ready' && <Report report={known} />}
    </>
  );
}
