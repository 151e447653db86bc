// @ts-check
// An installer for Windows, by makensis alone, of the folder that electron-builder made.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { whatIsWrong } from '../packaged/check-windows.mjs';
import { windowsIcon } from '../packaged/icon.mjs';
import { windowsFolder, windowsProgram } from '../packaged/places.mjs';
import { inCheckout } from '../paths.mjs';
import { run } from '../run.mjs';
import { Stop } from '../say.mjs';
import { trialMark } from './linux-tree.mjs';
import { configuredSigner, sign, signCommand } from './authenticode.mjs';

/** @typedef {import('./identity.mjs').Identity} Identity */

/** By which Windows knows the application: its entry among the apps, its notices, its start at login. */
export const appId = 'app.namedesk.desktop';

const resources = (/** @type {string} */ name) => inCheckout('resources', 'windows', name);

/** The kinds of files that the application opens: it is offered under "Open with", and never takes them over from another program. */
export const openedFiles = ['.age', '.csv'];

/**
 * @param {Identity} identity
 * @param {Date} date Of the commit.
 * @param {{ signer?: import('./authenticode.mjs').Signer | undefined, opened?: readonly string[] }} [options] A trial is never signed.
 * @returns {Promise<string>} The installer's path, in dist/.
 *
 * Fails with: a `Stop` where something of the folder is wrong, or makensis, the compiler of the launcher or the signer is not there or fails.
 */
export async function makeNsis(
  identity,
  date,
  { signer = configuredSigner(identity), opened = openedFiles } = {},
) {
  const scratch = mkdtempSync(join(tmpdir(), 'namedesk-nsis-'));
  try {
    const wrong = await whatIsWrong(windowsFolder);
    if (wrong.length > 0)
      throw new Stop(`The folder for Windows is not as it must be:\n  ${wrong.join('\n  ')}`);
    const folder = join(scratch, 'Namedesk');
    cpSync(windowsFolder, folder, { recursive: true });
    await makeLauncher(join(folder, 'bin'));
    if (identity.isTrial) writeFileSync(join(folder, trialMark), '');
    if (signer) for (const path of signedFiles) await sign(join(folder, path), signer);
    const files = filesIn(folder);
    for (const path of files) utimesSync(join(folder, path), date, date);
    const lists = {
      FILE_LIST: fileList(folder, files),
      OPENS_LIST: opened.length > 0 ? opensList(opened) : '',
      CLOSES_LIST: opened.length > 0 ? closesList : '',
    };
    for (const [name, text] of Object.entries(lists)) writeFileSync(join(scratch, `${name}.nsh`), text);
    const path = inCheckout('dist', `${identity.name}-${windowsVersion(identity.version).shown}-x64.exe`);
    const kiB = files.reduce((all, file) => all + Math.ceil(statSync(join(folder, file)).size / 1024), 0);
    await runMakensis(path, date, {
      ...definesOf(identity, kiB),
      ...Object.fromEntries(Object.keys(lists).map((name) => [name, join(scratch, `${name}.nsh`)])),
      ...(signer ? { SIGN_COMMAND: signCommand(signer) } : {}),
    });
    if (signer) await sign(path, signer);
    return path;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} folder @returns {string[]} In a fixed order, with `/`. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** What is ours among the programs of the folder: the rest is signed by its makers, or part of the runtime. */
const signedFiles = [windowsProgram, 'bin/namedesk.exe'];

/** `namedesk` on the Path, which is a program for consoles, as the runtime is not. @param {string} folder */
async function makeLauncher(folder) {
  mkdirSync(folder);
  // Without a time in its header, and without a library of the compiler's beside it.
  const fixed = ['-municode', '-Os', '-s', '-static', '-Wl,--no-insert-timestamp'];
  const args = [...fixed, '-o', join(folder, 'namedesk.exe'), resources('namedesk.c')];
  const code = await run('x86_64-w64-mingw32-gcc', args);
  if (code !== 0)
    throw new Stop(
      code === 127
        ? 'x86_64-w64-mingw32-gcc is not installed (Debian: gcc-mingw-w64-x86-64): nothing was made.'
        : 'The launcher could not be compiled: what the compiler says above is the reason.',
    );
}

/** @param {string} out @param {Date} date @param {Record<string, string>} defines */
async function runMakensis(out, date, defines) {
  const words = Object.entries({ ...defines, OUT_FILE: out }).map(([name, value]) => `-D${name}=${value}`);
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(date.getTime() / 1000)) };
  const code = await run(
    'makensis',
    ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', ...words, resources('installer.nsi')],
    {
      env,
    },
  );
  if (code !== 0)
    throw new Stop(
      code === 127
        ? 'makensis is not installed (Debian: nsis): nothing was made.'
        : 'makensis failed: what it says above is the reason.',
    );
}

/** @param {Identity} identity @param {number} kiB */
function definesOf({ version, isTrial, productName, authors, homepage, summary }, kiB) {
  const { number, shown } = windowsVersion(version);
  const warning =
    'This is a trial: its runtime is not an official build and lacks security fixes. Do not use it for real work.$\\r$\\n$\\r$\\n';
  const text = `${summary[0]?.toUpperCase()}${summary.slice(1)}.$\\r$\\n$\\r$\\n`;
  return {
    APP_ID: appId,
    // A trial is made again and again, a release once.
    COMPRESSOR: isTrial ? 'zlib' : '/SOLID lzma',
    COPYRIGHT: `Copyright © ${authors}`,
    DISPLAY_NAME: isTrial ? `${productName} (trial)` : productName,
    DISPLAY_VERSION: shown,
    HOMEPAGE: homepage,
    ICON: windowsIcon,
    NUMBER: number,
    PUBLISHER: authors,
    SIZE_KIB: String(kiB),
    WELCOME: `${text}${isTrial ? warning : ''}It is installed for you alone. $\\"namedesk$\\" becomes a command of the terminals that you open afterwards.`,
  };
}

/** The order of what is tried before a release. */
const stages = ['alpha', 'beta', 'rc'];

/**
 * Windows compares four numbers of 16 bits: the last one says what comes before a release, and a trial before all.
 *
 * @param {string} version As in {@link Identity}.
 * @returns {{ number: string, shown: string }}
 *
 * Fails with: a `Stop` for a version that has no such number.
 */
export function windowsVersion(version) {
  const found = /^(\d+\.\d+\.\d+)(?:~(alpha|beta|rc)\.(\d+))?(~trial)?$/.exec(version);
  const [, release = '', stage, step = '0', trial] = found ?? [];
  const parts = [...release.split('.'), step].map(Number);
  if (!found || parts.some((part) => part > 9_999))
    throw new Stop(`Windows has no number for the version ${version}.`);
  const stageNumber = stage === undefined ? 6 : 1 + stages.indexOf(stage);
  const last = trial ? 0 : stageNumber * 10_000 + Number(step);
  return { number: `${release}.${last}`, shown: version.replaceAll('~', '-') };
}

/**
 * Each file by its name, in a fixed order: makensis takes a folder as the disk happens to list it.
 *
 * @param {string} folder
 * @param {readonly string[]} files
 */
function fileList(folder, files) {
  const lines = [];
  let inside;
  for (const path of files) {
    const place = path.split('/').slice(0, -1).join('\\');
    if (place !== inside) lines.push(`SetOutPath "$INSTDIR.new${place === '' ? '' : `\\${place}`}"`);
    inside = place;
    lines.push(`File "${join(folder, path)}"`);
  }
  return `${lines.join('\n')}\n`;
}

const opener = `Software\\Classes\\Applications\\${windowsProgram}`;

/** @param {readonly string[]} endings */
const opensList = (endings) =>
  [
    `WriteRegStr HKCU "${opener}\\shell\\open\\command" "" '"$INSTDIR\\${windowsProgram}" "%1"'`,
    ...endings.map((ending) => `WriteRegStr HKCU "${opener}\\SupportedTypes" "${ending}" ""`),
    '',
  ].join('\n');

const closesList = `DeleteRegKey HKCU "${opener}"\n`;
