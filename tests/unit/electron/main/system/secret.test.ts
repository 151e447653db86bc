import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkout, inCheckout } from '../../../../../scripts/lib/paths.mjs';

/** Where the text of a secret is taken out, how often, and what for. Whoever adds a place says here why it has to see the text. */
const places: Readonly<Record<string, readonly [times: number, why: string]>> = {
  'electron/main/accounts/encryption.ts': [1, 'seals what is personal'],
  'electron/main/accounts/vault.ts': [
    6,
    'binds a key to its login, judges and compares it; notes that the keychain keeps',
  ],
  'electron/main/changes/kinds/contacts.ts': [1, 'compares contacts'],
  'electron/main/cli/commands/team.ts': [
    1,
    'the password of a colleague, into the terminal that asked for it',
  ],
  'electron/main/app/over-main.ts': [1, 'a secret, to main for the clipboard'],
  'electron/main/app/secret-windows.ts': [1, 'a colleague’s password, into its window'],
  'electron/main/codes/code-session.ts': [1, 'a code, into its window'],
  'electron/main/codes/export/create-code-export.ts': [1, 'judges a passphrase'],
  'electron/main/codes/export/encrypted-file.ts': [4, 'a passphrase and codes, to the thread that encrypts'],
  'electron/main/codes/shown-codes.ts': [1, 'knows a code again by its digest'],
  'electron/main/connections/practice-host.ts': [1, 'the key of the practice service'],
  'electron/main/platform/keychain.ts': [1, 'hands a secret to the keychain’s process'],
  'electron/main/portfolio/observations.ts': [1, 'the registrant’s name'],
  'electron/main/portfolio/registrants.ts': [1, 'the registrant’s name'],
  'electron/main/reseller/form.ts': [1, 'the body of a request'],
  'electron/main/reseller/mask.ts': [6, 'hides secrets in answers'],
  'electron/main/reseller/sign.ts': [1, 'the key: signs a request'],
  'electron/main/reseller/wire.ts': [1, 'the token: the header of a request'],
  'electron/main/team/connection.ts': [1, 'the password, to the team’s database'],
  'electron/main/team/scram.ts': [1, 'what proves the password'],
  'electron/main/team/team.ts': [2, 'a colleague’s first password, and the next'],
};

it('the text of a secret is taken out in these places alone, and nowhere in the page', () => {
  const found: Record<string, number> = {};
  for (const file of globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: checkout })) {
    const times = readFileSync(inCheckout(file), 'utf8').match(/\.reveal\(\)/g)?.length ?? 0;
    if (times > 0) found[file.replaceAll('\\', '/')] = times;
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(places).map(([file, [times]]) => [file, times])));
});
