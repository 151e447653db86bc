import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconFileExport } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { isolated } from '#shared/domain/isolated.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { useStores } from '../../app-stores.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { useCopy } from '../../ui/copy.ts';
import { ProgressBar } from '../../ui/PageParts.tsx';
import { ShowInFolder } from '../../ui/ShowInFolder.tsx';
import type { RunningExport } from './exports-store.ts';

/** The running exports, the failed ones that were not dismissed, and for a while the ended ones: below every screen, where they cover nothing. */
export function ExportNotices() {
  const { exports } = useStores();
  const all = useStore(exports, (state) => state.exports);
  if (all.length === 0) return null;
  return (
    <Stack
      component="section"
      aria-label="Exports"
      flex="none"
      gap={4}
      px={12}
      py={4}
      mah="30vh"
      style={{ overflowY: 'auto' }}
    >
      {all.map((one) => (
        <Notice key={one.id} of={one} />
      ))}
    </Stack>
  );
}

function Notice({ of: one }: { readonly of: RunningExport }) {
  const { exports } = useStores();
  const { dismiss, cancel } = exports.actions;
  const copy = useCopy();
  const held = useLeaving(one.stage === 'done' || one.stage === 'cancelled', () => dismiss(one.id));
  return (
    <Paper withBorder radius="lg" px={12} py={4} bg="var(--nd-raised)" {...held}>
      <Group gap={12} wrap="nowrap">
        <Mark stage={one.stage} />
        <Group gap="0 12px" flex={1} miw={0}>
          <p role="status">{titleOf(one)}</p>
          {one.stage === 'writing' && (
            <ProgressBar label="Written" of={{ done: one.written, total: one.total }} width={160} />
          )}
          <Text size="xs" c="dimmed" className="figures selectable" style={{ overflowWrap: 'anywhere' }}>
            {detailOf(one)}
          </Text>
        </Group>
        {one.stage === 'writing' && <Button onClick={() => cancel(one.id)}>Cancel</Button>}
        {one.stage === 'done' && (
          <>
            <ShowInFolder path={one.path} />
            <Button onClick={() => copy([one.path])}>Copy the path</Button>
          </>
        )}
        {one.stage !== 'writing' && <CloseButton aria-label="Dismiss" onClick={() => dismiss(one.id)} />}
      </Group>
    </Paper>
  );
}

/** Long enough to read a path, and to decide to copy it. */
const stayMs = 12_000;

/** Dismisses what is over after a while; not while the pointer or the focus is on it. Failures stay. */
function useLeaving(isOver: boolean, dismiss: () => void) {
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isLeaving = isOver && !isUnderPointer && !hasFocus;
  const leave = useEffectEvent(dismiss);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => leave(), stayMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return {
    onPointerEnter: () => setUnderPointer(true),
    onPointerLeave: () => setUnderPointer(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  };
}

function Mark({ stage }: Pick<RunningExport, 'stage'>) {
  const iconProps = { size: 18, stroke: 1.75, style: { flex: 'none' }, 'aria-hidden': true } as const;
  if (stage === 'failed') return <IconAlertTriangle {...iconProps} color="var(--nd-danger)" />;
  if (stage === 'done') return <IconCheck {...iconProps} color="var(--nd-fine)" />;
  return <IconFileExport {...iconProps} color="var(--nd-muted)" />;
}

function titleOf({ stage, sessionName, rows }: RunningExport): string {
  const name = sessionName === null ? 'the domains' : isolated(sessionName);
  switch (stage) {
    case 'writing':
      return `Exporting ${name}`;
    case 'done':
      return `Exported ${name}: ${counted(rows, 'row', 'rows')}`;
    case 'cancelled':
      return `The export of ${name} was cancelled`;
    case 'failed':
      return `The export of ${name} failed`;
  }
}

function detailOf({ stage, sessionName, path, written, total, error }: RunningExport): string {
  switch (stage) {
    case 'writing':
      if (total === 0) return 'Starting';
      return `${format.count(written)} of ${sessionName === null ? counted(total, 'domain', 'domains') : counted(total, 'check', 'checks')}`;
    case 'done':
      return path;
    case 'cancelled':
      return 'No file was written. An existing file with that name is unchanged.';
    case 'failed': {
      if (error === null) return '';
      const { happened, next } = sentencesFor(error);
      return `${happened} An existing file with that name is unchanged. ${next}`;
    }
  }
}
