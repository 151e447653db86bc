import { describe, expect, it } from 'vitest';
import {
  mostFileBytes,
  tooLargeReason,
  whatWasDropped,
  whatWasPasted,
} from '../../../../../../../renderer/src/screens/bulk/new/dropped.ts';

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
    expect(reason).toContain('64 MiB is the most');
  });
});
