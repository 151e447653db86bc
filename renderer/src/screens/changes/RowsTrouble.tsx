import { useStore } from 'zustand';
import { ErrorState } from '../../components/ErrorState.tsx';
import type { Paged } from './paged.ts';

interface Props<T, M> {
  readonly rows: Paged<T, M>;
  /** What could not be read, as a sentence without its end. */
  readonly about: string;
  readonly again: () => void;
}

/** Says that rows could not be read, where that is so. */
export function RowsTrouble<T, M>({ rows, about, again }: Props<T, M>) {
  const error = useStore(rows, (state) => state.error);
  if (error === null) return null;
  return <ErrorState error={error} about={about} remedies={{ 'try-again': again }} />;
}
