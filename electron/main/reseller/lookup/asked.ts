import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/tld.ts';
import type { AskedName } from './match.ts';

/** A TLD that is asked for, in both forms. */
export interface AskedTld {
  /** Without a leading dot, lower case. */
  readonly tld: string;
  /** The same as A-labels. */
  readonly asciiTld: string;
}

/** TLDs as they are asked for, in their order; made once for many names. */
export const askedTlds = (given: readonly string[]): readonly AskedTld[] =>
  given.map((each) => {
    const tld = bareTld(each);
    return { tld, asciiTld: aLabelsOf(tld) };
  });

/** @param label A-label. */
export const askedName = (label: string, { tld, asciiTld }: AskedTld): AskedName => ({
  label,
  tld,
  asciiTld,
  domain: `${label}.${asciiTld}`,
});
