import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RestoreNotice } from '#shared/domain/restore.ts';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { format } from '../lib/format.ts';
import css from './restored-bar.module.css';
import { unacknowledged } from './restored-store.ts';

/** Leads back to what a restore found, on every screen, until somebody has said that they looked. */
export function RestoredBar() {
  const { restored, route } = useStores();
  const notice = useStore(restored, unacknowledged);
  const isThere = useStore(route, (state) => state.route.screen === 'restored');
  if (notice === null || isThere) return null;
  return (
    <div className={css['bar']} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <p>
        <strong>{restoredTitle(notice)}</strong>: review what may have changed. Until then nothing paid is
        sent.
      </p>
      <Button
        variant="default"
        size="compact-sm"
        aria-label="Review what may have changed"
        onClick={() => route.actions.go({ screen: 'restored' })}
      >
        Review
      </Button>
    </div>
  );
}

/** What happened, in one line. */
export function restoredTitle(notice: RestoreNotice): string {
  if (notice.kind === 'unknown') return 'Restored from a backup';
  return notice.copy === null
    ? 'A new workspace was begun'
    : `Restored from a backup of ${format.instant(notice.copy.madeAt)}`;
}
