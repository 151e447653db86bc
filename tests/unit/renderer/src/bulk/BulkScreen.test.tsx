// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { BulkScreen } from '../../../../../renderer/src/bulk/BulkScreen.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aPace, aSession, aSessionId } from '../../../../support/fake-sessions.ts';
import { anAccount, aPracticeAccount } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';

drawInJsdom();

const running = aSession(
  {
    id: aSessionId(1),
    name: 'Bakeries',
    state: 'running',
    pace: aPace(),
    changedAt: '2026-11-21T09:00:00.000Z',
  },
  { available: 15, taken: 70 },
);
const paused = aSession({ id: aSessionId(2), name: 'Harbours', changedAt: '2026-11-21T08:00:00.000Z' });
const foreign = aSession({ id: aSessionId(3), name: 'Clients', accountId: 'account-1' });

const accounts = [
  { ...aPracticeAccount(), kind: 'reseller' as const },
  anAccount(),
  { ...aPracticeAccount(), id: 'toy' },
];

function show(sessions = [foreign, paused, running], answers: FakeAnswers = {}) {
  return drawPart(<BulkScreen />, {
    world: { accounts, sessions },
    answers,
    before: ({ route }) => route.actions.goToBulk({ kind: 'list' }),
  });
}

const rows = () => within(screen.getByRole('grid')).getAllByRole('row').slice(1);
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) });
const view = (stores: Awaited<ReturnType<typeof show>>['stores']) => stores.route.getState().route;

describe('the list of bulk look-ups', () => {
  it('names each with its size, its progress and what it does', async () => {
    await show();
    const shown = await screen.findByRole('row', { name: /^Bakeries/ });
    expect(shown.textContent).toContain('100 names × 2 TLDs');
    expect(shown.textContent).toContain('Running · 9.8 requests/s');
    expect(within(shown).getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '42 % checked: 15 available, 70 taken',
    );
    expect(rows().map((one) => one.textContent.slice(0, 7))).toEqual(['Bakerie', 'Harbour', 'Clients']);
  });

  it('says why it cannot be read, and reads it again', async () => {
    let broken = true;
    const { user } = await show([paused], {
      sessions: {
        list: () =>
          broken
            ? Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const))
            : Promise.resolve({ ok: true, value: { sessions: [paused] } } as const),
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load the bulk lookups');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /^Harbours/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the keys of the list', () => {
  it('move, open and hold without the mouse; with Ctrl held they belong to the whole window', async () => {
    const { stores, user, called } = await show();
    const grid = await screen.findByRole('grid');
    grid.focus();
    await user.keyboard('{Control>}p{ArrowDown}{/Control}');
    expect(called('sessions.pause')).toEqual([]);
    expect(grid.getAttribute('aria-activedescendant')).toBe(row('Bakeries').id);
    await user.keyboard('p');
    expect(called('sessions.pause')).toEqual([{ id: running.id }]);
    await user.keyboard('{ArrowDown}');
    expect(grid.getAttribute('aria-activedescendant')).toBe(row('Harbours').id);
    await user.keyboard('p');
    expect(called('sessions.resume')).toEqual([{ id: paused.id }]);
    await user.keyboard('{Enter}');
    expect(view(stores)).toEqual({ screen: 'bulk', view: { kind: 'session', sessionId: paused.id } });
  });
});

describe('removing a session', () => {
  it('says what is lost and has the name typed first', async () => {
    const { user, called } = await show();
    (await screen.findByRole('grid')).focus();
    await user.keyboard('{Delete}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('100 names and 85 results are deleted');
    const remove = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Remove the session' });
    expect(remove.disabled).toBe(true);
    const typed = within(dialog).getByLabelText<HTMLInputElement>(/^Type the session/);
    await user.type(typed, 'Baker{Enter}');
    if (typed.form !== null) fireEvent.submit(typed.form);
    expect(called('sessions.remove')).toEqual([]);
    await user.type(typed, 'IES{Enter}');
    expect(called('sessions.remove')).toEqual([]);
    await user.type(typed, '{Backspace}{Backspace}{Backspace}ies {Enter}');
    expect(called('sessions.remove')).toEqual([{ id: running.id }]);
    expect(screen.queryByRole('row', { name: /^Bakeries/ })).toBeNull();
  });
});

describe('running a session again', () => {
  it('is for the account that is chosen, and opens the new one', async () => {
    const { stores, user, called } = await show([paused]);
    (await screen.findByRole('grid')).focus();
    await user.keyboard('a');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('radio', { name: /Northwind/ }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Start at once' }));
    await user.click(within(dialog).getByRole('button', { name: 'Create the session' }));
    expect(called('sessions.runAgain')).toEqual([{ id: paused.id, accountId: 'account-1', start: false }]);
    expect(view(stores)).toMatchObject({ view: { kind: 'session' } });
  });
});

describe('comparing two sessions', () => {
  it('offers the other run over the same names, and opens the later one with what changed', async () => {
    const again = aSession({
      id: aSessionId(9),
      name: 'Harbours again',
      rerunOf: paused.id,
      createdAt: '2026-11-21T10:00:00.000Z',
      changedAt: '2026-11-21T10:00:00.000Z',
    });
    const { stores, user } = await show([paused, again]);
    (await screen.findByRole('grid')).focus();
    await user.keyboard('c');
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    expect(view(stores)).toEqual({
      screen: 'bulk',
      view: { kind: 'session', sessionId: again.id, sinceId: paused.id },
    });
  });
});

it('a session of practice is compared with no real one', async () => {
  const toy = aSession({ id: aSessionId(9), name: 'Toy', rerunOf: paused.id, accountId: 'toy' });
  const { user } = await show([paused, toy]);
  (await screen.findByRole('grid')).focus();
  await user.keyboard('c');
  expect(await screen.findByRole('button', { name: 'Run again…' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
});

describe('renaming a session', () => {
  it('takes the new name', async () => {
    const { user } = await show([paused]);
    (await screen.findByRole('grid')).focus();
    await user.keyboard('{F2}');
    const field = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, 'Northern harbours{Enter}');
    expect(await screen.findByRole('row', { name: /^Northern harbours/ })).toBeTruthy();
  });
});
