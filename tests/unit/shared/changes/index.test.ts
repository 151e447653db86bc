import { describe, expect, it } from 'vitest';
import { verificationOf } from '../../../../shared/changes/index.ts';
import { changeKinds } from '../../../../shared/domain/change-kinds.ts';
import { type ReadPart, readParts } from '../../../../shared/changes/parts.ts';

/** How a sentence names what is read. */
const named: Readonly<Record<ReadPart, RegExp>> = {
  lock: /registrar lock/,
  nameservers: /(?<!child )nameservers/i,
  contacts: /contacts/,
  credit: /credit/,
  finding: /look(s|ing) the name up/i,
  registry: /ask(s|ing) the registry/i,
};

const partsNamedIn = (sentence: string): readonly ReadPart[] =>
  readParts.filter((part) => named[part].test(sentence));

describe.each(changeKinds)('F14 what is said of verifying a %s', (kind) => {
  const { readBack, isProvable, readAgainAfterMs, words } = verificationOf(kind);

  it('names what is read, and nothing else', () => {
    for (const sentence of [words.reads, words.step]) {
      expect(partsNamedIn(sentence).toSorted()).toEqual(readBack.toSorted());
      expect(/can’t be verified/i.test(sentence)).toBe(readBack.length === 0);
    }
  });

  it('never says that there is nothing to read where something is', () => {
    if (readBack.length > 0)
      expect(Object.values(words).join(' ')).not.toMatch(
        /nothing to read|nothing can be read|can’t be verified/i,
      );
  });

  it('says why it rests on the answer, and where a person looks', () => {
    expect(words.answerAlone).toMatch(/rests on (?:its|the service’s) answer(?: and the credit)?\.$/);
    expect(words.elsewhere).toMatch(/^Check .* in your provider’s panel$/);
  });

  it('is read again only where that can decide it, at growing pauses, and says when it is too early', () => {
    expect(readAgainAfterMs.length > 0).toBe(isProvable);
    expect(readAgainAfterMs.toSorted((a, b) => a - b)).toEqual(readAgainAfterMs);
    const lastMs = readAgainAfterMs.at(-1);
    const span =
      lastMs === undefined ? '' : lastMs < 120_000 ? `${lastMs / 1_000} s` : `${lastMs / 60_000} min`;
    expect(words.tooEarly.startsWith(`Less than ${span} after`)).toBe(isProvable);
  });
});

it('C10 four kinds can be proven, five cannot', () => {
  expect(changeKinds.filter((kind) => verificationOf(kind).isProvable)).toEqual([
    'register',
    'contacts',
    'lock',
    'nameservers',
  ]);
});

it('F11 a registration that is not there yet counts as not done after ten minutes at the earliest', () => {
  expect(verificationOf('register').readAgainAfterMs.at(-1)).toBeGreaterThanOrEqual(600_000);
});
