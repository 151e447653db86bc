// Our side of the pace: a session at each limited service, over the services of the application, with nothing set.
import { join } from 'node:path';
import { Secret } from '../../../electron/main/system/secret.ts';
import { openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { limitedServices } from '../../support/pace/limited-services.ts';
import type { PaceInput } from '../figures/pace.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import { benchLogin, benchNames } from '../service/running-service.ts';
import { limitedTld } from '../service/limited-server.ts';

const { addresses, share, folder } = askedOfSide() as PaceInput; // figures/pace.ts
const services = await openServices(join(folder, 'workspace'));

async function secondsAt(name: string, requests: number, index: number): Promise<number> {
  const login = { baseUrl: addresses[name] ?? '', username: `${name}@example.com` };
  const account = valueOf(await services.accounts.add({ label: name, colour: 'teal', ...login }));
  valueOf(await services.accounts.saveKey(account.id, new Secret(benchLogin.apiKey), 'memory'));
  const names = benchNames(requests, index * 100_000);
  const draft = { accountId: account.id, name, names, tlds: [limitedTld], source: 'bench', isStarted: true };
  const startedAtMs = performance.now();
  const session = valueOf(await services.sessions.create(draft));
  const finished = Promise.withResolvers<null>();
  const opened = valueOf(
    await services.sessions.open(session.id, ({ left }) => {
      if (left === 0) finished.resolve(null);
    }),
  );
  if (opened.session.left > 0) await finished.promise;
  const seconds = (performance.now() - startedAtMs) / 1_000;
  opened.close();
  const { counts } = valueOf(await services.sessions.find(session.id));
  if (counts.unknown > 0) throw new Error(`${counts.unknown} names of ${name} have no answer`);
  return seconds;
}

const taken = await Promise.all(
  limitedServices.map(async ({ name, requests }, index) => {
    const seconds = await secondsAt(name, Math.round(requests * share), index);
    return [name, seconds] as const;
  }),
);
await services.close();
tellTaken({ value: 0, also: Object.fromEntries(taken) });
