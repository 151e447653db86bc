import { TextDecoder } from 'node:util';
import { armor, Decrypter, Encrypter, type Identity } from 'age-encryption';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { instant } from '#shared/areas/common-schemas.ts';
import { readFileBytes } from '../../tables/bytes.ts';
import { asciiName } from '../../reseller/operation.ts';
import { serveJobs } from '../../system/job-thread.ts';
import {
  type ClearPiece,
  codeRowsHead,
  type EncryptedPiece,
  type EncryptionMessage,
  type OpeningMessage,
  type ReadFile,
} from './encrypted-file.ts';
import { codeOutcomes } from '#shared/domain/code-actions.ts';
import { mostCodesInFile } from '#shared/domain/bounds.ts';

/**
 * Encrypts one file in the age format with a passphrase, piece by piece, or reads one that was encrypted so. Deriving the
 * key is slow by design (scrypt, 2^18: more than a second and 256 MiB) and blocks its thread for that time, so it does not
 * run in main.
 *
 * Source: C2SP age, "The scrypt recipient type".
 */
serveJobs((task: EncryptionMessage | OpeningMessage) => ('port' in task ? encrypt(task) : read(task)));

async function encrypt({ passphrase, isPage, port }: EncryptionMessage): Promise<null> {
  const put = (piece: EncryptedPiece): void => port.postMessage(piece);
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const clear = writable.getWriter();
  const utf8 = new TextEncoder();
  port.on('message', (piece: ClearPiece) => {
    if (piece === null) clear.close().catch(unheard);
    else clear.write(utf8.encode(piece)).catch(unheard);
  });
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const pieces = await encrypter.encrypt(readable);
  for await (const piece of isPage ? inPage(pieces) : pieces) put(piece);
  put(null);
  return null;
}

/** The same bytes as armour, which age tools know as well, at the end of a page that decrypts them. */
async function* inPage(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { codePage } = await import('./code-page.ts');
  const ascii = new TextEncoder();
  yield ascii.encode(`${codePage}${armour.start}\n`);
  let left: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = Buffer.concat([left, piece]);
    const wholeLines = bytes.length - (bytes.length % armour.lineBytes);
    left = bytes.subarray(wholeLines);
    yield ascii.encode(bytes.subarray(0, wholeLines).toString('base64').replaceAll(/.{64}/g, '$&\n'));
  }
  const lastLine = left.length > 0 ? `${Buffer.from(left).toString('base64')}\n` : '';
  yield ascii.encode(`${lastLine}${armour.end}\n</script></body></html>\n`);
}

/** Source: C2SP age, "ASCII Armor". */
const armour = {
  start: '-----BEGIN AGE ENCRYPTED FILE-----',
  end: '-----END AGE ENCRYPTED FILE-----',
  lineBytes: 48,
} as const;

/** Ignores write errors: they also fail the reader of the file, which throws, and the job ends with that. */
function unheard(): void {}

/** A file of the most domains, each with a long message, is no larger. */
const limit = { bytes: 16 * 1_024 * 1_024, next: 'Choose a code file that Namedesk saved.' };

async function read({ path, passphrase }: OpeningMessage): Promise<ReadFile> {
  const found = await readFileBytes(path, 'codes', limit);
  if (!found.ok) return { kind: 'refused', reason: found.error.reason };
  const { fileName, bytes } = found.value;
  try {
    const rows = rowsIn(await decrypted(bytes, passphrase));
    return { kind: 'read', rows };
  } catch (thrown) {
    if (!(thrown instanceof CannotRead)) throw thrown;
    return thrown.why === 'locked'
      ? { kind: 'locked' }
      : { kind: 'refused', reason: `${fileName} ${reasons[thrown.why]}` };
  }
}

const reasons = {
  'not-age': 'is not encrypted in the age format, so it is not a code file. Choose one that Namedesk saved.',
  'for-a-key':
    'was encrypted for a key instead of with a passphrase, so it can’t be opened here. Use an age tool and the key.',
  'too-hard': 'would take more memory to open than Namedesk allows. Use an age tool.',
  damaged: 'is damaged or incomplete, so nothing in it is shown. Use another copy of it.',
  'other-content':
    'was decrypted, but is not a list of transfer codes as Namedesk saves it. Nothing in it is shown. Use an age tool.',
} as const;

class CannotRead extends Error {
  override readonly name = 'CannotRead';
  readonly why: keyof typeof reasons | 'locked';

  constructor(why: CannotRead['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * Twice the work of our own files: 512 MiB for some seconds. A file says itself how much its passphrase costs, and the library
 * would do four times ours.
 */
const mostWork = 19;

const beginning = 'age-encryption.org/v1';

/** The content of a file. @param passphrase Null: the file is only looked at, and found `locked` where one could open it. */
async function decrypted(file: Uint8Array, passphrase: string | null): Promise<Uint8Array> {
  const bytes = bare(file);
  const decrypter = new Decrypter();
  // Asked in this order; the library tells nothing else of why a file cannot be decrypted.
  decrypter.addIdentity(reading);
  if (passphrase !== null) decrypter.addPassphrase(passphrase);
  decrypter.addIdentity(givingUp);
  const pieces: Uint8Array[] = [];
  try {
    // A stream comes out as a stream: of bytes the library would make a `Response`, which loads WebAssembly.
    for await (const piece of await decrypter.decrypt(streamOf(bytes))) pieces.push(piece);
  } catch (thrown) {
    if (thrown instanceof CannotRead) throw thrown;
    const isAge = Buffer.from(bytes.subarray(0, beginning.length)).toString('latin1') === beginning;
    throw new CannotRead(isAge ? 'damaged' : 'not-age');
  }
  return Buffer.concat(pieces);
}

/** Armour as the bytes that it stands for, at the end of a page as well; other files as they are. */
function bare(file: Uint8Array): Uint8Array {
  const text = Buffer.from(file.buffer, file.byteOffset, file.length).toString('latin1');
  const at = text.lastIndexOf(armour.start);
  if (at < 0 || text.startsWith(beginning)) return file;
  try {
    return armor.decode(text.slice(at).split('<', 1).join());
  } catch {
    throw new CannotRead('damaged');
  }
}

const reading: Identity = {
  unwrapFileKey(stanzas) {
    if (stanzas.every(({ args }) => args[0] !== 'scrypt')) throw new CannotRead('for-a-key');
    if (stanzas.some(({ args }) => Number(args[2]) > mostWork)) throw new CannotRead('too-hard');
    return null;
  },
};

const givingUp: Identity = {
  unwrapFileKey() {
    throw new CannotRead('locked');
  },
};

const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });

const fileRow = z
  .object({
    domain: z.string().refine((name) => {
      const ascii = asciiName('domain', name);
      return ascii.ok && ascii.value === name;
    }),
    code: z.string(),
    // As `codeRow` writes them.
    outcome: z.enum([...codeOutcomes, 'not-read']),
    retrieved_at: instant,
  })
  .refine(({ code, outcome }) => (code === '') === (outcome !== 'code'))
  .transform(({ domain, code, retrieved_at: at }) => ({ domain, code: code === '' ? null : code, at }));

const fileRows = z.array(fileRow).max(mostCodesInFile);

/** What an export wrote, and nothing that merely looks like it: another table may hold anything in its second column. */
function rowsIn(clear: Uint8Array): z.output<typeof fileRows> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(clear);
    if (text.startsWith(codeRowsHead)) return fileRows.parse(parse(text, { columns: true }));
  } catch {
    // Neither text nor a table, or a table of something else. What the parsers say of it could contain a code.
  }
  throw new CannotRead('other-content');
}
