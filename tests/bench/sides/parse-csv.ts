// Beside the import: the same file through the parser alone, as text, nothing made of its rows.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';

const { path, rows } = askedOfSide() as { readonly path: string; readonly rows: number }; // all-figures.ts

const startedAt = performance.now();
const parsed = parse(readFileSync(path, 'utf8'));
const tookMs = performance.now() - startedAt;
if (parsed.length !== rows + 1) throw new Error(`${parsed.length} rows were parsed instead of ${rows + 1}`);
tellTaken({ value: tookMs, also: {} });
