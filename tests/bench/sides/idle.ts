// Beside the engine's stalls: the same process with the same services, and nothing to do.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openServices } from '../../support/services/open-services.ts';
import { askedOfSide, tellTaken } from '../framework/side-process.ts';

const { folder, idleMs } = askedOfSide() as { readonly folder: string; readonly idleMs: number }; // all-figures.ts

const services = await openServices(join(folder, 'workspace'));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
await wait(idleMs);
delay.disable();
await services.close();
tellTaken({ value: delay.percentile(99) / 1e6, also: { 'most ms late': delay.max / 1e6 } });
