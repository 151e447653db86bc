// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import { aPace } from '../../../../../support/fake-sessions.ts';
import { button, showing } from './a-shown-session.tsx';
import { theSession } from './an-open-session.ts';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

describe('the head of a session', () => {
  it('says whose it is, how far it is, how fast it goes and how long it takes', async () => {
    await showing(theSession({ left: 2, pace: aPace({ slowedBy: 'latency', allowedPerSecond: 3 }) }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bakeries of Berlin');
    expect(screen.getByText('Practice')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('66');
    expect(screen.getByText('9.8 requests/s · 196 checks/s')).toBeTruthy();
    expect(screen.getByText('about 12 min left (10 min to 14 min)')).toBeTruthy();
    expect(screen.getByText(/^Slowed down: the service answers slowly/)).toBeTruthy();
  });

  it('says that it is offline and resumes automatically', async () => {
    await showing(
      theSession({ state: 'waiting', waitingFor: { kind: 'unreachable', why: 'offline' }, pace: null }),
    );
    expect(screen.getByText('Offline: resumes automatically')).toBeTruthy();
  });

  it('leads to the account where it waits for a key', async () => {
    const { user, stores } = await showing(theSession({ state: 'waiting', waitingFor: { kind: 'no-key' } }));
    await user.click(button('Enter the key'));
    expect(stores.route.getState().route).toMatchObject({ screen: 'accounts', accountId: 'practice' });
  });

  it.each([
    ['running', ['Pause', 'Stop']],
    ['waiting', ['Pause', 'Stop']],
    ['paused', ['Resume', 'Stop']],
    ['stopped', ['Resume']],
    ['finished', []],
  ] as const)('offers what a %s session can do', async (state, offered) => {
    await showing(theSession({ state }));
    const all = ['Pause', 'Resume', 'Stop'].filter(
      (name) => screen.queryByRole('button', { name: new RegExp(`^${name}`) }) !== null,
    );
    expect(all).toEqual(offered);
  });

  it.each([
    ['running', 'Running, 60 % done'],
    ['paused', 'Paused, 66 % done'],
    ['stopped', 'Stopped, 66 % done'],
  ] as const)('tells a screen reader how far a %s session is', async (state, said) => {
    await showing(theSession({ state, left: 2 }));
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('counts an own name that was not checked yet as left', async () => {
    await showing(
      theSession({ state: 'paused', left: 2, counts: { ...theSession().counts, unchecked: 2 } }),
      {
        domains: { names: () => Promise.resolve(ok({ names: ['drift.com', 'drift.net'] })) },
      },
    );
    expect(await screen.findByText('2 of 6 checks left', {}, { timeout: 3_000 })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Yours/ })).toBeTruthy();
  });

  it('says what a stop has ended', async () => {
    await showing(theSession({ state: 'stopped', left: 2 }));
    expect(screen.getByText('Ended here. Results stay; Resume checks the rest.')).toBeTruthy();
  });

  it('is renamed in its place by Enter, and not by Esc', async () => {
    const { user, asked } = await showing();
    await user.click(button('Rename the session'));
    await user.keyboard('Never{Escape}');
    expect(asked('sessions.rename')).toEqual([]);
    await user.click(button('Rename the session'));
    await user.keyboard('Autumn{Enter}');
    expect(document.activeElement).toBe(button('Rename the session'));
    expect(asked('sessions.rename')).toEqual([{ id: theSession().id, name: 'Autumn' }]);
  });

  it('rechecks one cause of failure', async () => {
    const { user, asked } = await showing();
    const causes = screen.getByRole('group', { name: 'Failures by cause' });
    await user.click(within(causes).getByRole('button', { name: /^Service unreachable 1/ }));
    expect(asked('sessions.askAgain')).toEqual([
      { id: theSession().id, which: { kind: 'cause', cause: 'unreachable' } },
    ]);
  });

  it('asks before it looks again at everything, with the requests and the time', async () => {
    const { user, asked } = await showing();
    await user.click(button('Recheck'));
    await user.click(await screen.findByRole('menuitem', { name: /^Everything \(6\)/ }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('3 requests')).toBeTruthy();
    expect(asked('sessions.askAgain')).toEqual([]);
    const leaveIt = within(dialog).getByRole('button', { name: 'Cancel' });
    await waitFor(() => expect(document.activeElement).toBe(leaveIt));
    await user.click(within(dialog).getByRole('button', { name: 'Recheck everything' }));
    expect(asked('sessions.askAgain')).toEqual([{ id: theSession().id, which: { kind: 'everything' } }]);
  });

  it('runs again for another account and opens the new session', async () => {
    const { user, stores } = await showing();
    await user.click(button('Runs'));
    await user.click(await screen.findByRole('menuitem', { name: /^Practice/ }));
    expect(stores.route.getState().route).toMatchObject({ view: { kind: 'session' } });
  });

  it('says what failed, that nothing was changed, and what to do', async () => {
    const { user } = await showing(theSession(), {
      sessions: { pause: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' })) },
    });
    await user.click(button(/^Pause/));
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('The session was not paused');
    expect(alert).toContain('The disk is full');
    await user.click(button('Dismiss'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
