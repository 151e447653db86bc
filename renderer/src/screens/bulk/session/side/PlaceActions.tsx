import { isShortlisted, kindOfCell } from '#shared/domain/cell.ts';
import { Button } from '@mantine/core';
import { IconCopy, IconSearch, IconShoppingCart, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useStores } from '../../../../app-stores.ts';
import { ButtonKeys } from '../../../../components/ButtonKeys.tsx';
import type { GridModel } from '../../../../grid/grid-model.ts';
import type { GridPlace } from '../../../../grid/selection.ts';
import { useCopy } from '../../../search/use-copy.ts';
import { useSession, useSessionState } from '../session-context.ts';
import { cellsAt, nameAt, useSessionDeeds } from '../use-session-deeds.ts';
import css from './side.module.css';

interface Props {
  readonly model: GridModel;
  readonly place: GridPlace;
}

/** What can be done with one cell or one name, each with its key. */
export function PlaceActions({ model, place }: Props) {
  useSessionState((state) => state.counted);
  const { route } = useStores();
  const { accountId } = useSession();
  const deeds = useSessionDeeds();
  const copy = useCopy();
  const { row, column } = place;
  const tld = column === null ? '' : `.${model.matrix.tlds[column] ?? ''}`;
  const ascii = `${model.matrix.names[row] ?? ''}${tld}`;
  const isStarred = cellsAt(model, place).every((cell) => isShortlisted(model.matrix.codes[cell] ?? 0));
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    <div className={css['actions']}>
      {column !== null && isFree(model, row, column) && (
        <Button
          leftSection={<IconShoppingCart size={14} aria-hidden />}
          onClick={() => route.actions.goToRegister([ascii], accountId)}
        >
          Register…
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Star size={14} className={css['star']} aria-hidden />}
        rightSection={<ButtonKeys of="sessionStar" />}
        onClick={deeds.star}
      >
        {isStarred ? 'Off the shortlist' : 'Shortlist'}
      </Button>
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        rightSection={<ButtonKeys of="sessionCopy" />}
        onClick={deeds.copyName}
      >
        Copy
      </Button>
      {ascii !== nameAt(model, place) && (
        <Button variant="default" onClick={() => copy([ascii])}>
          Copy the A-label form
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<ButtonKeys of="sessionSearch" />}
        onClick={deeds.lookUpInSearch}
      >
        In Search
      </Button>
    </div>
  );
}

function isFree({ matrix }: GridModel, row: number, column: number): boolean {
  const kind = kindOfCell(matrix.codes[row * matrix.tlds.length + column] ?? 0);
  return kind === 'available' || kind === 'premium';
}
