import type { CodeAccess, CodeDeed } from '#shared/domain/code.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Age } from '../../../components/Age.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Section } from '../../../components/Section.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { outcomeOf } from '../../codes/code-words.ts';
import { accessesOf, type Place, useCodes } from '../../codes/codes-store.ts';
import css from './code.module.css';

/** Who asked for the code from here, when, and what came; never the code. */
export function Accesses({ place }: { readonly place: Place }) {
  const codes = useCodes();
  const state = useStore(codes, (all) => accessesOf(all, place));
  const { readAccesses } = codes.actions;
  useEffect(() => void readAccesses(place), [readAccesses, place]);
  const known = valueOf(state);
  return (
    <Section title="Access log">
      {state.status === 'failed' && (
        <ErrorState
          error={state.error}
          about="The journal of accesses could not be read"
          remedies={{ 'try-again': () => void readAccesses(place) }}
        />
      )}
      {known?.length === 0 && (
        <p className={css['quiet']}>
          Nobody has asked for this code yet. Each time somebody does, a line without the code stands here.
        </p>
      )}
      {known !== null && known.length > 0 && (
        <>
          <p className={css['quiet']}>The newest first. The code itself is kept nowhere.</p>
          <Lines accesses={known} />
        </>
      )}
    </Section>
  );
}

const Lines = ({ accesses }: { readonly accesses: readonly CodeAccess[] }) => (
  <ol className={css['accesses']} aria-label="Accesses to the code, the newest first">
    {accesses.map((access) => (
      <li key={access.seq} className={css['access']}>
        <span className={css['quiet']}>
          <Age at={access.at} />
        </span>
        <span>{deedWords[access.deed]}</span>
        <span className={css['outcome']} data-outcome={access.outcome ?? 'unknown'}>
          {outcomeOf(access)}
        </span>
      </li>
    ))}
  </ol>
);

const deedWords: Readonly<Record<CodeDeed, string>> = {
  copy: 'To copy it',
  reveal: 'To reveal it',
  save: 'For an encrypted file',
  'copy-shown': 'Copied when shown',
};
