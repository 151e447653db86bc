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

/** TLDs as they are asked for together, in their order; made once for many names. */
export interface AskedTlds {
  readonly list: readonly AskedTld[];
  /** Each is asked once, in letters that stand for themselves. */
  readonly arePlain: boolean;
}

const plainTld = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

export const askedTld = (given: string): AskedTld => {
  const tld = bareTld(given);
  return { tld, asciiTld: aLabelsOf(tld) };
};

export const askedTlds = (list: readonly AskedTld[]): AskedTlds => ({
  list,
  arePlain:
    list.every(({ asciiTld }) => plainTld.test(asciiTld)) &&
    new Set(list.map(({ asciiTld }) => asciiTld)).size === list.length,
});

/** @param label A-label. */
export const askedName = (label: string, { tld, asciiTld }: AskedTld): AskedName => ({
  label,
  tld,
  asciiTld,
  domain: `${label}.${asciiTld}`,
});
