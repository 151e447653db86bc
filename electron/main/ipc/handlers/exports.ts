import type { Handlers } from '#shared/ipc/types.ts';
import { ok } from '#shared/result.ts';
import type { Exports } from '../../exports/exports.ts';
import type { Sessions } from '../../lookups/sessions/sessions.ts';
import type { Clipboard } from '../../platform/clipboard.ts';
import type { Announce } from '../announce.ts';

export interface ExportsHandlersDeps {
  readonly exports: Exports;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly announce: Announce;
  /** Asks the user where a file is to be put; its path, or null where there is none. */
  readonly askWhereTo: (suggestedName: string, ending: string) => Promise<string | null>;
  /** Takes what was thrown where nobody waits for it: a bug. */
  readonly bug: (thrown: unknown) => string;
}

export function createExportsHandlers(deps: ExportsHandlersDeps): Handlers['exports'] {
  const { exports, sessions, clipboard, announce, askWhereTo } = deps;
  const running = new Map<string, AbortController>();

  async function write(
    request: Parameters<Handlers['exports']['toFile']>[0],
    path: string,
    { signal }: AbortController,
  ): Promise<void> {
    const { exportId, id, filter, sort, format } = request;
    const written = await exports.toFile(
      { sessionId: id, filter, sort, format, path },
      signal,
      (done, total) => announce('exports.progress', { exportId, written: done, total }),
    );
    const isCancelled = !written.ok && written.error.kind === 'cancelled';
    announce('exports.finished', {
      exportId,
      path,
      rows: written.ok ? written.value.rows : 0,
      isCancelled,
      error: written.ok || isCancelled ? null : written.error,
    });
  }

  return {
    async toFile(request) {
      const session = await sessions.find(request.id);
      if (!session.ok) return session;
      const path = await askWhereTo(fileNameOf(session.value.name), request.format);
      if (path === null) return ok({ started: false });
      const abort = new AbortController();
      running.set(request.exportId, abort);
      write(request, path, abort)
        .catch((thrown: unknown) => {
          const error = { kind: 'bug', incidentId: deps.bug(thrown) } as const;
          announce('exports.finished', {
            exportId: request.exportId,
            path,
            rows: 0,
            isCancelled: false,
            error,
          });
        })
        .finally(() => running.delete(request.exportId));
      return ok({ started: true });
    },
    async toClipboard({ id, filter, sort }) {
      const made = await exports.toText({ sessionId: id, filter, sort });
      if (!made.ok) return made;
      await clipboard.writeText(made.value.text);
      return ok({ rows: made.value.rows });
    },
    cancel({ exportId }) {
      running.get(exportId)?.abort();
      return Promise.resolve(ok({}));
    },
  };
}

/** A session's name as a file's: without what some system does not take in one. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .replace(/[. ]+$/, '')
    .slice(0, 100) || 'session';
