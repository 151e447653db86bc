// What came of trying an account another way, in words. Nothing of it is needed by a start.

import type { AccountOptions } from './account.ts';

/** The options that a test of a connection tries in their other form. */
export type OptionFound =
  { readonly sendTimestamp: true } | { readonly tldNotation: AccountOptions['tldNotation'] };

/** With which other value of an option the service answered. */
export const optionFoundText = (found: OptionFound): string =>
  'sendTimestamp' in found
    ? 'The key is accepted where the time is sent in a header.'
    : `Lookups are answered where TLDs are sent ${found.tldNotation === 'with-dot' ? 'with' : 'without'} a dot.`;

/** That a key that was given is not in use: the service refused it, or could not be asked. */
export const triedText = (isRefused: boolean): string =>
  `${isRefused ? 'Not accepted.' : 'The new key could not be tried.'} The previous key is still in use.`;
