import { act, screen, within } from '@testing-library/react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { DomainsScreen } from '../../../../../renderer/src/domains/DomainsScreen.tsx';
import type { DomainsView } from '../../../../../renderer/src/shell/route-store.ts';
import { drawPart, type Given } from '../../../../support/draw.tsx';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';

export const bakery = 'xn--bckerei-5wa.de';

/** A name of each kind that the list makes a difference of. */
export const someDomains: readonly Domain[] = [
  aDomain('northwind.com', { tags: ['own'], note: 'Never unlock it' }),
  aDomain('harbour.shop', {
    lock: aKnown('unlocked', { source: 'change' }),
    registrant: aKnown('Robin Example'),
    expiresOn: aKnown('2020-01-31', { source: 'typed' }),
  }),
  aDomain(bakery, { nameservers: aKnown(['a.bakery.example', 'b.bakery.example', 'c.bakery.example']) }),
  anUnreadDomain('fresh.app'),
  aDomain('old.info', { archivedAt: '2026-10-01T08:00:00.000Z' }),
];

interface Shown extends Given {
  readonly view?: DomainsView;
}

/** The domains on the screen, of the practice account unless the world says otherwise. */
export async function showing({ world, answers, view = { kind: 'list' } }: Shown = {}) {
  const page = await act(() =>
    drawPart(<DomainsScreen />, {
      world: { accounts: [aPracticeAccount(), anAccount()], domains: someDomains, ...world },
      answers,
      before: ({ route }) => route.actions.goToDomains(view),
    }),
  );
  return { ...page, asked: page.called, view: () => page.stores.route.getState().route };
}

export const page = (domain: string, tab: 'overview' | 'history' = 'overview') =>
  ({ kind: 'domain', domain, tab }) as const;

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const grid = () => screen.getByRole('grid', { name: 'Domains' });
export const rows = () => within(grid()).getAllByRole('row').slice(1);
export const row = (name: string) => screen.getByRole('row', { name: new RegExp(`\\b${name}`) });
/** The names that are shown, in their order. */
export const shownNames = () =>
  rows().map((one) => within(one).getByRole('checkbox').getAttribute('aria-label')?.slice('Select '.length));
/** The names that are selected. */
export const selectedNames = () =>
  shownNames().filter((_, at) => rows()[at]?.getAttribute('aria-selected') === 'true');
