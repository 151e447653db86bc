import type { Change } from '#shared/domain/change.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Start } from './apply.ts';
import type { Context } from './context.ts';
import type { ReadBack } from './reconcile/read-back.ts';
import { attempt, type Attempt } from './send.ts';

type Ready = Omit<Attempt, 'onSending' | 'stop'>;

/** Attempts that nobody waits for to the end. */
export interface Sending {
  readonly start: Start;
  /** One attempt of a change at a time. Resolves when it is on its way. Fails with: why it did not get there. */
  readonly once: (changeId: string, ready: () => Promise<Result<Ready>>) => Promise<Result<Change>>;
  /** Keeps the end of the program waiting for `work`. */
  readonly waitedFor: <T>(work: Promise<T>) => Promise<T>;
}

export function createSending(context: Context, readBack: ReadBack): Sending {
  const beginning = new Map<string, Promise<Result<Change>>>();

  function start(job: Ready): Promise<Result<Change>> {
    const { promise, resolve, reject } = Promise.withResolvers<Result<Change>>();
    const onSending = (change: Change): void => resolve(ok(change));
    const attempting = attempt(context, readBack, { ...job, stop: null, onSending }).then(
      async (attempted) => {
        if (attempted.kind === 'over') return;
        await tellUnsent(context, attempted.change.id, attempted.error);
        resolve(fail(attempted.error));
      },
    );
    attempting.catch(reject);
    context.track(attempting);
    return promise;
  }

  return {
    start(job) {
      // What became of it is announced; a bug on the way is told by `track`.
      start(job).catch(() => undefined);
    },
    once(changeId, ready) {
      const begun =
        beginning.get(changeId) ?? readyThen(ready, start).finally(() => beginning.delete(changeId));
      beginning.set(changeId, begun);
      return begun;
    },
    waitedFor(work) {
      context.track(work);
      return work;
    },
  };
}

async function readyThen(
  ready: () => Promise<Result<Ready>>,
  start: (job: Ready) => Promise<Result<Change>>,
): Promise<Result<Change>> {
  const job = await ready();
  return job.ok ? await start(job.value) : job;
}

/** A change that could not be sent is told with the reason, which is not worth an entry: it stays as it was. */
async function tellUnsent({ ledger, announce }: Context, id: string, error: Change['error']): Promise<void> {
  const now = await ledger.find(id);
  if (now.ok && now.value.state === 'planned') announce([{ ...now.value, error }]);
}
