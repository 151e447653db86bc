import { CspEvaluator } from 'csp_evaluator';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
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

  it('gives a checker of policies nothing to complain of but that `self` is as good as our own files', async ({
    annotate,
  }) => {
    const findings = findingsOf(contentSecurityPolicy('0123456789abcdef'));
    expect(findings.filter(({ severity }) => severity < Severity.MEDIUM_MAYBE)).toEqual([]);
    expect(findings.map(({ directive, value }) => `${directive} ${value ?? ''}`)).toEqual([
      "script-src 'self'",
    ]);
    expect(findingsOf("script-src 'unsafe-inline'")[0]?.severity).toBe(Severity.HIGH);
    await annotate(`figure: csp_evaluator: ${findings.length} remark, 0 findings`);
  });

  it('says nothing else, and nothing unsafe', () => {
    expect(directives.size).toBe(10);
    expect(contentSecurityPolicy('abc')).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  });
});

const findingsOf = (policy: string) => new CspEvaluator(new CspParser(policy).csp).evaluate();
