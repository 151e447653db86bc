// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorState } from '../../../../../renderer/src/ui/States.tsx';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

drawInJsdom();

describe('ErrorState', () => {
  it('offers the remedies that the place can carry out, and does what was pressed', async () => {
    const enterKey = vi.fn();
    const error = { kind: 'refused', why: 'credentials', status: 401, said: '' } as const;
    const { user } = await drawPart(<ErrorState error={error} remedies={{ 'enter-key': enterKey }} />);
    await user.click(screen.getByRole('button', { name: 'Enter the key' }));
    expect(enterKey).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Edit the account' })).toBeNull();
  });

  it('is announced', async () => {
    await drawPart(<ErrorState error={{ kind: 'no-key' }} remedies={{}} />);
    expect(screen.getByRole('alert').textContent).toContain('Nothing was changed.');
  });
});
