// @ts-check
// Signatures of Windows programs, by osslsigncode: a step of a release, where a certificate is configured.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { run } from '../run.mjs';
import { say, Stop } from '../say.mjs';

/**
 * @typedef {object} Signer
 * @property {string} certificate A PKCS #12 file: key, certificate and those between it and its root.
 * @property {string} passwordFile The file with its password: on a command line everybody on the machine could read it.
 * @property {string} [timestamp] The address of a timestamp service: without its word a signature ends with its certificate.
 */

/**
 * @param {Pick<import('./identity.mjs').Identity, 'isTrial'>} identity
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Signer | undefined} None for a trial, whatever is configured; none where nothing is.
 *
 * Fails with: a `Stop` where only part of it is configured, or a file is missing.
 */
export function configuredSigner({ isTrial }, env = process.env) {
  const certificate = env['NAMEDESK_WINDOWS_CERTIFICATE'];
  const passwordFile = env['NAMEDESK_WINDOWS_PASSWORD_FILE'];
  const timestamp = env['NAMEDESK_WINDOWS_TIMESTAMP'];
  if (isTrial) return undefined;
  if (!certificate) {
    say('the installer for Windows is not signed: NAMEDESK_WINDOWS_CERTIFICATE is not set');
    return undefined;
  }
  if (!passwordFile || !timestamp)
    throw new Stop(
      'NAMEDESK_WINDOWS_CERTIFICATE is set; NAMEDESK_WINDOWS_PASSWORD_FILE and NAMEDESK_WINDOWS_TIMESTAMP must be, too. Nothing was made.',
    );
  for (const path of [certificate, passwordFile])
    if (!existsSync(path)) throw new Stop(`${path} is not there: nothing was signed.`);
  return { certificate, passwordFile, timestamp };
}

/** @param {Signer} signer @returns {string[]} */
const signerWords = ({ certificate, passwordFile, timestamp }) => [
  ...['sign', '-pkcs12', certificate, '-readpass', passwordFile, '-h', 'sha256', '-n', 'Namedesk'],
  ...(timestamp === undefined ? [] : ['-ts', timestamp]),
];

/**
 * Signs a program in place.
 *
 * @param {string} path
 * @param {Signer} signer
 *
 * Fails with: a `Stop` where osslsigncode is not there or fails.
 */
export async function sign(path, signer) {
  const signed = `${path}.signed`;
  rmSync(signed, { force: true });
  const code = await run('osslsigncode', [...signerWords(signer), '-in', path, '-out', signed]);
  if (code !== 0)
    throw new Stop(
      code === 127
        ? 'osslsigncode is not installed: nothing was signed.'
        : `${path} could not be signed: what osslsigncode says above is the reason.`,
    );
  renameSync(signed, path);
}

/** For makensis, which calls it with the uninstaller in place of `%1` before it is packed. @param {Signer} signer */
export const signCommand = (signer) => {
  const words = ['osslsigncode', ...signerWords(signer)].map((word) => `"${word}"`).join(' ');
  return `${words} -in "%1" -out "%1.signed" && mv "%1.signed" "%1"`;
};
