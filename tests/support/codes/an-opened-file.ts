import { readFileSync } from 'node:fs';
import { Decrypter } from 'age-encryption';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

const rows = z.array(
  z.object({
    domain: z.string(),
    code: z.string(),
    outcome: z.string(),
    message: z.string(),
    retrieved_at: z.string(),
  }),
);
export type OpenedRow = z.output<typeof rows>[number];

/** What is in an encrypted file, opened with the passphrase. */
export async function textIn(path: string, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(readFileSync(path), 'text');
}

/** The rows in it. */
export const rowsIn = async (path: string, passphrase: string): Promise<readonly OpenedRow[]> =>
  rowsOf(await textIn(path, passphrase));

export const rowsOf = (text: string): readonly OpenedRow[] => rows.parse(parse(text, { columns: true }));
