import tls from 'node:tls';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request, type ServerOptions } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Feed, signatureOf, UpdateFailure } from '../../../../../electron/main/updates/feed.ts';
import { get, getWhole } from '../../../../../electron/main/updates/get.ts';
import {
  createSource,
  type FeedReaderDeps,
  metadataIn,
  readOffer,
  type UpdatedApp,
} from '../../../../../electron/main/updates/updater.ts';

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

interface AVersion {
  readonly version: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly notes?: string;
}

/** The metadata as electron-builder writes it. */
const metadataOf = ({ version, file, bytes, notes = 'Faster.' }: AVersion): string => `version: ${version}
files:
  - url: ${file}
    sha512: ${digestOf(bytes)}
    size: ${bytes.length}
path: ${file}
sha512: ${digestOf(bytes)}
releaseDate: '2026-03-01T10:00:00.000Z'
releaseNotes: ${JSON.stringify(notes)}
`;

/** Puts a version on the feed, signed with its key. */
function publish({ files, privateKey }: AFeed, of: AVersion, name = 'latest-linux.yml'): void {
  const metadata = metadataOf(of);
  files.set(name, metadata);
  files.set(`${name}.sig`, signatureOf(name, Buffer.from(metadata), privateKey));
  files.set(of.file, of.bytes);
}

describe('updater', () => {
  let open: AFeed;
  let directory: string;
  let quit: ReturnType<typeof vi.fn<() => void>>;
  let onQuit: ReturnType<typeof vi.fn<() => void>>;
  beforeEach(async () => {
    open = await aFeed();
    directory = mkdtempSync(join(tmpdir(), 'namedesk-updater-'));
    quit = vi.fn();
    onQuit = vi.fn();
    writeFileSync(appImage(), 'the old program');
    vi.stubEnv('APPIMAGE', appImage());
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await open.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const appImage = () => join(directory, 'Namedesk.AppImage');
  const marker = () => join(directory, 'started');
  const program = () => Buffer.from(`#!/bin/sh\ntouch "${marker()}"\n`);
  const version = () => ({ version: '1.1.0', file: 'Namedesk-1.1.0.AppImage', bytes: program() });
  const metadata = () => metadataIn(Buffer.from(metadataOf(version())), 'latest-linux.yml', open.feed.url);
  const kept = () => join(directory, 'updates', 'pending', version().file);

  const app = (): UpdatedApp => ({
    version: '1.0.0',
    name: 'Namedesk',
    isPackaged: true,
    appUpdateConfigPath: join(directory, 'none'),
    userDataPath: directory,
    baseCachePath: directory,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit,
    onQuit,
  });
  const updater = () =>
    createSource({ feed: open.feed, trust: { ca: authority }, app: app(), platform: 'linux', arch: 'x64' });
  const unheard = () => undefined;

  describe('bringing a version', () => {
    it('downloads the file that the metadata names, and says how far it is', async () => {
      publish(open, version());
      const percents: number[] = [];
      await updater().download(metadata(), (percent) => percents.push(percent));
      expect(readFileSync(kept())).toEqual(program());
      expect(percents.at(-1)).toBe(100);
      expect(open.asked).toEqual([version().file]);
    });

    it('brings no older version, whoever signed it', async () => {
      publish(open, version());
      const older = { ...metadata(), version: '0.9.9' };
      await expect(updater().download(older, unheard)).rejects.toBeInstanceOf(UpdateFailure);
      expect(open.asked).toEqual([]);
    });

    it('puts nothing in place by itself when the application ends', async () => {
      publish(open, version());
      await updater().download(metadata(), unheard);
      expect(onQuit).not.toHaveBeenCalled();
    });

    it('makes up no id of this computer', async () => {
      publish(open, version());
      await updater().download(metadata(), unheard);
      expect(Object.keys(open.headers[0] ?? {})).not.toContain('x-user-staging-id');
      expect(readdirSync(directory)).not.toContain('.updaterId');
    });

    it.each([
      ['is not the one that was signed', () => Buffer.from('#!/bin/sh\ntouch "x')],
      [
        'is as long, and differs in one byte',
        () => Buffer.from(program().toString().replace('touch', 'tuuch')),
      ],
    ])('throws a download away that %s', async (_name, bytes) => {
      publish(open, version());
      open.files.set(version().file, bytes());
      await expect(updater().download(metadata(), unheard)).rejects.toMatchObject({ fault: 'signature' });
      expect(readdirSync(join(directory, 'updates', 'pending'))).toEqual([]);
    });

    it('reads no more of a download than was signed', async () => {
      publish(open, version());
      open.files.set(version().file, Buffer.concat([program(), Buffer.alloc(1_000_000)]));
      await expect(updater().download(metadata(), unheard)).rejects.toMatchObject({ fault: 'unreadable' });
      expect(readdirSync(join(directory, 'updates', 'pending'))).toEqual([]);
    });

    it('follows no redirect to another place', async () => {
      publish(open, version());
      open.files.set(version().file, (_request, response) =>
        response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
      );
      await expect(updater().download(metadata(), unheard)).rejects.toMatchObject({ fault: 'unreadable' });
    });
  });

  describe('putting a version in place', () => {
    /** What electron-updater asks of Electron when it ends the application. */
    const standInForElectron = (): void => {
      const { resolve, cache } = createRequire(createRequire(import.meta.url).resolve('electron-updater'));
      const path = resolve('electron');
      // A module's entry in the cache, as far as a require looks at it.
      cache[path] = { exports: { autoUpdater: new EventEmitter() }, loaded: true } as NodeJS.Module;
    };

    it('takes the old one’s place, is started, and ends the old one', async () => {
      standInForElectron();
      publish(open, version());
      const bringing = updater();
      await bringing.download(metadata(), unheard);
      await bringing.install();
      await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
      expect(readFileSync(appImage())).toEqual(program());
      await vi.waitFor(() => expect(readdirSync(directory)).toContain('started'));
    });

    it('forgets what was brought before when bringing another one fails', async () => {
      standInForElectron();
      publish(open, version());
      const bringing = updater();
      await bringing.download(metadata(), unheard);
      open.files.set(version().file, 'another program');
      rmSync(kept());
      await expect(bringing.download(metadata(), unheard)).rejects.toBeInstanceOf(UpdateFailure);
      writeFileSync(kept(), program());
      await expect(bringing.install()).rejects.toBeInstanceOf(UpdateFailure);
      expect(readFileSync(appImage(), 'utf8')).toBe('the old program');
    });

    it('leaves the old one alone where the file was changed after it was downloaded', async () => {
      standInForElectron();
      publish(open, version());
      const bringing = updater();
      await bringing.download(metadata(), unheard);
      writeFileSync(kept(), 'another program');
      await expect(bringing.install()).rejects.toMatchObject({ fault: 'signature' });
      expect(readFileSync(appImage(), 'utf8')).toBe('the old program');
      expect(quit).not.toHaveBeenCalled();
    });
  });
});

describe('feed reader', () => {
  let open: AFeed;
  beforeEach(async () => {
    open = await aFeed();
  });
  afterEach(() => open.close());

  const name = 'latest-linux.yml';
  const version = { version: '1.1.0', file: 'Namedesk-1.1.0.AppImage', bytes: Buffer.from('a program') };
  const deps = (changes: Partial<FeedReaderDeps> = {}): FeedReaderDeps => ({
    feed: open.feed,
    trust: { ca: authority },
    platform: 'linux',
    arch: 'x64',
    installed: '1.0.0',
    ...changes,
  });
  const sign = (text: string, as = name): void => {
    open.files.set(name, text);
    open.files.set(`${name}.sig`, signatureOf(as, Buffer.from(text), open.privateKey));
  };

  describe('reading what a feed offers', () => {
    it('offers a newer version that is signed', async () => {
      publish(open, { ...version, notes: '<h2>New</h2><p>Faster <b>look-ups</b></p>' });
      const offer = await readOffer(deps(), 'stable');
      expect(offer?.shown).toEqual({
        version: '1.1.0',
        releasedAt: '2026-03-01T10:00:00.000Z',
        notes: 'New\nFaster look-ups',
      });
      expect(open.asked).toEqual([name, `${name}.sig`]);
    });

    it('asks without saying who asks', async () => {
      publish(open, version);
      await readOffer(deps(), 'stable');
      expect(Object.keys(open.headers[0] ?? {}).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'cache-control',
        'connection',
        'host',
      ]);
    });

    it('reads the channel that was chosen', async () => {
      publish(open, { ...version, version: '1.2.0-beta.1' }, 'beta-linux.yml');
      expect((await readOffer(deps(), 'beta'))?.shown.version).toBe('1.2.0-beta.1');
    });

    it('offers nothing where this is the newest version', async () => {
      publish(open, { ...version, version: '1.0.0' });
      expect(await readOffer(deps(), 'stable')).toBeNull();
    });

    it('refuses a version that is older than this one, however well signed', async () => {
      publish(open, { ...version, version: '0.9.9' });
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'older' });
    });

    it.each([
      [
        'another key',
        () => {
          publish(open, version);
          const { privateKey } = generateKeyPairSync('ed25519');
          open.files.set(`${name}.sig`, signatureOf(name, Buffer.from(metadataOf(version)), privateKey));
        },
      ],
      [
        'metadata that was changed after signing',
        () => {
          publish(open, version);
          open.files.set(name, metadataOf({ ...version, bytes: Buffer.from('another program') }));
        },
      ],
      ['the signature of another channel', () => sign(metadataOf(version), 'beta-linux.yml')],
      ['the signature of another system', () => sign(metadataOf(version), 'latest.yml')],
      [
        'no signature at all',
        () => {
          publish(open, version);
          open.files.set(`${name}.sig`, '');
        },
      ],
      [
        'a signature with something behind it',
        () => {
          publish(open, version);
          const signature = signatureOf(name, Buffer.from(metadataOf(version)), open.privateKey);
          open.files.set(`${name}.sig`, `${signature.trim()}AAAA`);
        },
      ],
    ])('refuses %s', async (_name, prepare) => {
      prepare();
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'signature' });
    });

    it('does not parse what is not signed', async () => {
      open.files.set(name, 'version: [&a [*a, *a]]');
      open.files.set(`${name}.sig`, signatureOf(name, Buffer.from('other'), open.privateKey));
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'signature' });
    });

    it.each([
      ['no YAML', '{'],
      ['no version', metadataOf(version).replace('version: 1.1.0', 'version: newest')],
      [
        'a file elsewhere',
        metadataOf(version).replaceAll(version.file, 'https://elsewhere.example/x.AppImage'),
      ],
      ['a file above', metadataOf(version).replaceAll(version.file, '../x.AppImage')],
      ['a file without a digest', metadataOf(version).replaceAll(/sha512: .*/g, 'sha512: no')],
      ['a file of 4 GB', metadataOf(version).replace('size: 9', 'size: 4000000000')],
    ])('refuses signed metadata with %s', async (_name, text) => {
      sign(text);
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'unreadable' });
    });

    it('does not believe a server whose certificate is of no known authority', async () => {
      publish(open, version);
      await expect(readOffer(deps({ trust: {} }), 'stable')).rejects.toMatchObject({ fault: 'unreachable' });
      expect(open.asked).toEqual([]);
    });

    it('follows no redirect', async () => {
      publish(open, version);
      open.files.set(name, (_request, response) =>
        response.writeHead(302, { location: '/feed/other' }).end(),
      );
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'unreadable' });
      expect(open.asked).toEqual([name]);
    });

    it('reads no more than metadata can be', async () => {
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
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'unreadable' });
      expect(sent).toBeLessThan(10_000_000);
    });

    it('gives a server up that answers a byte at a time', async () => {
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
    ])('gives a server up that %s', async (_case, begin) => {
      open.files.set(name, (_request, response) => void begin(response));
      const { signal } = new AbortController();
      const url = new URL(name, open.feed.url);
      const asked = get({ url, maxBytes: 1_000, idleMs: 100, signal }, { ca: authority }, () => undefined);
      await expect(asked).rejects.toMatchObject({ fault: 'unreachable' });
    });

    it('gives an answer up that is cut short', async () => {
      open.files.set(name, (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('version: 1');
        setImmediate(() => response.destroy());
      });
      await expect(readOffer(deps(), 'stable')).rejects.toMatchObject({ fault: 'unreachable' });
    });
  });

  describe('an old TLS', () => {
    const { DEFAULT_MIN_VERSION: minVersion, DEFAULT_CIPHERS: ciphers } = tls;
    beforeEach(() => Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: oldCiphers }));
    afterEach(() => Object.assign(tls, { DEFAULT_MIN_VERSION: minVersion, DEFAULT_CIPHERS: ciphers }));

    const oldCiphers = 'DEFAULT:@SECLEVEL=0';

    it('is not spoken, not even where Node was told to', async () => {
      const old = await aFeed({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: oldCiphers });
      publish(old, version);
      const spoken = await new Promise((resolve, reject) => {
        const url = new URL(name, old.feed.url);
        request(url, { ca: authority }, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect(spoken, 'by another client').toBe(200);
      await expect(readOffer(deps({ feed: old.feed }), 'stable')).rejects.toMatchObject({
        fault: 'unreachable',
      });
      await old.close();
    });
  });
});
