// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Batch, BatchRow } from '#shared/domain/batch.ts';
import { ActivityScreen } from '../../../../../../renderer/src/activity/ActivityScreen.tsx';
import { aBatch, aBatchId, aBatchRow, aChangeId, countsOf } from '../../../../../support/a-change.ts';
import { anAccount } from '../../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';
import type { FakeAnswers } from '../../../../../support/fake-bridge.ts';
import { ok } from '#shared/result.ts';

drawInJsdom();

const facts = { renewedAt: null, expiresOn: null, price: { kind: 'not-given' } } as const;
const atRegistry = { ...facts, isAtRegistry: true } as const;

interface Asked {
  readonly registryEnabled: boolean;
  readonly expiryFromSync: boolean;
}

async function show(
  batch: Partial<Batch>,
  rows: readonly BatchRow[],
  { registryEnabled, expiryFromSync }: Asked = { registryEnabled: false, expiryFromSync: true },
  answers: FakeAnswers = {},
) {
  const account = anAccount({ options: { ...anAccount().options, expiryFromSync } });
  const shown = aBatch({ accountId: account.id, ...batch, counts: countsOf(rows) });
  return drawPart(<ActivityScreen />, {
    world: { accounts: [account], batches: [shown], batchRows: new Map([[aBatchId(1), rows]]) },
    answers,
    async before({ settings, route }) {
      await settings.actions.read();
      await settings.actions.write({ registryEnabled });
      route.actions.goToChanges({ kind: 'batch', batchId: aBatchId(1) });
    },
  });
}

describe('what proves a batch of renewals', () => {
  const renew = { kind: 'renew', periodYears: 1 } as const;
  const ready = [
    aBatchRow(0, { domain: 'shop.com', renewal: atRegistry }),
    aBatchRow(1, { domain: 'laden.de', renewal: facts }),
  ];
  const done = ready.map((row, index) => ({
    ...row,
    state: 'confirmed' as const,
    proof: 'answer' as const,
    changeId: aChangeId(index + 1),
  }));

  it('is said of it afterwards, and a sync is offered of those alone that no registry shows', async () => {
    const { user, called } = await show({ ask: renew, state: 'done' }, done, {
      registryEnabled: true,
      expiryFromSync: true,
    });
    await screen.findByText(
      /^Accepted: no proof yet\. The registries will show the new expiry of 1 of 2; \.de shows none\./,
    );
    await user.click(await screen.findByRole('button', { name: 'Have the service read it again…' }));
    expect(called('batches.prepare')).toMatchObject([{ domains: ['laden.de'] }]);
  });
});

describe('the review of registrations', () => {
  it('says for how long, and for whom, in its title and where the number is typed', async () => {
    const ask: Batch['ask'] = {
      kind: 'register',
      periodYears: 10,
      nameservers: [],
      roles: ['registrant'],
      addons: {},
      idnLanguage: null,
      domainFields: [],
      client: 'ACME GmbH',
    };
    await show({ ask, typedCount: 1 }, [
      aBatchRow(0, { domain: 'shop.com', before: 'available', renewal: facts }),
    ]);
    const title = await screen.findByRole('heading', { level: 1 });
    expect(title.textContent.replaceAll(/[\u2066-\u2069]/g, '')).toBe(
      'Register 1 name for 10 years, for ACME GmbH',
    );
    expect(
      await screen.findByRole('textbox', { name: /^Type 1 to register 1 name for 10 years/ }),
    ).toBeTruthy();
  });
});

describe('the review of contacts', () => {
  const ask = { kind: 'contacts', roles: [{ name: 'Registrant', changed: ['Email'] }] } as const;
  const change = { role: 'Registrant', field: 'Email', after: 'jane@new.example' } as const;
  const rows = [aBatchRow(0, { domain: 'shop.com', before: 'Registrant: E-mail' })];

  it('shows old and new value of each field, and how many have another old one, with which', async () => {
    const changes = [
      { ...change, before: 'jane@old.example', count: 98, domains: ['shop.com'] },
      { ...change, before: 'joe@old.example', count: 1, domains: ['xn--bckerei-5wa.de'] },
      { ...change, before: '', count: 1, domains: ['c.com'] },
    ];
    const { user } = await show({ ask }, rows, undefined, {
      batches: { contactChanges: () => Promise.resolve(ok({ changes })) },
    });
    const shown = await screen.findByRole('region', { name: 'What changes' });
    expect(shown.textContent).toContain('Registrant: E-mail jane@old.examplejane@new.example(98 domains)');
    await user.click(screen.getByText('2 domains with 2 other old values'));
    expect(shown.textContent).toMatch(/joe@old\.examplejane@new\.example\(1 domain\).*bäckerei\.de/);
    expect(shown.textContent).toContain('nothingjane@new.example(1 domain)');
  });
});
