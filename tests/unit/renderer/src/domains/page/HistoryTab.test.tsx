// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { aChange, anUncertainChange } from '../../../../../support/a-change.ts';
import { button, page, showing } from '../a-portfolio.tsx';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

const lines = () =>
  within(screen.getByRole('list', { name: 'Changes of this domain, newest first' })).getAllByRole('listitem');
const numbers = () => lines().map((line) => Number(/Open change (\d+)/.exec(line.textContent)?.[1]));

describe('the history of a domain', () => {
  it('has its own changes alone, the newest first, uncertain ones in their places', async () => {
    const changes = [
      anUncertainChange({ number: 1 }),
      aChange({ number: 2, note: 'Seen in the panel', state: 'settled' }),
      aChange({ number: 3, domain: 'harbour.shop' }),
      aChange({ number: 4, accountId: 'account-1' }),
      aChange({ number: 5, state: 'refused', what: { kind: 'sync' } }),
    ];
    const { user, view } = await showing({ world: { changes }, view: page('northwind.com', 'history') });
    expect(numbers()).toEqual([5, 2, 1]);
    expect(lines()[0]?.textContent).toContain('RefusedSync');
    expect(lines()[1]?.textContent).toContain('Seen in the panel');
    await user.click(within(lines()[0] ?? document.body).getByRole('button', { name: 'Open change 5' }));
    expect(view()).toEqual({ screen: 'changes', view: { kind: 'list', changeId: changes[4]?.id } });
  });

  it('follows what main tells', async () => {
    const change = anUncertainChange({ number: 1 });
    const { bridge } = await showing({
      world: { changes: [change] },
      view: page('northwind.com', 'history'),
    });
    const news = [
      { ...change, state: 'applied' as const },
      aChange({ number: 2, state: 'sending' }),
      aChange({ number: 3, domain: 'harbour.shop' }),
    ];
    act(() => bridge.tell('changes.changed', { changes: news }));
    expect(numbers()).toEqual([2, 1]);
    expect(lines()[1]?.textContent).toContain('Confirmed later');
  });

  it('brings older ones when asked', async () => {
    const changes = Array.from({ length: 130 }, (_, index) => aChange({ number: index + 1 }));
    const { user, asked } = await showing({ world: { changes }, view: page('northwind.com', 'history') });
    expect(lines()).toHaveLength(100);
    await user.click(button('Show older ones (30)'));
    expect(lines()).toHaveLength(130);
    expect(asked('changes.list').at(-1)).toMatchObject({ offset: 100, limit: 100 });
    expect(screen.queryByRole('button', { name: /^Show older/ })).toBeNull();
  });

  it('says that nothing was changed where nothing was', async () => {
    await showing({ view: page('northwind.com', 'history') });
    expect(screen.getByText('No changes from here yet')).toBeTruthy();
  });

  it('says why it cannot be read', async () => {
    await showing({
      view: page('northwind.com', 'history'),
      answers: {
        changes: { list: () => Promise.resolve(fail({ kind: 'storage', fault: 'busy' } as const)) },
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the changes from the journal');
  });
});
