// @ts-check
// `npm run release -- repository --key FINGERPRINT --out FOLDER [--address URL] DEB…`: packages that were made before, in a signed repository.
import { parseArgs } from 'node:util';
import { isAbsolute, resolve } from 'node:path';
import { identityOf, whyNotRelease } from './lib/installed/identity.mjs';
import { commitDate } from './lib/installed/make.mjs';
import { addToRepository, makeKeyring } from './lib/installed/repository.mjs';
import { main, say, Stop } from './lib/say.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, out: { type: 'string' }, address: { type: 'string' } },
  });
  const [what, ...debs] = positionals;
  const { key, out, address } = values;
  if (what !== 'repository' || key === undefined || out === undefined || debs.length === 0)
    throw new Stop('npm run release -- repository --key FINGERPRINT --out FOLDER [--address URL] DEB…');
  // Where trials are tried, their repository is a folder of the same machine.
  const isForPeople = debs.some((deb) => !deb.includes('~trial'));
  const refusal = isForPeople ? whyNotRelease() : undefined;
  if (refusal !== undefined) throw new Stop(refusal);
  const identity = identityOf(isForPeople ? 'official' : 'registry-build');
  const folder = isAbsolute(out) ? out : resolve(out);
  await addToRepository({ folder, debs, key, identity });
  if (address !== undefined) say(`made ${await makeKeyring({ identity, date: commitDate(), address, key })}`);
  return 0;
});
