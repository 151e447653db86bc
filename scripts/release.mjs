// @ts-check
// `npm run release -- repository --key FINGERPRINT --out FOLDER [--address URL] DEB… BOM…`: packages that were made before, in a signed
// repository, and beside them what they are made of, signed too.
import { parseArgs } from 'node:util';
import { isAbsolute, resolve } from 'node:path';
import { identityOf, whyNotRelease } from './lib/installed/identity.mjs';
import { commitDate } from './lib/installed/make.mjs';
import { addSigned, addToRepository, makeKeyring } from './lib/installed/repository.mjs';
import { main, say, Stop } from './lib/say.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, out: { type: 'string' }, address: { type: 'string' } },
  });
  const [what, ...files] = positionals;
  const boms = files.filter((file) => file.endsWith('.cdx.json'));
  const debs = files.filter((file) => !boms.includes(file));
  const { key, out, address } = values;
  if (what !== 'repository' || key === undefined || out === undefined || debs.length === 0)
    throw new Stop('npm run release -- repository --key FINGERPRINT --out FOLDER [--address URL] DEB… BOM…');
  // Where trials are tried, their repository is a folder of the same machine.
  const isForPeople = debs.some((deb) => !deb.includes('~trial'));
  const refusal = isForPeople ? whyNotRelease() : undefined;
  if (refusal !== undefined) throw new Stop(refusal);
  if (isForPeople && boms.length === 0)
    throw new Stop(
      'The bill of materials (.cdx.json), which is made with the packages, is not named: nothing was signed.',
    );
  const identity = identityOf(isForPeople ? 'official' : 'registry-build');
  const folder = isAbsolute(out) ? out : resolve(out);
  await addToRepository({ folder, debs, key, identity });
  for (const bom of boms) say(`signed ${await addSigned({ folder, file: bom, key })}`);
  if (address !== undefined) say(`made ${await makeKeyring({ identity, date: commitDate(), address, key })}`);
  return 0;
});
