// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ButtonKeys } from '../../../../../renderer/src/ui/Shortcuts.tsx';

afterEach(cleanup);

describe('ButtonKeys', () => {
  it('shows the keys and leaves the button its own name', () => {
    render(
      <button type="button">
        Export <ButtonKeys of="sessionExport" />
      </button>,
    );
    const button = screen.getByRole('button', { name: 'Export' });
    expect(button.querySelectorAll('kbd').length).toBeGreaterThan(0);
  });
});
