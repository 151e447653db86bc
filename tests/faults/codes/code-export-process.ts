// A process that saves codes until it is killed: reads what it needs as JSON from its arguments.
import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import { Secret } from '../../../electron/main/system/secret.ts';
import { openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';

flushCompileCache(); // Now, for those that come after: it may be killed.
const input = z
  .object({
    workspace: z.string(),
    baseUrl: z.string(),
    username: z.string(),
    apiKey: z.string(),
    path: z.string(),
    passphrase: z.string(),
    domains: z.array(z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const services = await openServices(input.workspace);
const listed = services.accounts.list().accounts;
const account =
  listed[0] ??
  valueOf(
    await services.accounts.add({
      label: 'Acme',
      colour: 'blue',
      baseUrl: input.baseUrl,
      username: input.username,
    }),
  );
valueOf(await services.accounts.saveKey(account.id, new Secret(input.apiKey), 'keychain'));
await services.connections.override(account.id, { requestsPerSecond: 0 });
const started = valueOf(
  await services.codeExports.start({
    accountId: account.id,
    domains: input.domains,
    path: input.path,
    passphrase: new Secret(input.passphrase),
  }),
);
const codeExport = await services.codeExports.ended(started.id);
process.stdout.write(JSON.stringify(codeExport));
await services.close();
