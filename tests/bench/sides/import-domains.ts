// Imports a registrar's file into an empty portfolio, over the services of the application: its preview, then all of its rows, stored
// so that the import can be undone.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { enterService, openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { askedOfSide, tellTaken, timed } from '../framework/side-process.ts';
import { benchLogin } from '../service/running-service.ts';

const { path, rows, folder } = askedOfSide() as {
  readonly path: string;
  readonly rows: number;
  readonly folder: string;
}; // all-figures.ts

const services = await openServices(join(folder, 'workspace'));
const { domainImport } = services;
// Nothing is asked of it.
const login = { ...benchLogin, baseUrl: 'http://127.0.0.1:9/api' };
const accountId = await enterService(services, login, { concurrency: 1, requestsPerSecond: 0 });
const choices = { mapping: [], isDayFirst: null, encoding: null, sheet: null, restoresArchived: false };
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const preview = await timed(() => domainImport.review(accountId, { kind: 'file', path }, choices));
const previewMostMs = delay.max / 1e6;
const storing = await timed(() => domainImport.apply(accountId, valueOf(preview.outcome)));
delay.disable();
const { added } = valueOf(storing.outcome).import;
await services.close();
if (added !== rows) throw new Error(`${added} domains were imported instead of ${rows}`);
tellTaken({
  value: (preview.seconds + storing.seconds) * 1_000,
  also: {
    'CPU s': preview.cpuSeconds + storing.cpuSeconds,
    'ms preview': preview.seconds * 1_000,
    'ms stored': storing.seconds * 1_000,
    'most ms late in the preview': previewMostMs,
    'most ms late': delay.max / 1e6,
  },
});
