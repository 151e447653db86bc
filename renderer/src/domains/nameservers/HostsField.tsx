import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { fieldError, type FlowState } from '../../changes/flow-store.ts';
import { type HostRows, hostsOf, hostsProblem, howMany } from './host-rows.ts';

interface Props {
  readonly rows: HostRows;
  readonly flow: FlowState;
  /** Show problems even while it is typed into. */
  readonly isStrict: boolean;
}

/** Nameservers, one to a line or pasted as a list, with what is wrong with them and how they are sent where that differs. */
export function HostsField({ rows: { rows, most, write }, flow, isStrict }: Props) {
  const [isTyping, setTyping] = useState(false);
  const isQuiet = !isStrict && (isTyping || rows.every((row) => row.trim() === ''));
  const problem = isQuiet ? null : hostsProblem(rows, most);
  const error = fieldError(flow, 'nameservers') ?? problem;
  const sent = hostsOf(rows);
  const isOtherwise = sent.some((host) => !rows.some((row) => row.trim().toLowerCase() === host));
  return (
    <Textarea
      aria-label="Nameservers"
      placeholder={'ns1.example.net\nns2.example.net'}
      description={
        isOtherwise ? (
          <>
            Sent as <span className="mono">{sent.join(', ')}</span>
          </>
        ) : (
          `One a line, ${howMany(most)}.`
        )
      }
      inputWrapperOrder={['input', 'description', 'error']}
      classNames={{ input: 'mono' }}
      error={error === null ? null : <Text span inherit role="alert" children={error} />}
      value={rows.join('\n')}
      rows={Math.max(4, rows.length + 1)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}
