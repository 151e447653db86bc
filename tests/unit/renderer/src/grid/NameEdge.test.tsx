// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStage, setStage, show, told } from './grid-stage.tsx';

beforeEach(setStage);
afterEach(clearStage);

describe('the edge of the names', () => {
  const edge = (): HTMLElement => screen.getByRole('separator', { name: 'Width of the names' });

  it('says its width and its limits', () => {
    show();
    const values = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) =>
      edge().getAttribute(name),
    );
    expect(values).toEqual(['220', '96', '640']);
  });

  it('moves by the arrow keys', () => {
    const acts = told();
    show(acts);
    fireEvent.keyDown(edge(), { key: 'ArrowRight' });
    fireEvent.keyDown(edge(), { key: 'ArrowLeft' });
    expect(acts.onNameWidth.mock.calls).toEqual([[236], [204]]);
  });

  it('follows the mouse that holds it', () => {
    const acts = told();
    show(acts);
    edge().setPointerCapture = vi.fn();
    fireEvent.pointerMove(edge(), { clientX: 300 });
    expect(acts.onNameWidth).not.toHaveBeenCalled();
    fireEvent.pointerDown(edge(), { clientX: 222 });
    fireEvent.pointerMove(edge(), { clientX: 302 });
    expect(acts.onNameWidth).toHaveBeenLastCalledWith(300);
  });
});
