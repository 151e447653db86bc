import { describe, expect, it } from 'vitest';
import { joinPath, parseBaseUrl } from '../../../../../electron/main/reseller/base-url.ts';

describe('C15 the base URL', () => {
  it.each([
    ['https', 'https://api.example.com', 'https://api.example.com'],
    [
      'a path that ends in .php',
      'https://h.example/modules/addons/DomainsReseller/api/index.php',
      'https://h.example/modules/addons/DomainsReseller/api/index.php',
    ],
    ['final slashes, which go', ' https://h.example/api// ', 'https://h.example/api'],
    ['a port', 'https://h.example:8443/api', 'https://h.example:8443/api'],
    ['http on 127.0.0.1', 'http://127.0.0.1:8080/api', 'http://127.0.0.1:8080/api'],
    ['http on another loopback address', 'http://127.9.9.9/', 'http://127.9.9.9'],
    ['http on [::1]', 'http://[::1]:99/x', 'http://[::1]:99/x'],
    ['http on localhost', 'http://localhost:8080', 'http://localhost:8080'],
  ])('lets through %s', (_name, text, url) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, value: url });
  });

  it.each([
    ['no URL', 'api.example.com', 'not a URL'],
    ['nothing', '', 'not a URL'],
    ['another scheme', 'ftp://h.example', 'begins with https'],
    ['a file', 'file:///etc/passwd', 'begins with https'],
    ['http on another host', 'http://h.example/api', 'readable'],
    ['http on a name that begins like loopback', 'http://127.0.0.1.example.com/', 'readable'],
    ['http on a name below localhost', 'http://localhost.example.com/', 'readable'],
    ['http on an address of the private network', 'http://10.0.0.1/', 'readable'],
    ['http on the unspecified address', 'http://0.0.0.0/', 'readable'],
    ['a user name', 'https://me@h.example/', 'password'],
    ['a password', 'https://me:pw@h.example/', 'password'],
    ['a query', 'https://h.example/?a=1', 'query'],
    ['an empty query', 'https://h.example/?', 'query'],
    ['a fragment', 'https://h.example/#a', 'fragment'],
  ])('refuses %s with the reason', (_name, text, reason) => {
    expect(parseBaseUrl(text)).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', field: 'baseUrl', reason: expect.stringContaining(reason) as string },
    });
  });
});

describe('a path', () => {
  const base = parseBaseUrl('https://h.example/api/index.php');

  it('is appended to the base, not resolved against it', () => {
    if (!base.ok) throw new Error('The base is a good one');
    expect(joinPath(base.value, ['domains', 'example.com', 'lock'])).toBe(
      'https://h.example/api/index.php/domains/example.com/lock',
    );
  });

  it('keeps a segment one segment', () => {
    if (!base.ok) throw new Error('The base is a good one');
    expect(joinPath(base.value, ['domains', 'a/../b?c#d'])).toBe(
      'https://h.example/api/index.php/domains/a%2F..%2Fb%3Fc%23d',
    );
  });
});
