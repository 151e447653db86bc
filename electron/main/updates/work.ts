import type { UpdateState } from '#shared/domain/update.ts';
import type { Source, UpdatesDeps } from './create-updates.ts';
import { createStanding, type Standing } from './standing.ts';
import type { Updates } from './updates.ts';

/** How often a version that is ready looks whether what it waits for has ended. */
export const waitLookMs = 5_000;

/** What can be done where there is a feed. One thing at a time: what is asked for meanwhile answers with where it stands. */
export function createWork(deps: UpdatesDeps, closed: AbortSignal): Omit<Updates, 'close'> {
  const standing = createStanding(deps);
  const { state, offer, offers, be, fail } = standing;
  let source: Promise<Source> | null = null;
  const loaded = (): Promise<Source> => (source ??= deps.load());

  return {
    read: state,
    async check() {
      if (isTaken(state())) return state();
      be({ status: 'checking' });
      try {
        const { updateChannel } = await deps.settings();
        offers(await (await loaded()).look(updateChannel));
        const checkedAt = deps.now().toISOString();
        return be({ status: offer() === null ? 'idle' : 'available', checkedAt });
      } catch (thrown) {
        offers(null);
        return fail(thrown);
      }
    },
    async download() {
      const offered = offer();
      if (offered === null || isTaken(state())) return state();
      be({ status: 'downloading', percent: 0 });
      try {
        const { download } = await loaded();
        await download(offered.metadata, (percent) => {
          if (percent !== state().percent) be({ status: 'downloading', percent });
        });
        be({ status: 'ready', waitsFor: await deps.obstacles() });
        watch(deps, standing, closed).catch((thrown: unknown) => {
          if (!closed.aborted) deps.onBug(thrown);
        });
        return state();
      } catch (thrown) {
        return fail(thrown);
      }
    },
    async install() {
      if (state().status !== 'ready') return state();
      const waitsFor = await deps.obstacles();
      if (waitsFor.length > 0) return be({ status: 'ready', waitsFor });
      try {
        await (await loaded()).install();
        return state();
      } catch (thrown) {
        return fail(thrown);
      }
    },
  };
}

const isTaken = ({ status }: UpdateState): boolean =>
  status === 'checking' || status === 'downloading' || status === 'ready';

/** Tells when what it waits for has ended; puts nothing in place by itself. */
async function watch(
  { sleep, obstacles }: UpdatesDeps,
  { state, be }: Standing,
  closed: AbortSignal,
): Promise<void> {
  while (!closed.aborted && state().status === 'ready') {
    await sleep(waitLookMs, closed);
    const waitsFor = await obstacles();
    const { status, waitsFor: before } = state();
    if (status === 'ready' && waitsFor.join() !== before.join()) be({ status, waitsFor });
  }
}
