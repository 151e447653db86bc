import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { writtenAmount } from '#shared/domain/counting.ts';
import { ok } from '#shared/result.ts';
import { isObject, type Json, listIn, member, type Shape } from '../json.ts';
import { type Operation, success, unclear } from '../operation.ts';
import { mostListedTlds } from '#shared/domain/bounds.ts';

export interface Credits {
  /**
   * A plain decimal; null where the text can be two amounts (H24): nothing is compared with it then. Unknown: its currency, and
   * whether it is the balance or the available amount.
   */
  readonly amount: string | null;
  /** What a person is shown: the amount, or the text as it came, in quotation marks, so that nothing takes it for an amount. */
  readonly shown: string;
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
    const credits = creditsIn(body);
    return credits === null ? unclear() : success(credits);
  },
};

/** As A-labels, with its dot: with the longest label before it, a name has the 255 characters that can be stored. */
const longestTld = 192;

export const listTlds: Operation<null, TldList, 'read'> = {
  ...question('listTlds', ['tlds'], { each: { text: /^\.[^\s.]/, called: 'string with a leading dot' } }),
  judge(body) {
    const list = listIn(body);
    if (list === null) return unclear();
    const tlds = list
      .filter((tld) => typeof tld === 'string')
      .filter((tld) => /^\.?[^\s.].*$/.test(tld) && aLabelsOf(tld).length <= longestTld);
    const isList = list.length <= mostListedTlds && (tlds.length > 0 || list.length === 0);
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
 * The credit in a string, as a bare number, or either of them in an object under a known name.
 * Assumed: some deployments wrap the value (field notes, "Credits"); the names are guesses.
 */
function creditsIn(body: Json): Credits | null {
  if (isObject(body)) {
    const named = ['credits', 'credit', 'amount', 'balance'].map((name) => member(body, name));
    const found = named.filter((value) => value !== undefined);
    return found.length === 1 && !isObject(found[0]) ? creditsIn(found[0] ?? null) : null;
  }
  const text = typeof body === 'number' || typeof body === 'string' ? String(body).trim() : '';
  // A number has no separators: what stands behind its point are decimals.
  const amount = typeof body === 'number' ? text : (writtenAmount(text)?.amount ?? '');
  if (/^-?\d{1,20}(\.\d{1,10})?$/.test(amount)) return { amount, shown: amount };
  return mayBeAmount.test(text) ? { amount: null, shown: `“${text}”` } : null;
}

/** Digits and separators with little around them: a currency. A sentence with a number in it is none. */
const mayBeAmount = /^[\p{L}\p{Sc}.\s-]{0,6}\d[\d.,'’\s-]{0,30}[\p{L}\p{Sc}.\s-]{0,6}$/u;
