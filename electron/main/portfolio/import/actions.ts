import { z } from 'zod';
import { accountId, count, text } from '#shared/areas/common-schemas.ts';
import { importFields, rowResults } from '#shared/domain/domain-parts.ts';
import { mapOk, ok } from '#shared/result.ts';
import { action, inWindow, under } from '../../action.ts';

/** How a file is read; null means as recognised. */
const choices = z.object({
  /** Columns by their number, from 0, and what is taken from each; the others stay as recognised. */
  mapping: z
    .array(z.object({ column: count, field: z.enum(importFields).nullable() }))
    .max(1_000)
    .readonly(),
  isDayFirst: z.boolean().nullable(),
  /** A name of the WHATWG Encoding Standard. */
  encoding: text(40).nullable(),
  sheet: text(255).nullable(),
  /** Whether archived domains of the file become active again. */
  restoresArchived: z.boolean(),
  /** Of a file with domains of several accounts, only those of the account that has this label there; null or left out: all. */
  ofAccount: text(80).nullable().exactOptional(),
});

const ofDraft = z.object({ draftId: z.uuid() });
const ofSource = ofDraft.extend({ accountId, choices });

/** How many rows of a preview are asked for at once. */
const mostRows = 500;
/** How many domains that stayed as they are the page is told by name. */
const mostNamed = 20;

/** Imports of files into a portfolio. A draft is held in main until it is discarded. */
export const domainImports = {
  readText: inWindow(ofSource.extend({ text: z.string().max(10_500_000) }), (on, { text: pasted, ...of }) =>
    on.importDrafts.read(of.draftId, of.accountId, { kind: 'text', text: pasted }, of.choices),
  ),
  /** A file that was dropped on the page: 64 MiB at most. */
  readBytes: inWindow(
    ofSource.extend({
      fileName: z.string().max(260),
      bytes: z.instanceof(Uint8Array),
      /** When the file was saved, in milliseconds. */
      savedMs: z.number(),
    }),
    (on, { draftId, accountId, choices, ...file }) =>
      on.importDrafts.read(draftId, accountId, { kind: 'bytes', ...file }, choices),
  ),
  /** Opens the system's file dialog, or reads the file that was handed over; null if it was cancelled, or none waits. */
  chooseFile: inWindow(
    ofSource.extend({ isHanded: z.boolean() }),
    async (on, { draftId, accountId, choices, isHanded }) => {
      const path = isHanded ? on.handedFiles.take('domains') : await on.askForFile('domains');
      if (path === null) return ok({ report: null });
      const read = await on.importDrafts.read(draftId, accountId, { kind: 'file', path }, choices);
      return under('report', read);
    },
  ),
  /** Reads the same text or file again with other choices. */
  reread: inWindow(ofDraft.extend({ choices }), (on, { draftId, choices }) =>
    on.importDrafts.reread(draftId, choices),
  ),
  /** Rows of a preview. `result` null: all of them. */
  rows: inWindow(
    ofDraft.extend({ result: z.enum(rowResults).nullable(), offset: count, limit: count.max(mostRows) }),
    (on, { draftId, result, offset, limit }) => on.importDrafts.rows(draftId, result, offset, limit),
  ),
  /** Stores what the preview shows as new or changed. Cancelled, what was stored by then stays, as an import of its own. */
  apply: inWindow(ofDraft, (on, { draftId }) => on.importDrafts.apply(draftId)),
  /** Stops reading or storing. */
  cancel: inWindow(ofDraft, (on, { draftId }) => {
    on.importDrafts.cancel(draftId);
    return ok({});
  }),
  discard: inWindow(ofDraft, (on, { draftId }) => {
    on.importDrafts.discard(draftId);
    return ok({});
  }),
  /** The newest first. */
  list: action(z.object({ accountId }), (on, asked) =>
    ok({ imports: on.workspace.domainImports.list(asked) }),
  ),
  /** Domains whose values were changed since stay as they are: `stayed` of them, of which `named` are the first. */
  undo: action(z.object({ accountId, id: z.uuid() }), async (on, { accountId, id }) =>
    mapOk(await on.domainImport.undo(accountId, id), ({ undone, stayed }) => ({
      undone,
      stayed: stayed.length,
      named: stayed.slice(0, mostNamed),
    })),
  ),
};
