// @ts-check
// Which modules import each other in a circle. Types count: what points up as a type is in the wrong place too.
import { dirname, join, normalize } from 'node:path/posix';
import ts from 'typescript';

/**
 * What a module imports of its own checkout: at the top, late, as a type, or to export it again.
 *
 * @param {string} file Its path from the checkout's root.
 * @param {string} text
 */
export const importsOf = (file, text) =>
  ts.preProcessFile(text, true).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#shared/')) return [fileName.slice(1)];
    return fileName.startsWith('.') ? [normalize(join(dirname(file), fileName))] : [];
  });

/**
 * @param {ReadonlyMap<string, readonly string[]>} imports What each module imports.
 * @returns {string[]} One circle for each module that closes one, as `a.ts → b.ts → a.ts`.
 */
export function importCycles(imports) {
  /** @type {Set<string>} */
  const finished = new Set();
  /** @type {string[]} */
  const path = [];
  /** @type {string[]} */
  const cycles = [];

  /** @param {string} file */
  function visit(file) {
    const before = path.indexOf(file);
    if (before !== -1) cycles.push([...path.slice(before), file].join(' → '));
    if (before !== -1 || finished.has(file)) return;
    path.push(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    path.pop();
    finished.add(file);
  }

  for (const file of imports.keys()) visit(file);
  return cycles;
}
