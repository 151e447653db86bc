import { type ComponentType, createElement, useEffect, useState } from 'react';

/** A component whose code comes when it is first drawn, or earlier when it is preloaded. */
export type Lazy<P> = ((props: P) => React.ReactNode) & { readonly preload: () => Promise<void> };

/**
 * Draws nothing until the code is there. Not React's own `lazy`: Suspense holds the drawing back by 300 ms once nothing
 * was drawn, which is longer than the code takes to come from the disk.
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

/** Whoever has just started the application types first; the other screens come after that, one at a time. */
const calmMs = 700;

/** Fetches what the first screen does not need, once that stands; so the next screen is there at once. */
export function usePreloading(later: readonly Pick<Lazy<never>, 'preload'>[]): void {
  const isCalm = useCalm();
  useEffect(() => {
    if (isCalm) void preloadInTurn(later);
  }, [isCalm, later]);
}

async function preloadInTurn(later: readonly Pick<Lazy<never>, 'preload'>[]): Promise<void> {
  for (const { preload } of later) {
    await whenIdle();
    await preload();
  }
}

/** Whether the first screen has had its time: from then on other things may be asked for. */
export function useCalm(): boolean {
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), calmMs);
    return () => clearTimeout(timer);
  }, []);
  return isCalm;
}

/** After the first paint, when there is nothing else to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 500 });
  });
