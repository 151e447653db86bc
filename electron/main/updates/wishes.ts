import type { Workspace } from '../workspace/workspace.ts';
import type { UpdatesDeps } from './create-updates.ts';

/** What the user wants of updates. Where that cannot be read, nobody is asked. */
export const wishesIn =
  (settings: Pick<Workspace['settings'], 'read'>): UpdatesDeps['settings'] =>
  async () => {
    const read = await settings.read({});
    return read.ok ? read.value : { checkForUpdates: false, updateChannel: 'stable' };
  };
