import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCopy, IconFolder } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCopy } from './copy.ts';
import { DialogEnd } from './Dialogs.tsx';
import { ShowInFolder } from './ShowInFolder.tsx';
import type { AppError } from '#shared/errors.ts';

interface WrittenFileProps {
  readonly path: string;
  readonly onClose: () => void;
  /** Before the path: what was written. */
  readonly said: ReactNode;
  /** Behind the path. */
  readonly children?: ReactNode;
}

/** What a dialog shows once it has written a file. */
export function WrittenFile({ path, onClose, said, children }: WrittenFileProps) {
  const copy = useCopy();
  return (
    <Stack gap="sm">
      <p role="status">{said}</p>
      <Text className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
        {path}
      </Text>
      {children}
      <DialogEnd>
        <ShowInFolder path={path} leftSection={<IconFolder size={14} aria-hidden />} />
        <Button leftSection={<IconCopy size={14} aria-hidden />} onClick={() => copy([path])}>
          Copy the path
        </Button>
        <Button variant="filled" data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogEnd>
    </Stack>
  );
}

const formats = {
  csv: 'A table as text, for spreadsheets and other programs.',
  xlsx: 'A workbook for Excel and other spreadsheets, with dates and amounts as such.',
  json: 'One document, for programs.',
  ndjson: 'One JSON object per line, for programs that read while it is written.',
  txt: 'Names only, one per line.',
};
type Format = keyof typeof formats;
export const everyFormat = Object.keys(formats) as readonly Format[]; // its own keys

interface FormatChoiceProps<F extends Format> {
  readonly formats: readonly F[];
  readonly value: F;
  readonly onChange: (format: F) => void;
}

/** The format of an exported file, and what it is for. */
export const FormatChoice = <F extends Format>({ formats: of, value, onChange }: FormatChoiceProps<F>) => (
  <>
    <SegmentedControl
      fullWidth
      withItemsBorders={false}
      aria-label="Format"
      data={of.map((one) => ({ value: one, label: one.toUpperCase() }))}
      value={value}
      onChange={onChange}
    />
    <Text c="dimmed">{formats[value]}</Text>
  </>
);

/** One export at a time. A button that has the focus would lose it if it was disabled meanwhile. */
export function useOneAtATime(onDone: () => void) {
  const [state, setState] = useState<AppError | 'busy' | null>(null);
  return {
    error: state === 'busy' ? null : state,
    during: async (act: () => Promise<AppError | null>): Promise<void> => {
      if (state === 'busy') return;
      setState('busy');
      const failed = await act();
      setState(failed);
      if (failed === null) onDone();
    },
  };
}
