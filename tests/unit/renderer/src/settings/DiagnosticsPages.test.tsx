// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import { type FieldKind, logEvents } from '../../../../../electron/main/system/log.ts';
import { BundlePage, DeviationsPage } from '../../../../../renderer/src/settings/DiagnosticsPages.tsx';
import { eventWords, LogPage, wordsOf } from '../../../../../renderer/src/settings/LogPage.tsx';
import { ErrorState } from '../../../../../renderer/src/ui/States.tsx';
import type { ListView } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { bundleText, type LogLine } from '#shared/domain/diagnostics.ts';

drawInJsdom();

describe('the words of events', () => {
  it('stand for every event that main can write, and for no other', () => {
    expect(Object.keys(eventWords).toSorted()).toEqual(Object.keys(logEvents).toSorted());
  });

  const events: Readonly<Record<string, { readonly fields: Readonly<Record<string, FieldKind>> }>> =
    logEvents;

  it.each(Object.entries(events))('say every word that %s can hold, and no raw name', (event, { fields }) => {
    for (const [name, kind] of Object.entries(fields)) {
      const values: readonly string[] = typeof kind === 'object' ? kind.oneOf : ['1'];
      for (const value of values) {
        const words = wordsOf({ event, fields: { [name]: value } });
        expect(words).not.toContain('undefined');
        expect(words).not.toContain(event === 'bug' ? 'undefined' : event);
      }
    }
  });

  it('are plain', () => {
    expect(
      wordsOf({ event: 'keychain.failed', fields: { call: 'get', fault: 'locked', durationMs: 29 } }),
    ).toBe('The keychain did not answer (locked)');
    expect(wordsOf({ event: 'code.taken', fields: { deed: 'copy', outcome: 'emailed' } })).toBe(
      'Transfer code to copy: e-mailed to the registrant',
    );
    expect(wordsOf({ event: 'of.a.later.version', fields: {} })).toBe('of.a.later.version');
  });
});

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
    const { called, user } = await drawPart(<LogPage incidentId={null} />, {
      answers: {
        diagnostics: {
          log: ({ before }) =>
            Promise.resolve(ok({ lines: before === null ? [line(7)] : [line(6)], total: 2, lost: 0 })),
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Show older lines' }));
    await waitFor(() => expect(screen.getAllByText('The keychain did not answer (locked)')).toHaveLength(2));
    expect(called('diagnostics.log')).toMatchObject([{ before: null }, { before: 7 }]);
    expect(screen.queryByRole('button', { name: 'Show older lines' })).toBeNull();
  });

  it('asks for one incident, and for all lines again', async () => {
    const { called, user } = await drawPart(<LogPage incidentId="K7QD-2MXA-9RTB" />);
    const [first] = await screen.findAllByRole('button', { name: 'Show all lines' });
    if (first !== undefined) await user.click(first);
    await screen.findByText('Nothing logged yet');
    expect(called('diagnostics.log')).toMatchObject([{ incidentId: 'K7QD-2MXA-9RTB' }, { incidentId: null }]);
  });

  it('is found after a restart as it was left, but an incident is shown whole', async () => {
    const run = (incidentId: string | null, listViews: readonly ListView[] = []) =>
      drawPart(<LogPage incidentId={incidentId} />, {
        world: { listViews },
        before: (stores) => stores.listViews.actions.load(),
      });
    const first = await run(null);
    await first.user.click(await screen.findByRole('radio', { name: 'Problems' }));
    await first.stores.listViews.actions.flush();
    first.drawn.unmount();
    const again = await run(null, first.bridge.world.listViews);
    await waitFor(() => expect(again.called('diagnostics.log')).toMatchObject([{ level: 'problems' }]));
    expect(await screen.findByRole('radio', { name: 'Problems' })).toHaveProperty('checked', true);
    again.drawn.unmount();
    const incident = await run('K7QD-2MXA-9RTB', first.bridge.world.listViews);
    await waitFor(() => expect(incident.called('diagnostics.log')).toMatchObject([{ level: 'all' }]));
  });

  it('copies the lines that are shown', async () => {
    const { called, user } = await drawPart(<LogPage incidentId={null} />, {
      answers: {
        diagnostics: { log: () => Promise.resolve(ok({ lines: [line(7)], total: 1, lost: 0 })) },
      },
    });
    const copy = await screen.findByRole('button', { name: 'Copy these lines' });
    await waitFor(() => expect(copy).toHaveProperty('disabled', false));
    await user.click(copy);
    expect(called('clipboard.copyText')).toEqual([
      { text: '2026-02-21T14:05:06.007Z warning keychain.failed fault=locked' },
    ]);
  });
});

describe('an incident', () => {
  it('leads from its error to its lines', async () => {
    const { stores, user } = await drawPart(
      <ErrorState error={{ kind: 'bug', incidentId: 'K7QD-2MXA-9RTB' }} />,
    );
    await user.click(screen.getByRole('button', { name: 'View log' }));
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
    const { called, user } = await drawPart(<DeviationsPage accountId="account-1" />, {
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

  it('says nothing of a service where there is no account', async () => {
    const { stores, user, called } = await drawPart(<DeviationsPage accountId={null} />, {
      world: { accounts: [], activeId: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Add an account' }));
    expect(screen.queryByText('No discrepancies so far')).toBeNull();
    expect(called('diagnostics.deviations')).toEqual([]);
    expect(stores.route.getState().route).toMatchObject({ screen: 'accounts', intent: 'add' });
  });

  it('says so where nothing does', async () => {
    await drawPart(<DeviationsPage accountId="account-1" />);
    expect(await screen.findByText('No discrepancies so far')).toBeDefined();
  });
});
