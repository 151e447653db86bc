// Makes one change and dies over it: at a point of its own, or killed from outside when the service has come so far.
import { flushCompileCache } from 'node:module';
import { readFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { isOpen } from '../../../../shared/domain/change-kinds.ts';
import type { ChangingClient } from '../../../../electron/main/changes/ledger.ts';
import { valueOf } from '../../../support/workspace/a-workspace.ts';
import { instead } from '../../../support/workspace/stores-here.ts';
import { connectionTo, type Journal, openEngine } from '../engine.ts';
import type { RunnerInput, RunnerLine } from './points.ts';

flushCompileCache(); // Now, for those that come after: it may be killed.
const input = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RunnerInput; // by kill-points.ts
const { point } = input;
const timeoutMs = 20_000;

/** Written at once, so that the kill takes no line along that was told before it. */
const tell = (line: RunnerLine): void => void writeSync(1, `${JSON.stringify(line)}\n`);
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const dieAt = (here: RunnerInput['point']): void => {
  if (here === point) die();
};

let isApplying = false;

const watched = (journal: Journal): Journal =>
  instead(journal, {
    async begin(given) {
      dieAt('before it is written down');
      const begun = await journal.begin(given);
      tell({ begun: given.id });
      dieAt('after it is written down');
      return begun;
    },
    async append(given) {
      const { type } = given.event;
      if (type === 'answered') dieAt('before the answer is written down');
      const appended = await journal.append(given);
      if (type === 'answered') dieAt('after the answer is written down');
      return appended;
    },
    async send(given) {
      const sent = await journal.send(given);
      dieAt('after sending is on the disk');
      watchSockets();
      return sent;
    },
  });

type Sockets = Readonly<Record<'connect' | 'write', (this: Socket, ...given: unknown[]) => never>>;

/** From now on the next socket is the write's. */
function watchSockets(): void {
  const { connect, write } = Socket.prototype as unknown as Sockets; // As they are called below, on the socket itself.
  if (point === 'after connecting') {
    Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
      this.prependOnceListener('connect', die);
      return connect.apply(this, given);
    };
  }
  if (point === 'within the body') {
    Socket.prototype.write = function (this: Socket, ...[chunk, ...rest]: unknown[]) {
      const text = String(chunk);
      if (!text.startsWith('POST ')) return write.apply(this, [chunk, ...rest]);
      const half = Math.ceil((text.indexOf('\r\n\r\n') + 4 + text.length) / 2);
      return write.call(this, text.slice(0, half), 'latin1', die);
    };
  }
}

/** Reads that are killed when they have come, once the change is being applied. */
const deadly = (client: ChangingClient): ChangingClient => ({
  ...client,
  async read(operation, input, options) {
    const read = await client.read(operation, input, options);
    if (isApplying) dieAt('after the present state is read');
    return read;
  },
});

const connection = connectionTo(input.baseUrl, input.accountId, () => timeoutMs);
const engine = await openEngine({
  directory: input.directory,
  connectionOf: () => ({ ...connection, client: deadly(connection.client) }),
  announce: ({ id, state }) => {
    if (!isOpen(state)) tell({ over: id });
  },
  journal: watched,
});
const review = valueOf(await engine.changes.prepare(input.accountId, input.domain, input.ask));
isApplying = true;
valueOf(
  await engine.changes.apply(review.reviewId, {
    typedName: input.domain,
    premiumAccepted: true,
    typedLimit: null,
  }),
);
