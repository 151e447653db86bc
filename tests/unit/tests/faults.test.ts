import { describe, expect, it } from 'vitest';
import { killMoments, type Moment } from '../../faults/kill/kill-run.ts';
import { asked, repeatsIn } from '../../faults/oracle.ts';
import { createRandom } from '../../support/fuzz/random.ts';

const requests = 10_000;
const momentsOf = (seed: number, kills = 50) => killMoments(kills, requests, createRandom(seed));
const targetsOf = (moments: readonly Moment[]) =>
  moments.flatMap((moment) => ('requests' in moment ? [moment.requests] : []));

describe('the moments of kills', () => {
  it('are as many as asked for, the last one right after the end', () => {
    expect(momentsOf(1)).toHaveLength(50);
    expect(momentsOf(1).at(-1)).toEqual({ kind: 'finished' });
  });

  it('E7 are the same for the same seed and others for another', () => {
    expect(momentsOf(1)).toEqual(momentsOf(1));
    expect(momentsOf(2)).not.toEqual(momentsOf(1));
  });

  it('are of every kind, also where there are only five', () => {
    const kinds = new Set(momentsOf(3, 5).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['after-requests', 'at-report', 'after-start', 'finished']));
  });

  it.each([1, 2, 3, 4, 5])('are spread over the whole way and come in its order, seed %i', (seed) => {
    const targets = targetsOf(momentsOf(seed));
    expect(targets).toEqual(targets.toSorted((a, b) => a - b));
    const tenths = new Set(targets.map((target) => Math.floor((target / requests) * 10)));
    expect([...tenths].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

const aRequest = (name: string, ...tlds: readonly string[]) => ({
  method: 'POST',
  path: '/domains/lookup',
  headers: {},
  body: new URLSearchParams([
    ['searchTerm', name],
    ...tlds.map((tld) => ['tldsToInclude[]', tld]),
  ]).toString(),
});
const repeats = (...seen: readonly ReturnType<typeof aRequest>[]) =>
  repeatsIn(asked({ requests: () => seen }));

describe('counting what was asked again', () => {
  it('finds nothing where each name was asked once', () => {
    expect(repeats(aRequest('one', 'com'), aRequest('two', 'com'))).toBe(0);
  });

  it('counts each request beyond the first', () => {
    expect(repeats(aRequest('one', 'com'), aRequest('one', 'com'), aRequest('one', 'com'))).toBe(2);
  });

  it('takes the other TLDs of a name for something else', () => {
    expect(repeats(aRequest('one', 'com'), aRequest('one', 'net'))).toBe(0);
  });
});
