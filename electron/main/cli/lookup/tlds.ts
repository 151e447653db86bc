import { type BuiltInTldSet, builtInTldSets } from '#shared/domain/built-in-tld-sets.ts';
import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { mostTlds } from '#shared/domain/session.ts';
import { bareTld } from '#shared/domain/tld.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { CommandServices } from '../command.ts';
import { nearest } from '../nearest.ts';

interface ChosenTlds {
  /** Without leading dots, each once, in the order in which they were given. */
  readonly tlds: readonly string[];
  /** Sentences about what may not have been meant. */
  readonly remarks: readonly string[];
}

type TldSet = Pick<BuiltInTldSet, 'name' | 'tlds'> & { readonly id: string };

const tldForm = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * The TLDs that `text` names: a list with commas, in which a word may be a set's name. With its dot before it, a word is
 * always a TLD: `.africa` is one, `africa` a set.
 *
 * Fails with: `invalid-input`, `storage`.
 */
export async function chosenTlds(
  text: string,
  { workspace }: Pick<CommandServices, 'workspace'>,
  accountId: string,
): Promise<Result<ChosenTlds>> {
  const own = await workspace.tldSets.list({});
  if (!own.ok) return own;
  const listed = await workspace.tlds.list({ accountId });
  if (!listed.ok) return listed;
  const sets: readonly TldSet[] = [...builtInTldSets, ...own.value];
  const chosen = new Set<string>();
  const remarks: string[] = [];
  for (const item of itemsIn(text, sets)) {
    const found = setNamed(item, sets);
    if (found === null) {
      const tld = aLabelsOf(bareTld(item));
      if (!tldForm.test(tld)) return invalid(`"${item}" is neither a TLD nor the name of a set of TLDs.`);
      chosen.add(tld);
    } else {
      for (const tld of found.tlds) chosen.add(aLabelsOf(bareTld(tld)));
      remarks.push(`"${item}" is the set ${found.name}: ${found.tlds.join(', ')}.`);
    }
  }
  if (chosen.size === 0) return invalid('--tlds names no TLD.');
  if (chosen.size > mostTlds)
    return invalid(`--tlds names ${chosen.size} TLDs; a session has ${mostTlds} at most.`);
  const tlds = [...chosen];
  if (listed.value.readAt === null) return ok({ tlds, remarks });
  return ok({ tlds, remarks: [...remarks, ...unlisted(tlds, listed.value.tlds)] });
}

/** A set's name may have spaces and commas of its own; so the whole text is one item where it is a name. */
const itemsIn = (text: string, sets: readonly TldSet[]): readonly string[] =>
  setNamed(text.trim(), sets) === null ? text.split(/[\s,;]+/u).filter((item) => item !== '') : [text.trim()];

function setNamed(item: string, sets: readonly TldSet[]): TldSet | null {
  const wanted = item.toLowerCase();
  return sets.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? null;
}

/** Asked all the same: the list may be old, and the service decides. */
function unlisted(tlds: readonly string[], listed: readonly string[]): readonly string[] {
  const known = new Set(listed.map((tld) => aLabelsOf(bareTld(tld))));
  const strange = tlds.filter((tld) => !known.has(tld));
  if (strange.length === 0) return [];
  const hints = strange.map((tld) => {
    const near = nearest(tld, [...known]);
    return near === null ? `.${tld}` : `.${tld} (is .${near} meant?)`;
  });
  return [`Not on the list of this account's service: ${hints.join(', ')}. Asked all the same.`];
}

const invalid = (reason: string): Result<never> => fail({ kind: 'invalid-input', field: 'tlds', reason });
