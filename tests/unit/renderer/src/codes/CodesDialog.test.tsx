// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, ok } from '#shared/result.ts';
import type { FakeAnswers } from '../../../../support/fake-bridge.ts';
import { aDomain, aKnown, anUnreadDomain } from '../../../../support/fake-portfolio.ts';
import { button, grid, showing } from '../domains/a-portfolio.tsx';
import { drawInJsdom } from '../a-drawn-part.tsx';

drawInJsdom();

const unlocked = aKnown('unlocked' as const);
const shops = (count: number) =>
  Array.from({ length: count }, (_, index) => aDomain(`shop-${index + 1}.com`, { lock: unlocked }));

async function asking(domains = shops(20), answers: FakeAnswers['codes'] = {}, count = domains.length) {
  const all = await showing({ world: { domains }, answers: { codes: answers } });
  const { user } = all;
  grid().focus();
  const downwards = '{ArrowDown}'.repeat(count - 1);
  await user.keyboard(count === domains.length ? '{Control>}a{/Control}' : ` {Shift>}${downwards}{/Shift}`);
  await user.click(button('Codes…'));
  return all;
}

const dialog = () => screen.getByRole('dialog');
const go = () => within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Choose location…' });

describe('codes of a selection', () => {
  it('are asked for after it was said what happens, and one is led to the file', async () => {
    const { user, asked, view } = await asking(shops(20), {}, 3);
    const said = dialog().textContent;
    expect(said).toContain('Transfer codes of 3 domains into a file');
    expect(said).toContain('shop-1.com, shop-10.com, shop-11.com');
    expect(said).toContain('3 requests, one at a time: at least 1 s');
    expect(said).toContain('No code is shown or copied.');
    expect(said).toContain('At some registries each request issues a new code');
    expect(within(dialog()).queryByRole('textbox')).toBeNull();
    // Nothing is said of locks where none is on.
    expect(within(dialog()).queryByRole('note')).toBeNull();
    await user.click(go());
    expect(asked('codes.saveMany')).toEqual([
      { accountId: 'practice', domains: ['shop-1.com', 'shop-10.com', 'shop-11.com'] },
    ]);
    expect(view()).toMatchObject({ screen: 'domains', view: { kind: 'codes' } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of many, above a fifth of the portfolio, are not requested before their count is typed', async () => {
    const { user, asked } = await asking(shops(20), {}, 5);
    expect(go().disabled).toBe(true);
    await user.type(screen.getByRole('textbox', { name: 'Type 5 to confirm' }), '4{Enter}');
    expect(asked('codes.saveMany')).toHaveLength(0);
    await user.clear(screen.getByRole('textbox', { name: 'Type 5 to confirm' }));
    await user.type(screen.getByRole('textbox', { name: 'Type 5 to confirm' }), '5{Enter}');
    expect(asked('codes.saveMany')).toHaveLength(1);
  });

  it('take a count with a separator between its digits', async () => {
    const { user, asked } = await asking(shops(60), {}, 60);
    const typed = screen.getByRole('textbox', { name: 'Type 60 to confirm' });
    await user.type(typed, '6,0{Enter}');
    expect(asked('codes.saveMany')).toHaveLength(1);
  });

  it('say which are locked, and lead to a plan that unlocks those alone', async () => {
    const domains = [
      ...shops(8),
      aDomain('a-locked.com'),
      aDomain('b-locked.com'),
      anUnreadDomain('c-unread.com'),
    ];
    const { user, asked, view } = await asking(domains, {}, 4);
    const note = within(dialog()).getByRole('note').textContent;
    expect(note).toContain('2 are locked as last known: a-locked.com, b-locked.com.');
    expect(note).toContain('Lock unknown for 1 domain.');
    await user.click(within(dialog()).getByRole('button', { name: 'Create a batch to unlock them' }));
    expect(asked('batches.prepare')).toEqual([
      {
        accountId: 'practice',
        ask: { kind: 'lock', state: 'unlocked' },
        domains: ['a-locked.com', 'b-locked.com'],
      },
    ]);
    expect(asked('codes.saveMany')).toHaveLength(0);
    expect(view()).toMatchObject({ screen: 'changes', view: { kind: 'batch' } });
  });

  it('are not asked for where one turns back in the code window', async () => {
    const { user, view } = await asking(
      shops(20),
      { saveMany: () => Promise.resolve(ok({ codeExport: null })) },
      2,
    );
    await user.click(go());
    expect(await screen.findByText('Cancelled: nothing was requested.')).toBeTruthy();
    expect(view()).toMatchObject({ view: { kind: 'list' } });
  });

  it('are not cancelled while the file and the passphrase are asked for outside of the page', async () => {
    const { user } = await asking(shops(20), { saveMany: () => new Promise(() => undefined) }, 2);
    const cancel = within(dialog()).getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    expect(cancel.disabled).toBe(false);
    await user.click(go());
    expect(cancel.disabled).toBe(true);
  });

  it('say why they cannot be asked for', async () => {
    const full = fail({ kind: 'storage', fault: 'full' } as const);
    const { user } = await asking(shops(20), { saveMany: () => Promise.resolve(full) }, 2);
    await user.click(go());
    expect((await screen.findByRole('alert')).textContent).toContain('No code was requested');
  });

  it('can be asked for by a key alone', async () => {
    const { user } = await showing({ world: { domains: shops(20) } });
    grid().focus();
    await user.keyboard('k');
    expect(dialog().textContent).toContain('Transfer codes of 1 domain into a file');
  });
});
