// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DetailsHead, ServiceMessage } from '../../../../../renderer/src/search/Details.tsx';
import type { Row } from '../../../../../renderer/src/search/rows.ts';
import { aFinding } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

it('leads from a finding to a bulk look-up that begins with its name', async () => {
  const domain = 'xn--bckerei-5wa.de';
  const finding = aFinding(domain, 'available');
  const name = { domain, unicode: 'bäckerei.de', tld: 'de', isTyped: false };
  const row: Row = { name, finding, source: 'service', asking: false, missed: false };
  const { stores, user } = await drawPart(<DetailsHead row={row} account={null} onClose={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'New bulk lookup' }));
  expect(stores.route.getState().route).toEqual({
    screen: 'bulk',
    view: { kind: 'new', names: 'bäckerei.de' },
  });
});

it('has the service’s words in an element of their own direction, not between characters that are copied', async () => {
  const { drawn } = await drawPart(<ServiceMessage text="הדומיין נעול" />);
  expect(drawn.container.querySelector('p')?.textContent).toBe('The service says: “הדומיין נעול”');
  expect(screen.getByText('הדומיין נעול').tagName).toBe('BDI');
});
