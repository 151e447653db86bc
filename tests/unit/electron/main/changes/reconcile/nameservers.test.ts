import { describe, expect, it } from 'vitest';
import { failing, look, read, refused } from './a-look.ts';

describe('reading back nameservers', () => {
  const what = { kind: 'nameservers', nameservers: ['ns1.bäckerei.example', 'NS2.example.NET.'] } as const;
  const before = { nameservers: ['a.example.org', 'b.example.org'] };

  it.each([
    ['in another order, case and with dots', ['ns2.example.net', 'NS1.xn--bckerei-5wa.example..'], 'agrees'],
    ['as they were, in another order', ['B.example.org.', 'a.example.org'], 'as-before'],
    ['one of them', ['ns2.example.net'], 'differs'],
    ['one more', ['ns2.example.net', 'ns1.xn--bckerei-5wa.example', 'c.example'], 'differs'],
    ['none', [], 'differs'],
  ])('%s: %s', async (_name, now, verdict) => {
    const looked = await look({ what, before, reads: { nameservers: read(now) } });
    expect(looked).toMatchObject({ verdict, error: null, learned: { nameservers: now } });
  });

  it.each([null, undefined])('that were not read before (%s) are never as before', async (nameservers) => {
    const reads = { nameservers: read(['a.example.org', 'b.example.org']) };
    expect(await look({ what, before: { nameservers }, reads })).toMatchObject({ verdict: 'differs' });
    expect(await look({ what, before: null, reads })).toMatchObject({ verdict: 'differs' });
  });

  it('that cannot be read shows nothing', async () => {
    expect(await look({ what, reads: { nameservers: failing(refused) } })).toMatchObject({
      verdict: 'unreadable',
      error: refused,
    });
  });
});
