import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { z } from 'zod';
import { UpdateFailure } from './update-failure.ts';
import { isVersion } from './version.ts';

/** Half as much again as the application can come to, with what it runs on. */
const mostBytes = 400_000_000;

const file = z.object({
  /** A name beside the metadata: nothing is fetched from elsewhere, and nothing is written elsewhere. */
  url: z.string().regex(/^[\w][\w.-]{0,119}$/),
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  size: z.int().min(1).max(mostBytes),
});

const metadata = z.object({
  version: z.string().refine(isVersion),
  files: z.array(file).min(1).max(10),
  // A date is read as one by YAML unless it stands in quotes.
  releaseDate: z
    .union([z.iso.datetime(), z.date().transform((date) => date.toISOString())])
    .nullish()
    .transform((date) => date ?? null),
  releaseNotes: z
    .string()
    .nullish()
    .transform((notes) => notes ?? ''),
});

/** What a feed offers, after its signature was found good. */
export type Metadata = z.output<typeof metadata>;

/** Throws: `UpdateFailure` (`unreadable`). Only for bytes whose signature is good: YAML is not read for strangers. */
export function metadataIn(bytes: Buffer, name: string, url: URL): Metadata {
  const parsed = metadata.safeParse(parsedYaml(bytes, name, url));
  if (!parsed.success) throw new UpdateFailure('unreadable', { cause: parsed.error });
  return parsed.data;
}

function parsedYaml(bytes: Buffer, name: string, url: URL): unknown {
  try {
    return parseUpdateInfo(bytes.toString('utf8'), name, url);
  } catch (thrown) {
    throw new UpdateFailure('unreadable', { cause: thrown });
  }
}
