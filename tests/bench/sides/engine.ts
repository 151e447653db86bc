// Our side of the engine's figures: sessions over the services of the application, in a workspace of their own.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { enterService, openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';
import { askedOfSide, tellTaken, timed } from '../framework/side-process.ts';
import { benchLogin, benchNames, benchTlds } from '../service/running-service.ts';

/** What both sides of the engine's figures are told. */
export interface EngineInput {
  readonly baseUrl: string;
  readonly names: number;
  /** Asked before the clock starts, so that the code is compiled and the connections stand. */
  readonly warmUpNames: number;
  readonly concurrency: number;
  /** A folder for the workspace; the bare loop has none. */
  readonly folder: string;
  /** The bench's ten unless given. */
  readonly tlds?: readonly string[];
  /** Of our side alone: so many sessions of `names` names, one after the other; one unless given. */
  readonly sessions?: number;
  /** Of our side alone: what is measured. Findings a second, microseconds a finding, or how late main's loop is. */
  readonly value?: 'findings/s' | 'µs' | 'ms late';
}

const input = askedOfSide() as EngineInput; // figures/work.ts
const { baseUrl, names, warmUpNames, concurrency, sessions: count = 1, value = 'findings/s' } = input;
const { tlds = benchTlds } = input;

const services = await openServices(join(input.folder, 'workspace'));
const accountId = await enterService(
  services,
  { ...benchLogin, baseUrl },
  { concurrency, requestsPerSecond: 0 },
);

/** Frames that said that the throttle held it below its ceilings: it takes a busy machine for a busy service. */
let framesSlowed = 0;

/** Runs a session to its end; says how many of its findings were reported, each of them durably stored before. */
async function lookUp(asked: readonly string[]): Promise<number> {
  const { sessions } = services;
  const draft = { accountId, name: 'Bench', names: asked, tlds, source: 'bench', isStarted: true };
  const session = valueOf(await sessions.create(draft));
  const finished = Promise.withResolvers<null>();
  let reported = 0;
  const opened = valueOf(
    await sessions.open(session.id, ({ cells, left, pace }) => {
      reported += cells.length;
      if (pace !== null && pace.slowedBy !== null) framesSlowed += 1;
      if (left === 0) finished.resolve(null);
    }),
  );
  reported += opened.codes.filter((code) => code !== 0).length;
  if (opened.session.left > 0) await finished.promise;
  opened.close();
  return reported;
}

if (warmUpNames > 0) await lookUp(benchNames(warmUpNames));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const { outcome, seconds, cpuSeconds } = await timed(async () => {
  let findings = 0;
  for (let run = 0; run < count; run += 1)
    findings = findings + (await lookUp(benchNames(names, warmUpNames + run * names)));
  return findings;
});
delay.disable();
await services.close();

const expected = count * names * tlds.length;
if (outcome !== expected) throw new Error(`${outcome} findings were reported instead of ${expected}`);
const p99Ms = delay.percentile(99) / 1e6;
const values = { 'findings/s': outcome / seconds, µs: (seconds / outcome) * 1e6, 'ms late': p99Ms };
tellTaken({
  value: values[value],
  also: {
    'CPU s': cpuSeconds,
    'CPU µs a request': (cpuSeconds / (count * names)) * 1e6,
    'wall s': seconds,
    'p99 ms late': p99Ms,
    'most ms late': delay.max / 1e6,
    'frames slowed': framesSlowed,
  },
});
