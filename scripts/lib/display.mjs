// @ts-check
// A display to draw on: the one that is there, or a virtual one of our own.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Stop } from './say.mjs';

/** @param {NodeJS.ProcessEnv} env */
export const hasDisplay = (env) =>
  process.platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);

/**
 * What another user needs to draw on the display that is ours: a copy of our cookies.
 *
 * @param {{ authorityFile: string, ownerUid: number | undefined, env: NodeJS.ProcessEnv }} options
 * @returns {Record<string, string>}
 */
export function shareDisplay({ authorityFile, ownerUid, env: { DISPLAY, XAUTHORITY } }) {
  if (!DISPLAY || ownerUid === undefined) return {};
  const cookies = XAUTHORITY || join(homedir(), '.Xauthority');
  if (!existsSync(cookies)) return { DISPLAY };
  copyFileSync(cookies, authorityFile);
  chownSync(authorityFile, ownerUid, -1);
  return { DISPLAY, XAUTHORITY: authorityFile };
}

const startTimeoutMs = 15_000;

/**
 * Starts Xvfb on a display of its own choosing, open only to who holds the cookie in `authorityFile`.
 *
 * @param {{ authorityFile: string, ownerUid?: number | undefined }} options
 * @returns {Promise<{ env: { DISPLAY: string, XAUTHORITY: string }, stop: () => void }>}
 */
export async function startVirtualDisplay({ authorityFile, ownerUid }) {
  writeFileSync(authorityFile, xAuthority(randomBytes(16)), { mode: 0o600 });
  if (ownerUid !== undefined) chownSync(authorityFile, ownerUid, -1);
  const screen = ['-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', ['-displayfd', '3', '-auth', authorityFile, ...screen], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const display = await displayNumberOf(server);
  return {
    env: { DISPLAY: `:${display}`, XAUTHORITY: authorityFile },
    stop: () => void server.kill(),
  };
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<number>} The display number, once Xvfb takes connections.
 */
function displayNumberOf(server) {
  return new Promise((resolve, reject) => {
    let complaint = '';
    /** @param {string} why */
    const fail = (why) => {
      clearTimeout(timer);
      server.kill();
      reject(new Stop(`The virtual display did not start: ${why}`));
    };
    const timer = setTimeout(() => fail(`nothing heard from Xvfb in ${startTimeoutMs} ms.`), startTimeoutMs);
    server.on('error', () => fail('there is no Xvfb on this machine.'));
    server.on('exit', () => fail(complaint.trim() || 'Xvfb ended at once.'));
    server.stderr?.on('data', (chunk) => (complaint += chunk));
    /** @type {import('node:stream').Readable} */ (server.stdio[3]).once('data', (chunk) => {
      clearTimeout(timer);
      server.removeAllListeners('exit');
      resolve(Number(String(chunk)));
    });
  });
}

/**
 * An X authority file for every display of this machine (family "wild"), so that server and client can share it before
 * the display's number is known.
 *
 * Source: Xau(3), "The .Xauthority file is a binary file".
 *
 * @param {Buffer} cookie
 */
export function xAuthority(cookie) {
  /** @param {Buffer} bytes */
  const counted = (bytes) => Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  const [wild, address, display] = [Buffer.from([0xff, 0xff]), Buffer.alloc(0), Buffer.alloc(0)];
  return Buffer.concat([wild, ...[address, display, Buffer.from('MIT-MAGIC-COOKIE-1'), cookie].map(counted)]);
}
