import { describe, expect, it } from 'vitest';
import { asked, repeatsIn } from '../../../faults/oracle.ts';

const aRequest = (name: string, ...tlds: readonly string[]) => ({
  method: 'POST',
  path: '/domains/lookup',
  headers: {},
  body: new URLSearchParams([
    ['searchTerm', name],
    ...tlds.map((tld) => ['tldsToInclude[]', tld]),
  ]).toString(),
});
const repeats = (...seen: readonly ReturnType<typeof aRequest>[]) =>
  repeatsIn(asked({ requests: () => seen }));

describe('counting what was asked again', () => {
  it('finds nothing where each name was asked once', () => {
    expect(repeats(aRequest('one', 'com'), aRequest('two', 'com'))).toBe(0);
  });

  it('counts each request beyond the first', () => {
    expect(repeats(aRequest('one', 'com'), aRequest('one', 'com'), aRequest('one', 'com'))).toBe(2);
  });

  it('takes the other TLDs of a name for something else', () => {
    expect(repeats(aRequest('one', 'com'), aRequest('one', 'net'))).toBe(0);
  });
});
