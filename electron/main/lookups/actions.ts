import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accountId, domainText, nothing, ofAccountOrActive, tldList } from '#shared/areas/common-schemas.ts';
import { askAgain, columns, readingChoices, recipe, sessionId, sessionName } from '#shared/areas/sessions.ts';
import { priceIn } from '#shared/domain/account.ts';
import { mostCells, mostPricedCells } from '#shared/domain/bounds.ts';
import { builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { CellOffers } from '#shared/domain/session-prices.ts';
import { done, fail, mapOk, ok } from '#shared/result.ts';
import { action, inWindow, under } from '../action.ts';
import { fieldsOf, resultIn } from '../reseller/lookup/finding.ts';
import { invalidInput } from '../system/texts.ts';
import { knownFindings, searchedAccount } from './search.ts';
import type { TldSet } from './tld-sets.ts';

const question = ofAccountOrActive.extend({ label: domainText, tlds: tldList });
const ofSearch = z.object({ searchId: z.uuid() });

/** One name under many TLDs. */
export const search = {
  /** Findings from the local store only; never uses the network. `unchecked` if there is none. */
  known: action(question, async ({ active, workspace: { findings } }, { accountId, ...of }) => {
    const account = active.account(accountId);
    if (!account.ok) return account;
    const known = await knownFindings(
      (id, domains) => findings.known({ accountId: id, domains: [...domains] }),
      account.value.id,
      of,
    );
    return under('findings', known);
  }),
  /** Looks the names up at the service. The findings arrive as `search.findings`, the end as `search.finished`. */
  start: action(question.extend(ofSearch.shape), async (on, { accountId, ...of }) => {
    const connection = await on.active.connection(accountId);
    if (!connection.ok) return connection;
    return ok({ requests: on.search.start(searchedAccount(connection.value, on.workspace.findings), of) });
  }),
  cancel: action(ofSearch, (on, { searchId }) => {
    on.search.cancel(searchId);
    return ok({});
  }),
  /** The lookup requested from outside before the page listened to `search.requested`; returned once, then null. */
  takeRequested: inWindow(nothing, (on) => ok({ text: on.takeRequested() })),
  details: action(
    ofAccountOrActive.extend({ domain: domainText }),
    async ({ active, workspace }, { accountId, domain }) => {
      const account = active.account(accountId);
      if (!account.ok) return account;
      const kept = await workspace.findings.details({ accountId: account.value.id, domain });
      if (!kept.ok) return kept;
      return kept.value === null ? fail(nothingKept) : ok(detailsOf(kept.value, account.value.label));
    },
  ),
};

const nothingKept = {
  kind: 'invalid-input',
  field: 'domain',
  reason: 'No answer about this name is saved',
} as const;

/** The part of an answer that a person looks at. */
const longestAnswer = 65_536;

/**
 * A finding with every field of its result as received; none if there was no usable result.
 *
 * @param answer The whole answer as JSON text, masked; empty where there is none.
 */
const detailsOf = (
  { finding, answer }: { readonly finding: Finding; readonly answer: string },
  accountLabel: string,
) => {
  const result = answer === '' ? null : resultIn(answer, finding.domain, finding.tld);
  const fields = result === null ? [] : fieldsOf(result);
  return { finding, fields, answer: answer.slice(0, longestAnswer), accountLabel };
};

export const tlds = {
  list: action(ofAccountOrActive.extend({ refresh: z.boolean() }), async (on, { accountId, refresh }) => {
    const connection = await on.active.connection(accountId);
    return connection.ok ? await on.tldLists.read(connection.value, refresh) : connection;
  }),
  sets: action(nothing, (on) => ok({ sets: on.workspace.tldSets.list() })),
  saveSet: action(
    z.object({ id: z.string().max(64).nullable(), name: z.string().max(80), tlds: tldList }),
    ({ workspace }, { id, name, tlds: chosen }) => {
      const set = { id: id ?? randomUUID(), name: name.trim(), tlds: chosen };
      if (set.name === '') return invalidInput('name', 'Give the set a name');
      if (chosen.length === 0) return invalidInput('tlds', 'Choose at least one TLD');
      if (isBuiltIn(set.id))
        return invalidInput('name', 'A built-in set can’t be changed; save yours under another name');
      workspace.tldSets.save(set);
      return ok<TldSet>({ ...set, builtIn: false });
    },
  ),
  removeSet: action(z.object({ id: z.string().max(64) }), ({ workspace }, { id }) => {
    if (isBuiltIn(id)) return invalidInput('id', 'A built-in set can’t be removed');
    workspace.tldSets.remove({ id });
    return ok({});
  }),
};

const isBuiltIn = (id: string): boolean => builtInTldSets.some((set) => set.id === id);

const ofDraft = z.object({ draftId: z.uuid() });
const read = ofDraft.extend({ choices: readingChoices });

/** Import of names for a session. A draft is held in main until it is discarded, used or replaced. */
export const imports = {
  readText: action(read.extend({ text: z.string().max(10_500_000) }), (on, { draftId, text, choices }) =>
    on.imports.read(draftId, { kind: 'text', text }, choices),
  ),
  /** A file that was dropped on the page: 64 MiB at most. */
  readBytes: action(
    read.extend({ fileName: z.string().max(260), bytes: z.instanceof(Uint8Array) }),
    (on, { draftId, fileName, bytes, choices }) =>
      on.imports.read(draftId, { kind: 'bytes', fileName, bytes }, choices),
  ),
  /** Opens the system's file dialog; null if it was cancelled. */
  chooseFile: inWindow(read, async (on, { draftId, choices }) => {
    const path = await on.askForFile('names');
    if (path === null) return ok({ report: null });
    return under('report', on.imports.read(draftId, { kind: 'file', path }, choices));
  }),
  /** Reads the same text or file again with other choices. */
  reread: action(read, (on, { draftId, choices }) => on.imports.reread(draftId, choices)),
  /** The texts of a draft that was read for whole names, one to a row. */
  wholeNames: action(ofDraft, (on, { draftId }) => under('texts', on.imports.wholeNames(draftId))),
  /** Counts the names that the generator would create, without creating them. */
  count: action(recipe, (on, asked) => on.imports.count(asked)),
  generate: action(recipe.extend(ofDraft.shape), (on, { draftId, ...asked }) =>
    on.imports.generate(draftId, asked),
  ),
  discard: action(ofDraft, (on, { draftId }) => {
    on.imports.discard(draftId);
    return ok({});
  }),
};

const ofSession = z.object({ id: sessionId });
const ofView = z.object({ viewId: z.uuid() });
const size = z.int().min(0);
/** `row * tlds + column`. */
const cellNumbers = z.array(z.number().int().min(0).max(mostCells));

/** Bulk lookups. */
export const sessions = {
  list: action(nothing, (on) => under('sessions', on.sessions.list())),
  /** At the rate that the account allows now; null is the active account. */
  estimate: action(
    ofAccountOrActive.extend({ names: size, tlds: size }),
    async (on, { accountId, names, tlds }) => {
      const account = on.active.account(accountId);
      return account.ok ? await on.sessions.outlook(account.value.id, names, tlds) : account;
    },
  ),
  /** For the account named on the form, even if another one is active by now. The draft is used up. */
  create: action(
    z.object({ accountId, draftId: z.uuid(), name: sessionName, tlds: columns, start: z.boolean() }),
    async (on, { accountId, draftId, name, tlds, start }) => {
      const account = on.accounts.find(accountId);
      if (!account.ok) return account;
      const draft = await on.imports.draft(draftId);
      if (!draft.ok) return draft;
      const of = { ...draft.value, accountId: account.value.id, name, tlds };
      const made = await on.sessions.create({ ...of, isStarted: start });
      if (made.ok) on.imports.discard(draftId);
      return made;
    },
  ),
  rename: action(ofSession.extend({ name: sessionName }), (on, { id, name }) => on.sessions.rename(id, name)),
  remove: action(ofSession, async (on, { id }) => done(await on.sessions.remove(id))),
  pause: action(ofSession, (on, { id }) => on.sessions.pause(id)),
  resume: action(ofSession, (on, { id }) => on.sessions.resume(id)),
  stop: action(ofSession, (on, { id }) => on.sessions.stop(id)),
  askAgain: action(ofSession.extend({ which: askAgain }), (on, { id, which }) =>
    on.sessions.askAgain(id, which),
  ),
  /** Creates a new session over the same names and TLDs, for the same account or another one. */
  runAgain: action(ofSession.extend({ accountId, start: z.boolean() }), (on, { id, accountId, start }) =>
    on.sessions.runAgain(id, accountId, start),
  ),
  /** What differs from another session, of names and TLDs that were checked in both. */
  changedSince: action(ofSession.extend({ sinceId: sessionId }), (on, { id, sinceId }) =>
    on.sessions.changedSince(id, sinceId),
  ),
  /** A MessagePort with the session's findings follows, see `session-port.ts`. Opens one view of one session. */
  open: inWindow(ofSession.extend(ofView.shape), (on, { id, viewId }) => on.sessionViews.open(id, viewId)),
  close: inWindow(ofView, (on, { viewId }) => {
    on.sessionViews.close(viewId);
    return ok({});
  }),
  cell: action(
    ofSession.extend({ row: size, column: size }),
    async ({ sessions: all, workspace, accounts }, { id, row, column }) => {
      const found = await all.find(id);
      if (!found.ok) return found;
      const { tlds, names, accountId } = found.value;
      if (row >= names || column >= tlds.length) return fail(noSuchCell);
      const details = await workspace.sessions.details({ id, cell: row * tlds.length + column });
      if (!details.ok) return details;
      const account = accounts.find(accountId);
      return mapOk(account, ({ label }) => detailsOf(details.value, label));
    },
  ),
  /** The findings of one name, in the order of the columns. */
  row: action(ofSession.extend({ row: size }), async ({ sessions: all, workspace }, { id, row }) => {
    const found = await all.find(id);
    if (!found.ok) return found;
    const { tlds, names } = found.value;
    if (row >= names) return fail(noSuchCell);
    const cells = Uint32Array.from(tlds, (_, column) => row * tlds.length + column);
    return under('findings', workspace.sessions.findings({ id, cells }));
  }),
  /** What cells cost whose names can be bought, from the stored answers; of any others nothing. */
  prices: action(
    ofSession.extend({ cells: cellNumbers.max(mostPricedCells) }),
    async ({ sessions: all, workspace, accounts }, { id, cells }) => {
      const found = await all.find(id);
      if (!found.ok) return found;
      const count = found.value.tlds.length * found.value.names;
      if (cells.some((cell) => cell >= count)) return fail(noSuchCell);
      const account = accounts.find(found.value.accountId);
      if (!account.ok) return account;
      const inCurrency = priceIn(account.value.options.currency);
      const asked = await workspace.sessions.prices({ id, cells: Uint32Array.from(cells) });
      return mapOk(asked, ({ of, offers }): CellOffers => ({
        of,
        offers: offers.map(({ period, register, renew }) => ({
          period,
          register: inCurrency(register),
          renew: inCurrency(renew),
        })),
      }));
    },
  ),
  /** Adds cells to the shortlist or removes them; returns the number of cells on it. */
  shortlist: action(
    ofSession.extend({ cells: cellNumbers.max(100_000), isOn: z.boolean() }),
    (on, { id, cells, isOn }) => on.sessions.shortlist(id, cells, isOn),
  ),
  saveView: action(ofSession.extend({ view: z.string().max(20_000) }), async (on, { id, view }) =>
    done(await on.sessions.saveView(id, view)),
  ),
};

const noSuchCell = {
  kind: 'invalid-input',
  field: 'row',
  reason: 'The session has no such cell',
} as const;
