import { describe, expect, it } from 'vitest';
import {
  hasAll,
  listedOf,
  typedTlds,
  unlisted,
  withoutTlds,
  withTlds,
} from '../../../../../../renderer/src/bulk/new/new-state.ts';

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
