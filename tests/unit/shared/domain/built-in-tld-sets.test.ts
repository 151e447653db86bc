import { describe, expect, it } from 'vitest';
import { offeredTldSets } from '#shared/domain/built-in-tld-sets.ts';

const popular = { id: 'popular', name: 'Popular', tlds: ['com', 'net', 'ai', 'shop'], builtIn: true };
const africa = { id: 'africa', name: 'Africa', tlds: ['africa', 'co.za'], builtIn: true };
const own = { id: 'o1', name: 'Mine', tlds: ['com', 'xyz'], builtIn: false };
const sets = [popular, africa, own];
/** So many that nobody looks all of them up for each name. */
const many = Array.from({ length: 300 }, (_, index) => `tld${index}`);

const shown = (listed: readonly string[]) =>
  offeredTldSets(sets, listed).map(({ name, tlds, unlisted }) => [name, tlds.length, unlisted.join(' ')]);

describe('the sets of TLDs that an account can choose', () => {
  it('begin with the popular ones that its service lists, and name the others', () => {
    expect(shown([...many, 'com', 'net', 'shop', 'co.za'])).toEqual([
      ['Popular', 3, 'ai'],
      ['All that the service lists', 304, ''],
      ['Africa', 1, 'africa'],
      ['Mine', 2, ''],
    ]);
  });

  it('begin with all that it lists where those are few, without a set of which it lists nothing', () => {
    expect(shown(['com', 'xyz', 'berlin'])).toEqual([
      ['All that the service lists', 3, ''],
      ['Mine', 2, ''],
    ]);
  });

  it('begin with the first of a long list where it has no popular one', () => {
    expect(shown(many).slice(0, 2)).toEqual([
      ['First of the list', 20, ''],
      ['All that the service lists', 300, ''],
    ]);
    expect(offeredTldSets(sets, many)[0]).toMatchObject({
      id: 'popular',
      tlds: many.slice(0, 20),
    });
  });

  it('are as they come where the list is not known', () => {
    expect(offeredTldSets(sets, [])).toEqual(sets.map((set) => ({ ...set, unlisted: [] })));
  });
});
