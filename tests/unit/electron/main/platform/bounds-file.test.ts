import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBoundsFile } from '../../../../../electron/main/platform/bounds-file.ts';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'bounds-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'window.json');

it('finds the window where it was', () => {
  createBoundsFile(file()).write({ x: -20, y: 0, width: 1_200, height: 800 });
  expect(createBoundsFile(file()).read()).toEqual({ x: -20, y: 0, width: 1_200, height: 800 });
});

it.each([
  ['no JSON', '{"x":'],
  ['null', 'null'],
  ['a list', '[1, 2, 3, 4]'],
  ['a number', '7'],
  ['a field that is missing', '{"x":0,"y":0,"width":800}'],
  ['a text in place of a number', '{"x":"0","y":0,"width":800,"height":600}'],
  ['half a point', '{"x":0.5,"y":0,"width":800,"height":600}'],
  ['no width', '{"x":0,"y":0,"width":0,"height":600}'],
  ['a height below nothing', '{"x":0,"y":0,"width":800,"height":-1}'],
])('takes a file that holds %s for none', (_case, text) => {
  writeFileSync(file(), text);
  expect(createBoundsFile(file()).read()).toBeNull();
});

it('takes a file that is missing for none', () => {
  expect(createBoundsFile(file()).read()).toBeNull();
});
