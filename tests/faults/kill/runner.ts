// One run of a bulk look-up over the services, as the application and the command line make it: begins the session, or takes
// it up where the run before was killed, and prints what is reported. Killed by the test that started it.
import { flushCompileCache } from 'node:module';
import { readFileSync } from 'node:fs';
import { enterService, type Login, openServices } from '../../support/services/open-services.ts';
import { valueOf } from '../../support/workspace/a-workspace.ts';

/** What a process that is going to be killed is told. */
export interface RunnerInput extends Login {
  readonly directory: string;
  readonly names: readonly string[];
  readonly tlds: readonly string[];
  readonly concurrency: number;
}

/** A line that it prints. Findings as cells and their codes; both in Base64, to be one short line. */
export type RunnerLine =
  /** What the session holds as it is opened. */
  | { readonly kind: 'opened'; readonly codes: string }
  /** What was reported since. */
  | { readonly kind: 'reported'; readonly cells: string; readonly codes: string }
  | { readonly kind: 'finished' };

flushCompileCache(); // Now, for those that come after: it may be killed.
const input = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RunnerInput; // by watched-run.ts

/** Pipes are written to at once, so that a kill takes no line along that was told before it. */
const tell = (line: RunnerLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

const services = await openServices(input.directory);
const accountId = await enterService(services, input, {
  concurrency: input.concurrency,
  requestsPerSecond: 0,
});
const { sessions } = services;
valueOf(await sessions.takeUp());
const [begun] = valueOf(await sessions.list());
const { names, tlds } = input;
const session =
  begun ??
  valueOf(
    await sessions.create({
      accountId,
      name: 'Killed',
      names,
      tlds,
      source: 'command line',
      isStarted: true,
    }),
  );

const finished = Promise.withResolvers<null>();
const opened = valueOf(
  await sessions.open(session.id, ({ cells, codes, left }) => {
    tell({ kind: 'reported', cells: base64(cells), codes: base64(codes) });
    if (left === 0) finished.resolve(null);
  }),
);
tell({ kind: 'opened', codes: base64(opened.codes) });
if (opened.session.left === 0) finished.resolve(null);
await finished.promise;
tell({ kind: 'finished' });
await services.close();
