import { basename } from 'node:path';
import { z } from 'zod';
import { fullName } from '#shared/areas/change-schemas.ts';
import { accountId, count, nothing } from '#shared/areas/common-schemas.ts';
import { mostCodesInFile } from '#shared/domain/bounds.ts';
import type { CodeExport } from '#shared/domain/code.ts';
import { codeFormats, isCodePage } from '#shared/domain/code-actions.ts';
import { localDay } from '#shared/domain/counting.ts';
import { ok, type Result } from '#shared/result.ts';
import { action, inWindow, under } from '../action.ts';
import type { InWindow } from '../app/in-window.ts';
import { invalidInput } from '../system/texts.ts';

const ofDomain = z.object({ accountId, domain: fullName });
const byId = z.object({ id: z.uuid() });
const manyCodes = z.object({
  accountId,
  domains: z.array(fullName).min(1).max(mostCodesInFile),
  format: z.enum(codeFormats),
});

/** Transfer codes. No answer contains a code: it is in the clipboard or in its window. */
export const codes = {
  /**
   * Requests a code from the service once, after the user has confirmed it in the code window. That window is not
   * part of the page, so the answer comes when the user has decided there.
   */
  take: action(ofDomain.extend({ deed: z.enum(['copy', 'reveal']) }), (on, { accountId, domain, deed }) =>
    on.codes.take(accountId, domain, deed),
  ),
  /** Newest first. */
  accesses: action(ofDomain, (on, { accountId, domain }) =>
    under('accesses', on.codes.accesses(accountId, domain)),
  ),
  now: action(nothing, (on) => ok(on.codes.now())),
  /** Removes the code from the clipboard early, if it is still the one that we copied. */
  clearClipboard: action(nothing, async (on) => ok(await on.codes.clearClipboard())),
  /** Asks for a file, and for the passphrase in the code window; null if the user cancelled. */
  saveMany: inWindow(manyCodes, saveMany),
  /** The code exports of this run of the program, newest first. */
  codeExports: action(nothing, async (on) => ok({ codeExports: await on.codeExports.listWithFiles() })),
  exportRows: action(
    byId.extend({
      which: z.enum(['all', 'failed', 'not-read']),
      offset: count,
      limit: z.int().min(1).max(500),
    }),
    (on, { id, which, offset, limit }) => ok(on.codeExports.rows(id, which, offset, limit)),
  ),
  /** Requests no further codes; the file is completed with those already fetched. */
  stopExport: action(byId, (on, { id }) => {
    on.codeExports.stop(id);
    return ok({});
  }),
  /**
   * Asks for a file, or takes the one that was handed over, and asks for its passphrase in the code window; null if the user
   * cancelled, or none waits.
   */
  openFile: inWindow(z.object({ isHanded: z.boolean() }), async (on, { isHanded }) => {
    const path = isHanded ? on.handedFiles.take('codes') : await on.askForFile('codes');
    if (path === null) return ok({ file: null });
    return under('file', on.codes.openFile(path));
  }),
  /** Shows one code of the opened file in the code window. False if that window was open already, or was closed. */
  showFromFile: action(byId.extend({ index: count }), (on, { id, index }) =>
    on.codes.showFromFile(id, index),
  ),
  /** Forgets the codes of the file. */
  closeFile: action(byId, (on, { id }) => {
    on.codes.closeFile(id);
    return ok({});
  }),
};

/** Asks for the path first, then for the passphrase: nobody types a passphrase for a file that is not saved. */
async function saveMany(
  { accounts, codeExports, openCodeWindow, askWhereTo, now }: InWindow,
  { accountId, domains, format }: z.output<typeof manyCodes>,
): Promise<Result<{ readonly codeExport: CodeExport | null }>> {
  const account = accounts.find(accountId);
  if (!account.ok) return account;
  const path = await askWhereTo(`transfer-codes-${localDay(now())}`, format);
  if (path === null) return ok({ codeExport: null });
  // The ending says what the file is. One that was not chosen is not put behind it: nobody was asked whether that is written over.
  if (isCodePage(path) !== (format === 'html'))
    return invalidInput('path', `Save it under a name that ends with .${format}. Nothing was requested`);
  const window = openCodeWindow();
  if (window === null) return ok({ codeExport: null });
  const { id, label, colour } = account.value;
  try {
    const passphrase = await window.passphrase({
      accountLabel: label,
      accountColour: colour,
      count: domains.length,
      first: domains.slice(0, 3),
      fileName: basename(path),
    });
    if (passphrase === null) return ok({ codeExport: null });
    const started = await codeExports.start({ accountId: id, domains, path, passphrase });
    return await under('codeExport', started);
  } finally {
    window.close();
  }
}
