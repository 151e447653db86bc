// @vitest-environment jsdom

import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as names from '#shared/domain/domain-name.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { Prices } from '../../../../../renderer/src/search/Details.tsx';
import { FindingRow } from '../../../../../renderer/src/search/FindingList.tsx';
import type { Row } from '../../../../../renderer/src/search/rows.ts';
import { draw, standInForTheBrowser } from '../../../../support/draw.tsx';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import { ordinaryPrice, premiumAnswers, premiumFinding } from '../../../../support/premium-answers.ts';

beforeAll(standInForTheBrowser);
afterEach(cleanup);

const stores = () =>
  createStores(createFakeBridge(aWorld()), createFakePorts(), () => Promise.resolve(names));

describe('F14 a premium name', () => {
  it.each(premiumAnswers)(
    'with %s shows its own price or none in Search: %o, %s',
    (_name, pricing, price) => {
      const domain = 'quay.com';
      const finding = premiumFinding(domain, pricing);
      const name = { domain, unicode: domain, tld: 'com' };
      const row: Row = { name, finding, source: 'asked', asking: false, missed: false };
      draw(
        stores(),
        <>
          <FindingRow id="row" index={0} row={row} current={false} open={false} />
          <Prices prices={finding.prices} />
        </>,
      );
      expect(screen.getByRole('row', { name: /quay\.com/ }).textContent).toContain(price);
      const shown = document.body.textContent;
      expect(shown).not.toContain(ordinaryPrice);
      const table = screen.queryByRole('table');
      if (table === null) expect(shown).toContain('Not given');
      else expect(within(table).getAllByRole('cell')[0]?.textContent).toBe(price);
    },
  );
});
