// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Settings } from '../../../../../renderer/src/bridge.ts';
import { CodesSection, SettingsScreen } from '../../../../../renderer/src/settings/SettingsScreen.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aWorld } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

async function shown(platform = 'win32-x64') {
  const onChange = vi.fn();
  const about = {
    version: '0.1.0',
    electron: '42.0.0',
    platform,
    workspacePath: '/tmp/workspace.sqlite',
    placeRisk: null,
  };
  const all = await drawPart(<CodesSection settings={aWorld().settings} onChange={onChange} />, {
    answers: { app: { about: () => Promise.resolve(ok(about)) } },
  });
  await act(() => all.stores.settings.actions.readAbout());
  return { ...all, onChange };
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Clear a copied code after/ });
const protection = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Hide key and code windows/ });

describe('the settings', () => {
  it('stay behind a page of theirs, unread by screen readers, and stand as they stood on the way back', async () => {
    const { stores } = await drawPart(<SettingsScreen />, {
      before: ({ settings }) => settings.actions.read(),
    });
    const heading = await screen.findByRole('heading', { name: 'Settings' });
    act(() => stores.route.actions.goToSettings({ kind: 'log', incidentId: null }));
    expect(await screen.findByRole('heading', { name: 'Log' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
    act(() => stores.route.actions.goToSettings({ kind: 'all' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBe(heading);
    expect(screen.queryByRole('heading', { name: 'Log' })).toBeNull();
  });
});

describe('the setting of the lock', () => {
  const settingsOf = (answers: FakeAnswers = {}) =>
    drawPart(<SettingsScreen />, { answers, before: ({ settings }) => settings.actions.read() });
  const lock = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Lock Namedesk/ });

  it('is off, says what it is worth, and is on once main has stored it', async () => {
    const storing = Promise.withResolvers<Result<Settings>>();
    const { user, stores } = await settingsOf({ settings: { write: () => storing.promise } });
    expect((await lock()).checked).toBe(false);
    expect(await screen.findByText(/while that is open, one click unlocks/)).toBeTruthy();
    await user.click(await lock());
    expect((await lock()).checked).toBe(false);
    storing.resolve(ok({ ...aWorld().settings, appLock: true }));
    expect(await screen.findByRole('combobox', { name: /^Lock when away for/ })).toBeTruthy();
    expect((await lock()).checked).toBe(true);
    expect(stores.undo.getState().done).toEqual([]);
  });

  it('stays off where the keychain does not answer, and says so beside it', async () => {
    const error = { kind: 'keychain', fault: 'no-service' } as const;
    const { user, stores } = await settingsOf({ settings: { write: () => Promise.resolve(fail(error)) } });
    await user.click(await lock());
    const said = await screen.findByRole('alert');
    expect(said.textContent).toContain('The lock was not changed');
    expect(said.textContent).toContain('no keychain service running');
    expect((await lock()).checked).toBe(false);
    expect(stores.settings.getState().settings.status).toBe('ready');
  });
});

describe('the settings of codes', () => {
  it('B15 take a time between 5 and 60 seconds, and none beyond', async () => {
    const { user, onChange } = await shown();
    expect(field().value).toBe('15 s');
    await user.clear(field());
    await user.type(field(), '4');
    await user.clear(field());
    await user.type(field(), '61');
    expect(onChange.mock.calls.flat()).toEqual([{ clearClipboardAfterS: 6 }]);
    onChange.mockClear();
    await user.clear(field());
    await user.type(field(), '30');
    expect(onChange.mock.calls.at(-1)).toEqual([{ clearClipboardAfterS: 30 }]);
  });

  it('B18 let the protection of windows be turned off', async () => {
    const { user, onChange } = await shown();
    expect(protection().checked).toBe(true);
    await user.click(protection());
    expect(onChange.mock.calls).toEqual([[{ protectSecretWindows: false }]]);
  });

  it('B18 say that Linux cannot protect windows, and do not pretend to', async () => {
    await shown('linux-x64');
    expect(screen.getByText(/Not possible on Linux/)).toBeTruthy();
    expect(protection().disabled).toBe(true);
    expect(protection().checked).toBe(false);
  });
});
