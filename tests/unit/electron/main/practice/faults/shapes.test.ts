import { describe, expect, it } from 'vitest';
import { shapes, shapesOf } from '../../../../../../electron/main/practice/faults/shapes.ts';
import { operations } from '../../../../../../electron/main/practice/wire.ts';

describe('shapesOf', () => {
  it('gives an operation its own odd shapes', () => {
    expect(shapesOf('eppcode')).toEqual(['code-as-text', 'code-mailed', 'code-with-entities']);
    expect(shapesOf('version')).toEqual([]);
  });

  it('leaves no shape without an operation', () => {
    expect(new Set(operations.flatMap(shapesOf))).toEqual(new Set(Object.keys(shapes)));
  });
});
