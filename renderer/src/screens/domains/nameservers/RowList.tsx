import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { counted } from '../../../lib/format.ts';
import { fieldError, type FlowState } from '../../change/flow-state.ts';
import { HostRow } from './HostRow.tsx';
import css from './nameservers.module.css';
import type { HostRows } from './use-host-rows.ts';

interface Props {
  readonly rows: HostRows;
  readonly flow: FlowState;
  readonly isStrict: boolean;
}

/** The rows of nameservers with what keeps them from being sent, and how a row is added. */
export function RowList({ rows, flow, isStrict }: Props) {
  const whole = fieldError(flow, 'nameservers');
  return (
    <div>
      <ol className={css['rows']} aria-label="Nameservers, in their order">
        {rows.rows.map((_, index) => (
          <HostRow
            key={index}
            index={index}
            rows={rows}
            refusal={fieldError(flow, `nameservers.${index}`)}
            isStrict={isStrict}
          />
        ))}
      </ol>
      {whole !== null && (
        <p className={css['refusal']} role="alert">
          {whole}
        </p>
      )}
      {rows.leftOut > 0 && (
        <p className={css['refusal']} role="alert">
          {counted(rows.leftOut, 'host', 'hosts')} of the list found no place: {rows.most} can be sent.
        </p>
      )}
      <div className={css['add']}>
        {rows.rows.length < rows.most && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={rows.add}
          >
            Add one
          </Button>
        )}
        <span className={css['hint']}>
          Two to {rows.most === 5 ? 'five' : rows.most}. Paste a list to fill the rows; Alt with ↑ or ↓ moves
          one.
        </span>
      </div>
    </div>
  );
}
