import { describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { defaultLimits } from '#shared/domain/limits.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import {
  activeAccount,
  createAccountsStore,
  createSettingsStore,
  createStatusStore,
  creditOf,
  followAccount,
  createNoticeStore,
  type AccountsState,
} from '../../../../../renderer/src/shell/stores.ts';
import { createRouteStore, railScreen } from '../../../../../renderer/src/shell/route-store.ts';
import { chosenTlds, createTldsStore } from '../../../../../renderer/src/search/tlds-store.ts';
import { createFakeBridge } from '../../../../support/fake-bridge.ts';
import { anAccount, aPracticeAccount, aWorld } from '../../../../support/fake-world.ts';
import { changeSettings, createUndoStore } from '../../../../../renderer/src/shell/undo.ts';
import { valueOf } from '../../../../../renderer/src/remote.ts';
import type { AccountSummary } from '../../../../../renderer/src/client.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the accounts', () => {
  it('are read again when main says that they changed', async () => {
    const bridge = createFakeBridge();
    const store = createAccountsStore(bridge);
    await store.actions.load();
    bridge.world.accounts = [aPracticeAccount(), anAccount()];
    bridge.tell('accounts.changed', {});
    await settled();
    expect(valueOf(store.getState().accounts)?.accounts).toHaveLength(2);
  });

  it('have one that is active, after a switch the other one', async () => {
    const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }));
    const store = createAccountsStore(bridge);
    await store.actions.load();
    expect(activeAccount(store.getState())?.id).toBe('practice');
    await store.actions.select('account-1');
    expect(activeAccount(store.getState())?.id).toBe('account-1');
  });
});

describe('the status', () => {
  it('that main tells unasked wins over an older answer on its way', async () => {
    const status = { ...aWorld().status, connection: 'offline' } as const;
    let answer = (): void => undefined;
    const bridge = createFakeBridge(aWorld(), {
      status: {
        refresh: () =>
          new Promise((resolve) => {
            answer = () => resolve(ok(aWorld().status));
          }),
      },
    });
    const store = createStatusStore(bridge, () => null);
    const asked = store.actions.refresh();
    bridge.tell('status.changed', status);
    answer();
    await asked;
    expect(valueOf(store.getState().status)?.connection).toBe('offline');
  });

  it('is asked for again and again while the service cannot be reached, less and less often, and no longer once it can', async () => {
    vi.useFakeTimers();
    try {
      const bridge = createFakeBridge({ ...aWorld(), status: { ...aWorld().status, connection: 'offline' } });
      const asked = () => bridge.world.calls.filter(({ name }) => name === 'status.refresh').length;
      const store = createStatusStore(bridge, () => null);
      await store.actions.read();
      const after: number[] = [];
      for (const seconds of [4, 1, 9, 1, 19, 1, 29, 1, 30]) {
        await vi.advanceTimersByTimeAsync(seconds * 1_000);
        after.push(asked());
      }
      expect(after).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 5]);
      bridge.tell('status.changed', aWorld().status);
      await vi.advanceTimersByTimeAsync(120_000);
      expect(asked()).toBe(5);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('whose credit is not known', () => {
    type Status = ReturnType<typeof aWorld>['status'];
    const unknown: Status = { ...aWorld().status, connection: 'online', credit: null };

    /** How often the status was asked for after these were told. */
    async function asked(...statuses: readonly Status[]): Promise<number> {
      const bridge = createFakeBridge();
      createStatusStore(bridge, () => null, 0);
      for (const status of statuses) {
        bridge.tell('status.changed', status);
        await settled();
        await settled();
      }
      return bridge.world.calls.filter(({ name }) => name === 'status.refresh').length;
    }

    it('is asked for it once the service answers again, and not with each answer', async () => {
      expect(await asked({ ...unknown, connection: 'offline' }, unknown, { ...unknown })).toBe(1);
    });

    it('is not asked while the service does not answer, nor where the credit is known', async () => {
      expect(await asked({ ...unknown, connection: 'refused' })).toBe(0);
      expect(
        await asked({ ...unknown, credit: { amount: '1.00', readAt: '2026-01-01T00:00:00.000Z' } }),
      ).toBe(0);
    });
  });
});

describe('the settings', () => {
  it('are shown at once when changed, and taken back when they could not be kept', async () => {
    const { request } = createFakeBridge(aWorld(), {
      settings: { write: () => Promise.resolve(fail({ kind: 'storage', fault: 'full' } as const)) },
    });
    const store = createSettingsStore(request);
    await store.actions.read();
    const writing = store.actions.write({ density: 'compact' });
    expect(valueOf(store.getState().settings)?.density).toBe('compact');
    await writing;
    expect(valueOf(store.getState().settings)?.density).toBe('comfortable');
    expect(store.getState().settings.status).toBe('failed');
  });
});

describe('the TLDs to ask', () => {
  it('are the chosen set’s, or the first set’s where that is gone, or an own list', async () => {
    const store = createTldsStore(createFakeBridge().request, () => null);
    await store.actions.load();
    store.actions.choose({ kind: 'set', id: 'no-longer-there' });
    expect(chosenTlds(store.getState())).toContain('com');
    store.actions.choose({ kind: 'own', tlds: ['shop'] });
    expect(chosenTlds(store.getState())).toEqual(['shop']);
  });
});

describe('the route', () => {
  it('leads to the search field from everywhere and asks for its focus', () => {
    const { actions, getState } = createRouteStore();
    actions.goToAccount('account-1', 'edit');
    actions.show('palette');
    actions.focusSearch();
    expect(getState()).toMatchObject({ route: { screen: 'search' }, overlay: 'none', focusAsked: 1 });
  });

  it('remembers where Register was opened from, lights that on the rail, and keeps it from name to name', () => {
    const { actions, getState } = createRouteStore();
    const session = { kind: 'session', sessionId: 'session-1' } as const;
    actions.goToBulk(session);
    actions.goToRegister(['harbour.com'], null);
    actions.goToRegister(['oakline.io'], null);
    expect(getState().origin).toEqual({ screen: 'bulk', view: session });
    expect(railScreen(getState())).toBe('bulk');
    actions.go(getState().origin);
    expect(getState().route).toEqual({ screen: 'bulk', view: session });
    actions.goToSettings({ kind: 'all' });
    expect(railScreen(getState())).toBe('settings');
  });
});

describe('leaving a place', () => {
  it('waits for the answer where the place asks first, and goes on by it', () => {
    const { actions, getState } = createRouteStore();
    let goOn = (): void => undefined;
    actions.goToBulk({ kind: 'new' });
    actions.holdBack((leave) => (goOn = leave));
    for (const leave of [
      () => actions.focusSearch(),
      () => actions.goToAccount(null, 'view'),
      () => actions.goToSettings({ kind: 'all' }),
      () => actions.goToBulk({ kind: 'list' }),
    ]) {
      leave();
      expect(getState().route).toEqual({ screen: 'bulk', view: { kind: 'new' } });
    }
    goOn();
    expect(getState().route).toEqual({ screen: 'bulk', view: { kind: 'list' } });
  });

  it('asks between the accounts and their form, but not on the way to the same one', () => {
    const { actions, getState } = createRouteStore();
    let asked = 0;
    actions.goToAccount('account-1', 'edit');
    actions.holdBack(() => (asked += 1));
    actions.goToAccount('account-1', 'edit');
    expect(asked).toBe(0);
    actions.goToAccount('account-2', 'view');
    expect(asked).toBe(1);
    expect(getState().route).toMatchObject({ accountId: 'account-1', intent: 'edit' });
  });

  it('does not ask on the way to where one is already, nor after the place has let go', () => {
    const { actions, getState } = createRouteStore();
    let asked = 0;
    actions.goToBulk({ kind: 'new' });
    actions.holdBack(() => (asked += 1));
    actions.goToBulk({ kind: 'new' });
    expect(asked).toBe(0);
    actions.holdBack(null);
    actions.focusSearch();
    expect(asked).toBe(0);
    expect(getState().route.screen).toBe('search');
  });
});

const withKeyOf = (id: string, savedAt: string | null): AccountSummary =>
  anAccount({
    id,
    key: { hasKey: savedAt !== null, place: savedAt === null ? 'none' : 'keychain', savedAt },
  });

function following() {
  const store = createStore<AccountsState>(() => ({ accounts: { status: 'idle' } }));
  const turns: string[] = [];
  followAccount(store, {
    onAnotherAccount: () => turns.push('account'),
    onAnotherLogin: () => turns.push('login'),
  });
  const read = (...list: readonly AccountSummary[]) =>
    store.setState({
      accounts: { status: 'ready', value: { accounts: [...list], activeId: list[0]?.id ?? null } },
    });
  return { read, turns };
}

describe('the page follows the active account', () => {
  const [a, b] = [withKeyOf('a', null), withKeyOf('b', null)];
  const [early, late] = [
    withKeyOf('a', '2026-01-01T00:00:00.000Z'),
    withKeyOf('a', '2026-01-02T00:00:00.000Z'),
  ];

  it.each([
    ['tries the way to the service at the start, and forgets nothing then', [[early]], ['login']],
    [
      'does nothing when the accounts are read again and the login is the same',
      [[a], [{ ...a, label: 'renamed' }, b]],
      ['login'],
    ],
    [
      'tries again after other options were saved: the connection is a new one then',
      [[a], [{ ...a, options: { ...a.options, concurrency: 2 } }]],
      ['login', 'login'],
    ],
    [
      'forgets what another account knew, whichever screen is open',
      [[a], [b]],
      ['login', 'account', 'login'],
    ],
    ['tries the way anew with another key, and keeps what is known', [[early], [late]], ['login', 'login']],
  ])('%s', (_, lists, turned) => {
    const { read, turns } = following();
    for (const list of lists) read(...list);
    expect(turns).toEqual(turned);
  });
});

describe('a notification about long work', () => {
  it.each([
    ['session', { screen: 'bulk', view: { kind: 'session', sessionId: 'x' } }],
    ['batch', { screen: 'changes', view: { kind: 'batch', batchId: 'x' } }],
    ['codes', { screen: 'domains', view: { kind: 'codes', exportId: 'x' } }],
    ['reading', { screen: 'domains', view: { kind: 'list' } }],
    ['import', { screen: 'domains', view: { kind: 'import' } }],
    ['export', { screen: 'search' }],
  ] as const)('leads to its list: %s', (kind, route) => {
    const store = createRouteStore();
    store.actions.goToWork({ kind, id: 'x' });
    expect(store.getState().route).toEqual(route);
  });
});

it.each([
  ['expiries', { screen: 'today' }],
  ['watched-names', { screen: 'settings', view: { kind: 'all', setting: 'watched-names' } }],
] as const)('a notification that was clicked leads to what it is about: %s', (about, route) => {
  const store = createRouteStore();
  store.actions.goToNotice(about);
  expect(store.getState().route).toEqual(route);
});

type Answer = Result<{ readonly changed: number; readonly kept: number }>;

/** A stack, with edits that note when they are undone and done again. */
function aStack(answer: Answer = ok({ changed: 1, kept: 0 })) {
  const bridge = createFakeBridge(aWorld());
  const notices = createNoticeStore(1_000);
  const undo = createUndoStore({
    ...bridge,
    notices: notices.actions,
    otherAccount: (id) => (id === 'other' ? 'Acme' : null),
    newId: () => crypto.randomUUID(),
  });
  const acts: string[] = [];
  const done = (text: string, accountId: string | null = null) =>
    undo.actions.tell({
      text,
      accountId,
      revert: (direction) => {
        acts.push(`${direction} ${text}`);
        return Promise.resolve(answer);
      },
    });
  const settings = createSettingsStore(bridge.request);
  return {
    ...{ bridge, undo, done, acts, settings },
    redo: undo.actions.redo,
    add: undo.actions.add,
    edit: undo.actions.edit,
    notice: () => notices.getState().notice,
    texts: () => notices.getState().notice?.text,
  };
}

const full = fail({ kind: 'storage', fault: 'full' } as const);

const tooOld = fail({
  kind: 'invalid-input',
  field: 'edit',
  reason: 'This can no longer be undone.',
} as const);

it('the credit of one account is not known as that of another', async () => {
  const bridge = createFakeBridge(aWorld({ accounts: [aPracticeAccount(), anAccount()] }));
  const store = createStatusStore(bridge, () => 'practice');
  await store.actions.read();
  const known = valueOf(store.getState().status);
  expect(known?.credit).not.toBeNull();
  expect(creditOf(store.getState(), known?.accountId ?? '')).toBe(known?.credit);
  expect(creditOf(store.getState(), 'account-1')).toBeNull();
});

describe('undo', () => {
  it('offers no way forward again where there is none', async () => {
    const { undo, redo, acts, texts } = aStack();
    const revert = () => Promise.resolve(ok({ changed: 1, kept: 0 }));
    undo.actions.tell({ text: 'Removed', accountId: null, revert, isLast: true });
    await undo.actions.undo();
    await redo();
    expect([acts, texts()]).toEqual([[], 'Nothing to redo.']);
  });

  it('takes the latest edit first, then the one before it; redo goes the same way forth', async () => {
    const { done, undo, redo, acts } = aStack();
    done('A');
    done('B');
    for (const step of [undo.actions.undo, undo.actions.undo, redo, redo, undo.actions.undo]) await step();
    expect(acts).toEqual(['undo B', 'undo A', 'redo A', 'redo B', 'undo B']);
  });

  it('does one after the other when the key is pressed twice', async () => {
    const { done, undo, acts } = aStack();
    done('A');
    done('B');
    await Promise.all([undo.actions.undo(), undo.actions.undo()]);
    expect(acts).toEqual(['undo B', 'undo A']);
  });

  it('has nothing to redo after another edit', async () => {
    const { done, undo, redo, acts, texts } = aStack();
    done('A');
    await undo.actions.undo();
    done('B');
    await redo();
    expect([acts, texts()]).toEqual([['undo A'], 'Nothing to redo.']);
  });

  it('keeps the twenty newest', async () => {
    const { done, undo, acts, texts } = aStack();
    for (let each = 1; each <= 21; each += 1) done(`${each}`);
    for (let each = 1; each <= 21; each += 1) await undo.actions.undo();
    expect(acts).toHaveLength(20);
    expect(acts.at(-1)).toBe('undo 2');
    expect(texts()).toBe('Nothing to undo here. What was sent to the service stays.');
  });

  it('in the notice undoes the edit that it tells of, once, also when another was added without a notice', async () => {
    const { done, undo, add, acts, notice } = aStack();
    done('A');
    const { action } = notice() ?? {};
    add({ text: 'B', accountId: null, revert: () => Promise.resolve(ok({ changed: 1, kept: 0 })) });
    action?.act();
    action?.act();
    await undo.actions.undo();
    expect(acts).toEqual(['undo A']);
  });

  it.each([
    ['all of it', { changed: 3, kept: 0 }, 'Undone: Tagged 3 domains', 'quiet', 'Redo'],
    [
      'nothing of it, as it changed nothing',
      { changed: 0, kept: 0 },
      'Undone: Tagged 3 domains',
      'quiet',
      'Redo',
    ],
    [
      'some of it',
      { changed: 2, kept: 1 },
      'Undone: Tagged 3 domains. 1 was changed since and stays as it is.',
      'quiet',
      'Redo',
    ],
    [
      'none of it',
      { changed: 0, kept: 3 },
      'Not undone, because of a later change: Tagged 3 domains',
      'problem',
      undefined,
    ],
  ] as const)('says that it undid %s', async (_, reverted, text, tone, button) => {
    const { done, undo, notice } = aStack(ok(reverted));
    done('Tagged 3 domains');
    await undo.actions.undo();
    expect([notice()?.text, notice()?.tone, notice()?.action?.label]).toEqual([text, tone, button]);
  });

  it('names the account where another one is active', async () => {
    const { done, undo, texts } = aStack();
    done('Archived 3 domains', 'other');
    await undo.actions.undo();
    expect(texts()).toBe('Undone: Archived 3 domains (Acme)');
  });

  it('says why it failed, and can be tried again; what is not known any more cannot', async () => {
    const again = aStack(full);
    again.done('A');
    await again.undo.actions.undo();
    await again.undo.actions.undo();
    expect(again.acts).toEqual(['undo A', 'undo A']);
    const gone = aStack(tooOld);
    gone.done('A');
    await gone.undo.actions.undo();
    expect(gone.texts()).toBe('This can no longer be undone.');
    await gone.undo.actions.undo();
    expect(gone.acts).toEqual(['undo A']);
  });

  it('has nothing of an edit that failed', async () => {
    const { undo, edit } = aStack();
    await edit({ area: 'domains', text: 'Tagged 3 domains', accountId: 'practice' }, () =>
      Promise.resolve(full),
    );
    expect(undo.getState().done).toEqual([]);
  });
});

describe('undo of a setting', () => {
  it('puts back what it was, and does it again', async () => {
    const stack = aStack();
    await stack.settings.actions.read();
    const before = stack.settings.actions.known();
    await changeSettings(stack, { density: 'compact' });
    expect(stack.notice()).toMatchObject({ text: 'Changed the density', action: { label: 'Undo' } });
    await stack.undo.actions.undo();
    expect(stack.settings.actions.known()).toEqual(before);
    expect(stack.bridge.world.settings).toEqual(before);
    await stack.redo();
    expect(stack.bridge.world.settings.density).toBe('compact');
  });

  it('leaves one that was changed elsewhere since', async () => {
    const stack = aStack();
    await stack.settings.actions.read();
    await changeSettings(stack, { colourScheme: 'dark' });
    stack.bridge.world.settings = { ...stack.bridge.world.settings, colourScheme: 'light' };
    await stack.undo.actions.undo();
    expect(stack.bridge.world.settings.colourScheme).toBe('light');
    expect(stack.texts()).toBe('Not undone, because of a later change: Changed the colours');
  });

  it('is not offered where search results are deleted, nor for what guards money and secrets', async () => {
    const stack = aStack();
    await stack.settings.actions.read();
    await changeSettings(stack, { keepFindingsDays: 7 });
    await changeSettings(stack, { onboarded: true });
    await changeSettings(stack, { protectSecretWindows: false });
    await changeSettings(stack, { limits: { ...defaultLimits, dayCount: 3 } });
    expect(stack.undo.getState().done).toEqual([]);
    await changeSettings(stack, { keepFindingsDays: 0 });
    expect(stack.undo.getState().done).toHaveLength(1);
  });
});
