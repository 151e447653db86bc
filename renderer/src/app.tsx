import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type Stores, StoresProvider } from './app-stores.ts';
import { ErrorBoundary, ErrorState } from './ui/States.tsx';
import { unacknowledged } from './shell/stores.ts';
import { openHandedFiles } from './shell/handed-files.ts';
import { Shell } from './shell/Shell.tsx';
import { cssVariablesResolver, theme } from './theme.ts';
import { reportBug } from './bug-reports.ts';
import { valueOf } from './remote.ts';
import { lazily } from './ui/lazily.tsx';

const Onboarding = lazily(async () => (await import('./onboarding/OnboardingScreen.tsx')).OnboardingScreen);

const LockScreen = lazily(async () => (await import('./lock/LockScreen.tsx')).LockScreen);

const PlaceRiskNotice = lazily(async () => (await import('./shell/LateParts.tsx')).PlaceRiskNotice);

/** The page stores nothing itself: the colour scheme follows the system, or the settings stored by main. */
const keepsNothing: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

interface Props {
  readonly stores: Stores;
  /** The nonce of the page's Content Security Policy, for the styles that Mantine makes. */
  readonly nonce: string;
}

export function App({ stores, nonce }: Props) {
  const settings = useStore(stores.settings, (state) => valueOf(state.settings));
  const isLocked = useStore(stores.lock, (state) => state.isLocked);
  const scheme = settings?.colourScheme;
  return (
    <StoresProvider value={stores}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        getStyleNonce={() => nonce}
        colorSchemeManager={keepsNothing}
        defaultColorScheme="auto"
        {...(scheme === 'light' || scheme === 'dark' ? { forceColorScheme: scheme } : {})}
      >
        <ErrorBoundary report={(thrown) => reportBug(stores.bridge.request, thrown)}>
          <Start stores={stores} />
          <FoundAtStart stores={stores} />
        </ErrorBoundary>
        {isLocked && <LockScreen />}
      </MantineProvider>
    </StoresProvider>
  );
}

/**
 * The first start shows one screen with one choice. Every later start shows the shell at once: it does not wait for the settings,
 * since they almost always only confirm it. After a restore it also shows the shell, on the page that says what was restored,
 * though there may be no account left.
 */
function Start({ stores }: { readonly stores: Stores }) {
  const onboarded = useStore(stores.settings, (state) => valueOf(state.settings)?.onboarded);
  const state = useStore(stores.settings, ({ settings }) => settings);
  const isRestored = useStore(stores.restored, (restored) => unacknowledged(restored) !== null);
  if (state.status === 'failed' && state.error.kind === 'storage')
    return (
      <main style={{ padding: 48 }}>
        <ErrorState error={state.error} about="The workspace could not be opened" />
      </main>
    );
  return onboarded === false && !isRestored ? <Onboarding /> : <Shell />;
}

/** Notices about what this start found or did. */
function FoundAtStart({ stores }: { readonly stores: Stores }) {
  // After the first paint, because the code that answers it is loaded then.
  useEffect(() => {
    void stores.listViews.actions.load();
    void stores.settings.actions.readAbout();
    void tellOfUpdate(stores);
    const readRestored = (): void =>
      void stores.restored.actions.read().then((isRestored) => {
        if (isRestored) stores.route.actions.go({ screen: 'restored' });
      });
    readRestored();
    return stores.bridge.on['restored.changed'](readRestored);
  }, [stores]);
  useEffect(() => openHandedFiles(stores), [stores]);
  const placeRisk = useStore(stores.settings, (state) => valueOf(state.about)?.placeRisk ?? null);
  return placeRisk !== null && <PlaceRiskNotice risk={placeRisk} />;
}

/** Tells once, quietly, that a newer version runs now. */
async function tellOfUpdate({ bridge, notices }: Stores): Promise<void> {
  const running = await bridge.request.updates.running({});
  if (running.ok && running.value.isUpdated)
    notices.actions.say(`Updated to ${running.value.version}`, 'quiet');
}
