import { Button, Stack, Text } from '@mantine/core';
import { IconCopy, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCopy } from './copy.ts';
import { DialogEnd } from './Dialogs.tsx';
import { ShowInFolder } from './ShowInFolder.tsx';

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
        <ShowInFolder path={path} variant="default" leftSection={<IconFolder size={14} aria-hidden />} />
        <Button
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => copy([path])}
        >
          Copy the path
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogEnd>
    </Stack>
  );
}
