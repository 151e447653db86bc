import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { NewStore } from './new-store.ts';
import { type Listed, unlisted } from './tld-choice.ts';
import css from './tlds.module.css';

interface Props {
  readonly store: NewStore;
  readonly listed: Listed;
}

const mostNamed = 8;

/** Chosen TLDs that the account's list does not have. They are no mistake: the list may be old, or incomplete. */
export function Unlisted({ store, listed }: Props) {
  const chosen = useStore(store, (state) => state.tlds);
  const foreign = useMemo(() => unlisted(chosen, listed), [chosen, listed]);
  if (foreign.length === 0) return null;
  const named = foreign
    .slice(0, mostNamed)
    .map((tld) => `.${tld}`)
    .join(', ');
  const rest = foreign.length - mostNamed;
  return (
    <div className={css['unlisted']} role="status">
      <p>
        <strong>Not in this account’s list:</strong> {named}
        {rest > 0 && ` and ${rest} more`}. {foreign.length === 1 ? 'It is' : 'They are'} asked all the same;
        the service decides.
      </p>
      <Button variant="default" size="compact-sm" onClick={() => store.actions.removeTlds(foreign)}>
        Take {foreign.length === 1 ? 'it' : `these ${foreign.length}`} out
      </Button>
    </div>
  );
}
