import { type ComponentType, createElement, useEffect, useState } from 'react';

/** A component whose code is loaded when it is first drawn, or earlier by `preload`. */
type Lazy<P> = ((props: P) => React.ReactNode) & { readonly preload: () => Promise<void> };

/**
 * Draws nothing until the code is loaded. Not React's own `lazy`: Suspense delays rendering by 300 ms after an empty render,
 * which is longer than loading the code from disk takes.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> {
  let loaded: ComponentType<P> | null = null;
  let coming: Promise<void> | null = null;

  function preload(): Promise<void> {
    coming ??= load().then((component) => {
      loaded = component;
    });
    return coming;
  }

  function Lazily(props: P) {
    const [component, setComponent] = useState<ComponentType<P> | null>(() => loaded);
    useEffect(() => {
      if (component !== null) return;
      preload().then(
        () => setComponent(() => loaded),
        (reason: unknown) =>
          setComponent(() => {
            throw reason;
          }),
      );
    }, [component]);
    return component === null ? null : createElement(component, props);
  }

  return Object.assign(Lazily, { preload });
}

/** After startup the user's typing comes first; the other screens are preloaded after this time, one at a time. */
const calmMs = 700;

/** Preloads the code that the first screen does not need, once that is drawn, so that the next screen opens at once. */
export function usePreloading(later: readonly Pick<Lazy<never>, 'preload'>[]): void {
  const isCalm = useCalm();
  useEffect(() => {
    const gone = new AbortController();
    if (isCalm) void preloadInTurn(later, gone.signal);
    return () => gone.abort();
  }, [isCalm, later]);
}

async function preloadInTurn(
  later: readonly Pick<Lazy<never>, 'preload'>[],
  gone: AbortSignal,
): Promise<void> {
  for (const { preload } of later) {
    if (!gone.aborted) await whenIdle();
    if (!gone.aborted) await preload();
  }
}

/** Whether the first screen has had its time: from then on other requests may be sent. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), calmMs);
    return () => clearTimeout(timer);
  }, []);
  return isCalm;
}

/** After the first paint, when the browser is idle. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 500 });
  });
