import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react';
import { fieldError, type FlowState } from '../../changes/flow-store.ts';
import { counted } from '../../ui/Formats.tsx';
import { fewestRows, type HostRows, listed, problemOf, readHost } from './host-rows.ts';
import css from './nameservers.module.css';

interface Props {
  readonly rows: HostRows;
  readonly flow: FlowState;
  readonly isStrict: boolean;
}

/** The rows of nameservers with their problems, and the button that adds a row. */
export function HostRowList({ rows, flow, isStrict }: Props) {
  const whole = fieldError(flow, 'nameservers');
  return (
    <div>
      <Stack component="ol" gap="sm" aria-label="Nameservers, in their order">
        {rows.rows.map((_, index) => (
          <HostRow
            key={index}
            index={index}
            rows={rows}
            refusal={fieldError(flow, `nameservers.${index}`)}
            isStrict={isStrict}
          />
        ))}
      </Stack>
      {whole !== null && (
        <Text size="xs" c="error" mt="xs" role="alert">
          {whole}
        </Text>
      )}
      {rows.leftOut > 0 && (
        <Text size="xs" c="error" mt="xs" role="alert">
          {counted(rows.leftOut, 'host', 'hosts')} of the list did not fit: {rows.most} can be sent.
        </Text>
      )}
      <Group gap="4px 12px" mih={32} pl="lg">
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
        <Text span size="xs" c="dimmed">
          Two to {rows.most === 5 ? 'five' : rows.most}. Paste a list to fill the rows; Alt+↑ or Alt+↓ moves
          one.
        </Text>
      </Group>
    </div>
  );
}

interface HostRowProps {
  readonly index: number;
  readonly rows: HostRows;
  /** Why main or the service refused the host; null where there was no error. */
  readonly refusal: string | null;
  /** Show problems even in the focused row. */
  readonly isStrict: boolean;
}

/** One nameserver: its host with the problem below; moved by keyboard, buttons or drag handle. */
function HostRow({ index, rows: all, refusal, isStrict }: HostRowProps) {
  const { rows, move, change, focus, focused, fieldRef } = all;
  const text = rows[index] ?? '';
  const name = `Nameserver ${index + 1}`;
  const isQuiet = !isStrict && (focused === index || text === '');

  return (
    <li
      className={css['row']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event, index, move)}
    >
      <span
        className={css['handle']}
        draggable
        title="Drag to reorder"
        aria-hidden
        onDragStart={(event) => event.dataTransfer.setData(rowType, String(index))}
      >
        <IconGripVertical size={16} stroke={1.75} />
      </span>
      <TextInput
        ref={fieldRef(index)}
        miw={0}
        classNames={{ input: 'mono' }}
        aria-label={name}
        placeholder={`ns${index + 1}.example.net`}
        description={aLabelsOf(text)}
        inputWrapperOrder={['input', 'description', 'error']}
        error={refusal ?? (isQuiet ? null : problemOf(rows, index))}
        value={text}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => focus(index)}
        onBlur={() => focus(null)}
        onChange={(event) => change(index, event.currentTarget.value)}
        onPaste={(event) => paste(event, index, all)}
        onKeyDown={(event) => moveByKey(event, index, move)}
      />
      <RowButtons index={index} name={name} rows={all} />
    </li>
  );
}

interface ButtonsProps extends Pick<HostRowProps, 'index' | 'rows'> {
  readonly name: string;
}

function RowButtons({ index, name, rows: { rows, move, remove } }: ButtonsProps) {
  const isEmpty = rows[index] === '';
  const buttons = [
    [`Move ${name} up`, IconArrowUp, index === 0, () => move(index, index - 1)],
    [`Move ${name} down`, IconArrowDown, index === rows.length - 1, () => move(index, index + 1)],
    [`Remove ${name}`, IconX, isEmpty && rows.length <= fewestRows, () => remove(index)],
  ] as const;
  return buttons.map(([label, Icon, isDisabled, act]) => (
    <ActionIcon
      key={label}
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={isDisabled}
      onClick={act}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  ));
}

/** The drag type of a row: text dragged from elsewhere is not accepted. */
const rowType = 'application/x-namedesk-row';

function drop(event: DragEvent, to: number, move: HostRows['move']): void {
  const from = event.dataTransfer.getData(rowType);
  if (from === '') return;
  event.preventDefault();
  move(Number(from), to);
}

/** A single host is pasted into its field as usual; a list fills the rows from here on. */
function paste(event: ClipboardEvent, index: number, rows: HostRows): void {
  const hosts = listed(event.clipboardData.getData('text/plain'));
  if (hosts.length < 2) return;
  event.preventDefault();
  rows.paste(index, hosts);
}

function moveByKey(event: KeyboardEvent, index: number, move: HostRows['move']): void {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
}

/** The A-labels that are sent, where they differ from the typed text. */
function aLabelsOf(text: string): string | null {
  const host = readHost(text);
  return host.ok && host.value !== text.trim().toLowerCase() ? `Sent as ${host.value}` : null;
}
