import { localDay } from '#shared/domain/counting.ts';
import { priceIn } from '#shared/domain/account.ts';
import type { Session } from '#shared/domain/session.ts';
import { done, fail, mapOk, ok, type Result } from '#shared/result.ts';
import type { Handlers, Input } from '#shared/routes.ts';
import { domainsAsText, type DomainsRequest, exportDomains } from '../../export/exports.ts';
import type { DomainExportFormat } from '../../export/formats.ts';
import type { Sessions } from '../../lookups/sessions.ts';
import { fieldsOf, resultIn } from '../../reseller/lookup/finding.ts';
import type { HandlerDeps, PagePort } from '../handler-deps.ts';

type SessionsHandlersDeps = Pick<
  HandlerDeps,
  'active' | 'accounts' | 'sessions' | 'workspace' | 'imports' | 'openPort'
>;

/** The part of an answer that a person looks at. */
const longestAnswer = 65_536;

export function createSessionsHandlers(deps: SessionsHandlersDeps): Handlers['sessions'] {
  const { active, accounts, sessions, imports } = deps;
  const views = createSessionViews(sessions, deps.openPort);
  return {
    ...reading(deps),
    list: async () => mapOk(await sessions.list(), (listed) => ({ sessions: listed })),
    async estimate({ accountId, names, tlds }) {
      const account = await active.account(accountId);
      return account.ok ? await sessions.outlook(account.value.id, names, tlds) : account;
    },
    async create({ accountId, draftId, name, tlds, start }) {
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const draft = await imports.draft(draftId);
      if (!draft.ok) return draft;
      const made = await sessions.create({
        ...draft.value,
        accountId: account.value.id,
        name,
        tlds,
        isStarted: start,
      });
      if (made.ok) imports.discard(draftId);
      return made;
    },
    rename: ({ id, name }) => sessions.rename(id, name),
    remove: async ({ id }) => done(await sessions.remove(id)),
    runAgain: ({ id, accountId, start }) => sessions.runAgain(id, accountId, start),
    pause: ({ id }) => sessions.pause(id),
    resume: ({ id }) => sessions.resume(id),
    stop: ({ id }) => sessions.stop(id),
    askAgain: ({ id, which }) => sessions.askAgain(id, which),
    shortlist: ({ id, cells, isOn }) => sessions.shortlist(id, cells, isOn),
    saveView: async ({ id, view }) => done(await sessions.saveView(id, view)),
    changedSince: ({ id, sinceId }) => sessions.changedSince(id, sinceId),
    open: ({ id, viewId }) => views.open(id, viewId),
    close({ viewId }) {
      views.close(viewId);
      return Promise.resolve(ok({}));
    },
  };
}

function reading({
  accounts,
  sessions,
  workspace,
}: SessionsHandlersDeps): Pick<Handlers['sessions'], 'cell' | 'row' | 'prices'> {
  return {
    async cell({ id, row, column }) {
      const found = await sessions.find(id);
      if (!found.ok) return found;
      const { tlds, names, accountId } = found.value;
      if (row >= names || column >= tlds.length) return fail(noSuchCell);
      const details = await workspace.sessions.details({ id, cell: row * tlds.length + column });
      if (!details.ok) return details;
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const { finding, answer } = details.value;
      const result = answer === '' ? null : resultIn(answer, finding.domain, finding.tld);
      const fields = result === null ? [] : fieldsOf(result);
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
      return mapOk(await workspace.sessions.findings({ id, cells }), (findings) => ({ findings }));
    },
    async prices({ id, cells }) {
      const found = await sessions.find(id);
      if (!found.ok) return found;
      const count = found.value.tlds.length * found.value.names;
      if (cells.some((cell) => cell >= count)) return fail(noSuchCell);
      const account = await accounts.find(found.value.accountId);
      if (!account.ok) return account;
      const inCurrency = priceIn(account.value.options.currency);
      const read = await workspace.sessions.prices({ id, cells: Uint32Array.from(cells) });
      return mapOk(read, ({ of, offers }) => ({
        of,
        offers: offers.map((offer) => ({
          ...offer,
          register: inCurrency(offer.register),
          renew: inCurrency(offer.renew),
        })),
      }));
    },
  };
}

const noSuchCell = {
  kind: 'invalid-input',
  field: 'row',
  reason: 'The session has no such cell',
} as const;

export const createImportHandlers = ({
  imports,
  askForFile,
}: Pick<HandlerDeps, 'imports' | 'askForFile'>): Handlers['imports'] => ({
  readText: ({ draftId, text, choices }) => imports.read(draftId, { kind: 'text', text }, choices),
  readBytes: ({ draftId, fileName, bytes, choices }) =>
    imports.read(draftId, { kind: 'bytes', fileName, bytes }, choices),
  async chooseFile({ draftId, choices }) {
    const path = await askForFile('names');
    if (path === null) return ok({ report: null });
    return mapOk(await imports.read(draftId, { kind: 'file', path }, choices), (report) => ({ report }));
  },
  reread: ({ draftId, choices }) => imports.reread(draftId, choices),
  wholeNames: async ({ draftId }) =>
    mapOk(await imports.wholeNames(draftId), (texts) => ({ texts: [...texts] })),
  count: imports.count,
  generate: ({ draftId, ...recipe }) => imports.generate(draftId, recipe),
  discard({ draftId }) {
    imports.discard(draftId);
    return Promise.resolve(ok({}));
  },
});

type ExportsHandlersDeps = Pick<
  HandlerDeps,
  'exports' | 'sessions' | 'portfolio' | 'accounts' | 'clipboard' | 'announce' | 'askWhereTo' | 'log' | 'now'
>;

type FileExport = (
  path: string,
  signal: AbortSignal,
  onProgress: (written: number, total: number) => void,
) => Promise<Result<{ readonly rows: number }>>;

export function createExportsHandlers(deps: ExportsHandlersDeps): Handlers['exports'] {
  const { exports, sessions, clipboard, announce, askWhereTo } = deps;
  const running = new Map<string, AbortController>();

  const finished = (exportId: string, path: string, written: Result<{ readonly rows: number }>): void => {
    const isCancelled = !written.ok && written.error.kind === 'cancelled';
    const rows = written.ok ? written.value.rows : 0;
    const error = written.ok || isCancelled ? null : written.error;
    announce('exports.finished', { exportId, path, rows, isCancelled, error });
  };

  /** Asks for the file, and writes it after the answer. */
  async function begin(
    { exportId, format }: { readonly exportId: string; readonly format: DomainExportFormat },
    name: string,
    write: FileExport,
  ): Promise<Result<{ readonly started: boolean }>> {
    const path = await askWhereTo(name, format);
    if (path === null) return ok({ started: false });
    const abort = new AbortController();
    running.set(exportId, abort);
    void write(path, abort.signal, (written, total) =>
      announce('exports.progress', { exportId, written, total }),
    )
      .catch((thrown: unknown) => fail({ kind: 'bug', incidentId: deps.log.bug(thrown) } as const))
      .then((written) => finished(exportId, path, written))
      .finally(() => running.delete(exportId));
    return ok({ started: true });
  }

  async function copied(made: Result<{ readonly text: string; readonly rows: number }>) {
    if (!made.ok) return made;
    // What was copied before is not lost for nothing.
    if (made.value.text !== '') await clipboard.writeText(made.value.text);
    return ok({ rows: made.value.rows });
  }

  return {
    async toFile({ exportId, id, ...order }) {
      const session = await sessions.find(id);
      if (!session.ok) return session;
      return await begin({ exportId, ...order }, fileNameOf(session.value.name), (path, ...followed) =>
        exports.toFile({ sessionId: id, ...order, path }, ...followed),
      );
    },
    toClipboard: async ({ id, filter, sort, as }) =>
      copied(await exports.toText({ sessionId: id, filter, sort }, as)),
    domainsToFile: ({ exportId, hidden, format, ...list }) =>
      begin({ exportId, format }, `domains-${localDay(deps.now())}`, (path, ...followed) =>
        exportDomains(deps, requestsOf(list), { hidden, format, path }, ...followed),
      ),
    domainsToClipboard: async ({ hidden, ...list }) =>
      copied(await domainsAsText(deps, requestsOf(list), hidden)),
    cancel({ exportId }) {
      running.get(exportId)?.abort();
      return Promise.resolve(ok({}));
    },
  };
}

/** The rows of a list in their order; those of one account that follow each other are one request. */
function requestsOf({
  accountIds,
  rows,
}: Pick<Input<'exports', 'domainsToClipboard'>, 'accountIds' | 'rows'>): readonly DomainsRequest[] {
  const requests: { accountId: string; names: string[] }[] = [];
  for (const line of rows.split('\n')) {
    const [place = '', name = ''] = line.split(' ', 2);
    const accountId = accountIds[Number(place)];
    if (accountId === undefined) continue;
    if (requests.at(-1)?.accountId !== accountId) requests.push({ accountId, names: [] });
    requests.at(-1)?.names.push(name);
  }
  return requests;
}

/** A session's name as a file name: without characters that some system forbids. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .trim()
    .replace(/[. ]+$/, '')
    .slice(0, 100) || 'session';

/** The sessions shown by the page, each view with its own port. */
interface SessionViews {
  /** Fails with: what `Sessions.open` fails with. */
  readonly open: (sessionId: string, viewId: string) => Promise<Result<Session>>;
  /** An unknown id is ignored: the page may just have gone. */
  readonly close: (viewId: string) => void;
}

export function createSessionViews(
  sessions: Pick<Sessions, 'open'>,
  openPort: HandlerDeps['openPort'],
): SessionViews {
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
