// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WatchedName } from '#shared/domain/watching.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { StoresProvider } from '../../../../renderer/src/app-stores.ts';
import { useAction } from '../../../../renderer/src/use-action.ts';
import { aPage, drawInJsdom, drawPart } from '../../../support/draw.tsx';
import { aWatchedName } from '../../../support/fake-watching.ts';

drawInJsdom();

type Named = Result<{ readonly names: readonly WatchedName[] }>;

const none: Named = ok({ names: [] });

/** What is read of watched names, with answers that come when a test gives them, in the order in which they were asked for. */
async function reading(accountId = 'practice') {
  const asked: ((answer: Named) => void)[] = [];
  const page = await aPage({
    answers: { watching: { names: () => new Promise((resolve) => asked.push(resolve)) } },
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <StoresProvider value={page.stores}>{children}</StoresProvider>
  );
  const drawn = renderHook(({ of }) => useAction('watching', 'names', { accountId: of }), {
    wrapper,
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
    const list = vi.fn(() => Promise.resolve(said.ok ? ok({ templates: [] }) : said));
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
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    const { asked } = await reading();
    expect(asked).toHaveLength(1);
    act(() => void window.dispatchEvent(new Event('online')));
  });
});
