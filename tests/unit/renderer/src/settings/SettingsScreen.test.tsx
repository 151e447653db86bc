// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi, beforeEach } from 'vitest';
import type { Template } from '#shared/domain/portfolio.ts';
import { fail, ok } from '#shared/result.ts';
import { CodesSection, SettingsScreen } from '../../../../../renderer/src/settings/SettingsScreen.tsx';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aChange } from '../../../../support/a-change.ts';
import { aWorld, nothingOpen, updatesOff } from '../../../../support/fake-world.ts';
import { drawInJsdom, drawPart, enter, draw, aPage } from '../../../../support/draw.tsx';
import { BackupsSection } from '../../../../../renderer/src/settings/BackupsSection.tsx';
import { UpdatesSection } from '../../../../../renderer/src/settings/UpdatesSection.tsx';
import { ReplacedBar } from '../../../../../renderer/src/shell/LateParts.tsx';
import { App } from '../../../../../renderer/src/app.tsx';
import { TemplatesView } from '../../../../../renderer/src/settings/TemplatesView.tsx';
import { aContactTemplate, aHostsTemplate } from '../../../../support/fake-change-flow.ts';
import type { Backup, SinceBackup } from '#shared/domain/backup.ts';
import type { UpdateState } from '#shared/domain/update.ts';

drawInJsdom();

async function shown(platform = 'win32-x64') {
  const onChange = vi.fn();
  const about = {
    version: '0.1.0',
    electron: '42.0.0',
    platform,
    commandLine: ['namedesk'],
    isTrial: false,
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
    act(() => stores.route.actions.goToSettings({ kind: 'bundle' }));
    expect(await screen.findByRole('heading', { name: 'Support bundle' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
    act(() => stores.route.actions.goToSettings({ kind: 'all' }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBe(heading);
    expect(screen.queryByRole('heading', { name: 'Support bundle' })).toBeNull();
  });
});

describe('what About says of the package', () => {
  const aboutOf = (isTrial: boolean) => ({
    ...{
      version: '0.1.0',
      electron: '42.0.0',
      platform: 'linux x64',
      commandLine: ['namedesk'],
      placeRisk: null,
    },
    isTrial,
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('a trial is called one: %s', async (isTrial, times) => {
    const { stores } = await drawPart(<SettingsScreen />, {
      answers: { app: { about: () => Promise.resolve(ok(aboutOf(isTrial))) } },
      before: ({ settings }) => settings.actions.read(),
    });
    await act(() => stores.settings.actions.readAbout());
    expect(screen.getByText('linux x64')).toBeTruthy();
    expect(screen.queryAllByText(/A trial: its Electron is not an official build/)).toHaveLength(times);
  });
});

describe('the setting of the lock', () => {
  const settingsOf = (answers: FakeAnswers = {}) =>
    drawPart(<SettingsScreen />, { answers, before: ({ settings }) => settings.actions.read() });
  const lock = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Lock Namedesk/ });

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

const good: Backup = {
  name: 'workspace-2026-02-21.sqlite',
  madeAt: '2026-02-21T08:00:00.000Z',
  reason: 'daily',
  bytes: 48_214_016,
  version: 6,
  state: 'good',
};

const damaged: Backup = { ...good, name: 'workspace-2026-02-20.sqlite', state: 'damaged' };

const diskIsFull = () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const));

const theSection = (answers: NonNullable<FakeAnswers['backups']> = {}, listed: readonly Backup[] = [good]) =>
  drawPart(<BackupsSection />, {
    answers: {
      backups: {
        list: () => Promise.resolve(ok({ backups: [...listed], folder: '/backups', kept: 7 })),
        ...answers,
      },
    },
  });

const restoreButtons = () => screen.findAllByRole('button', { name: /^Restore the backup/ });

async function askToRestore(user: UserEvent): Promise<void> {
  const [first] = await restoreButtons();
  if (first !== undefined) await user.click(first);
}

describe('the list of backups', () => {
  it.each([
    ['Back up now', 'No backup was made'],
    [/^Verify/, 'The backup could not be verified'],
  ])('says what of it came to nothing: %s', async (button, said) => {
    const { user } = await theSection({ make: diskIsFull, verify: diskIsFull });
    await restoreButtons();
    await user.click(screen.getByRole('button', { name: button }));
    expect((await screen.findByRole('alert')).textContent).toContain(said);
  });
});

const sinceOf = (changes: Partial<SinceBackup>) => () =>
  Promise.resolve(ok({ backup: good, ...nothingOpen, entries: 0, changes: 0, accesses: 0, ...changes }));

describe('going back to a backup', () => {
  it('needs the word, and says that nothing paid is sent until somebody has looked', async () => {
    const { called, user } = await theSection();
    await askToRestore(user);
    await screen.findByText(/^Until you have reviewed them, nothing paid is sent/);
    const go = screen.getByRole('button', { name: 'Restore and restart' });
    expect(go).toHaveProperty('disabled', true);
    await enter(user, screen.getByRole('textbox', { name: /^Type “restore”/ }), 'restore');
    await user.click(go);
    await waitFor(() => expect(called('backups.restore')).toEqual([{ name: good.name }]));
  });

  it.each([
    ['it turns out to be damaged', sinceOf({ backup: damaged, whyNot: 'This backup is damaged.' })],
    ['a bulk lookup runs', sinceOf({ whyNot: 'A bulk lookup is running: pause it first.' })],
    ['it cannot be read', diskIsFull],
  ])('is not asked for where %s', async (_why, since) => {
    const { user } = await theSection({ since });
    await askToRestore(user);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Restore and restart' })).toBeNull();
  });

  it('names the changes that are not finished before anything is typed, and leads to each', async () => {
    const whyNot = 'There are changes that are not finished.';
    const open = [aChange({ number: 12, domain: 'alpha.com', accountLabel: 'Acme', state: 'uncertain' })];
    const { stores, user } = await theSection({ since: sinceOf({ whyNot, open, openCount: 3 }) });
    await askToRestore(user);
    const dialog = await screen.findByRole('dialog');
    expect((await within(dialog).findByRole('alert')).textContent).toContain(whyNot);
    expect(within(dialog).getByRole('row', { name: /alpha\.com Acme .*Uncertain/ })).toBeDefined();
    within(dialog).getByText('and 2 others, in Activity');
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Open the change of alpha.com' }));
    expect(stores.route.getState().route).toMatchObject({ screen: 'changes' });
  });
});

beforeEach(() => vi.stubGlobal('requestIdleCallback', vi.fn()));

const idle: UpdateState = { ...updatesOff, disabledReason: null, status: 'idle' };

async function showUpdates(first: UpdateState) {
  let state = first;
  const become = (next: Partial<UpdateState>) => Promise.resolve(ok((state = { ...state, ...next })));
  const page = await drawPart(<UpdatesSection settings={aWorld().settings} onChange={() => undefined} />, {
    answers: {
      updates: { read: () => Promise.resolve(ok(state)), restart: () => become({ waitsFor: ['batch'] }) },
    },
  });
  return { ...page, become };
}

describe('a program that the package manager has replaced', () => {
  const replaced: UpdateState = { ...updatesOff, disabledReason: 'by-package-manager', status: 'replaced' };

  it('is said in the settings, with a restart as soon as nothing is under way', async () => {
    const { user } = await showUpdates(replaced);
    await screen.findByText(/Your system has updated Namedesk/);
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    await screen.findByText(/It can be restarted once this is finished: a batch change/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restart' }).disabled).toBe(true);
  });

  it('is told on every screen for as long as it is so, and restarted from there', async () => {
    const restart = vi.fn(() => Promise.resolve(ok(replaced)));
    const read = vi.fn(() => Promise.resolve(ok<UpdateState>(updatesOff)));
    const { user, bridge } = await drawPart(<ReplacedBar />, { answers: { updates: { read, restart } } });
    await waitFor(() => expect(read).toHaveBeenCalled());
    expect(screen.queryByText('Namedesk was updated')).toBeNull();
    read.mockResolvedValue(ok(replaced));
    act(() => bridge.tell('updates.changed', replaced));
    await screen.findByText('Namedesk was updated');
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    expect(restart).toHaveBeenCalledOnce();
  });

  it('is not restarted while work is under way: the bar leads to what runs', async () => {
    const read = () => Promise.resolve(ok({ ...replaced, waitsFor: ['session'] as const }));
    const { user, stores } = await drawPart(<ReplacedBar />, { answers: { updates: { read } } });
    await screen.findByText(/it can be restarted once running work has ended/);
    expect(screen.queryByRole('button', { name: 'Restart' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show what runs' }));
    await waitFor(() => expect(stores.route.getState().route).toMatchObject({ screen: 'settings' }));
  });
});

describe('a version that has grown', () => {
  it('is told by a notice', async () => {
    const running = () => Promise.resolve(ok({ version: '0.2.0', isUpdated: true }));
    const { stores } = await aPage({ answers: { updates: { running } } });
    draw(stores, <App stores={stores} nonce="" />);
    await waitFor(() => expect(stores.notices.getState().notice?.text).toBe('Updated to 0.2.0'));
  });
});

describe('updates in the settings', () => {
  it('lead to the page of a newer version, and no further', async () => {
    const { user, called } = await showUpdates({ ...idle, status: 'available', newest: '1.2.0' });
    expect((await screen.findByRole('status')).textContent).toMatch(/^Version 1.2.0 is available/);
    await user.click(screen.getByRole('button', { name: 'Open the download page' }));
    expect(called('app.openLink')).toEqual([{ link: 'newest-version' }]);
  });
});

const own = aContactTemplate(1, 'Own');

const parking = aHostsTemplate(2, 'Parking', ['park1.contoso.example', 'park2.contoso.example']);

const showTemplates = (templates: readonly Template[] = [own, parking], answers: FakeAnswers = {}) =>
  drawPart(<TemplatesView />, { world: { templates }, answers });

const button = (name: string | RegExp) => screen.findByRole('button', { name });

const named = async () => await screen.findByRole('textbox', { name: 'Name of the template' });

describe('templates', () => {
  it('are made of a contact under the documented names', async () => {
    const { user, bridge } = await showTemplates([]);
    await user.click(await button('New contact'));
    await enter(user, await named(), 'Harbour');
    await enter(user, screen.getByRole('textbox', { name: 'City' }), 'Kiel');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await button(/^Harbour/)).toBeTruthy();
    const [made] = bridge.world.templates;
    expect(made?.kind === 'contact' && made.fields.filter(({ value }) => value !== '')).toEqual([
      { name: 'City', value: 'Kiel' },
    ]);
  });

  it('of nameservers are kept once they are two hosts, as A-labels', async () => {
    const { user, bridge } = await showTemplates([]);
    await user.click(await button('New nameserver set'));
    await enter(user, await named(), 'Ours');
    await enter(user, screen.getByRole('textbox', { name: 'Nameservers' }), 'ns1.bäckerei.example');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await enter(user, screen.getByRole('textbox', { name: 'Nameservers' }), '\nns2.example.net');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await button(/^Ours/);
    const [made] = bridge.world.templates;
    expect(made?.kind === 'nameservers' && made.nameservers).toEqual([
      'ns1.xn--bckerei-5wa.example',
      'ns2.example.net',
    ]);
  });

  it('are listed by what they hold, renamed by F2, hold what they held, and are removed once a person has said so', async () => {
    const { user, bridge } = await showTemplates();
    expect(await button(/^Own/)).toHaveProperty(
      'textContent',
      'OwnRobin van Example, Northwind Hosting, Hamburg, DE',
    );
    expect((await button(/^Parking/)).textContent).toContain('park1.contoso.example, park2.contoso.example');
    (await button(/^Own/)).focus();
    await user.keyboard('{F2}');
    await user.clear(await named());
    await user.type(await named(), 'Ours{Enter}');
    expect(await button(/^Ours/)).toBeTruthy();
    const renamed = { ...own, name: 'Ours' };
    expect(bridge.world.templates).toContainEqual(renamed);
    (await button(/^Parking/)).focus();
    await user.keyboard('{Delete}');
    expect(bridge.world.templates).toHaveLength(2);
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove the template' }),
    );
    await waitFor(() => expect(bridge.world.templates).toEqual([renamed]));
  });
});
