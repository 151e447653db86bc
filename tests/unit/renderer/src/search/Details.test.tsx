// @vitest-environment jsdom

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { DetailsHead } from '../../../../../renderer/src/search/Details.tsx';
import type { Row } from '../../../../../renderer/src/search/rows.ts';
import { draw, standInForTheBrowser } from '../../../../support/draw.tsx';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aFinding, aWorld } from '../../../../support/fake-world.ts';

beforeAll(standInForTheBrowser);
afterEach(cleanup);

it('leads from a finding to a bulk look-up that begins with its name', async () => {
  const domain = 'xn--bckerei-5wa.de';
  const finding = aFinding(domain, 'available');
  const name = { domain, unicode: 'bäckerei.de', tld: 'de' };
  const row: Row = { name, finding, source: 'asked', asking: false, missed: false };
  const stores = createStores(createFakeBridge(aWorld()), createFakePorts(), () => Promise.resolve(names));
  draw(stores, <DetailsHead row={row} account={null} onClose={() => undefined} />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'New bulk look-up' }));
  expect(stores.route.getState().route).toEqual({
    screen: 'bulk',
    view: { kind: 'new', names: 'bäckerei.de' },
  });
});
