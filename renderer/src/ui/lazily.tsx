import { type ComponentType, createElement, useEffect, useState } from 'react';
import type { NameProblem, NameQuery } from '#shared/domain/domain-name.ts';
import { isPlain, parsePlainQuery, plainTldSet } from '#shared/domain/plain-name.ts';
import type { Result } from '#shared/result.ts';

/** A component whose code comes when it is first drawn, or earlier when it is preloaded. */
type Lazy<P> = ((props: P) => React.ReactNode) & { readonly preload: () => Promise<void> };

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
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 500 });
  });

/** How names are read and written. The tables behind it weigh 200 kB, so they are loaded after the first paint. */
export interface Names {
  readonly parseQuery: (text: string, knownTlds: ReadonlySet<string>) => Result<NameQuery, NameProblem>;
  readonly knownTldSet: (tlds: readonly string[]) => ReadonlySet<string>;
  readonly aLabelsOf: (name: string) => string;
  readonly toUnicode: (name: string) => string;
}

/** Reads plain texts, which nearly all are, without the tables; null where one of `texts` needs them. */
export const plainNamesFor = (texts: readonly string[]): Names | null =>
  texts.every(isPlain) ? plainNames : null;

const plainNames: Names = {
  parseQuery: parsePlainQuery,
  knownTldSet: plainTldSet,
  aLabelsOf: (name) => name.toLowerCase(),
  toUnicode: (name) => name,
};

export async function loadNamesWhenIdle(): Promise<Names> {
  await whenIdle();
  return import('#shared/domain/domain-name.ts');
}
