import type { SessionPortMessage } from '#shared/areas/session-port.ts';
import type { Session } from '#shared/domain/session.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Handlers } from '#shared/routes.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { ActiveAccount } from '../../connections/connections.ts';
import type { Exports } from '../../export/exports.ts';
import type { NameImport } from '../../import/name-import.ts';
import type { Sessions } from '../../lookups/sessions.ts';
import type { Clipboard } from '../../platform/desktop.ts';
import { fieldsOf, resultIn } from '../../reseller/lookup/finding.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Emit } from '../events.ts';
import { done } from '../ipc.ts';

export interface SessionsHandlersDeps {
  readonly active: ActiveAccount;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: Sessions;
  readonly kept: Pick<Workspace['sessions'], 'details' | 'findings'>;
  readonly intake: Pick<NameImport, 'draft' | 'discard'>;
  readonly views: SessionViews;
}

/** The part of an answer that a person looks at. */
const longestAnswer = 65_536;

export const createSessionsHandlers = (deps: SessionsHandlersDeps): Handlers['sessions'] => ({
  ...making(deps),
  ...running(deps),
  ...looking(deps),
});

function making({
  active,
  accounts,
  sessions,
  intake,
}: SessionsHandlersDeps): Pick<
  Handlers['sessions'],
  'list' | 'estimate' | 'create' | 'rename' | 'remove' | 'runAgain'
> {
  return {
    async list() {
      const listed = await sessions.list();
      return listed.ok ? ok({ sessions: [...listed.value] }) : listed;
    },
    async estimate({ accountId, names, tlds }) {
      if (accountId !== null) return sessions.outlook(accountId, names, tlds);
      const account = await active.account();
      return account.ok ? await sessions.outlook(account.value.id, names, tlds) : account;
    },
    async create({ accountId, draftId, name, tlds, start }) {
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const draft = await intake.draft(draftId);
      if (!draft.ok) return draft;
      const made = await sessions.create({
        ...draft.value,
        accountId: account.value.id,
        name,
        tlds,
        isStarted: start,
      });
      if (made.ok) intake.discard(draftId);
      return made;
    },
    rename: ({ id, name }) => sessions.rename(id, name),
    remove: async ({ id }) => done(await sessions.remove(id)),
    runAgain: ({ id, accountId, start }) => sessions.runAgain(id, accountId, start),
  };
}

function running({
  sessions,
}: SessionsHandlersDeps): Pick<
  Handlers['sessions'],
  'pause' | 'resume' | 'stop' | 'askAgain' | 'shortlist' | 'saveView'
> {
  return {
    pause: ({ id }) => sessions.pause(id),
    resume: ({ id }) => sessions.resume(id),
    stop: ({ id }) => sessions.stop(id),
    askAgain: ({ id, which }) => sessions.askAgain(id, which),
    shortlist: ({ id, cells, isOn }) => sessions.shortlist(id, cells, isOn),
    saveView: async ({ id, view }) => done(await sessions.saveView(id, view)),
  };
}

function looking({
  accounts,
  sessions,
  kept,
  views,
}: SessionsHandlersDeps): Pick<Handlers['sessions'], 'compare' | 'open' | 'close' | 'cell' | 'row'> {
  return {
    async compare({ beforeId, afterId }) {
      const compared = await sessions.compare(beforeId, afterId);
      return compared.ok ? ok({ ...compared.value, changes: [...compared.value.changes] }) : compared;
    },
    open: ({ id, viewId }) => views.open(id, viewId),
    close({ viewId }) {
      views.close(viewId);
      return Promise.resolve(ok({}));
    },
    async cell({ id, row, column }) {
      const found = await sessions.find(id);
      if (!found.ok) return found;
      const { tlds, names, accountId } = found.value;
      if (row >= names || column >= tlds.length) return fail(noSuchCell);
      const details = await kept.details({ id, cell: row * tlds.length + column });
      if (!details.ok) return details;
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const { finding, answer } = details.value;
      const result = answer === '' ? null : resultIn(answer, finding.domain, finding.tld);
      const fields = result === null ? [] : [...fieldsOf(result)];
      return ok({
        finding,
        fields,
        answer: answer.slice(0, longestAnswer),
        accountLabel: account.value.label,
      });
    },
    async row({ id, row }) {
      const found = await sessions.find(id);
      if (!found.ok) return found;
      const { tlds, names } = found.value;
      if (row >= names) return fail(noSuchCell);
      const cells = Uint32Array.from(tlds, (_, column) => row * tlds.length + column);
      const findings = await kept.findings({ id, cells });
      return findings.ok ? ok({ findings: findings.value }) : findings;
    },
  };
}

const noSuchCell = {
  kind: 'invalid-input',
  field: 'row',
  reason: 'The session has no such cell',
} as const;

export interface ImportHandlersDeps {
  readonly intake: NameImport;
  /** Asks the user for a file to read; its path, or null if the dialog was cancelled. */
  readonly askForFile: () => Promise<string | null>;
}

export const createImportHandlers = ({ intake, askForFile }: ImportHandlersDeps): Handlers['intake'] => ({
  readText: ({ draftId, text, choices }) => intake.read(draftId, { kind: 'text', text }, choices),
  readBytes: ({ draftId, fileName, bytes, choices }) =>
    intake.read(draftId, { kind: 'bytes', fileName, bytes }, choices),
  async chooseFile({ draftId, choices }) {
    const path = await askForFile();
    if (path === null) return ok({ report: null });
    const report = await intake.read(draftId, { kind: 'file', path }, choices);
    return report.ok ? ok({ report: report.value }) : report;
  },
  reread: ({ draftId, choices }) => intake.reread(draftId, choices),
  count: intake.count,
  generate: ({ draftId, ...recipe }) => intake.generate(draftId, recipe),
  discard({ draftId }) {
    intake.discard(draftId);
    return Promise.resolve(ok({}));
  },
});

export interface ExportsHandlersDeps {
  readonly exports: Exports;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly clipboard: Pick<Clipboard, 'writeText'>;
  readonly announce: Emit;
  /** Asks the user where to save a file; its path, or null if the dialog was cancelled. */
  readonly askWhereTo: (suggestedName: string, ending: string) => Promise<string | null>;
  /** Logs a bug thrown by a call that nobody awaits. */
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

/** A session's name as a file name: without characters that some system forbids. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .replace(/[. ]+$/, '')
    .slice(0, 100) || 'session';

/** The main process's end of a MessagePort; the page has the other end. */
interface PagePort {
  readonly send: (message: SessionPortMessage) => void;
  readonly close: () => void;
}

/**
 * Sends a port to the page under a view's id.
 *
 * @param onGone Called once when the page's end is closed: the view was closed, or the page reloaded or crashed.
 */
export type OpenPagePort = (viewId: string, onGone: () => void) => PagePort;

/** The sessions shown by the page, each view with its own port. */
interface SessionViews {
  /** Fails with: what `Sessions.open` fails with. */
  readonly open: (sessionId: string, viewId: string) => Promise<Result<Session>>;
  /** An unknown id is ignored: the page may just have gone. */
  readonly close: (viewId: string) => void;
}

export function createSessionViews(sessions: Pick<Sessions, 'open'>, openPort: OpenPagePort): SessionViews {
  const closers = new Map<string, () => void>();

  function close(viewId: string): void {
    closers.get(viewId)?.();
    closers.delete(viewId);
  }

  return {
    async open(sessionId, viewId) {
      close(viewId);
      let port: PagePort | null = null;
      // Changes before the `opening` message is sent are included in it.
      const opened = await sessions.open(sessionId, (changed) => port?.send({ kind: 'frame', ...changed }));
      if (!opened.ok) return opened;
      const { session, names, codes, checkedAt } = opened.value;
      const opening = openPort(viewId, () => close(viewId));
      port = opening;
      closers.set(viewId, () => {
        opened.value.close();
        opening.close();
      });
      opening.send({ kind: 'opening', sessionId, names, tlds: session.tlds, codes, checkedAt });
      return ok(session);
    },
    close,
  };
}
