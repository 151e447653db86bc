/*
 * The page's one Trusted Types policy. Loaded before everything else.
 *
 * The threat: text that came from a service or a file ends up in innerHTML and brings a tag along. The platform's answer is that under
 * `require-trusted-types-for 'script'` every such text passes through the policy named `default`. Mantine writes its CSS through
 * innerHTML, and CSS holds no tags: so text without a tag passes, everything else is refused. Nothing in the page makes scripts.
 */
interface PolicyRules {
  readonly createHTML: (text: string) => string;
  readonly createScript: () => never;
  readonly createScriptURL: () => never;
}

/** The declaration that the DOM library of TypeScript lacks. */
interface PolicyFactory {
  readonly createPolicy: (name: string, rules: PolicyRules) => unknown;
}

const refuse = (what: string) => (): never => {
  throw new TypeError(`This page makes no ${what}`);
};

export const policyRules: PolicyRules = {
  createHTML: (text) => (text.includes('<') ? refuse('markup from text')() : text),
  createScript: refuse('scripts from text'),
  createScriptURL: refuse('scripts from addresses'),
};

/** Installs the policy where the platform knows Trusted Types; test environments do not. */
export function installTrustedTypes(target: { readonly trustedTypes?: PolicyFactory }): void {
  target.trustedTypes?.createPolicy('default', policyRules);
}

installTrustedTypes(globalThis as { readonly trustedTypes?: PolicyFactory }); // the platform's own global, by its specification
