import { describe, expect, it } from 'vitest';
import { createChooser, noFaults } from '../../../../../electron/main/practice/faults/choose.ts';
import { shapes, shapesOf } from '../../../../../electron/main/practice/faults/shapes.ts';
import {
  asciiName,
  defaultTlds,
  demoFinding,
  findingOf,
  isPriced,
  listedTlds,
  readLabel,
  tldOf,
  tlds,
  unicodeName,
} from '../../../../../electron/main/practice/findings.ts';
import { operations } from '../../../../../electron/main/practice/operations/table.ts';

describe('faults', () => {
  describe('a chooser', () => {
    const none = (): readonly string[] => [];

    it('of an empty plan chooses nothing, ever', () => {
      const chooser = createChooser([]);
      expect([chooser.onArrival('tlds', none), chooser.onRequest('tlds', none)]).toEqual([null, noFaults]);
    });

    it('does not work the names out where no rule asks for one', () => {
      const chooser = createChooser([{ fault: { kind: 'empty-body' } }]);
      const names = (): readonly string[] => {
        throw new Error('nobody asked');
      };
      expect(chooser.onRequest('tlds', names).answer).toEqual({ kind: 'empty-body' });
    });

    it('strikes on arrival with a break after the head of the request alone', () => {
      const early = { kind: 'break', after: 'request-head', by: 'fin' } as const;
      const late = { kind: 'break', after: 'head', by: 'fin' } as const;
      const chooser = createChooser([
        { fault: late, times: 1 },
        { fault: early, times: 1 },
      ]);
      expect([chooser.onArrival('tlds', none), chooser.onArrival('tlds', none)]).toEqual([early, null]);
      expect(chooser.onRequest('tlds', none).delivery).toEqual(late);
      expect(chooser.onRequest('tlds', none).delivery).toBeNull();
    });

    it('means the one element that its rule names', () => {
      const chooser = createChooser([{ fault: { kind: 'empty-body' }, domain: 'a.com' }]);
      const { isMeant } = chooser.onRequest('lookup', () => ['a.com', 'a.net']);
      expect(['a.com', 'a.net'].map(isMeant)).toEqual([true, false]);
    });

    it('leaves the change undone if only one of two faults says so', () => {
      const refusal = { fault: { kind: 'status', status: 500 } } as const;
      const drip = { fault: { kind: 'drip' } } as const;
      const isApplied = (...plan: Parameters<typeof createChooser>): boolean =>
        createChooser(...plan).onRequest('renew', none).isApplied;
      expect([isApplied([drip]), isApplied([drip, refusal]), isApplied([refusal])]).toEqual([
        true,
        false,
        false,
      ]);
    });
  });

  describe('shapesOf', () => {
    it('gives an operation its own odd shapes', () => {
      expect(shapesOf('eppcode')).toEqual(['code-as-text', 'code-mailed', 'code-with-entities']);
      expect(shapesOf('version')).toEqual([]);
    });

    it('leaves no shape without an operation', () => {
      expect(new Set(operations.flatMap(shapesOf))).toEqual(new Set(Object.keys(shapes)));
    });
  });
});

describe('findings', () => {
  describe('findingOf', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';

    /** Labels of one length that differ from each other; none begins like a name that a table fixes. */
    const labels = (length: number, count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) =>
        Array.from(
          { length },
          (_unused, place) => letters[Math.floor(index / 26 ** place + place * 7) % 26],
        ).join(''),
      );

    /** The shares of each finding, in percent, over a thousand labels and all TLDs. */
    function shares(length: number): Readonly<Record<string, number>> {
      const found = { available: 0, premium: 0, reserved: 0, taken: 0 };
      for (const label of labels(length, 1_000)) {
        for (const tld of listedTlds) found[findingOf(1, label, tld.slice(1))] += 1;
      }
      const all = 1_000 * listedTlds.length;
      return Object.fromEntries(
        Object.entries(found).map(([finding, count]) => [finding, (100 * count) / all]),
      );
    }

    it.each([
      [3, { available: 1, premium: 8, reserved: 8, taken: 83 }],
      [5, { available: 15, premium: 6, reserved: 4, taken: 75 }],
      [8, { available: 38, premium: 4, reserved: 3, taken: 55 }],
      [12, { available: 55, premium: 3, reserved: 2, taken: 40 }],
    ])('is spread over labels of %i letters as its table says', (length, expected) => {
      const found = shares(length);
      const off = Object.entries(expected).map(([finding, share]) => Math.abs((found[finding] ?? 0) - share));
      expect(Math.max(...off)).toBeLessThan(1);
    });

    it('makes about 45 % available over a word list of mixed lengths', () => {
      const mixed = [5, 7, 8, 9, 10, 12].map((length) => shares(length)['available'] ?? 0);
      const mean = mixed.reduce((sum, share) => sum + share, 0) / mixed.length;
      expect(mean).toBeGreaterThan(38);
      expect(mean).toBeLessThan(48);
    });

    it('E7 is the same for the same seed, label and TLD', () => {
      const all = (): readonly string[] => labels(7, 200).map((label) => findingOf(42, label, 'com'));
      expect(all()).toEqual(all());
    });

    it.each([
      ['seed', (label: string) => findingOf(2, label, 'com')],
      ['TLD', (label: string) => findingOf(1, label, 'net')],
    ])('depends on the %s', (_case, other) => {
      const differing = labels(9, 500).filter((label) => findingOf(1, label, 'com') !== other(label));
      expect(differing.length).toBeGreaterThan(150);
    });
  });

  describe('demoFinding', () => {
    it.each([
      ['example', 'com', 'taken'],
      ['example', 'net', 'taken'],
      ['example', 'org', 'taken'],
      ['example', 'dev', 'available'],
      ['www', 'com', 'reserved'],
      ['nic', 'de', 'reserved'],
      ['whois', 'io', 'reserved'],
      ['available-1', 'com', 'available'],
      ['priced-1', 'com', 'available'],
      ['premium-1', 'com', 'premium'],
      ['reserved-1', 'com', 'reserved'],
      ['taken-1', 'com', 'taken'],
    ])('fixes %s under %s: %s', (label, tld, finding) => {
      expect(demoFinding(label, tld)).toBe(finding);
    });

    it.each(['examples', 'my-premium', 'wwww', 'unavailable'])('leaves %s to the seed', (label) => {
      expect(demoFinding(label, 'com')).toBeNull();
    });

    it('gives prices to what begins with priced', () => {
      const priced = ['priced', 'priced-x', 'overpriced'].map((label) => isPriced(label, false));
      expect(priced).toEqual([true, true, false]);
    });

    it('gives prices to most names where most are priced', () => {
      const priced = Array.from({ length: 1_000 }, (_, index) => `name-${index}`).filter((label) =>
        isPriced(label, true),
      );
      expect(priced.length).toBeGreaterThan(800);
      expect(priced.length).toBeLessThan(950);
    });
  });

  describe('names', () => {
    // A-labels from RFC 3492 and the registries' own examples; checked with Python's punycode codec.
    describe('readLabel', () => {
      it.each([
        ['harbour', 'harbour', 'harbour'],
        ['HARBOUR', 'harbour', 'harbour'],
        ['a', 'a', 'a'],
        ['4711', '4711', '4711'],
        ['bücher', 'xn--bcher-kva', 'bücher'],
        ['BÜCHER', 'xn--bcher-kva', 'bücher'],
        ['xn--bcher-kva', 'xn--bcher-kva', 'bücher'],
        ['straße', 'xn--strae-oqa', 'straße'],
        ['例え', 'xn--r8jz45g', '例え'],
        ['a'.repeat(63), 'a'.repeat(63), 'a'.repeat(63)],
      ])('reads %s', (term, ascii, unicode) => {
        expect(readLabel(term)).toEqual({ isValid: true, ascii, unicode });
      });

      it.each([
        '',
        '-a',
        'a-',
        'a b',
        'a_b',
        'a!',
        'ab--cd',
        'xn--',
        'xn--a',
        'a.b',
        'ä'.repeat(60),
        'a\u0000',
        'ａ．b',
      ])('refuses %j and says why', (term) => {
        expect(readLabel(term)).toEqual({ isValid: false, message: expect.stringMatching(/./) as string });
      });
    });

    describe('names in both forms', () => {
      it('are read from either', () => {
        expect(['Bücher.example', 'xn--bcher-kva.EXAMPLE', 'a b.example'].map(asciiName)).toEqual([
          'xn--bcher-kva.example',
          'xn--bcher-kva.example',
          null,
        ]);
      });

      it('are shown as Unicode', () => {
        expect(['xn--bcher-kva.example', 'plain.example'].map(unicodeName)).toEqual([
          'bücher.example',
          'plain.example',
        ]);
      });
    });
  });

  describe('tldOf', () => {
    it.each([
      ['example.com', 'com'],
      ['example.co.uk', 'co.uk'],
      ['co.uk', 'uk'],
      ['example.nowhere', undefined],
      ['www.example.com', undefined],
      ['com', undefined],
      ['', undefined],
    ])('of %j is %j', (name, tld) => {
      expect(tldOf(name)?.name).toBe(tld);
    });

    it('has a price for each, in whole cents', () => {
      const prices = [...tlds.values()].flatMap(({ registerCents, renewCents }) => [
        registerCents,
        renewCents,
      ]);
      expect(prices.filter((cents) => !Number.isInteger(cents) || cents <= 0)).toEqual([]);
    });

    it('knows every default', () => {
      expect(defaultTlds.filter((tld) => !tlds.has(tld))).toEqual([]);
    });
  });
});
