import { Button } from '@mantine/core';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { useStore } from 'zustand';
import { format } from '../../lib/format.ts';
import css from './register.module.css';
import type { RegisterStore } from './register-store.ts';

/** Where one is among the names, and the ways to the others. What was typed for each is kept. */
export function Queue({ store }: { readonly store: RegisterStore }) {
  const { names, at } = useStore(store);
  const { goTo, end } = store.actions;
  const next = names[at + 1];
  return (
    <div className={css['queue']}>
      {names.length > 1 && (
        <span className="figures" role="status">
          {format.count(at + 1)} of {format.count(names.length)}
        </span>
      )}
      {next !== undefined && (
        <span className={css['coming']}>
          next <span className="mono">{toUnicode(next)}</span>
        </span>
      )}
      {at > 0 && (
        <Button variant="default" onClick={() => goTo(at - 1)}>
          Back
        </Button>
      )}
      {next !== undefined && (
        <Button variant="default" onClick={() => goTo(at + 1)}>
          Skip
        </Button>
      )}
      <Button variant="subtle" onClick={end}>
        {names.length > 1 ? 'End the queue' : 'Another name'}
      </Button>
    </div>
  );
}
