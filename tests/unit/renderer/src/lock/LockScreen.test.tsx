// @vitest-environment jsdom

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useStore } from 'zustand';
import { fail, ok } from '#shared/result.ts';
import { hideWhileLocked, lockNow, type LockStore } from '../../../../../renderer/src/lock/lock-store.ts';
import { LockScreen } from '../../../../../renderer/src/lock/LockScreen.tsx';
import { draw, aPage, drawInJsdom, drawPart, enter, type Given } from '../../../../support/draw.tsx';

drawInJsdom();

const on = { appLock: true, appLockAfterMin: 10 };
const button = () => screen.findByRole('button', { name: 'Unlock' });

describe('the lock screen', () => {
  it('is named, says how it is unlocked, and has the focus on its one button', async () => {
    await drawPart(<LockScreen />);
    const dialog = screen.getByRole('dialog', { name: 'Namedesk is locked' });
    expect(document.activeElement).toBe(await button());
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await screen.findByText(/Your keychain may ask for your password/);
    const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toContain('Running work goes on.');
  });

  it('asks once, however often it is pressed while the system asks', async () => {
    const unlock = vi.fn(() => new Promise<never>(() => undefined));
    const { user } = await drawPart(<LockScreen />, { answers: { appLock: { unlock } } });
    await user.keyboard('{Enter}{Enter}');
    await screen.findByText(/Waiting for the keychain/);
    expect(unlock).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(await button());
  });

  it('says why it stays locked, and what to do', async () => {
    const answers: Given['answers'] = {
      appLock: { unlock: () => Promise.resolve(fail({ kind: 'keychain', fault: 'no-answer' })) },
    };
    const { user } = await drawPart(<LockScreen />, { answers });
    await user.keyboard('{Enter}');
    const said = await screen.findByText(/The keychain did not answer in time/);
    expect(said.textContent).toContain('restart the keychain service, then try again');
    expect(said.getAttribute('role')).toBe('status');
  });
});

describe('the page', () => {
  afterEach(() => document.documentElement.removeAttribute('data-app-locked'));

  function PageWithAField({ lock }: { readonly lock: LockStore }) {
    const isLocked = useStore(lock, (state) => state.isLocked);
    return (
      <>
        <input aria-label="Name" />
        {isLocked && <LockScreen />}
      </>
    );
  }

  it('is covered when main says so and uncovered as it was, with the focus where it stood', async () => {
    const { stores, bridge, user } = await aPage();
    hideWhileLocked(stores.lock, window);
    draw(stores, <PageWithAField lock={stores.lock} />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await enter(user, field, 'harbour');
    await act(async () => {
      bridge.tell('appLock.changed', { isLocked: true });
      await Promise.resolve();
    });
    expect(document.documentElement.hasAttribute('data-app-locked')).toBe(true);
    expect(document.activeElement).toBe(await button());
    await user.click(await button());
    expect(document.documentElement.hasAttribute('data-app-locked')).toBe(false);
    expect(screen.queryByRole('dialog', { name: 'Namedesk is locked' })).toBeNull();
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('harbour');
  });

  it('hears no key and no dropped file while it is locked', async () => {
    const { stores, bridge } = await aPage();
    hideWhileLocked(stores.lock, window);
    const heard = vi.fn();
    for (const event of ['keydown', 'drop', 'paste'])
      window.addEventListener(event, heard, { capture: true });
    const all = () => {
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
      fireEvent.drop(document.body);
      fireEvent.paste(document.body);
    };
    bridge.tell('appLock.changed', { isLocked: true });
    all();
    expect(heard).not.toHaveBeenCalled();
    bridge.tell('appLock.changed', { isLocked: false });
    all();
    expect(heard).toHaveBeenCalledTimes(3);
  });
});

describe('Lock now', () => {
  it('stores what was typed, then locks', async () => {
    const { stores, called } = await aPage({
      world: {},
      before: ({ settings }) => settings.actions.write(on),
    });
    const { promise, resolve } = Promise.withResolvers<unknown>();
    stores.unsaved.add(() => promise);
    const locking = lockNow(stores);
    expect(called('appLock.lock')).toEqual([]);
    resolve(ok({}));
    await locking;
    expect(called('appLock.lock')).toEqual([{}]);
  });

  it('waits a second for what was typed, and no longer', async () => {
    vi.useFakeTimers();
    const { stores, called } = await aPage({ before: ({ settings }) => settings.actions.write(on) });
    stores.unsaved.add(() => new Promise(() => undefined));
    const locking = lockNow(stores);
    await vi.advanceTimersByTimeAsync(1_000);
    await locking;
    expect(called('appLock.lock')).toEqual([{}]);
  });
});
