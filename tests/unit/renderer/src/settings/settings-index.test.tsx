// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#shared/result.ts';
import {
  matcherOfSettings,
  settingNames,
  settingSections,
  settingsIndex,
} from '../../../../../renderer/src/settings/settings-index.ts';
import { SettingsScreen } from '../../../../../renderer/src/settings/SettingsScreen.tsx';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aTeamStatus } from '../../../../support/fake-team.ts';
import { aWorld, updatesOff } from '../../../../support/fake-world.ts';

drawInJsdom();

const about = {
  version: '0.1.0',
  electron: '42.0.0',
  platform: 'win32-x64',
  commandLine: ['namedesk'],
  isTrial: false,
  placeRisk: null,
};

/** With everything on that others stand under. */
async function allShown(answers: FakeAnswers = {}) {
  const settings = {
    ...aWorld().settings,
    appLock: true,
    registryEnabled: true,
    assistantsEnabled: true,
    quietHours: { from: 22, to: 7 },
  };
  const shown = await drawPart(<SettingsScreen />, {
    answers: {
      app: { about: () => Promise.resolve(ok(about)) },
      team: { status: () => Promise.resolve(ok({ team: aTeamStatus() })) },
      updates: { read: () => Promise.resolve(ok({ ...updatesOff, disabledReason: null })) },
      ...answers,
    },
    before: async (stores) => {
      await stores.accounts.actions.load();
      await stores.settings.actions.read();
      await stores.settings.actions.write(settings);
    },
  });
  await screen.findByRole('heading', { name: 'About' });
  await screen.findByText('Check for updates daily');
  await screen.findByText('At work: ada, ben');
  return shown;
}

const labels = (selector: string): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].map((part) => part.dataset['setting'] ?? '');

const shownLabels = () => labels('[data-setting]:not([data-hidden])');

const field = () => screen.getByRole('textbox', { name: 'Find a setting' });

describe('the index of the settings', () => {
  it('has every setting that is on the page, and none that is not', async () => {
    await allShown();
    const indexed = settingNames.map((name) => settingsIndex[name].label);
    const onPage = labels('[data-setting]').filter((label) => !label.startsWith('What’s new'));
    expect([...onPage].sort()).toEqual([...indexed].sort());
  });

  it('has the sections of the page in their order, each setting in its own', async () => {
    await allShown();
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([...settingSections]);
    for (const name of settingNames) {
      const { section, label } = settingsIndex[name];
      const part = [...document.querySelectorAll<HTMLElement>('[data-setting]')].find(
        (each) => each.dataset['setting'] === label,
      );
      const all = [...document.querySelectorAll('section:has(h3)')];
      const own = all.find((each) => part !== undefined && each.contains(part));
      expect([label, own?.querySelector('h3')?.textContent]).toEqual([label, section]);
    }
  });

  it.each([
    ['dark', 'Colours'],
    ['limits', 'Cost of one day'],
    ['budget day', 'Cost of one day'],
    ['lock', 'Lock Namedesk'],
    ['password', 'Lock Namedesk'],
    ['rdap', 'Read expiries at the registry'],
    ['WHOIS', 'Read expiries at the registry'],
    ['dns', 'Check nameservers before they are set'],
    ['backup', 'Backups'],
    ['restore', 'Backups'],
    ['screenshot', 'Hide key and code windows from screen captures'],
    ['autostart', 'Start when you log in'],
    ['mcp', 'Let assistants read and propose'],
  ])('finds by “%s” the setting “%s”', (typed, label) => {
    expect(matcherOfSettings(typed)(label, '')).toBe(true);
  });
});

describe('the search of the settings', () => {
  it('shows what it finds alone, says how many, and leads to the first by Enter', async () => {
    const { user } = await allShown();
    expect(shownLabels()).toHaveLength(settingNames.length);
    await user.type(field(), 'dark');
    expect(shownLabels()).toEqual(['Colours']);
    expect(await screen.findByText('1 setting')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
    await user.keyboard('{Enter}');
    const colours = document.querySelector('[data-setting="Colours"]');
    expect(colours?.contains(document.activeElement)).toBe(true);
    await user.clear(field());
    await user.type(field(), 'zzz');
    expect(shownLabels()).toEqual([]);
    expect(await screen.findByText('No setting has these words.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(shownLabels()).toHaveLength(settingNames.length);
  });
});

describe('the sections at the side', () => {
  it('lead to their headings, and say which is read', async () => {
    const { user } = await allShown();
    const nav = within(screen.getByRole('navigation', { name: 'Sections' }));
    expect(nav.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([...settingSections]);
    await user.click(nav.getByRole('button', { name: 'Limits' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Limits' }));
    expect(nav.getByRole('button', { name: 'Limits' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('a way to one setting', () => {
  it('shows each of them, marked, with the focus in its control', async () => {
    const { stores } = await allShown();
    for (const setting of settingNames) {
      const { label } = settingsIndex[setting];
      act(() => stores.route.actions.goToSettings({ kind: 'all', setting }));
      const part = await waitFor(() => {
        const marked = document.querySelector<HTMLElement>('[data-led-to]');
        expect(marked?.dataset['setting']).toBe(label);
        return marked;
      });
      if (part?.querySelector('button, input') != null)
        expect([label, part.contains(document.activeElement)]).toEqual([label, true]);
      act(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      part?.removeAttribute('data-led-to');
    }
  });

  it('leads to what it stands under where it is not on the page, and clears a search', async () => {
    const { stores, user } = await allShown();
    await act(() => stores.settings.actions.write({ appLock: false }));
    await user.type(field(), 'dark');
    act(() => stores.route.actions.goToSettings({ kind: 'all', setting: 'lock-after' }));
    await waitFor(() =>
      expect(document.querySelector<HTMLElement>('[data-led-to]')?.dataset['setting']).toBe('Lock Namedesk'),
    );
    expect(shownLabels().length).toBeGreaterThan(20);
    expect(document.activeElement?.getAttribute('role')).toBe('switch');
  });
});
