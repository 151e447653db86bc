import { vi, beforeEach, describe, expect, it } from 'vitest';
import { ok, fail, type Result } from '#shared/result.ts';
import {
  initialState,
  listedOf,
  readyReport,
  typedTlds,
  withoutTlds,
  withTlds,
  type Report,
} from '../../../../../../renderer/src/bulk/new/new-state.ts';
import { createNewStore, generatorOf, tooLarge } from '../../../../../../renderer/src/bulk/new/new-store.ts';
import { createFakeBridge, type FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { aReport } from '../../../../../support/fake-import.ts';
import { aWorld } from '../../../../../support/fake-world.ts';
import { proposedName, readyOf } from '../../../../../../renderer/src/bulk/new/NewSession.tsx';
import { whatWasDropped, whatWasPasted } from '../../../../../../renderer/src/bulk/new/names-input.ts';

const draftId = '00000000-0000-4000-9000-000000000001';

const restMs = 300;

/** The store of a session in the making, before the fake clock and a fake bridge. */
function aStore(answers: FakeAnswers = {}, accountId: string | null = 'account-1') {
  const bridge = createFakeBridge(aWorld(), answers);
  const store = createNewStore({ request: bridge.request, draftId, accountId: () => accountId, restMs });
  const called = (name: string) =>
    bridge.world.calls.filter((call) => call.name === name).map((call) => call.input);
  const type = (text: string) => store.actions.type(() => text, text === '');
  const rested = () => vi.advanceTimersByTimeAsync(restMs);
  return { store, called, type, rested, state: store.getState };
}

const aFile = (name: string, text: string): File => new File([text], name);

const anUnreadableFile = (): File =>
  Object.assign(aFile('gone.csv', ''), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });

/** Its size is told without its bytes being there. */
const aFileOf = (size: number): File => Object.defineProperty(aFile('big.txt', ''), 'size', { value: size });

/** Answers later, by hand. */
function inHand() {
  const answers: ((report: Partial<Report>) => void)[] = [];
  const ask = () =>
    new Promise<Result<Report>>((resolve) => {
      answers.push((report) => resolve(ok(aReport(report))));
    });
  return { answers, ask };
}

describe('new store', () => {
  beforeEach(() => void vi.useFakeTimers());

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
  });
});

describe('the size of a session', () => {
  it.each([
    ['10,000 names × 100 TLDs', 10_000, 100],
    ['100,000 names × 50 TLDs', 100_000, 50],
    ['20,000,000 checks', 200_000, 100],
    ['nothing yet', 0, 0],
  ])('of %s is not refused', (_, names, tlds) => expect(tooLarge(names, tlds)).toBeNull());

  it('of more than 20,000,000 cells is refused with the numbers, and says how many TLDs fit', () => {
    const said = tooLarge(900_000, 172) ?? '';
    expect(said.replaceAll(/[^\d ×]/g, '')).toContain('900000');
    expect(said.replaceAll(/[,.\s\u202f]/g, '')).toContain('154800000checks');
    expect(said).toContain('Choose at most 22 TLDs');
  });
});

describe('the name that is proposed', () => {
  it.each([
    [
      'its size after a file’s name, without its ending',
      { source: 'bakeries.2026.csv' },
      'bakeries.2026, 2 names × 9 TLDs',
    ],
    ['its size after a file’s name without an ending', { source: 'bakeries' }, 'bakeries, 2 names × 9 TLDs'],
    ['its size', { source: 'pasted', names: 12 }, '12 names × 9 TLDs'],
  ] as const)('is %s', (_, changes, name) => expect(proposedName(aReport(changes), 9)).toBe(name));
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
    expect(readyOf({ ...initialState, ...changes }).missing).toBe(missing),
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
});

describe('reading', () => {
  beforeEach(() => void vi.useFakeTimers());

  describe('readings', () => {
    it('are asked one at a time, and the newest wish alone of those that wait', async () => {
      const { answers, ask } = inHand();
      const { store, called, state } = aStore({ imports: { readText: ask } });
      store.actions.takeText('one');
      store.actions.takeText('two');
      store.actions.takeText('three');
      expect(called('imports.readText')).toHaveLength(1);
      answers[0]?.({ names: 1 });
      await vi.advanceTimersByTimeAsync(0);
      expect(called('imports.readText')).toMatchObject([{ text: 'one' }, { text: 'three' }]);
      expect(readyReport(state())).toBeNull();
      answers[1]?.({ names: 3 });
      await vi.advanceTimersByTimeAsync(0);
      expect(readyReport(state())?.names).toBe(3);
    });

    it('that are answered while newer names are being typed do not count any more', async () => {
      const { answers, ask } = inHand();
      const { type, rested, state } = aStore({ imports: { readText: ask } });
      type('one');
      await rested();
      type('one\ntwo');
      answers[0]?.({ names: 1 });
      await vi.advanceTimersByTimeAsync(restMs - 1);
      expect(state().report.status).toBe('loading');
      expect(readyReport(state())).toBeNull();
    });

    it('that fail leave no names behind, and say why', async () => {
      const { type, rested, state } = aStore();
      type('   \n  x');
      await rested();
      expect(readyReport(state())?.names).toBe(1);
      const broken = aStore({
        imports: {
          readText: () =>
            Promise.resolve(fail({ kind: 'invalid-input', field: 'text', reason: 'No' } as const)),
        },
      });
      broken.type('x');
      await broken.rested();
      expect(broken.state().report).toMatchObject({ status: 'failed', before: null });
      expect(readyReport(broken.state())).toBeNull();
    });

    it('are done once more as the user says: a choice stays, but another sheet has columns of its own', async () => {
      const { store, called } = aStore();
      store.actions.take({ kind: 'file', file: aFile('names.csv', 'a,b') });
      await vi.advanceTimersByTimeAsync(0);
      store.actions.readAs({ encoding: 'windows-1252' });
      store.actions.readAs({ column: 1 });
      store.actions.readAs({ sheet: 'Second' });
      await vi.advanceTimersByTimeAsync(0);
      expect(called('imports.reread').at(-1)).toMatchObject({
        choices: { column: null, hasHeader: null, encoding: null, sheet: 'Second' },
      });
      store.actions.readAs({ hasHeader: true });
      await vi.advanceTimersByTimeAsync(0);
      expect(called('imports.reread').at(-1)).toMatchObject({
        choices: { hasHeader: true, sheet: 'Second' },
      });
    });
  });

  describe('a file', () => {
    it.each([
      ['too large', aFileOf(2 ** 30), 'big.txt'],
      ['not to be read', anUnreadableFile(), 'could not be read'],
    ])('that is %s is refused, and what was there stays', async (_, file, said) => {
      const { store, type, rested, called, state } = aStore();
      type('bakery');
      await rested();
      store.actions.take({ kind: 'file', file });
      await vi.advanceTimersByTimeAsync(0);
      expect(called('imports.readBytes')).toEqual([]);
      expect(JSON.stringify(state().refusal)).toContain(said);
      expect(readyReport(state())?.names).toBe(1);
    });
  });
});

const names = { name: 'names.csv', size: 12 };

const more = { name: 'more.csv', size: 12 };

/** As much of a DataTransfer as is looked at. */
const aTransfer = (files: readonly unknown[], text = '', isDirectory = false) =>
  ({
    files,
    items: files.map(() => ({ webkitGetAsEntry: () => ({ isDirectory }) })),
    getData: () => text,
    // Browsers alone can make one; these three are all that is asked of it.
  }) as unknown as DataTransfer;

describe('what is dropped', () => {
  it('is a file', () => expect(whatWasDropped(aTransfer([names]))).toEqual({ kind: 'file', file: names }));

  it.each([
    ['several files', aTransfer([names, more]), '2 files'],
    ['a folder', aTransfer([{ name: 'lists', size: 0 }], '', true), '“lists” is a folder'],
  ])('is refused with a sentence: %s', (_, transfer, said) => {
    const dropped = whatWasDropped(transfer);
    expect(dropped?.kind === 'refused' ? dropped.reason : '').toContain(said);
  });
});

describe('what is pasted', () => {
  it('is the text, although a spreadsheet puts a picture of its cells beside it', () =>
    expect(whatWasPasted(aTransfer([{ name: 'image.png', size: 9 }], 'bakery\tnorthwind'))).toEqual({
      kind: 'text',
      text: 'bakery\tnorthwind',
    }));
});
