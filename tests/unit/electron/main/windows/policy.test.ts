import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../../../electron/main/windows/policy.ts';

const directives = new Map(
  contentSecurityPolicy('abc')
    .split('; ')
    .map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
);

describe('A3 the content security policy', () => {
  it.each([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self' 'nonce-abc'"],
    ['img-src', "'self'"],
    ['font-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'default'],
  ])('says %s %s', (name, value) => {
    expect(directives.get(name)).toBe(value);
  });

  it('says nothing else, and nothing unsafe', () => {
    expect(directives.size).toBe(10);
    expect(contentSecurityPolicy('abc')).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  });
});
