import { expect, it } from 'vitest';
import { appError } from '#shared/areas/error-schema.ts';

it('reads a broken journal that was kept before there were two as that of changes', () => {
  const kept: unknown = JSON.parse('{"kind":"journal-broken","seq":7}');
  expect(appError.parse(kept)).toEqual({ kind: 'journal-broken', journal: 'changes', seq: 7 });
});
