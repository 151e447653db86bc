// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ok } from '#shared/result.ts';
import { ChangesScreen } from '../../../../../renderer/src/changes/ChangesScreen.tsx';
import { aChange, aHealth, anUncertainChange } from '../../../../support/a-change.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

async function show(answers: FakeAnswers = {}) {
  const changes = [anUncertainChange({ number: 1 }), aChange({ number: 2, domain: 'bakery.com' })];
  const page = await drawPart(<ChangesScreen />, {
    world: { changes },
    answers,
    before: ({ route }) => route.actions.goToChanges({ kind: 'list', changeId: null }),
  });
  await screen.findByRole('row', { name: /bakery/ });
  return page;
}

const lines = () =>
  within(screen.getByRole('grid', { name: 'Changes' }))
    .getAllByRole('row')
    .slice(1);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the journal', () => {
  it('says how many entries are verified, and checks them when asked', async () => {
    const { user, called } = await show();
    await screen.findByText(/Journal verified: 1,204 entries/);
    await user.click(await button('Check now'));
    await vi.waitFor(() => expect(called('changes.health').at(-1)).toEqual({ check: true }));
  });

  it('says what was verified and when, and how many entries came since', async () => {
    const { bridge } = await show();
    const line = async (words: RegExp) => (await screen.findByText(words)).textContent;
    bridge.tell('changes.health', aHealth({ entries: 33, checkedEntries: 29 }));
    expect(await line(/Journal verified: 29 entries/)).toMatch(
      /29 entries, .+ ago\. 4 entries since then, not verified yet\.$/,
    );
    bridge.tell('changes.health', aHealth({ entries: 33, checkedEntries: 33 }));
    expect(await line(/Journal verified: 33 entries/)).not.toContain('since');
  });

  it('D4 says of a broken chain where, why, and what still works', async () => {
    const { bridge } = await show();
    bridge.tell('changes.health', aHealth({ broken: { seq: 812, why: 'The hash does not fit.' } }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('at entry 812: no change is sent to any service');
    expect(alert.textContent).toContain('The hash does not fit.');
    expect(alert.textContent).toContain('verifying and exporting keep working');
  });

  it('is exported as it is filtered, and says where it was put', async () => {
    const { user, called } = await show();
    await user.click(await button(/Confirmed/));
    await vi.waitFor(() => expect(lines()).toHaveLength(1));
    await user.click(await button('Export…'));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/^Exactly what is filtered: 1 change,/);
    await user.click(within(dialog).getByRole('radio', { name: 'JSON' }));
    await user.click(within(dialog).getByRole('button', { name: 'Choose a file…' }));
    await within(dialog).findByText('/home/robin/Documents/changes.json');
    expect(called('changes.exportJournal')[0]).toMatchObject({
      format: 'json',
      filter: { accountId: 'practice', states: ['confirmed'] },
    });
  });

  it('stays as it was where no file was chosen', async () => {
    const { user } = await show({
      changes: { exportJournal: () => Promise.resolve(ok({ path: null, entries: 0 })) },
    });
    await screen.findByRole('row', { name: /bakery/ });
    await user.click(await button('Export…'));
    await user.click(await button('Choose a file…'));
    expect(await button('Choose a file…')).toBeDefined();
  });
});
