import { memo } from 'react';
import type { Change } from '#shared/domain/change.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { Expires, LastRead, Lock, Nameservers, Registrant, Tags } from './cells.tsx';
import css from './list.module.css';
import { NameCell } from './NameCell.tsx';
import type { Row } from './row.ts';
import type { Press } from './Rows.tsx';

interface Props {
  readonly id: string;
  readonly index: number;
  readonly row: Row;
  /** Its newest uncertain change. */
  readonly uncertain: Change | null;
  /** Under the list's cursor. */
  readonly current: boolean;
  readonly chosen: boolean;
  readonly onPress: Press;
  readonly onOpenChange: (changeId: string) => void;
}

/** One domain: its name, what is known of it, and how old that is. */
export const DomainRow = memo(function DomainRow(props: Props) {
  const { id, index, row, uncertain, current, chosen, onPress, onOpenChange } = props;
  const { domain } = row;
  const nowMs = useNowMs();
  return (
    <div
      id={id}
      className={css['row']}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      data-current={current}
      onClick={(event) => onPress(event, domain.name, false)}
    >
      <div
        role="gridcell"
        className={css['box']}
        onClick={(event) => {
          event.stopPropagation();
          onPress(event, domain.name, true);
        }}
      >
        {/* The whole cell takes the press, Shift included; the box shows what came of it. */}
        <input
          type="checkbox"
          className="tick"
          tabIndex={-1}
          readOnly
          aria-label={`Select ${row.unicode}`}
          checked={chosen}
        />
      </div>
      <NameCell row={row} uncertain={uncertain} onOpenChange={onOpenChange} />
      <Lock of={domain} nowMs={nowMs} />
      <Nameservers of={domain} nowMs={nowMs} />
      <Registrant of={domain} nowMs={nowMs} />
      <Expires of={domain} nowMs={nowMs} />
      <Tags of={domain} />
      <LastRead row={row} nowMs={nowMs} />
    </div>
  );
});
