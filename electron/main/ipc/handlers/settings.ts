import type { Handlers, Output } from '#shared/ipc/types.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export type Settings = Output<'settings', 'read'>;

export interface SettingsHandlersDeps {
  readonly settings: Workspace['settings'];
  /** Carries out what takes effect at once, such as the colour scheme. */
  readonly apply: (settings: Settings) => Promise<void>;
}

export const createSettingsHandlers = ({ settings, apply }: SettingsHandlersDeps): Handlers['settings'] => ({
  read: () => settings.read({}),
  async write(changes) {
    const written = await settings.write(changes);
    if (written.ok) await apply(written.value);
    return written;
  },
});
