import { type FindingKind, findingKinds } from '#shared/domain/finding.ts';

const colourNames = [
  'ground',
  'heading-ground',
  'hover',
  'selected',
  'range',
  'line',
  'edge',
  'text',
  'muted',
  'star',
] as const;

/** What the canvas draws with, as the page's styles have it at the moment. */
export interface Look {
  readonly colours: Readonly<Record<(typeof colourNames)[number], string>>;
  readonly marks: Readonly<Record<FindingKind, string>>;
  /** How visible a cell is that does not fit the filter. */
  readonly faintness: number;
  readonly nameFont: string;
  readonly headingFont: string;
  /** Device pixels in a px. */
  readonly scale: number;
}

/**
 * Reads the variables that `findings-grid.module.css` sets. They pass through an element's colour, since that alone turns
 * a variable or a system colour (as in forced colours) into one that a canvas takes.
 *
 * @param probe An element of the grid that nobody sees.
 */
export function readLook(probe: HTMLElement): Look {
  const style = getComputedStyle(probe);
  const colour = (name: string): string => {
    probe.style.color = `var(--grid-${name})`;
    return style.color;
  };
  const faintness = Number.parseFloat(style.getPropertyValue('--grid-faintness'));
  return {
    colours: byName(colourNames, colour),
    marks: byName(findingKinds, (kind) => colour(`mark-${kind}`)),
    faintness: Number.isNaN(faintness) ? 0.3 : faintness,
    nameFont: fontIn(style, '--grid-name-font'),
    headingFont: fontIn(style, '--grid-heading-font'),
    scale: devicePixelRatio,
  };
}

function byName<N extends string>(names: readonly N[], valueOf: (name: N) => string): Record<N, string> {
  const values: Partial<Record<N, string>> = {};
  for (const name of names) values[name] = valueOf(name);
  return values as Record<N, string>; // The loop has just set every name.
}

const fontIn = (style: CSSStyleDeclaration, name: string): string =>
  style.getPropertyValue(name).trim() || '13px monospace';

const mediaQueries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'];

/** Tells when the look may have changed: the scheme, forced colours, the zoom, a font that has come. Returns the way to stop. */
export function watchLook(onChange: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  for (const query of mediaQueries) matchMedia(query).addEventListener('change', onChange, { signal });
  // The page has these too, wherever it knows fonts; test environments do not.
  (document.fonts as FontFaceSet | undefined)?.addEventListener('loadingdone', onChange, { signal });
  const scheme = new MutationObserver(onChange);
  scheme.observe(document.documentElement, { attributeFilter: ['class', 'data-mantine-color-scheme'] });
  return () => {
    ending.abort();
    scheme.disconnect();
  };
}
