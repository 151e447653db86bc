import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { armor, Decrypter, Encrypter } from 'age-encryption';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { CodeFormat } from '../../../shared/domain/code.ts';
import type { Services } from '../../../electron/main/services/services.ts';
import { codeOf } from '../../../electron/main/practice/operations/domains.ts';
import type { PracticeOptions } from '../../../electron/main/practice/service.ts';
import { Secret } from '../../../electron/main/system/secret.ts';
import { threadUrl } from '../threads/thread-urls.ts';
import { createTestWorld, type TestWorld } from '../test-world.ts';

export const passphrase = 'CANARY-passphrase-77aa';

/** A world with a folder to save codes in. */
export interface CodeExportWorld extends TestWorld {
  readonly path: string;
  readonly domains: readonly string[];
  /** As the service gives it. */
  readonly codeOf: (domain: string) => string;
  readonly start: (
    changes?: Partial<Parameters<Services['codeExports']['start']>[0]>,
  ) => ReturnType<Services['codeExports']['start']>;
}

/** @param thread Which thread encrypts; the application's own takes more than a second to derive the key. */
export async function aCodeExportWorld(
  service: Partial<PracticeOptions> = {},
  thread: 'code-export-worker' | 'quick-code-export-worker' = 'quick-code-export-worker',
  format: CodeFormat = 'age',
): Promise<CodeExportWorld> {
  const world = await createTestWorld({
    service,
    deps: { threadUrl: (name) => threadUrl(name === 'code-export-worker' ? thread : name) },
  });
  const saved = join(world.directory, 'saved');
  mkdirSync(saved);
  const path = join(saved, `codes.${format}`);
  const domains = world.service.domains().map(({ name }) => name);
  return {
    ...world,
    path,
    domains,
    codeOf(name) {
      const domain = world.service.domain(name);
      if (domain === undefined) throw new Error(`The service has no ${name}`);
      return codeOf(service.seed ?? 1, domain);
    },
    start: (changes) =>
      world.codeExports.start({
        accountId: world.accountId,
        domains,
        path,
        passphrase: new Secret(passphrase),
        ...changes,
      }),
  };
}

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

/** A file of the age format, by the library of age's author; unless told how, with the passphrase and a key that is derived in a moment. */
export async function ageFile(
  clear: string | Uint8Array,
  how = (encrypter: Encrypter): void => {
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(10);
  },
): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  how(encrypter);
  return encrypter.encrypt(clear);
}

/** Puts a file into a folder of its own, where an application reads it that runs as another user than the test; its path. */
export function placeFile(name: string, bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'namedesk-opened-'));
  chmodSync(folder, 0o755);
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** The age file at a path, or in the page that is there. */
export function bytesIn(path: string): Buffer {
  const bytes = readFileSync(path);
  const [, armoured] =
    /<script type="application\/age" id="file">\n(.*)<\/script>/s.exec(bytes.toString()) ?? [];
  return armoured === undefined ? bytes : Buffer.from(armor.decode(armoured));
}

/** What is in an encrypted file, or in a page around one, opened with the passphrase. */
export async function textIn(path: string, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(bytesIn(path), 'text');
}

/** The rows in it. */
export const rowsIn = async (path: string, passphrase: string): Promise<readonly OpenedRow[]> =>
  rowsOf(await textIn(path, passphrase));

export const rowsOf = (text: string): readonly OpenedRow[] => rows.parse(parse(text, { columns: true }));
