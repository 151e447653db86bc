// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleText, type LogLine } from '#shared/domain/diagnostics.ts';
import * as names from '#shared/domain/domain-name.ts';
import { ok } from '#shared/result.ts';
import { createStores } from '../../../../../renderer/src/app-stores.ts';
import { BundlePage, DeviationsPage } from '../../../../../renderer/src/settings/DiagnosticsPages.tsx';
import { LogPage } from '../../../../../renderer/src/settings/LogPage.tsx';
import { ErrorState } from '../../../../../renderer/src/ui/States.tsx';
import { draw, standInForTheBrowser } from '../../../../support/draw.tsx';
import { createFakeBridge, type FakeAnswers } from '../../../../support/fake-bridge.ts';
import { createFakePorts } from '../../../../support/fake-ports.ts';
import { aWorld } from '../../../../support/fake-world.ts';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(standInForTheBrowser);
afterEach(cleanup);

function aPage(answers: FakeAnswers, world: Parameters<typeof aWorld>[0] = {}) {
  const bridge = createFakeBridge(aWorld(world), answers);
  const stores = createStores(bridge, createFakePorts(), () => Promise.resolve(names));
  const callsTo = (name: string) => bridge.world.calls.filter((call) => call.name === name);
  return { bridge, stores, callsTo, user: userEvent.setup() };
}

const line = (index: number): LogLine => ({
  index,
  at: '2026-02-21T14:05:06.007Z',
  level: 'warning',
  event: 'keychain.failed',
  fields: { fault: 'locked' },
  errors: [],
});

describe('the log', () => {
  it('goes on with the lines before the last one that is shown', async () => {
    const { stores, callsTo, user } = aPage({
      diagnostics: {
        log: ({ before }) =>
          Promise.resolve(ok({ lines: before === null ? [line(7)] : [line(6)], total: 2, lost: 0 })),
      },
    });
    draw(stores, <LogPage incidentId={null} />);
    await user.click(await screen.findByRole('button', { name: 'Show older lines' }));
    await waitFor(() => expect(screen.getAllByText('The keychain did not answer (locked)')).toHaveLength(2));
    expect(callsTo('diagnostics.log').map(({ input }) => input)).toMatchObject([
      { before: null },
      { before: 7 },
    ]);
    expect(screen.queryByRole('button', { name: 'Show older lines' })).toBeNull();
  });

  it('asks for one incident, and for all lines again', async () => {
    const { stores, callsTo, user } = aPage({});
    draw(stores, <LogPage incidentId="K7QD-2MXA-9RTB" />);
    const [first] = await screen.findAllByRole('button', { name: 'Show all lines' });
    if (first !== undefined) await user.click(first);
    await screen.findByText('Nothing noted yet');
    expect(callsTo('diagnostics.log').map(({ input }) => input)).toMatchObject([
      { incidentId: 'K7QD-2MXA-9RTB' },
      { incidentId: null },
    ]);
  });

  it('copies the lines that are shown', async () => {
    const { stores, callsTo, user } = aPage({
      diagnostics: { log: () => Promise.resolve(ok({ lines: [line(7)], total: 1, lost: 0 })) },
    });
    draw(stores, <LogPage incidentId={null} />);
    const copy = await screen.findByRole('button', { name: 'Copy these lines' });
    await waitFor(() => expect(copy).toHaveProperty('disabled', false));
    await user.click(copy);
    expect(callsTo('clipboard.copyText').map(({ input }) => input)).toEqual([
      { text: '2026-02-21T14:05:06.007Z warning keychain.failed fault=locked' },
    ]);
  });
});

describe('an incident', () => {
  it('leads from its error to its lines', async () => {
    const { stores, user } = aPage({});
    draw(stores, <ErrorState error={{ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' }} />);
    await user.click(screen.getByRole('button', { name: 'What was noted' }));
    expect(stores.route.getState().route).toEqual({
      screen: 'settings',
      view: { kind: 'log', incidentId: 'K7QD-2MXA-9RTB' },
    });
  });
});

describe('the support bundle', () => {
  const parts = [
    { name: 'About', text: 'Namedesk: 1.2.3' },
    { name: 'Log', text: 'empty' },
  ];
  const id = '0b6f2a34-6f4f-4f0e-8f0a-0d3a9b7f1c11';

  it('is shown whole, copied as it is shown, and saved under its number', async () => {
    const { stores, callsTo, user } = aPage({
      diagnostics: { bundle: () => Promise.resolve(ok({ id, parts })) },
    });
    draw(stores, <BundlePage />);
    for (const { name, text } of parts)
      expect((await screen.findByLabelText(`Text of ${name}`)).textContent).toBe(text);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await user.click(screen.getByRole('button', { name: 'Save…' }));
    expect(callsTo('clipboard.copyText')[0]?.input).toEqual({ text: bundleText(parts) });
    expect(callsTo('diagnostics.saveBundle')[0]?.input).toEqual({ id });
  });
});

describe('where a service differs', () => {
  it('is copied as paths and kinds', async () => {
    const { stores, callsTo, user } = aPage({
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
    });
    draw(stores, <DeviationsPage accountId="account-1" />);
    await user.click(await screen.findByRole('button', { name: 'Copy as text' }));
    expect(callsTo('diagnostics.deviations')[0]?.input).toEqual({ accountId: 'account-1' });
    expect(callsTo('clipboard.copyText')[0]?.input).toEqual({
      text: 'lookup [].prices: the document says object, the service says array; 2 times, last on 2026-02-21',
    });
  });

  it('says nothing of a service where there is no account', async () => {
    const { stores, user, callsTo } = aPage({}, { accounts: [], activeId: null });
    void stores.accounts.actions.load();
    draw(stores, <DeviationsPage accountId={null} />);
    await user.click(await screen.findByRole('button', { name: 'Add an account' }));
    expect(screen.queryByText('Nothing differs so far')).toBeNull();
    expect(callsTo('diagnostics.deviations')).toEqual([]);
    expect(stores.route.getState().route).toMatchObject({ screen: 'accounts', intent: 'add' });
  });

  it('says so where nothing does', async () => {
    const { stores } = aPage({});
    draw(stores, <DeviationsPage accountId="account-1" />);
    expect(await screen.findByText('Nothing differs so far')).toBeDefined();
  });
});
