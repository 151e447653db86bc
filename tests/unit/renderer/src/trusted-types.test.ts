import { describe, expect, it, vi } from 'vitest';
import { installTrustedTypes, policyRules } from '../../../../renderer/src/trusted-types.ts';

describe('the page’s Trusted Types policy', () => {
  it('A3 passes CSS, which holds no tags', () => {
    expect(policyRules.createHTML(':root{--nd-line:#fff}')).toBe(':root{--nd-line:#fff}');
  });

  it.each(['<img src=x onerror=alert(1)>', 'text <b>', '</style><script>'])('A3 refuses %s', (text) => {
    expect(() => policyRules.createHTML(text)).toThrow(TypeError);
  });

  it('A3 makes no scripts', () => {
    expect(() => policyRules.createScript()).toThrow(TypeError);
    expect(() => policyRules.createScriptURL()).toThrow(TypeError);
  });

  it('A3 is the default policy', () => {
    const createPolicy = vi.fn();
    installTrustedTypes({ trustedTypes: { createPolicy } });
    expect(createPolicy).toHaveBeenCalledWith('default', policyRules);
  });
});
