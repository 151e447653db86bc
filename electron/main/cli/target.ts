import { accessSync, constants, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { exportFormats } from '#shared/ipc/session-schemas.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { ExportFormat } from '../exports/export-request.ts';
import { didYouMean } from './nearest.ts';

/** Where findings are written, and in which form. */
export interface Target {
  /** As it was typed; null for the standard output. */
  readonly path: string | null;
  readonly format: ExportFormat;
}

export const targetOptions = { out: { type: 'string' }, format: { type: 'string' } } as const;

export const targetHelp = `  --out FILE        where the findings are written, once all are there; the ending says the form: .csv, .json, .ndjson,
                    .txt (domain names alone). The file appears when it is whole. Left out: the standard output
  --format F        csv, json, ndjson or txt, where the ending does not say it`;

export const asksForFormat = (text: string): text is ExportFormat =>
  exportFormats.some((format) => format === text);

/** Reads `--out` and `--format`. Fails with a sentence. */
export function readTarget(out: string | undefined, format: string | undefined): Result<Target, string> {
  const path = out === undefined || out === '-' ? null : out;
  const wanted = format ?? (path === null ? 'csv' : extname(path).slice(1).toLowerCase());
  if (asksForFormat(wanted)) return ok({ path, format: wanted });
  const forms = exportFormats.join(', ');
  if (format !== undefined)
    return fail(`--format knows ${forms}, not "${format}".${didYouMean(format, exportFormats)}`);
  return fail(`The ending of "${out ?? ''}" says no form. Use one of ${forms}, or say it with --format.`);
}

/** What is wrong with a place, found out before anything is asked for it; null where nothing is. */
export function problemWithPlace({ path }: Target, cwd: string): string | null {
  if (path === null) return null;
  const place = resolve(cwd, path);
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return `--out: ${path} is a folder; give a file in it.`;
  if (found !== undefined && !found.isFile())
    return `--out: ${path} is no file. For the standard output, leave --out out.`;
  const folder = statSync(dirname(place), { throwIfNoEntry: false });
  if (folder?.isDirectory() !== true) return `--out: there is no folder ${dirname(path)}.`;
  return isWritable(dirname(place)) ? null : `--out: ${path} may not be written there.`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // Whatever the system says, the file would not appear.
  }
}
