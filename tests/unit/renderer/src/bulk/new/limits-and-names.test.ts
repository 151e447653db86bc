import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../../../../../renderer/src/bulk/new/GeneratorForm.tsx';
import { initialState } from '../../../../../../renderer/src/bulk/new/new-state.ts';
import { generatorOf, tooLarge } from '../../../../../../renderer/src/bulk/new/new-store.ts';
import { proposedName, readyOf } from '../../../../../../renderer/src/bulk/new/NewSession.tsx';
import { aReport } from '../../../../../support/fake-intake.ts';

describe('the size of a session', () => {
  it.each([
    ['10,000 names × 100 TLDs', 10_000, 100],
    ['100,000 names × 50 TLDs', 100_000, 50],
    ['20,000,000 cells', 200_000, 100],
    ['nothing yet', 0, 0],
  ])('of %s is not refused', (_, names, tlds) => expect(tooLarge(names, tlds)).toBeNull());

  it('of more than 20,000,000 cells is refused with the numbers, and says how many TLDs fit', () => {
    const said = tooLarge(900_000, 172) ?? '';
    expect(said.replaceAll(/[^\d ×]/g, '')).toContain('900000');
    expect(said.replaceAll(/[,.\s\u202f]/g, '')).toContain('154800000cells');
    expect(said).toContain('22 TLDs at most');
  });

  it('of more than a million names, or 2,000 TLDs, is refused', () => {
    expect(tooLarge(1_000_001, 1)).toContain('names');
    expect(tooLarge(1, 2_001)).toContain('TLDs');
  });
});

describe('the name that is proposed', () => {
  const today = '21 Nov 2026';
  it.each([
    ['a file’s, without its ending', { source: 'bakeries.2026.csv' }, 'bakeries.2026, 21 Nov 2026'],
    ['a file’s without an ending', { source: 'bakeries' }, 'bakeries, 21 Nov 2026'],
    [
      'the first name’s',
      { source: 'pasted', names: 12, preview: ['bäckerei'] },
      'bäckerei and 11 more, 21 Nov 2026',
    ],
    ['the only name’s', { source: 'pasted', names: 1, preview: ['bäckerei'] }, 'bäckerei, 21 Nov 2026'],
  ] as const)('is %s', (_, changes, name) =>
    expect(
      proposedName(
        aReport({ ...changes, preview: [...('preview' in changes ? changes.preview : [])] }),
        today,
      ),
    ).toBe(name),
  );

  it('has 120 characters at most, as the contract wants', () =>
    expect(proposedName(aReport({ source: `${'long'.repeat(60)}.csv` }), today).length).toBeLessThanOrEqual(
      120,
    ));
});

describe('what is missing', () => {
  const report = { status: 'ready', value: aReport({ names: 3 }) } as const;
  it.each([
    ['names', {}, 'Enter names first.'],
    ['made names', { way: 'recipe' }, 'Make names first.'],
    ['TLDs', { report }, 'Choose at least one TLD.'],
    ['a name', { report, tlds: ['com'], name: ' ' }, 'Give the session a name.'],
    ['nothing', { report, tlds: ['com'] }, null],
  ] as const)('is told: %s', (_, changes, missing) =>
    expect(readyOf({ ...initialState, ...changes }, 'today').missing).toBe(missing),
  );
});

describe('the words of a recipe', () => {
  const text = (fields: Partial<Record<string, string>>) => ({
    fields: { prefixes: '', words: '', secondWords: '', suffixes: '', patterns: '', ...fields },
    joiner: 'both' as const,
    withoutPrefix: true,
    withoutSuffix: false,
  });

  it('stand apart by lines, spaces, commas or semicolons; a pattern has a line to itself', () => {
    const recipe = generatorOf(
      text({ words: 'bakery, café;harbour\n town ', patterns: '{a,b}x [0-9]\n\n[ab]' }),
    );
    expect(recipe).toMatchObject({
      ok: true,
      value: {
        words: ['bakery', 'café', 'harbour', 'town'],
        patterns: ['{a,b}x [0-9]', '[ab]'],
        joiners: ['', '-'],
        withoutPrefix: true,
        withoutSuffix: false,
      },
    });
  });

  it('are refused at their field where they are too many', () =>
    expect(generatorOf(text({ suffixes: 'x '.repeat(10_001) }))).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'suffixes' },
    }));

  it('say at which field something is wrong', () => {
    const at = (field: string, reason: string) => fieldOf({ kind: 'invalid-input', field, reason });
    expect(at('recipe', 'Pattern 2, character 5: this { is not closed.')).toBe('patterns');
    expect(at('words', 'Too many')).toBe('words');
    expect(at('recipe', 'This makes no names. Write words or a pattern first.')).toBeNull();
    expect(fieldOf({ kind: 'no-key' })).toBeNull();
  });
});
