import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { ok } from '#shared/result.ts';
import { isArray, isObject, type Json, member, type Shape } from '../json.ts';
import { type Operation, success, unclear } from '../operation.ts';
import { mostListedTlds } from '#shared/domain/bounds.ts';

export interface Credits {
  /** The decimal text as received. Unknown: its currency, and whether it is the balance or the available amount. */
  readonly amount: string;
}

export interface TldList {
  /** As given, each documented with a leading dot. Unknown: what membership means for this account. */
  readonly tlds: readonly string[];
}

export interface Version {
  /** Unknown: what it identifies. */
  readonly version: string;
}

/** Source: Domain Reseller API v2.2, "Credits, TLDs, version". */
export const readCredits: Operation<null, Credits, 'read'> = {
  ...question('readCredits', ['billing', 'credits'], {
    text: /^-?\d+\.\d\d$/,
    called: 'string with a decimal amount',
  }),
  judge(body) {
    const amount = amountIn(body);
    return amount === null ? unclear() : success({ amount });
  },
};

/** As A-labels, with its dot: with the longest label before it, a name has the 255 characters that can be stored. */
const longestTld = 192;

export const listTlds: Operation<null, TldList, 'read'> = {
  ...question('listTlds', ['tlds'], { each: { text: /^\.[^\s.]/, called: 'string with a leading dot' } }),
  judge(body) {
    if (!isArray(body)) return unclear();
    const tlds = body
      .filter((tld) => typeof tld === 'string')
      .filter((tld) => /^\.?[^\s.].*$/.test(tld) && aLabelsOf(tld).length <= longestTld);
    const isList = body.length <= mostListedTlds && (tlds.length > 0 || body.length === 0);
    return isList ? success({ tlds }) : unclear();
  },
};

export const readVersion: Operation<null, Version, 'read'> = {
  ...question('readVersion', ['version'], { text: /^\d+\.\d+\.\d+$/, called: 'string of three numbers' }),
  judge: (body) =>
    typeof body === 'string' && body.trim() !== '' && body.length <= 100
      ? success({ version: body.trim() })
      : unclear(),
};

function question(name: string, path: readonly string[], documented: Shape) {
  return {
    name,
    effect: 'read',
    answers: 'open',
    documented,
    ask: () => ok({ path, form: null }),
  } as const;
}

/**
 * The amount: a decimal in a string, a bare number, or either of them in an object under a known name.
 * Assumed: some deployments wrap the value (field notes, "Credits"); the names are guesses.
 */
function amountIn(body: Json): string | null {
  if (isObject(body)) {
    const named = ['credits', 'credit', 'amount', 'balance'].map((name) => member(body, name));
    const found = named.filter((value) => value !== undefined);
    return found.length === 1 && !isObject(found[0]) ? amountIn(found[0] ?? null) : null;
  }
  const text = typeof body === 'number' || typeof body === 'string' ? String(body).trim() : '';
  return /^-?\d{1,20}(\.\d{1,10})?$/.test(text) ? text : null;
}
