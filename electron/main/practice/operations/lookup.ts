import type { World } from '../account.ts';
import { asciiJson, jsonText, refused } from '../answer.ts';
import type { Finding } from '../findings/demo-names.ts';
import { invalidResult } from '../findings/lookup-result.ts';
import { readLabel, type ValidLabel } from '../findings/names.ts';
import { resultText } from '../findings/result-text.ts';
import { tlds } from '../findings/tlds.ts';
import { textOf } from '../form.ts';
import { tldsAsked } from '../names-asked.ts';
import { findingNow } from './finding-now.ts';
import type { Handler } from './operation.ts';

/** Unknown: the allowed values of `premiumEnabled`. Assumed: these, and an absent flag, are off. */
const off = new Set(['', '0', 'false', 'off', 'no']);

/** Source: Domain Reseller API v2.2, "Domain availability". TLDs are taken with and without their leading dot. */
export const lookup: Handler = ({ form }, world) => {
  const term = textOf(form, 'searchTerm');
  if (term === '') return refused('searchTerm is required');
  const withPremium = !off.has(textOf(form, 'premiumEnabled').toLowerCase());
  const label = readLabel(term);
  const texts = tldsAsked(form).map((tld) =>
    label.isValid ? oneText(label, tld, withPremium, world) : invalidText(term, tld, label.message),
  );
  return jsonText(`[${texts.join(',')}]`);
};

function oneText(label: ValidLabel, tld: string, withPremium: boolean, world: World): string {
  if (!tlds.has(tld)) return invalidText(label.ascii, tld, 'This TLD is not supported.');
  const finding = findingNow(label.ascii, tld, world);
  return resultText(label, tld, withPremium ? finding : withoutPremium(finding));
}

const invalidText = (term: string, tld: string, message: string): string =>
  asciiJson(invalidResult(term, tld, message));

/** Unknown: how a premium name is answered when premium was not asked for. It cannot be had then: `reserved`. */
const withoutPremium = (finding: Finding): Finding => (finding === 'premium' ? 'reserved' : finding);
