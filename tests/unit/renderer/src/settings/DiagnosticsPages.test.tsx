// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { BundlePage, DeviationsPage } from '../../../../../renderer/src/settings/DiagnosticsPages.tsx';
import { ErrorState } from '../../../../../renderer/src/ui/States.tsx';
import { anAccount } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { bundleText } from '#shared/domain/diagnostics.ts';

drawInJsdom();

describe('a bug', () => {
  it('leads from its error to what whoever helps needs of it', async () => {
    const { stores, user } = await drawPart(
      <ErrorState error={{ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' }} />,
    );
    await user.click(screen.getByRole('button', { name: 'Support bundle' }));
    expect(stores.route.getState().route).toEqual({ screen: 'settings', view: { kind: 'bundle' } });
  });
});

describe('the support bundle', () => {
  const parts = [
    { name: 'About', text: 'Namedesk: 1.2.3' },
    { name: 'Log', text: 'empty' },
  ];
  const id = '0b6f2a34-6f4f-4f0e-8f0a-0d3a9b7f1c11';

  it('is shown whole, copied as it is shown, and saved under its number', async () => {
    const { called, user } = await drawPart(<BundlePage />, {
      answers: {
        diagnostics: { bundle: () => Promise.resolve(ok({ id, parts })) },
      },
    });
    for (const { name, text } of parts)
      expect((await screen.findByLabelText(`Text of ${name}`)).textContent).toBe(text);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    expect(called('clipboard.copyText')[0]).toEqual({ text: bundleText(parts) });
    expect(called('diagnostics.saveBundle')[0]).toEqual({ id });
  });
});

describe('where a service differs', () => {
  it('is copied as paths and kinds', async () => {
    const { called, user } = await drawPart(<DeviationsPage />, {
      world: { accounts: [anAccount()], activeId: 'account-1' },
      answers: {
        diagnostics: {
          deviations: () =>
            Promise.resolve(
              ok({
                deviations: [
                  {
                    operation: 'lookup',
                    path: '[].prices',
                    expected: 'object',
                    seen: 'array',
                    count: 2,
                    lastSeenAt: '2026-02-21T14:05:06.007Z',
                  },
                ],
              }),
            ),
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Copy as text' }));
    expect(called('diagnostics.deviations')[0]).toEqual({ accountId: 'account-1' });
    expect(called('clipboard.copyText')[0]).toEqual({
      text: 'lookup [].prices: the document says object, the service says array; 2 times, last on 2026-02-21',
    });
  });
});
