import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { sentencesFor } from '#shared/error-sentences.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../app-stores.ts';
import css from './lock-screen.module.css';

const waiting = {
  'touch-id': 'Touch the sensor.',
  keychain: 'Waiting for the keychain. If it asks for your password, answer it there.',
} as const;

const asking = {
  'touch-id': 'Your Mac asks for your fingerprint.',
  keychain: 'Your keychain may ask for your password.',
} as const;

/** All that is shown while the application is locked: nothing of the workspace. */
export function LockScreen() {
  const { lock } = useStores();
  const { means, isUnlocking, failed } = useStore(lock);
  useEffect(() => void lock.actions.readMeans(), [lock]);
  return createPortal(
    <div className={css['screen']} data-lock-screen>
      <Stack
        role="dialog"
        aria-modal
        aria-labelledby="lock-title"
        aria-describedby="lock-words"
        align="center"
        gap="md"
        maw={420}
      >
        <IconLock size={40} stroke={1.5} aria-hidden />
        <Title order={1} size="h2" id="lock-title">
          Namedesk is locked
        </Title>
        <Text id="lock-words" ta="center" c="var(--nd-muted)">
          {means !== null && asking[means]}
          <br />
          Running work goes on.
        </Text>
        {/* The only control; it has the focus, so that Enter unlocks. */}
        <Button
          variant="filled"
          ref={focusOnce}
          aria-disabled={isUnlocking}
          onClick={() => void lock.actions.unlock()}
        >
          Unlock
        </Button>
        <Box role="status" mih={60} ta="center">
          {isUnlocking && means !== null && waiting[means]}
          {failed !== null && <Failed error={failed} />}
        </Box>
      </Stack>
    </div>,
    document.body,
  );
}

const focusOnce = (button: HTMLButtonElement | null): void => button?.focus();

function Failed({ error }: { readonly error: AppError }) {
  if (error.kind === 'cancelled') return 'Not unlocked. Try again.';
  const { happened, next } = sentencesFor(error);
  return (
    <>
      {happened} {next}
    </>
  );
}
