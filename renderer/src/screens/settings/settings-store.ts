import type { Bridge, Input } from '#shared/ipc/types.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { About, Settings } from '../../lib/nouns.ts';
import { answered, createLatest, idle, loading, type Remote } from '../../lib/remote.ts';

/** A page outside the application that it can open. */
export type LinkId = Input<'app', 'openLink'>['link'];

export interface SettingsState {
  readonly settings: Remote<Settings>;
  readonly about: Remote<About>;
}

export interface SettingsStore extends StoreApi<SettingsState> {
  readonly actions: {
    readonly read: () => Promise<void>;
    /** Shown at once; taken back, with the reason, when it could not be kept. */
    readonly write: (changes: Partial<Settings>) => Promise<void>;
    readonly readAbout: () => Promise<void>;
    readonly openLink: (link: LinkId) => void;
  };
}

type Deps = Pick<Bridge['request'], 'settings' | 'app'>;

export function createSettingsStore(request: Deps): SettingsStore {
  const store = createStore<SettingsState>(() => ({ settings: idle, about: idle }));
  const { getState: get, setState: set } = store;
  const latest = createLatest();

  return {
    ...store,
    actions: {
      async read() {
        const isLatest = latest.begin();
        set({ settings: loading(get().settings) });
        const result = await request.settings.read({});
        if (isLatest()) set({ settings: answered(get().settings, result) });
      },
      async write(changes) {
        const isLatest = latest.begin();
        const before = get().settings;
        if (before.status === 'ready')
          set({ settings: { status: 'ready', value: { ...before.value, ...changes } } });
        const result = await request.settings.write(changes);
        if (isLatest()) set({ settings: answered(before, result) });
      },
      async readAbout() {
        set({ about: loading(get().about) });
        set({ about: answered(get().about, await request.app.about({})) });
      },
      openLink: (link) => void request.app.openLink({ link }),
    },
  };
}
