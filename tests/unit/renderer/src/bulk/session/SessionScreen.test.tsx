// @vitest-environment jsdom

import { act, cleanup, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/result.ts';
import { button, showing } from './a-shown-session.tsx';
import { theSession } from './an-open-session.ts';
import { drawInJsdom } from '../../a-drawn-part.tsx';

drawInJsdom();

describe('the keys of a session', () => {
  it.each([
    ['Ctrl+P pauses', '{Control>}p{/Control}', 'sessions.pause'],
    ['Ctrl+U looks again at the unknown ones', '{Control>}u{/Control}', 'sessions.askAgain'],
  ])('%s', async (_, keys, request) => {
    const { user, asked } = await showing();
    await user.keyboard(keys);
    expect(asked(request)).toHaveLength(1);
  });

  it('wait while a dialog is open', async () => {
    const { user, asked } = await showing();
    await user.keyboard('{Control>}e{/Control}');
    await screen.findByRole('dialog');
    await user.keyboard('{Control>}p{/Control}');
    expect(asked('sessions.pause')).toEqual([]);
  });

  it('lead to the field that filters by name', async () => {
    const { user } = await showing();
    await user.keyboard('{Control>}f{/Control}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Part of the name' }));
  });
});

describe('a session that is gone', () => {
  it('says that it was removed elsewhere, and leads to the others', async () => {
    const { bridge, user, stores } = await showing();
    act(() => bridge.tell('sessions.changed', { sessions: [], removed: [theSession().id] }));
    expect(screen.getByText('This session was removed')).toBeTruthy();
    await user.click(button('All sessions'));
    expect(stores.route.getState().route).toEqual({ screen: 'bulk', view: { kind: 'list' } });
  });

  it('says that the view stopped updating, and is opened again', async () => {
    const { ports, viewId, user, asked } = await showing();
    act(() => ports.lose(viewId));
    expect(screen.getByRole('alert').textContent).toContain('stopped updating');
    await user.click(button('Reload'));
    expect(asked('sessions.open')).toHaveLength(2);
  });

  it('says why it could not be opened', async () => {
    await showing(theSession(), {
      sessions: { open: () => Promise.resolve(fail({ kind: 'storage', fault: 'damaged' })) },
    });
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t open the session');
  });
});

it('lets its view go when it is left', async () => {
  const { asked, viewId } = await showing();
  cleanup();
  await vi.waitFor(() => expect(asked('sessions.close')).toEqual([{ viewId }]));
});
