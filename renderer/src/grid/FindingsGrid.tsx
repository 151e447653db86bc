import type { RefObject } from 'react';
import type { GridHandle, GridProps } from './grid-props.ts';

/** A session's findings: names down, TLDs across. */
export function FindingsGrid(props: GridProps & { readonly ref?: RefObject<GridHandle | null> }) {
  return <div role="grid" aria-label={props.label} />;
}
