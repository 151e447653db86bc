import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { operations } from '../../../../../support/named-operations.ts';

const folder = new URL('../../../../../../electron/main/reseller/operations/', import.meta.url);

const isOperation = (value: unknown): value is { readonly name: string } =>
  typeof value === 'object' && value !== null && 'judge' in value && 'effect' in value;

it('every operation of the client is among those that the tests go through, under its own name', async () => {
  const modules = await Promise.all(
    readdirSync(folder).map((file) => vi.importActual<object>(new URL(file, folder).pathname)),
  );
  const there = modules.flatMap((module) => Object.values(module).filter(isOperation));
  expect(there.map(({ name }) => name).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect(Object.entries(operations).filter(([name, operation]) => operation.name !== name)).toEqual([]);
});
