import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import {
  mostFileBytes,
  tooLargeReason,
  whatWasDropped,
  whatWasPasted,
} from '../../../../../../renderer/src/bulk/new/names-input.ts';
import { isEntered, readyReport } from '../../../../../../renderer/src/bulk/new/new-state.ts';
import { aFile, aFileOf, anUnreadableFile, aStore, draftId, inHand, restMs } from './a-new-store.ts';

describe('reading', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  describe('names that are typed', () => {
    it('are read once the typing rests, not at each key', async () => {
      const { type, rested, called, state } = aStore();
      type('b');
      type('ba');
      await vi.advanceTimersByTimeAsync(restMs - 1);
      type('bakery\nharbour');
      expect(called('imports.readText')).toEqual([]);
      await rested();
      expect(called('imports.readText')).toHaveLength(1);
      expect(readyReport(state())?.names).toBe(2);
    });

    it('are out of date from the first key on: no session can be made of what stood there before', async () => {
      const { type, rested, state } = aStore();
      type('bakery');
      await rested();
      type('bakery\nharbour');
      expect(readyReport(state())).toBeNull();
      await rested();
      expect(readyReport(state())?.names).toBe(2);
    });

    it('are forgotten in main when the field is emptied', async () => {
      const { type, rested, called, state } = aStore();
      type('bakery');
      await rested();
      type('');
      await rested();
      expect(called('imports.discard')).toEqual([{ draftId }]);
      expect(state().report.status).toBe('idle');
      expect(isEntered(state())).toBe(false);
    });
  });

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

    it('can be chosen anew after a failure: what was known of the file stays to choose by', async () => {
      const { store, state } = aStore({
        imports: {
          reread: () =>
            Promise.resolve(
              fail({ kind: 'invalid-input', field: 'column', reason: 'No name in it' } as const),
            ),
        },
      });
      store.actions.takeText('bakery');
      await vi.advanceTimersByTimeAsync(0);
      store.actions.readAs({ column: 3 });
      await vi.advanceTimersByTimeAsync(0);
      expect(state().report).toMatchObject({ status: 'failed', before: { names: 1 } });
      expect(readyReport(state())).toBeNull();
    });
  });

  describe('a file', () => {
    it('is sent as its bytes, under its name', async () => {
      const { store, called, state } = aStore();
      store.actions.take({ kind: 'file', file: aFile('names.csv', 'bakery\nharbour') });
      await vi.advanceTimersByTimeAsync(0);
      expect(called('imports.readBytes')).toMatchObject([{ fileName: 'names.csv', draftId }]);
      expect(readyReport(state())).toMatchObject({ source: 'names.csv', names: 2 });
      expect(state().card).toBe('file');
    });

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

    it('from the dialog that cannot be read leaves the typed names, which main is given anew', async () => {
      const { store, type, rested, called, state } = aStore({
        imports: {
          chooseFile: () =>
            Promise.resolve(fail({ kind: 'invalid-input', field: 'file', reason: 'A picture' } as const)),
        },
      });
      type('bakery');
      await rested();
      store.actions.openFile();
      await rested();
      expect(called('imports.readText')).toHaveLength(2);
      expect(readyReport(state())?.names).toBe(1);
      expect(state().refusal).toMatchObject({ reason: 'A picture' });
    });

    it('that was not chosen in the dialog after all leaves everything, also what was still resting', async () => {
      const { store, type, called, state } = aStore();
      type('bakery');
      store.actions.openFile();
      await vi.advanceTimersByTimeAsync(0);
      expect(called('imports.readText')).toMatchObject([{ text: 'bakery' }]);
      expect(readyReport(state())?.names).toBe(1);
      expect(state().card).toBeNull();
    });
  });

  describe('a text of more than ten million characters', () => {
    it('is refused before it is sent', () => {
      const { store, called, state } = aStore();
      store.actions.takeText('a'.repeat(10_500_001));
      expect(called('imports.readText')).toEqual([]);
      expect(JSON.stringify(state().refusal)).toContain('11 million');
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

  it('is a file also where its path comes along as text', () =>
    expect(whatWasDropped(aTransfer([names], '/home/robin/names.csv'))?.kind).toBe('file'));

  it('is text, from another window', () =>
    expect(whatWasDropped(aTransfer([], 'bakery'))).toEqual({ kind: 'text', text: 'bakery' }));

  it.each([
    ['several files', aTransfer([names, more]), '2 files'],
    ['a folder', aTransfer([{ name: 'lists', size: 0 }], '', true), '“lists” is a folder'],
  ])('is refused with a sentence: %s', (_, transfer, said) => {
    const dropped = whatWasDropped(transfer);
    expect(dropped?.kind === 'refused' ? dropped.reason : '').toContain(said);
  });

  it('is nothing to us where there is neither', () => expect(whatWasDropped(aTransfer([]))).toBeNull());
});

describe('what is pasted', () => {
  it('is the text, although a spreadsheet puts a picture of its cells beside it', () =>
    expect(whatWasPasted(aTransfer([{ name: 'image.png', size: 9 }], 'bakery\tnorthwind'))).toEqual({
      kind: 'text',
      text: 'bakery\tnorthwind',
    }));
});

describe('a file', () => {
  it('of 64 MiB is read', () => expect(tooLargeReason({ name: 'a', size: mostFileBytes })).toBeNull());

  it('of a byte more is refused by its size alone, with both sizes', () => {
    const reason = tooLargeReason({ name: 'big.txt', size: mostFileBytes + 1 });
    expect(reason).toContain('“big.txt” has 65 MiB');
    expect(reason).toContain('the limit is 64 MiB');
  });
});
