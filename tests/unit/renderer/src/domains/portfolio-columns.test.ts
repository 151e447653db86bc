import { describe, expect, it } from 'vitest';
import type { Domain } from '#shared/domain/portfolio.ts';
import {
  columnsWith,
  contentWidths,
  type Row,
} from '../../../../../renderer/src/domains/portfolio-columns.tsx';
import { noPrices } from '../../../../../renderer/src/domains/renewal-prices.ts';
import { aDomain, aKnown } from '../../../../support/fake-portfolio.ts';

const aRow = (changes: Partial<Domain> = {}, behind: Row['behind'] = []): Row => {
  const domain = aDomain('bakery.com', changes);
  const updates = { oldestAt: null, newestAt: null, isPartlyUnread: false, behind };
  return { key: `practice ${domain.name}`, domain, unicode: domain.name, searched: '', ...updates };
};

const columnsOf = (...rows: readonly Row[]) =>
  columnsWith({
    uncertain: new Map(),
    onOpenChange: () => undefined,
    widths: contentWidths(rows),
    prices: noPrices,
    marks: { claimOf: () => undefined, removedBy: () => undefined },
    isOfAccounts: false,
    sortedBy: 'name',
    hidden: [],
  });

/** The share that a column has of the room that others leave. */
function shareOf(columns: ReturnType<typeof columnsOf>, key: string): number {
  const { width = '' } = columns.find((column) => column.key === key) ?? {};
  return Number(/([\d.]+)fr/.exec(width)?.[1]);
}

describe('the columns of the portfolio', () => {
  it('leave their room to what has more in it: none is cut while another one is empty', () => {
    const long = aRow({ nameservers: aKnown(['ns1.northwind-hosting.example']), tags: ['own'] });
    const short = aRow({ nameservers: aKnown(['a.b']), tags: ['Northwind Hosting', 'renew by hand'] });
    expect(shareOf(columnsOf(long), 'nameservers')).toBeGreaterThan(3 * shareOf(columnsOf(long), 'tags'));
    expect(shareOf(columnsOf(short), 'tags')).toBeGreaterThan(shareOf(columnsOf(short), 'nameservers'));
  });
});
