// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FindingMark } from '../../../../../renderer/src/ui/Marks.tsx';
import { shownKinds } from '#shared/domain/terms.ts';

afterEach(cleanup);

describe('FindingMark', () => {
  it.each([
    ['available', 'Available'],
    ['premium', 'Premium'],
    ['yours', 'Yours'],
    ['taken', 'Taken'],
    ['reserved', 'Reserved'],
    ['invalid', 'Invalid'],
    ['unknown', 'Unknown'],
    ['unchecked', 'Not checked yet'],
  ] as const)('is read out for %s as “%s”', (kind, word) => {
    render(<FindingMark kind={kind} />);
    expect(screen.getByRole('img', { name: word })).toBeDefined();
  });

  it('is silent where its word stands beside it', () => {
    render(<FindingMark kind="available" decorative />);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('has a shape of its own for every finding, so that colour is never the only sign', () => {
    const shapes = shownKinds.map((kind) => {
      const { container } = render(<FindingMark kind={kind} decorative />);
      return [...(container.firstElementChild?.querySelectorAll('*') ?? [])]
        .map((part) => `${part.tagName} ${part.getAttribute('d') ?? part.getAttribute('r') ?? ''}`)
        .join();
    });
    expect(new Set(shapes).size).toBe(shownKinds.length);
  });
});
