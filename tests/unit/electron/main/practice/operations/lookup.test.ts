import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../../../electron/main/practice/findings.ts';
import { resultOf, resultText } from '../../../../../../electron/main/practice/operations/lookup.ts';

const labels = [
  ['plain', 'plain'],
  ['xn--bcher-kva', 'bücher'],
  ['xn--r8jz45g', '例え'],
  ['priced-name', 'priced-name'],
] as const;
const findings: readonly Finding[] = ['available', 'premium', 'reserved', 'taken'];

describe('resultText', () => {
  it.each(
    labels.flatMap(([ascii, unicode]) => findings.map((finding) => [ascii, finding, unicode] as const)),
  )('is the JSON of the result in ASCII: %s, %s', (ascii, finding, unicode) => {
    const label = { isValid: true, ascii, unicode } as const;
    for (const tld of ['co.uk', 'com', 'co.uk']) {
      const text = resultText(label, tld, finding);
      expect(text).toMatch(/^[ -~]+$/);
      expect(JSON.parse(text)).toEqual(resultOf(label, tld, finding));
    }
  });
});
