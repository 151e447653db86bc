import { Button } from '@mantine/core';
import type { ChildNameserver } from '#shared/domain/portfolio.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { Age } from '../../../components/Age.tsx';
import css from './children.module.css';

interface Props {
  readonly known: readonly ChildNameserver[];
  readonly modify: (child: ChildNameserver) => void;
  readonly remove: (child: ChildNameserver) => void;
  readonly forget: (child: ChildNameserver) => void;
}

/** The child nameservers that are known here, each with its addresses, where that is from and how old it is. */
export const ChildList = ({ known, modify, remove, forget }: Props) => (
  <ul className={css['list']} aria-label="Known child nameservers">
    {known.map((child) => (
      <li key={child.host} className={css['child']}>
        <span className={`mono selectable ${css['host'] ?? ''}`}>{toUnicode(child.host)}</span>
        {child.addresses.length === 0 ? (
          <span className={css['quiet']}>no address known</span>
        ) : (
          <span className={`mono selectable ${css['addresses'] ?? ''}`}>{child.addresses.join(', ')}</span>
        )}
        <span className={css['quiet']}>
          {child.source === 'change' ? 'made here' : 'entered by you'} <Age at={child.at} />
        </span>
        <span className={css['deeds']}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Modify ${child.host}`}
            onClick={() => modify(child)}
          >
            Modify
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Delete ${child.host}`}
            onClick={() => remove(child)}
          >
            Delete
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            title="Takes it off this list. Nothing is sent."
            aria-label={`Forget ${child.host}`}
            onClick={() => forget(child)}
          >
            Forget
          </Button>
        </span>
      </li>
    ))}
  </ul>
);
