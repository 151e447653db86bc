// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TeamPerson } from '#shared/domain/team-view.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { EventName, EventPayload } from '#shared/routes.ts';
import { filterOfClient } from '../../../../renderer/src/activity/activity-store.ts';
import { type Stores, StoresProvider } from '../../../../renderer/src/app-stores.ts';
import type { Client, Input } from '../../../../renderer/src/client.ts';
import { troubleText } from '../../../../renderer/src/team/team-words.tsx';
import { useAction, useAgainWith } from '../../../../renderer/src/use-action.ts';
import { aPage, drawInJsdom, drawPart } from '../../../support/draw.tsx';
import type { createFakeBridge } from '../../../support/fake-bridge.ts';
import { aWatchedName } from '../../../support/fake-watching.ts';
import { updatesOff } from '../../../support/fake-world.ts';

drawInJsdom();

type Named = Result<{ readonly names: readonly WatchedName[] }>;

const none: Named = ok({ names: [] });

const under = (stores: Stores) =>
  function Stored({ children }: { readonly children: ReactNode }) {
    return <StoresProvider value={stores}>{children}</StoresProvider>;
  };

/** What is read of watched names, with answers that come when a test gives them, in the order in which they were asked for. */
async function reading(accountId = 'practice') {
  const asked: ((answer: Named) => void)[] = [];
  const page = await aPage({
    answers: { watching: { names: () => new Promise((resolve) => asked.push(resolve)) } },
  });
  const drawn = renderHook(({ of }) => useAction('watching', 'names', { accountId: of }), {
    wrapper: under(page.stores),
    initialProps: { of: accountId },
  });
  const answer = (index: number, said: Named) => act(async () => Promise.resolve(asked[index]?.(said)));
  const news = () =>
    act(async () => {
      page.bridge.tell('watching.changed', { accountId });
      await Promise.resolve();
    });
  return { asked, answer, news, drawn, of: () => drawn.result.current[0] };
}

const ada = ok({ names: [aWatchedName('ada.com')] });

afterEach(() => void vi.useRealTimers());

describe('what the page reads', () => {
  it('is asked anew by news that come while it is asked first: the answer of before is not taken for new', async () => {
    const { asked, answer, news, of } = await reading();
    await news();
    expect(asked).toHaveLength(2);
    await answer(0, none);
    expect(of()).toEqual({ status: 'loading', before: null });
    await answer(1, ada);
    expect(of()).toEqual({ status: 'ready', value: ada.value });
  });

  it('is read once more after news that came while it was read for others, and not for each of them', async () => {
    const { asked, answer, news, of } = await reading();
    await answer(0, none);
    vi.useFakeTimers();
    for (let times = 0; times < 20; times += 1) await news();
    expect(asked).toHaveLength(2);
    await answer(1, none);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(asked).toHaveLength(3);
    await answer(2, ada);
    expect(of()).toEqual({ status: 'ready', value: ada.value });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asked).toHaveLength(3);
  });

  it('of one account is never shown as that of another', async () => {
    const { answer, drawn, of } = await reading();
    await answer(0, ada);
    drawn.rerender({ of: 'other' });
    expect(of()).toEqual({ status: 'loading', before: null });
  });

  it('stays where it cannot be read again, beside the failure, which is not tried again unasked', async () => {
    const { asked, answer, drawn, of } = await reading();
    await answer(0, ada);
    const error = { kind: 'storage', fault: 'busy' } as const;
    act(() => drawn.result.current[1]());
    await waitFor(() => expect(asked).toHaveLength(2));
    await answer(1, fail(error));
    expect(of()).toEqual({ status: 'failed', error, before: ada.value });
    act(() => void window.dispatchEvent(new Event('focus')));
    act(() => void window.dispatchEvent(new Event('online')));
    await act(() => Promise.resolve());
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['is there', none],
    ['could not be read', fail({ kind: 'storage', fault: 'busy' } as const)],
  ])('is not asked again by a part that is hidden until it %s', async (_, said) => {
    // Without an end it would be asked before anything could be said of it.
    const list = vi.fn(() =>
      list.mock.calls.length > 20
        ? new Promise<never>(() => undefined)
        : Promise.resolve(said.ok ? ok({ templates: [] }) : said),
    );
    function Inner() {
      useAction('templates', 'list', {});
      return 'shown';
    }
    function Outer() {
      const [read] = useAction('templates', 'list', {});
      return read.status === 'loading' ? null : <Inner />;
    }
    const { drawn } = await drawPart(<Outer />, { answers: { templates: { list } } });
    await drawn.findByText('shown');
    expect(list).toHaveBeenCalledOnce();
  });

  it('is asked for while the computer is offline: main is not asked over a network', async () => {
    onlineManager.setOnline(false);
    try {
      const { asked } = await reading();
      expect(asked).toHaveLength(1);
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it('stays where the next page of it cannot be read', async () => {
    const error = { kind: 'storage', fault: 'busy' } as const;
    const first = { rows: [], offset: 0, total: 60 };
    const { stores } = await aPage({
      answers: {
        restored: { rows: ({ offset }) => Promise.resolve(offset === 0 ? ok(first) : fail(error)) },
      },
    });
    const { result, rerender } = renderHook(
      ({ offset }) => useAction('restored', 'rows', { offset, limit: 50 }, true),
      { wrapper: under(stores), initialProps: { offset: 0 } },
    );
    await waitFor(() => expect(result.current[0]).toEqual({ status: 'ready', value: first }));
    rerender({ offset: 50 });
    expect(result.current[0]).toEqual({ status: 'loading', before: first });
    await waitFor(() => expect(result.current[0]).toEqual({ status: 'failed', error, before: first }));
  });

  it('is a failure where a team refuses it, and what was known stays', async () => {
    const people: { readonly kind: 'people'; readonly people: TeamPerson[] } = { kind: 'people', people: [] };
    const said = [ok(people), ok({ kind: 'refused', why: 'unreachable' } as const)];
    const { stores } = await aPage({
      answers: { team: { people: () => Promise.resolve(said.shift() ?? ok(people)) } },
    });
    const { result } = renderHook(() => useAction('team', 'people', {}), { wrapper: under(stores) });
    await waitFor(() => expect(result.current[0]).toEqual({ status: 'ready', value: people }));
    act(() => result.current[1]());
    const error = { kind: 'invalid-input', field: 'team', reason: troubleText('unreachable') };
    await waitFor(() => expect(result.current[0]).toEqual({ status: 'failed', error, before: people }));
  });
});

describe('what depends on something that is not sent with it', () => {
  async function asking() {
    const asked: ((answer: Named) => void)[] = [];
    const { stores } = await aPage({
      answers: { watching: { names: () => new Promise((resolve) => asked.push(resolve)) } },
    });
    const { result, rerender } = renderHook(
      ({ about, of }) => {
        const read = useAction('watching', 'names', { accountId: of });
        useAgainWith(about, read);
        return read[0];
      },
      { wrapper: under(stores), initialProps: { about: 1, of: 'practice' } },
    );
    const become = (about: number, of = 'practice') =>
      act(async () => {
        rerender({ about, of });
        await Promise.resolve();
      });
    const answer = (index: number, said: Named) => act(async () => Promise.resolve(asked[index]?.(said)));
    return { asked, answer, become, of: () => result.current };
  }

  it('is asked once as it is drawn, and once more when that is another', async () => {
    const { asked, answer, become, of } = await asking();
    expect(asked).toHaveLength(1);
    await answer(0, none);
    await become(1);
    expect(asked).toHaveLength(1);
    await become(2);
    expect(asked).toHaveLength(2);
    await answer(1, ada);
    expect(of()).toEqual({ status: 'ready', value: ada.value });
  });

  it('is asked anew when that becomes another while it is on its way: the answer of before is not taken for new', async () => {
    const { asked, answer, become, of } = await asking();
    await become(2);
    expect(asked).toHaveLength(2);
    await answer(0, none);
    expect(of()).toEqual({ status: 'loading', before: null });
    await answer(1, ada);
    expect(of()).toEqual({ status: 'ready', value: ada.value });
  });

  it('is asked once where both it and its input are another', async () => {
    const { asked, answer, become } = await asking();
    await answer(0, none);
    await become(2, 'other');
    expect(asked).toHaveLength(2);
  });

  it('is asked anew when that becomes another while another input of it is on its way', async () => {
    const { asked, answer, become } = await asking();
    await answer(0, none);
    await become(1, 'other');
    expect(asked).toHaveLength(2);
    await become(2, 'other');
    expect(asked).toHaveLength(3);
  });
});

/** An answer that is old after news of main. */
const outdates = <E extends EventName, A extends keyof Client, M extends keyof Client[A] & string>(
  event: E,
  news: EventPayload<E>,
  area: A,
  method: M,
  input: Input<A, M>,
) => ({
  event,
  action: `${area}.${method}`,
  tell: (bridge: ReturnType<typeof createFakeBridge>) => bridge.tell(event, news),
  useIt: () => void useAction(area, method, input),
});

const ofAccount = { accountId: 'practice' };
const ofDomain = { ...ofAccount, domain: 'northwind.com' };
const searchId = '4f7c4c1e-0000-4000-8000-000000000001';
const noChanges = { changes: [] };
const noFilter = { accountId: null, states: null, kinds: null, text: '', domain: null, batchId: null };
const news = { isNews: true };
const withoutNews = { isNews: false };

describe('news of main', () => {
  it.each([
    outdates('accounts.changed', {}, 'accounts', 'removed', {}),
    outdates('batches.changed', { batches: [], removed: [searchId] }, 'team', 'work', {}),
    outdates('changes.changed', noChanges, 'activity', 'summary', { filter: filterOfClient('', null) }),
    outdates('changes.changed', noChanges, 'batches', 'wayBack', { of: { batchId: searchId } }),
    outdates('changes.changed', noChanges, 'changes', 'list', { filter: noFilter, offset: 0, limit: 1 }),
    outdates('changes.changed', noChanges, 'domains', 'children', ofDomain),
    outdates('changes.changed', noChanges, 'limits', 'used', ofAccount),
    outdates(
      'codes.changed',
      { clipboard: null, shown: null, canHint: false },
      'codes',
      'accesses',
      ofDomain,
    ),
    outdates('domains.changed', { ...ofAccount, domains: [], removed: [] }, 'clients', 'list', {}),
    outdates('domains.changed', { ...ofAccount, domains: [], removed: [] }, 'domains', 'find', ofDomain),
    outdates('domains.changed', { ...ofAccount, domains: [], removed: [] }, 'domains', 'history', ofDomain),
    outdates('search.finished', { searchId, failures: [], cancelled: false }, 'domains', 'prices', ofAccount),
    outdates('team.changed', news, 'team', 'people', {}),
    outdates('team.changed', news, 'today', 'read', {}),
    outdates('team.changed', withoutNews, 'team', 'status', {}),
    outdates('today.changed', {}, 'domains', 'prices', ofAccount),
    outdates('today.changed', {}, 'today', 'read', {}),
    outdates('updates.changed', updatesOff, 'updates', 'read', {}),
    outdates('watching.changed', ofAccount, 'watching', 'names', ofAccount),
  ])('of $event has $action read again', async ({ action, tell, useIt }) => {
    const { bridge, called, stores } = await aPage();
    renderHook(useIt, { wrapper: under(stores) });
    const times = called(action).length;
    await act(async () => {
      tell(bridge);
      await Promise.resolve();
    });
    expect(called(action)).toHaveLength(times + 1);
  });

  it.each([
    outdates('batches.changed', { batches: [], removed: [] }, 'team', 'work', {}),
    outdates('team.changed', withoutNews, 'team', 'people', {}),
  ])('of $event that says nothing of $action leaves it as it is', async ({ action, tell, useIt }) => {
    const { bridge, called, stores } = await aPage();
    renderHook(useIt, { wrapper: under(stores) });
    const times = called(action).length;
    await act(async () => {
      tell(bridge);
      await Promise.resolve();
    });
    expect(called(action)).toHaveLength(times);
  });
});
