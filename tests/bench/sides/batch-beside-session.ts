// The backend's thread under load: a batch of changes is sent while a session looks names up. Says how late its event loop is, and how long
// calls of the stores take, which hold that thread.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openWorkspace, type Around } from '../../../electron/main/workspace/workspace.ts';
import { enterService, openServices } from '../../support/services/open-services.ts';
import { placeNewWorkspace, valueOf, workerUrl } from '../../support/workspace/a-workspace.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';
import { benchLogin, benchNames, benchTlds } from '../service/running-service.ts';

export interface BatchInput {
  readonly baseUrl: string;
  readonly folder: string;
  /** Names of the service's own domains, one change each. */
  readonly domains: readonly string[];
  /** Names that the session looks up, under ten TLDs each. */
  readonly names: number;
}

const { baseUrl, folder, domains, names } = askedOfSide() as BatchInput; // all-figures.ts

const heldMs: number[] = [];
const measured: Around = (call) => {
  const begunMs = performance.now();
  try {
    return call();
  } finally {
    heldMs.push(performance.now() - begunMs);
  }
};

const directory = join(folder, 'workspace');
placeNewWorkspace(directory);
const workspace = valueOf(await openWorkspace({ directory, workerUrl }, measured));
const services = await openServices(directory, undefined, { workspace });
const unlimited = { concurrency: 16, requestsPerSecond: 0 };
const accountId = await enterService(services, { ...benchLogin, baseUrl }, unlimited);
valueOf(await services.portfolio.add(accountId, domains.join('\n'), [], 'typed'));
// Others in each run: the service remembers.
const nameservers = ['ns1', 'ns2'].map((host) => `${host}.b${Date.now()}.example`);
const { id } = valueOf(
  await services.batches.prepare(accountId, { kind: 'nameservers', nameservers }, domains),
);
const find = async () => valueOf(await services.batches.find(id));
let batch = await find();
for (; batch.state === 'reading'; batch = await find()) await wait(5);

heldMs.length = 0;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const begunMs = performance.now();
valueOf(await services.batches.apply(id, batch.digest ?? '', batch.typedCount, true, null));
const draft = {
  accountId,
  name: 'Bench',
  names: benchNames(names),
  tlds: benchTlds,
  source: 'bench',
  isStarted: true,
};
const session = valueOf(await services.sessions.create(draft));
const finished = Promise.withResolvers<null>();
const opened = valueOf(
  await services.sessions.open(session.id, ({ left }) => (left === 0 ? finished.resolve(null) : undefined)),
);
do {
  await wait(20);
  batch = await find();
} while (batch.state === 'running');
const batchS = (performance.now() - begunMs) / 1_000;
if (opened.session.left > 0) await finished.promise;
delay.disable();
opened.close();
await services.close();

if (batch.state !== 'done') throw new Error(`The batch is ${batch.state}: ${JSON.stringify(batch.counts)}`);
const ordered = heldMs.toSorted((a, b) => a - b);
tellTaken({
  value: delay.percentile(99) / 1e6,
  also: {
    'most ms late': delay.max / 1e6,
    'batch s': batchS,
    'calls of stores': ordered.length,
    'p99 ms a call': ordered[Math.floor(ordered.length * 0.99)] ?? 0,
    'most ms a call': ordered.at(-1) ?? 0,
  },
});
