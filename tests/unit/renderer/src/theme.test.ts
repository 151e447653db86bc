import { describe, expect, it } from 'vitest';
import { accountColourValues, findingColours, palettes } from '../../../../renderer/src/theme.ts';

/** Source: WCAG 2.2, "relative luminance" and "contrast ratio". */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['chrome', 'surface', 'raised', 'hover', 'selected'] as const;
const texts = ['text', 'muted', 'faint', 'accent', 'danger'] as const;

type Colour = keyof typeof palettes.light;

const pairs: readonly (readonly [text: Colour, ground: Colour])[] = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ['onAccent', 'accentFill'],
  ['onAccent', 'accentFillHover'],
  ['onAccent', 'dangerFill'],
  ['accent', 'accentSoft'],
  ['text', 'dangerSoft'],
  ['muted', 'dangerSoft'],
  ['danger', 'dangerSoft'],
  ['caution', 'cautionSoft'],
  ['caution', 'surface'],
  ['fine', 'chrome'],
  ['onPractice', 'practice'],
  ['onPractice', 'practiceStripe'],
];

describe.each(['light', 'dark'] as const)('the %s palette', (scheme) => {
  const palette = palettes[scheme];

  it('measures as WCAG does: black on white is 21, grey #767676 on white is 4.54', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it.each(pairs)('reads %s on %s at 4.5:1 or better', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(findingColours[scheme]))(
    'reads the finding %s on every ground of a list',
    (_, colour) => {
      for (const ground of ['surface', 'hover', 'selected'] as const)
        expect(contrast(colour, palette[ground])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('shows the border of a field at 3:1', () => {
    expect(contrast(palette.control, palette.surface)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(accountColourValues))('shows the account colour %s at 3:1', (_, colour) => {
    expect(contrast(colour, palette.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(colour, palette.chrome)).toBeGreaterThanOrEqual(3);
  });
});
