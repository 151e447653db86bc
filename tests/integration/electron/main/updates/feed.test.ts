import tls from 'node:tls';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request, type ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSource,
  type Feed,
  type Offer,
  offerName,
  signedOffer,
  type SourceDeps,
} from '../../../../../electron/main/updates/feed.ts';
import { get, getWhole, UpdateFailure } from '../../../../../electron/main/updates/get.ts';

const pem = (name: string): string => readFileSync(`tests/fixtures/tls/${name}.pem`, 'utf8');

const authority = pem('authority');

/** A file of the feed, or the way in which it is answered. */
type Served = Buffer | string | ((request: IncomingMessage, response: ServerResponse) => void);

interface AFeed {
  readonly feed: Feed;
  readonly privateKey: KeyObject;
  /** By name; what is not there is answered 404. */
  readonly files: Map<string, Served>;
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  readonly headers: IncomingMessage['headers'][];
  readonly close: () => Promise<void>;
}

/** A feed behind https on loopback, with a key pair of its own. */
async function aFeed(options: ServerOptions = {}): Promise<AFeed> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Served>();
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(
    { key: pem('server-key'), cert: pem('good'), ...options },
    (request, response) => {
      const name = (request.url ?? '').replace('/feed/', '');
      asked.push(name);
      headers.push(request.headers);
      const served = files.get(name);
      if (typeof served === 'function') served(request, response);
      else if (served === undefined) response.writeHead(404).end();
      else response.end(served);
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    feed: { url: new URL(`https://localhost:${address.port}/feed/`), publicKey },
    privateKey,
    files,
    asked,
    headers,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

const digestOf = (bytes: Buffer | string): string => createHash('sha512').update(bytes).digest('base64');

const installer = Buffer.from('an installer');
const name = offerName('win32-x64');

const anOffer = (changes: Partial<Offer> = {}): Offer => ({
  version: '1.1.0',
  releasedAt: '2026-03-01T10:00:00.000Z',
  notes: 'Faster.',
  file: 'Namedesk-1.1.0-win-x64.exe',
  size: installer.length,
  sha512: digestOf(installer),
  ...changes,
});

/** Puts a version on the feed, signed with its key. */
function publish({ files, privateKey }: AFeed, offer = anOffer(), bytes = installer): void {
  files.set(name, signedOffer(name, JSON.stringify(offer), privateKey));
  files.set(offer.file, bytes);
}

let open: AFeed;
let directory: string;
const openFile = vi.fn<(path: string) => Promise<void>>();
beforeEach(async () => {
  open = await aFeed();
  directory = mkdtempSync(join(tmpdir(), 'namedesk-updates-'));
  openFile.mockReset().mockResolvedValue();
});
afterEach(async () => {
  await open.close();
  rmSync(directory, { recursive: true, force: true });
});

const folder = () => join(directory, 'updates');
const kept = () => join(folder(), 'Namedesk-1.1.0.exe');
const sourceOf = (changes: Partial<SourceDeps> = {}) =>
  createSource({
    feed: open.feed,
    trust: { ca: authority },
    installed: '1.0.0',
    system: 'win32-x64',
    folder: folder(),
    openFile,
    ...changes,
  });
const unheard = () => undefined;

describe('an installer that is downloaded', () => {
  it('is the file that the offer names, kept under a name of ours, and it is said how far it is', async () => {
    publish(open);
    const percents: number[] = [];
    await sourceOf().download(anOffer(), (percent) => percents.push(percent));
    expect(readFileSync(kept())).toEqual(installer);
    expect(percents.at(-1)).toBe(100);
    expect(open.asked).toEqual([anOffer().file]);
    expect(openFile).not.toHaveBeenCalled();
  });

  it('is a disk image on macOS', async () => {
    publish(open);
    await sourceOf({ system: 'darwin-arm64' }).download(anOffer(), unheard);
    expect(readdirSync(folder())).toEqual(['Namedesk-1.1.0.dmg']);
  });

  it('takes the place of one that was downloaded before', async () => {
    publish(open);
    await sourceOf().download(anOffer({ version: '1.0.9' }), unheard);
    await sourceOf().download(anOffer(), unheard);
    expect(readdirSync(folder())).toEqual(['Namedesk-1.1.0.exe']);
  });

  it.each([
    ['is shorter than what was signed', 'an instal', 'signature'],
    ['is as long as what was signed, and differs in one byte', 'an inztaller', 'signature'],
    ['is longer than what was signed', `an installer${' '.repeat(1_000_000)}`, 'unreadable'],
  ])('is thrown away where it %s', async (_name, bytes, fault) => {
    publish(open, anOffer(), Buffer.from(bytes));
    const source = sourceOf();
    await expect(source.download(anOffer(), unheard)).rejects.toMatchObject({ fault });
    expect(readdirSync(folder())).toEqual([]);
    await expect(source.install()).rejects.toBeInstanceOf(UpdateFailure);
    expect(openFile).not.toHaveBeenCalled();
  });

  it('is not taken from where a redirect leads', async () => {
    publish(open);
    open.files.set(anOffer().file, (_request, response) =>
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    );
    await expect(sourceOf().download(anOffer(), unheard)).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it('is opened by the system when it is installed, and by nothing before', async () => {
    publish(open);
    const source = sourceOf();
    await source.download(anOffer(), unheard);
    await source.install();
    expect(openFile).toHaveBeenCalledExactlyOnceWith(kept());
  });

  it('is not opened where the file was changed after it was downloaded', async () => {
    publish(open);
    const source = sourceOf();
    await source.download(anOffer(), unheard);
    writeFileSync(kept(), 'another program');
    await expect(source.install()).rejects.toMatchObject({ fault: 'signature' });
    expect(openFile).not.toHaveBeenCalled();
  });

  it('is not opened where downloading another one failed since', async () => {
    publish(open);
    const source = sourceOf();
    await source.download(anOffer(), unheard);
    open.files.set(anOffer().file, 'another program');
    await expect(source.download(anOffer(), unheard)).rejects.toBeInstanceOf(UpdateFailure);
    writeFileSync(kept(), installer);
    await expect(source.install()).rejects.toBeInstanceOf(UpdateFailure);
    expect(openFile).not.toHaveBeenCalled();
  });

  it('that the system does not open is a failure', async () => {
    publish(open);
    openFile.mockRejectedValue(new Error('No program for it'));
    const source = sourceOf();
    await source.download(anOffer(), unheard);
    await expect(source.install()).rejects.toMatchObject({ fault: 'storage' });
  });
});

describe('what a feed offers', () => {
  it('is a newer version that is signed, with its notes as text', async () => {
    publish(open, anOffer({ notes: 'Faster.\n- a\u202Eb\u0007c' }));
    expect(await sourceOf().check()).toEqual(anOffer({ notes: 'Faster.\n- abc' }));
    expect(open.asked).toEqual([name]);
  });

  it('is asked for without saying who asks', async () => {
    publish(open);
    await sourceOf().check();
    expect(Object.keys(open.headers[0] ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'cache-control',
      'connection',
      'host',
    ]);
  });

  it('is nothing where this is the newest version', async () => {
    publish(open, anOffer({ version: '1.0.0' }));
    expect(await sourceOf().check()).toBeNull();
  });

  it('is refused where it is older than this version, however well signed', async () => {
    publish(open, anOffer({ version: '0.9.9' }));
    await expect(sourceOf().check()).rejects.toMatchObject({ fault: 'older' });
  });

  const signed = (body: string, as = name, key = open.privateKey) => signedOffer(as, body, key);
  const good = JSON.stringify(anOffer());

  it.each([
    ['another key', () => signed(good, name, generateKeyPairSync('ed25519').privateKey)],
    ['a byte changed after signing', () => signed(good).replace('1.1.0', '1.1.1')],
    ['the signature of another system', () => signed(good, offerName('darwin-arm64'))],
    ['no signature', () => good],
    ['an empty signature', () => `\n${good}`],
    ['a signature with something behind it', () => signed(good).replace('\n', 'AAAA\n')],
    ['nothing', () => ''],
  ])('is refused with %s', async (_name, text) => {
    open.files.set(name, text());
    await expect(sourceOf().check()).rejects.toMatchObject({ fault: 'signature' });
  });

  it.each([
    ['no JSON', '{'],
    ['no version', JSON.stringify({ ...anOffer(), version: 'newest' })],
    ['a version of another form', JSON.stringify(anOffer({ version: '1.1.0-beta.1' }))],
    ['a file elsewhere', JSON.stringify(anOffer({ file: 'https://elsewhere.example/x.exe' }))],
    ['a file above', JSON.stringify(anOffer({ file: '../x.exe' }))],
    ['a file without a digest', JSON.stringify(anOffer({ sha512: 'no' }))],
    ['a file of 4 GB', JSON.stringify(anOffer({ size: 4_000_000_000 }))],
  ])('is refused, though signed, with %s', async (_name, body) => {
    open.files.set(name, signed(body));
    await expect(sourceOf().check()).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it('is not believed of a server whose certificate is of no known authority', async () => {
    publish(open);
    await expect(sourceOf({ trust: {} }).check()).rejects.toMatchObject({ fault: 'unreachable' });
    expect(open.asked).toEqual([]);
  });

  it('is not taken from where a redirect leads', async () => {
    publish(open);
    open.files.set(name, (_request, response) => response.writeHead(302, { location: '/feed/other' }).end());
    await expect(sourceOf().check()).rejects.toMatchObject({ fault: 'unreadable' });
    expect(open.asked).toEqual([name]);
  });

  it('is read no further than an offer can be long', async () => {
    let sent = 0;
    open.files.set(name, (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && sent < 50_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return;
        }
      };
      response.on('drain', more);
      more();
    });
    await expect(sourceOf().check()).rejects.toMatchObject({ fault: 'unreadable' });
    expect(sent).toBeLessThan(10_000_000);
  });

  it('is given up where a server answers a byte at a time', async () => {
    open.files.set(name, (_request, response) => {
      const drip = setInterval(() => response.write('#'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const slow = getWhole(new URL(name, open.feed.url), 1_000, 200, { ca: authority });
    await expect(slow).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it.each([
    ['says nothing', () => undefined],
    ['begins and says nothing more', (response: ServerResponse) => response.write('version')],
  ])('is given up where a server %s', async (_case, begin) => {
    open.files.set(name, (_request, response) => void begin(response));
    const { signal } = new AbortController();
    const url = new URL(name, open.feed.url);
    const asked = get({ url, maxBytes: 1_000, idleMs: 100, signal }, { ca: authority }, () => undefined);
    await expect(asked).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('is given up where an answer is cut short', async () => {
    open.files.set(name, (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('version: 1');
      setImmediate(() => response.destroy());
    });
    await expect(sourceOf().check()).rejects.toMatchObject({ fault: 'unreachable' });
  });
});

describe('an old TLS', () => {
  const { DEFAULT_MIN_VERSION: minVersion, DEFAULT_CIPHERS: ciphers } = tls;
  beforeEach(() => Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: oldCiphers }));
  afterEach(() => Object.assign(tls, { DEFAULT_MIN_VERSION: minVersion, DEFAULT_CIPHERS: ciphers }));

  const oldCiphers = 'DEFAULT:@SECLEVEL=0';

  it('is not spoken, not even where Node was told to', async () => {
    const old = await aFeed({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: oldCiphers });
    publish(old);
    const spoken = await new Promise((resolve, reject) => {
      const url = new URL(name, old.feed.url);
      request(url, { ca: authority }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(spoken, 'by another client').toBe(200);
    await expect(sourceOf({ feed: old.feed }).check()).rejects.toMatchObject({
      fault: 'unreachable',
    });
    await old.close();
  });
});
