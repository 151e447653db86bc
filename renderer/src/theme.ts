import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import type { AccountColour } from '#shared/domain/account.ts';
import type { ShownKind } from '#shared/domain/finding.ts';

type InSchemes = readonly [light: string, dark: string];

/** The colours of one scheme. */
const inScheme = <K extends string>(of: Readonly<Record<K, InSchemes>>, at: 0 | 1) =>
  // Under the names that they have in both.
  Object.fromEntries(Object.entries<InSchemes>(of).map(([name, pair]) => [name, pair[at]])) as Record<
    K,
    string
  >;

/** Every colour of the application, in each scheme. A test holds the contrast of each pair that is read as text. */
const colours = {
  /** The window around the work: rail and header. */
  chrome: ['#f4f6f8', '#0f1216'],
  /** Where the work is. */
  surface: ['#ffffff', '#15191e'],
  /** Menus, dialogs, the palette. */
  raised: ['#ffffff', '#1c2127'],
  hover: ['#f1f4f7', '#1d2229'],
  selected: ['#e8eefc', '#1d2a47'],
  line: ['#e4e8ed', '#272d35'],
  /** The border of a button, whose text names it. */
  edge: ['#c9d0d9', '#3d4650'],
  /** The border of something one can type into or press: 3:1 against the surface. */
  control: ['#8b95a3', '#667180'],
  text: ['#151a21', '#e6e9ee'],
  muted: ['#4f5a68', '#a9b2bf'],
  faint: ['#5f6a79', '#949eac'],
  accent: ['#2a54c4', '#8fb0fb'],
  /** A filled button, and the text on it. */
  accentFill: ['#2f5bd0', '#3a67da'],
  accentFillHover: ['#274db4', '#3560cf'],
  onAccent: ['#ffffff', '#ffffff'],
  accentSoft: ['#e8eefc', '#1d2a47'],
  danger: ['#b3261e', '#f2938a'],
  dangerFill: ['#b3261e', '#b83a31'],
  dangerSoft: ['#fcefee', '#33201f'],
  caution: ['#7d4e00', '#e5b454'],
  cautionSoft: ['#fdf5e3', '#2e2616'],
  fine: ['#12713a', '#55c98b'],
  practice: ['#ffd75e', '#ffd75e'],
  onPractice: ['#2b2100', '#2b2100'],
  practiceStripe: ['#f7c93a', '#f7c93a'],
} satisfies Readonly<Record<string, InSchemes>>;

export const palettes = { light: inScheme(colours, 0), dark: inScheme(colours, 1) };

/** The colour of each finding: text and mark alike. The shape is in `FindingMark`; colour is never the only sign. */
const ofFindings: Readonly<Record<ShownKind, InSchemes>> = {
  available: ['#12713a', '#55c98b'],
  premium: ['#6a3bcb', '#bba4ff'],
  yours: ['#0b5cad', '#6cb6f5'],
  taken: ['#5f6a79', '#99a3b1'],
  reserved: ['#7d5200', '#e2b155'],
  invalid: ['#9a453d', '#e0938b'],
  unknown: ['#ab4500', '#ffa264'],
  unchecked: ['#5f6a79', '#949eac'],
};

export const findingColours = { light: inScheme(ofFindings, 0), dark: inScheme(ofFindings, 1) };

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
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    Text: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { borderColor: 'var(--nd-line)', verticalSpacing: 'xs', tabularNums: true } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500, fz: 'xs' } },
    Tooltip: { defaultProps: { openDelay: 500, transitionProps: { duration: 80 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { transitionProps: { duration: 80 } } },
    // One of several is always chosen: to pick the chosen one again empties nothing. What may be empty has a button for that.
    Select: { defaultProps: { allowDeselect: false } },
    // Nothing is proposed that was typed elsewhere. The windows check no spelling.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    Textarea: { defaultProps: { autoComplete: 'off' } },
    Combobox: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const named = (prefix: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${kebab(name)}`, value]));

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const palette = palettes[scheme];
  return {
    ...named('--nd-', palette),
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
