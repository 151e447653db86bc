import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { fieldOf } from '../../../../../../renderer/src/bulk/new/GeneratorForm.tsx';
import {
  hasAll,
  initialState,
  listedOf,
  readyReport,
  typedTlds,
  unlisted,
  withoutTlds,
  withTlds,
} from '../../../../../../renderer/src/bulk/new/new-state.ts';
import { generatorOf, tooLarge } from '../../../../../../renderer/src/bulk/new/new-store.ts';
import { proposedName, readyOf } from '../../../../../../renderer/src/bulk/new/NewSession.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aReport } from '../../../../../support/fake-import.ts';
import { aStore, draftId } from './a-new-store.ts';

describe('new store', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function recipe(words: string): FormData {
    const form = new FormData();
    form.set('words', words);
    return form;
  }

  describe('names that are made of words', () => {
    it('are counted once the typing rests, and made only when told to', async () => {
      const { store, called, rested, state } = aStore();
      store.actions.takeNamesFrom('generator');
      store.actions.shape(() => recipe('bakery, café'));
      await rested();
      expect(called('imports.count')).toMatchObject([{ words: ['bakery', 'café'] }]);
      expect(called('imports.generate')).toEqual([]);
      expect(readyReport(state())).toBeNull();
      store.actions.make();
      await rested();
      expect(readyReport(state())?.names).toBe(2);
    });

    it('count no more once the words have changed', async () => {
      const { store, rested, state } = aStore();
      store.actions.takeNamesFrom('generator');
      store.actions.shape(() => recipe('bakery'));
      await rested();
      store.actions.make();
      await rested();
      store.actions.shape(() => recipe('bakery café'));
      expect(readyReport(state())).toBeNull();
    });

    it('give way to the list when one turns back to it: its text is read anew', async () => {
      const { store, type, called, rested, state } = aStore();
      type('harbour');
      await rested();
      store.actions.takeNamesFrom('generator');
      expect(readyReport(state())).toBeNull();
      store.actions.shape(() => recipe('bakery café'));
      await rested();
      store.actions.make();
      await rested();
      store.actions.takeNamesFrom('list');
      await rested();
      expect(called('imports.readText')).toHaveLength(2);
      expect(readyReport(state())?.preview).toEqual(['harbour']);
    });

    it('with a part that is too long are refused at its field, before main is asked', async () => {
      const { store, called, rested, state } = aStore();
      store.actions.shape(() => recipe('a'.repeat(261)));
      await rested();
      expect(called('imports.count')).toEqual([]);
      expect(state().count).toMatchObject({ status: 'failed', error: { field: 'words' } });
    });
  });

  describe('what is before a session', () => {
    it('is asked for its names and TLDs, and anew when either changes', async () => {
      const { store, type, called, rested, state } = aStore();
      type('bakery\nharbour');
      await rested();
      expect(called('sessions.estimate')).toEqual([]);
      store.actions.addTlds(['com', 'net']);
      await rested();
      store.actions.removeTlds(['net']);
      await rested();
      expect(called('sessions.estimate')).toEqual([
        { accountId: 'account-1', names: 2, tlds: 2 },
        { accountId: 'account-1', names: 2, tlds: 1 },
      ]);
      expect(state().outlook).toMatchObject({ status: 'ready', value: { cells: 2, requests: 2 } });
    });
  });

  describe('making the session', () => {
    async function ready(answers: FakeAnswers = {}) {
      const made = aStore(answers);
      made.type('bakery\nharbour');
      await made.rested();
      made.store.actions.addTlds(['com']);
      await made.rested();
      return made;
    }

    it('uses up the draft, so that it is not discarded afterwards', async () => {
      const { store, called } = await ready();
      const session = await store.actions.create('Mine', true);
      expect(session).toMatchObject({ name: 'Mine', names: 2, tlds: ['com'], state: 'running' });
      expect(called('sessions.create')).toEqual([
        { accountId: 'account-1', draftId, name: 'Mine', tlds: ['com'], start: true },
      ]);
      store.actions.discard();
      expect(called('imports.discard')).toEqual([]);
    });

    it('needs an account', async () => {
      const { store, type, rested, called, state } = aStore({}, null);
      type('bakery');
      await rested();
      store.actions.addTlds(['com']);
      expect(await store.actions.create('Mine', true)).toBeNull();
      expect(state().createError).toEqual({ kind: 'no-account' });
      expect(called('sessions.create')).toEqual([]);
    });

    it('is done once, however often it is asked for', async () => {
      const { store, called } = await ready();
      await Promise.all([store.actions.create('Mine', true), store.actions.create('Mine', true)]);
      expect(called('sessions.create')).toHaveLength(1);
    });

    it('that fails says why and leaves everything to try again; leaving discards the draft', async () => {
      const { store, called, state } = await ready({
        sessions: { create: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
      });
      expect(await store.actions.create('Mine', true)).toBeNull();
      expect(state().createError).toEqual({ kind: 'storage', fault: 'full' });
      expect(readyReport(state())?.names).toBe(2);
      store.actions.discard();
      expect(called('imports.discard')).toEqual([{ draftId }]);
    });

    it('is not done of names that are being read', async () => {
      const { store, type, called } = await ready();
      type('other');
      expect(await store.actions.create('Mine', true)).toBeNull();
      expect(called('sessions.create')).toEqual([]);
    });
  });
});

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
    ['made names', { namesFrom: 'generator' }, 'Generate names first.'],
    ['TLDs', { report }, 'Choose at least one TLD.'],
    ['a name', { report, tlds: ['com'], name: ' ' }, 'Give the session a name.'],
    ['nothing', { report, tlds: ['com'] }, null],
  ] as const)('is told: %s', (_, changes, missing) =>
    expect(readyOf({ ...initialState, ...changes }, 'today').missing).toBe(missing),
  );
});

describe('the words of a recipe', () => {
  function text(fields: Readonly<Record<string, string>>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries({ joiner: 'both', withoutPrefix: 'on', ...fields }))
      form.set(name, value);
    return form;
  }

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
    expect(at('recipe', 'This makes no names yet. Enter words or a pattern first.')).toBeNull();
    expect(fieldOf({ kind: 'no-key' })).toBeNull();
  });
});

/** xn--p1ai and рф are the same TLD. Source: IANA root zone database. */
const listed = listedOf(['.com', 'net', 'co.uk', 'рф']);

describe('typed TLDs', () => {
  it('are read with or without dots, apart by spaces, commas or semicolons', () =>
    expect(typedTlds('.com, net  co.uk;*.org\nDE.', listed)).toEqual({
      tlds: ['com', 'net', 'co.uk', 'org', 'de'],
      misfits: [],
    }));

  it('are taken in the form that the account’s list has', () =>
    expect(typedTlds('xn--p1ai РФ', listed).tlds).toEqual(['рф']));

  it.each([
    ['an underscore', 'co_m'],
    ['a hyphen in front', '-com'],
    ['a path', 'com/shop'],
    ['an e-mail address', 'me@com'],
    ['a dot alone', '.'],
    ['a label that is too long', 'a'.repeat(64)],
  ])('that cannot be one are left out with the reason: %s', (_, text) => {
    const { tlds, misfits } = typedTlds(`net ${text}`, listed);
    expect(tlds).toEqual(['net']);
    expect(misfits).toHaveLength(1);
    expect(misfits[0]?.text).toBe(text);
    expect(misfits[0]?.reason).not.toBe('');
  });
});

describe('chosen TLDs', () => {
  it('stand once each, in the order in which they were chosen', () =>
    expect(withTlds(['net', 'рф'], ['.COM', 'net', 'xn--p1ai', 'org'])).toEqual(['net', 'рф', 'com', 'org']));

  it('are taken out in either form', () =>
    expect(withoutTlds(['net', 'рф', 'com'], ['.net', 'xn--p1ai'])).toEqual(['com']));

  it('have a set when they have all of it', () => {
    expect(hasAll(['com', 'net', 'org'], ['net', '.com'])).toBe(true);
    expect(hasAll(['com'], ['net', 'com'])).toBe(false);
    expect(hasAll(['com'], [])).toBe(false);
  });

  it('are marked where the account’s list does not have them', () =>
    expect(unlisted(['com', 'xn--p1ai', 'museum'], listed)).toEqual(['museum']));

  it('are not marked while the list was not read: nobody knows then', () =>
    expect(unlisted(['com', 'museum'], listedOf([]))).toEqual([]));
});
