// Signs the metadata of a release (latest*.yml, beta*.yml) so that installed applications take it: puts <name>.sig beside each.
//
//   NAMEDESK_UPDATE_KEY="$(cat private.pem)" node scripts/sign-update.mjs dist/latest-linux.yml …
//
// The private key (Ed25519, PEM) comes from the environment and is written nowhere. A pair is made with
//
//   openssl genpkey -algorithm ed25519 -out private.pem
//   openssl pkey -in private.pem -pubout -outform DER | base64 -w0
//
// and the second line's output stands in electron/main/updates/feed.json, as `publicKey`.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { builtInFeed, isSignedBy, signatureOf } from '../electron/main/updates/feed.ts';

const paths = process.argv.slice(2);
const pem = process.env.NAMEDESK_UPDATE_KEY ?? '';
const feed = builtInFeed();

process.exitCode = sign();

function sign() {
  if (paths.length === 0) return told('Name the files to sign: dist/latest-linux.yml …', 2);
  if (feed === null)
    return told('No feed is built in (electron/main/updates/feed.json): there is nothing to sign.', 0);
  if (pem === '') return told('NAMEDESK_UPDATE_KEY is not set: nothing was signed.', 1);
  const privateKey = createPrivateKey(pem);
  if (!createPublicKey(privateKey).equals(feed.publicKey))
    return told('NAMEDESK_UPDATE_KEY is not the key that is built in: nobody would take these updates.', 1);
  for (const path of paths) {
    const name = basename(path);
    const bytes = readFileSync(path);
    const signature = signatureOf(name, bytes, privateKey);
    if (!isSignedBy(feed.publicKey, name, bytes, signature)) return told(`${name} could not be signed.`, 1);
    writeFileSync(`${path}.sig`, signature);
    told(`${name}.sig`, 0);
  }
  return 0;
}

function told(words, code) {
  console.log(words);
  return code;
}
