import { describe, expect, it } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import type { SortColumn } from '../../../../../renderer/src/domains/portfolio-columns.tsx';
import {
  archivedText,
  createOrdering,
  createPortfolioStore,
  emptyFilter,
  isNarrowed,
  leftOf,
  matcherOf,
  rowOf,
  untagged,
} from '../../../../../renderer/src/domains/portfolio-store.ts';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';

const portfolio = (domains: readonly Domain[]) => new Map(domains.map((domain) => [domain.name, domain]));

const some = portfolio([
  aDomain('c.com', { expiresOn: aKnown('2027-01-01'), tags: ['Zoo'], registrant: aKnown('Émile') }),
  aDomain('a.com', { expiresOn: aKnown('2028-01-01'), lock: aKnown('unlocked'), registrant: aKnown('Zoe') }),
  anUnreadDomain('d.com'),
  aDomain('b.com', { expiresOn: null, tags: ['Ape'], registrant: aKnown('Frank') }),
]);

const sorted = (by: SortColumn, isDescending = false) =>
  createOrdering()(some, { by, isDescending })
    .map(({ domain }) => domain.name.slice(0, 1))
    .join('');

describe('the order of the domains', () => {
  it.each([
    ['name', false, 'abcd'],
    ['name', true, 'dcba'],
    ['expires', false, 'cabd'],
    ['expires', true, 'acbd'],
    ['tags', false, 'bcad'],
    ['tags', true, 'cbad'],
    ['lock', false, 'bcad'],
    ['registrant', false, 'cbad'],
  ] as const)('by %s, descending: %s', (by, isDescending, order) =>
    expect(sorted(by, isDescending)).toBe(order),
  );

  it('goes on from where it was: what was changed moves, what is gone leaves, what is new comes', () => {
    const order = createOrdering();
    const sort = { by: 'expires', isDescending: false } as const;
    order(some, sort);
    const news = new Map(some);
    news.delete('a.com');
    news.set('b.com', aDomain('b.com', { expiresOn: aKnown('2026-12-01') }));
    news.set('e.com', aDomain('e.com', { expiresOn: aKnown('2026-12-24') }));
    expect(order(news, sort).map(({ domain }) => domain.name)).toEqual(['b.com', 'e.com', 'c.com', 'd.com']);
    expect(order(some, { by: 'name', isDescending: false })).toHaveLength(4);
  });

  it('sorts numbers as numbers, not as texts', () => {
    const domains = portfolio([
      aDomain('new.com', { expiresOn: aKnown('2027-01-01') }),
      aDomain('old.com', { expiresOn: aKnown('0999-12-31') }),
    ]);
    const rows = createOrdering()(domains, { by: 'expires', isDescending: false });
    expect(rows.map(({ unicode }) => unicode)).toEqual(['old.com', 'new.com']);
  });

  it('sorts a name with letters beyond ASCII by what people read', () => {
    const domains = portfolio([aDomain('xn--bckerei-5wa.de'), aDomain('bbb.de'), aDomain('zoo.de')]);
    const names = createOrdering()(domains, emptyFilter.sort).map(({ unicode }) => unicode);
    expect(names).toEqual(['bäckerei.de', 'bbb.de', 'zoo.de']);
  });
});

describe('the filter', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
  const fits = (domain: Domain, look: Partial<typeof emptyFilter>) =>
    matcherOf({ ...emptyFilter, ...look }, { nowMs, uncertain: new Set(['unsure.com']) })(rowOf(domain));
  const old = aKnown(['ns.example'], { at: '2026-11-01T12:00:00.000Z' });

  it.each([
    ['read lately', aDomain('a.com'), false],
    ['a part read long ago', aDomain('a.com', { nameservers: old }), true],
    ['a part never read', aDomain('a.com', { registrant: null }), true],
    ['nothing ever read', anUnreadDomain('a.com'), true],
  ])('not read for 7 days: %s', (_, domain, is) => expect(fits(domain, { notReadForDays: 7 })).toBe(is));

  it.each([
    ['not known', null, false],
    ['past', aKnown('2026-01-01'), true],
    ['the last day of it', aKnown('2026-12-21'), true],
    ['the day after', aKnown('2026-12-22'), false],
  ])('expires within 30 days: %s', (_, expiresOn, is) =>
    expect(fits(aDomain('a.com', { expiresOn }), { expiresWithinDays: 30 })).toBe(is),
  );

  it('finds the domains that no warning of expiry reaches', () => {
    const look = { expiresWithinDays: 'not-known' } as const;
    expect(fits(aDomain('a.com', { expiresOn: null }), look)).toBe(true);
    expect(fits(aDomain('a.com', { expiresOn: aKnown('2026-12-21') }), look)).toBe(false);
  });

  it('knows trouble, also that a name was transferred away', () => {
    expect(fits(aDomain('a.com'), { troubledOnly: true })).toBe(false);
    expect(fits(aDomain('a.com', { transferredAway: aKnown(true) }), { troubledOnly: true })).toBe(true);
  });

  it.each([
    ['a tag that it has', ['Acme', 'Zoo'], 'Acme', true],
    ['a tag that is only a part of its own', ['Acme Ltd'], 'Acme', false],
    ['no tag, where it has none', [], untagged, true],
    ['no tag, where it has one', ['Acme'], untagged, false],
    ['any tag', ['Acme'], null, true],
  ])('finds a domain by %s', (_, tags, tag, is) =>
    expect(fits(aDomain('a.com', { tags }), { tag })).toBe(is),
  );

  it('counts a tag as a filter that hides rows', () => {
    expect(isNarrowed(emptyFilter)).toBe(false);
    expect(isNarrowed({ ...emptyFilter, tag: untagged })).toBe(true);
  });

  it('is found again as it was left, also where an earlier version stored it without tags', () => {
    const list = createPortfolioStore();
    list.actions.look({ tag: 'Acme', lock: 'locked' });
    const stored = (look: unknown): unknown => JSON.parse(JSON.stringify(look));
    const left = stored(leftOf(list.getState()));
    const again = createPortfolioStore();
    again.actions.putBack(left);
    expect(again.getState().look).toEqual({ ...emptyFilter, tag: 'Acme', lock: 'locked' });
    again.actions.putBack(stored({ look: { ...emptyFilter, lock: 'locked', tag: undefined }, cursor: null }));
    expect(again.getState().look).toEqual({ ...emptyFilter, lock: 'locked' });
    again.actions.showAll();
    expect(again.getState().look).toEqual(emptyFilter);
  });

  it('knows an uncertain change', () => {
    expect(fits(aDomain('unsure.com'), { uncertainOnly: true })).toBe(true);
    expect(fits(aDomain('a.com'), { uncertainOnly: true })).toBe(false);
  });

  it('knows a lock that was not read', () => {
    expect(fits(anUnreadDomain('a.com'), { lock: 'not-read' })).toBe(true);
    expect(fits(anUnreadDomain('a.com'), { lock: 'locked' })).toBe(false);
  });
});

it('says of what is archived how much of it is due', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
  const due = aDomain('a.com', { expiresOn: aKnown('2026-12-01') });
  const later = aDomain('b.com', { expiresOn: aKnown('2027-12-01') });
  expect(archivedText('2 domains', [due, later], nowMs)).toBe(
    'Archived 2 domains, 1 of them expired or due within 30 days',
  );
  expect(archivedText('a.com', [due], nowMs)).toBe('Archived a.com, expired or due within 30 days');
  expect(archivedText('b.com', [later], nowMs)).toBe('Archived b.com');
});

it('tells the newest reading, and whether the others are older by more than a day', () => {
  const at = (instant: string) => aKnown('locked' as const, { at: instant });
  const domain = aDomain('a.com', {
    lock: at('2026-11-21T12:00:00.000Z'),
    nameservers: aKnown([], { at: '2026-11-21T09:00:00.000Z' }),
    registrant: aKnown('Ada', { at: '2026-11-21T08:00:00.000Z' }),
  });
  expect(rowOf(domain)).toMatchObject({ newestAt: '2026-11-21T12:00:00.000Z', isPartlyUpdated: false });
  const old = { ...domain, registrant: aKnown('Ada', { at: '2026-11-19T08:00:00.000Z' }) };
  expect(rowOf(old)).toMatchObject({ newestAt: '2026-11-21T12:00:00.000Z', isPartlyUpdated: true });
  expect(rowOf({ ...domain, registrant: null }).isPartlyUpdated).toBe(true);
});
