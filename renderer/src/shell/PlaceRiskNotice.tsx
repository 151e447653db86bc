import type { PlaceRisk } from '#shared/domain/backup.ts';
import { useEffect } from 'react';
import { useStores } from '../app-stores.ts';

const words: Readonly<Record<PlaceRisk, string>> = {
  network:
    'The workspace is on another computer’s disk, and can be damaged there. See Backups in the settings.',
  synced:
    'The workspace is in a folder that another program copies, and can be damaged there. See Backups in the settings.',
};

/** Says once at the start that the workspace's folder is no safe place for it. */
export function PlaceRiskNotice({ risk }: { readonly risk: PlaceRisk }) {
  const { notices } = useStores();
  useEffect(() => notices.actions.say(words[risk], 'problem'), [notices, risk]);
  return null;
}
