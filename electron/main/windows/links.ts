import { fail, ok, type Result } from '#shared/result.ts';

/** Every address outside the application that it can open, and the only list of them. */
const links = {
  'registration-lookup': 'https://lookup.icann.org/',
  'international-names': 'https://www.unicode.org/reports/tr46/',
} as const;

export type LinkId = keyof typeof links;

/**
 * Opens one of our links in the user's browser. It takes an id and never an address: `shell.openExternal` starts programs
 * for other schemes, and an address that a page may choose carries away what the page knows.
 *
 * Fails with: `invalid-input` for anything but an id of the table.
 */
export const createOpenLink =
  (openExternal: (url: string) => Promise<void>) =>
  async (id: string): Promise<Result<Record<string, never>>> => {
    const url = new Map<string, string>(Object.entries(links)).get(id);
    if (url === undefined)
      return fail({ kind: 'invalid-input', field: 'link', reason: 'There is no such link.' });
    await openExternal(url);
    return ok({});
  };
