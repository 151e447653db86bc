import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { metadataIn } from '../../../../../electron/main/updates/feed-reader.ts';
import { UpdateFailure } from '../../../../../electron/main/updates/feed.ts';
import { createUpdater, type UpdatedApp } from '../../../../../electron/main/updates/updater.ts';
import { type AFeed, aFeed, authority, metadataOf, publish } from '../../../../support/a-feed.ts';

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
  createUpdater({ feed: open.feed, trust: { ca: authority }, app: app(), platform: 'linux' });
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
