import { type World } from '../account.ts';
import { json, refused } from '../answer.ts';
import { type Finding } from '../findings/demo-names.ts';
import { findingOf } from '../findings/finding.ts';
import { invalidResult, type LookupResult, resultOf } from '../findings/lookup-result.ts';
import { type Label, readLabel } from '../findings/names.ts';
import { defaultTlds, tlds } from '../findings/tlds.ts';
import { listOf, textOf } from '../form.ts';
import { type Handler } from './operation.ts';

/** Unknown: the allowed values of `premiumEnabled`. Assumed: these, and an absent flag, are off. */
const off = new Set(['', '0', 'false', 'off', 'no']);

/** Source: Domain Reseller API v2.2, "Domain availability". TLDs are taken with and without their leading dot. */
export const lookup: Handler = ({ form }, world) => {
  const term = textOf(form, 'searchTerm');
  if (term === '') return refused('searchTerm is required');
  const asked = listOf(form, 'tldsToInclude');
  const withPremium = !off.has(textOf(form, 'premiumEnabled').toLowerCase());
  const label = readLabel(term);
  const names = asked.length === 0 ? defaultTlds : asked;
  return json(
    names.map((tld) => oneResult(term, label, tld.replace(/^\./, '').toLowerCase(), withPremium, world)),
  );
};

function oneResult(
  term: string,
  label: Label,
  tld: string,
  withPremium: boolean,
  world: World,
): LookupResult {
  if (!label.isValid) return invalidResult(term, tld, label.message);
  if (!tlds.has(tld)) return invalidResult(label.ascii, tld, 'This TLD is not supported.');
  const finding = world.account.domains.has(`${label.ascii}.${tld}`)
    ? 'taken'
    : findingOf(world.seed, label.ascii, tld);
  return resultOf(label, tld, withPremium ? finding : withoutPremium(finding));
}

/** Unknown: how a premium name is answered when premium was not asked for. It cannot be had then: `reserved`. */
const withoutPremium = (finding: Finding): Finding => (finding === 'premium' ? 'reserved' : finding);
