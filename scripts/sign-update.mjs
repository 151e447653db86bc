// Makes and signs the offer of a version that installed copies on Windows and macOS take: what goes to the feed beside the installer.
//
//   NAMEDESK_UPDATE_KEY="$(cat private.pem)" node scripts/sign-update.mjs win32-x64 dist/Namedesk-1.2.0.exe [notes.txt]
//
// The private key (Ed25519, PEM) comes from the environment and is written nowhere. A pair is made with
//
//   openssl genpkey -algorithm ed25519 -out private.pem
//   openssl pkey -in private.pem -pubout -outform DER | base64 -w0
//
// and the second line's output stands in electron/main/updates/feed.json, as `publicKey`.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  builtInFeed,
  isVersion,
  offerName,
  signedOffer,
  takesOffers,
} from '../electron/main/updates/feed.ts';
import { manifest } from './lib/installed/identity.mjs';
import { main, say, Stop } from './lib/say.mjs';

await main(async () => {
  const [system = '', installer, notes] = process.argv.slice(2);
  if (!takesOffers(system) || installer === undefined)
    throw new Stop('node scripts/sign-update.mjs win32-x64|darwin-arm64|darwin-x64 INSTALLER [NOTES]');
  const feed = builtInFeed();
  if (feed === null)
    throw new Stop('No feed is built in (electron/main/updates/feed.json): nobody would take this version.');
  const { version } = manifest();
  if (!isVersion(version)) throw new Stop(`${version} is not three numbers: nobody would take it.`);
  const pem = process.env.NAMEDESK_UPDATE_KEY ?? '';
  if (pem === '') throw new Stop('NAMEDESK_UPDATE_KEY is not set: nothing was signed.');
  const privateKey = createPrivateKey(pem);
  if (!createPublicKey(privateKey).equals(feed.publicKey))
    throw new Stop('NAMEDESK_UPDATE_KEY is not the key that is built in: nobody would take this version.');
  const bytes = readFileSync(installer);
  const body = JSON.stringify({
    version,
    releasedAt: new Date().toISOString(),
    notes: notes === undefined ? '' : readFileSync(notes, 'utf8'),
    file: basename(installer),
    size: bytes.length,
    sha512: createHash('sha512').update(bytes).digest('base64'),
  });
  const name = offerName(system);
  writeFileSync(join(dirname(installer), name), signedOffer(name, body, privateKey));
  say(`${name} offers ${basename(installer)}`);
  return 0;
});
