// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bare } from '#shared/domain/isolated.ts';
import { aDomain } from '../../../../support/fake-portfolio.ts';
import { button, grid, showing, shownNames } from './a-portfolio.tsx';
import { drawInJsdom } from '../a-drawn-part.tsx';

drawInJsdom();

describe('the filter by tag', () => {
  it('shows the domains with a tag, or without any, each with their number', async () => {
    const domains = [
      aDomain('a.com', { tags: ['Acme', 'own'] }),
      aDomain('b.com', { tags: ['Acme'] }),
      aDomain('c.com'),
      aDomain('old.com', { tags: ['Acme', 'gone'], archivedAt: '2026-10-01T08:00:00.000Z' }),
    ];
    const { user } = await showing({ world: { domains } });
    const choose = async (choice: RegExp) => {
      await user.click(button(/^Tag(?!s)/));
      await user.click(await screen.findByRole('menuitem', { name: choice }));
    };
    await user.click(button(/^Tag(?!s)/));
    const choices = await screen.findAllByRole('menuitem');
    expect(choices.map(({ textContent }) => bare(textContent))).toEqual([
      'Any tag',
      'No tag (1)',
      'Acme (2)',
      'own (1)',
    ]);
    await user.keyboard('{Escape}');
    await choose(/Acme/);
    expect(shownNames()).toEqual(['a.com', 'b.com']);
    expect(bare(button(/^Tag(?!s)/).textContent)).toBe('TagAcme (2)');
    await choose(/^No tag/);
    expect(shownNames()).toEqual(['c.com']);
    await user.click(button('Show all'));
    expect(shownNames()).toEqual(['a.com', 'b.com', 'c.com']);
  });

  it('names the chosen tag also when no domain has it any more, and has no such filter where there are no tags', async () => {
    const tagged = aDomain('a.com', { tags: ['Acme'] });
    const { user, bridge } = await showing({ world: { domains: [tagged, aDomain('b.com')] } });
    await user.click(button(/^Tag(?!s)/));
    await user.click(await screen.findByRole('menuitem', { name: /Acme/ }));
    act(() =>
      bridge.tell('domains.changed', {
        accountId: 'practice',
        domains: [{ ...tagged, tags: [] }],
        removed: [],
      }),
    );
    expect(bare(button(/^Tag(?!s)/).textContent)).toBe('TagAcme (0)');
    await user.click(screen.getAllByRole('button', { name: 'Show all' })[0] ?? grid());
    expect(screen.queryByRole('button', { name: /^Tag(?!s)/ })).toBeNull();
  });
});
