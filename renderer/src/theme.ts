import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import type { AccountColour } from '#shared/domain/account.ts';
import type { ShownKind } from '#shared/domain/finding.ts';

/** Every colour of the application, once for each scheme. A test holds the contrast of each pair that is read as text. */
export interface Palette {
  /** The window around the work: rail and header. */
  readonly chrome: string;
  /** Where the work is. */
  readonly surface: string;
  /** Menus, dialogs, the palette. */
  readonly raised: string;
  readonly hover: string;
  readonly selected: string;
  readonly line: string;
  /** The border of a button, whose text names it. */
  readonly edge: string;
  /** The border of something one can type into or press: 3:1 against the surface. */
  readonly control: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly accent: string;
  /** A filled button, and the text on it. */
  readonly accentFill: string;
  readonly accentFillHover: string;
  readonly onAccent: string;
  readonly accentSoft: string;
  readonly danger: string;
  readonly dangerFill: string;
  readonly dangerSoft: string;
  readonly caution: string;
  readonly cautionSoft: string;
  readonly fine: string;
  readonly practice: string;
  readonly onPractice: string;
  readonly practiceStripe: string;
}

export const palettes: { readonly light: Palette; readonly dark: Palette } = {
  light: {
    chrome: '#f4f6f8',
    surface: '#ffffff',
    raised: '#ffffff',
    hover: '#f1f4f7',
    selected: '#e8eefc',
    line: '#e4e8ed',
    edge: '#c9d0d9',
    control: '#8b95a3',
    text: '#151a21',
    muted: '#4f5a68',
    faint: '#5f6a79',
    accent: '#2a54c4',
    accentFill: '#2f5bd0',
    accentFillHover: '#274db4',
    onAccent: '#ffffff',
    accentSoft: '#e8eefc',
    danger: '#b3261e',
    dangerFill: '#b3261e',
    dangerSoft: '#fcefee',
    caution: '#7d4e00',
    cautionSoft: '#fdf5e3',
    fine: '#12713a',
    practice: '#ffd75e',
    onPractice: '#2b2100',
    practiceStripe: '#f7c93a',
  },
  dark: {
    chrome: '#0f1216',
    surface: '#15191e',
    raised: '#1c2127',
    hover: '#1d2229',
    selected: '#1d2a47',
    line: '#272d35',
    edge: '#3d4650',
    control: '#667180',
    text: '#e6e9ee',
    muted: '#a9b2bf',
    faint: '#949eac',
    accent: '#8fb0fb',
    accentFill: '#3a67da',
    accentFillHover: '#3560cf',
    onAccent: '#ffffff',
    accentSoft: '#1d2a47',
    danger: '#f2938a',
    dangerFill: '#b83a31',
    dangerSoft: '#33201f',
    caution: '#e5b454',
    cautionSoft: '#2e2616',
    fine: '#55c98b',
    practice: '#ffd75e',
    onPractice: '#2b2100',
    practiceStripe: '#f7c93a',
  },
};

/** The colour of each finding: text and mark alike. The shape is in `FindingMark`; colour is never the only sign. */
export const findingColours: { readonly [S in 'light' | 'dark']: Readonly<Record<ShownKind, string>> } = {
  light: {
    available: '#12713a',
    premium: '#6a3bcb',
    yours: '#0b5cad',
    taken: '#5f6a79',
    reserved: '#7d5200',
    invalid: '#9a453d',
    unknown: '#ab4500',
    unchecked: '#5f6a79',
  },
  dark: {
    available: '#55c98b',
    premium: '#bba4ff',
    yours: '#6cb6f5',
    taken: '#99a3b1',
    reserved: '#e2b155',
    invalid: '#e0938b',
    unknown: '#ffa264',
    unchecked: '#949eac',
  },
};

/** The band and the dot of an account: 3:1 against the surface of either scheme, since a label stands beside it. */
export const accountColourValues: Readonly<Record<AccountColour, string>> = {
  blue: '#4778e8',
  teal: '#13918f',
  green: '#2f9150',
  amber: '#b27a08',
  orange: '#d9621a',
  red: '#d9483f',
  pink: '#d1488c',
  violet: '#8b62e0',
};

/** Mantine's own scale of dark greys, ours in its places: text first, the deepest ground last. */
const darkGreys: MantineColorsTuple = [
  palettes.dark.text,
  '#c6cdd6',
  palettes.dark.muted,
  palettes.dark.faint,
  palettes.dark.edge,
  palettes.dark.line,
  palettes.dark.raised,
  palettes.dark.surface,
  palettes.dark.chrome,
  '#0a0c0f',
];

/** One colour for all ten shades: the schemes differ by CSS variables. */
const repeated = (c: string): MantineColorsTuple => [c, c, c, c, c, c, c, c, c, c];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: {
    accent: repeated(palettes.light.accentFill),
    danger: repeated(palettes.light.dangerFill),
    caution: repeated(palettes.light.caution),
    dark: darkGreys,
  },
  // Not the system's own face behind it: the first layout would look for that one, and wait 10 ms for it.
  fontFamily: "'Inter Variable', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Text: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { borderColor: 'var(--nd-line)', verticalSpacing: 'xs', tabularNums: true } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500, fz: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 500, transitionProps: { duration: 80 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
    // One of several is always chosen: to pick the chosen one again empties nothing. What may be empty has a button for that.
    Select: { defaultProps: { allowDeselect: false } },
    Combobox: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const named = (prefix: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${kebab(name)}`, value]));

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const palette = palettes[scheme];
  return {
    ...named('--nd-', { ...palette }),
    ...named('--nd-finding-', findingColours[scheme]),
    '--nd-shadow': scheme === 'light' ? '0 8px 28px rgb(20 28 40 / 16%)' : '0 8px 28px rgb(0 0 0 / 55%)',
    '--mantine-color-body': palette.surface,
    '--mantine-color-text': palette.text,
    '--mantine-color-bright': palette.text,
    '--mantine-color-dimmed': palette.muted,
    '--mantine-color-placeholder': palette.faint,
    '--mantine-color-error': palette.danger,
    '--mantine-color-anchor': palette.accent,
    '--mantine-color-default': palette.raised,
    '--mantine-color-default-hover': palette.hover,
    '--mantine-color-default-color': palette.text,
    '--mantine-color-default-border': palette.control,
    '--mantine-color-disabled': palette.hover,
    '--mantine-color-disabled-color': palette.faint,
    '--mantine-color-disabled-border': palette.line,
    '--mantine-color-accent-filled': palette.accentFill,
    '--mantine-color-accent-filled-hover': palette.accentFillHover,
    '--mantine-color-accent-light': palette.accentSoft,
    '--mantine-color-accent-light-hover': palette.selected,
    '--mantine-color-accent-light-color': palette.accent,
    '--mantine-color-accent-outline': palette.accent,
    '--mantine-color-danger-filled': palette.dangerFill,
    '--mantine-color-danger-filled-hover': palette.dangerFill,
    '--mantine-color-danger-light': palette.dangerSoft,
    '--mantine-color-danger-light-color': palette.danger,
    '--mantine-color-danger-outline': palette.danger,
    '--mantine-color-caution-light': palette.cautionSoft,
    '--mantine-color-caution-light-color': palette.caution,
  };
}

/** Turns the tokens into CSS variables: `--nd-…` for our own styles, Mantine's names for its components. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    ...named('--nd-account-', accountColourValues),
    '--nd-mono': 'var(--mantine-font-family-monospace)',
    '--nd-quick': '120ms',
  },
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
});
