import { ok, type Result } from '#shared/result.ts';
import type { Options } from './options.ts';
import { noWords } from './with-options.ts';

export interface ListingAsked {
  readonly isJson: boolean;
}

const options = { json: { type: 'boolean' } } as const;

/** What can be asked of a command that lists: nothing but `--json`. */
export const listing = {
  options,
  read({ values, words }: Options<typeof options>): Result<ListingAsked, string> {
    const rest = noWords(words);
    return rest.ok ? ok({ isJson: values.json === true }) : rest;
  },
} as const;
