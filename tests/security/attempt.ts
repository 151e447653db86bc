import type { Page } from '@playwright/test';
import type { Probe, Target } from './probe.ts';

/** How long an attempt may take to show itself in the page. */
const patienceMs = 700;

/** The tools and the frame around an attempt, as text for the page: outside `eval`'s reach and without our names. */
const inPage = (probe: Probe, { port, http }: Target): string => `(async () => {
  const tools = {
    add: (tag, properties) => {
      const element = Object.assign(document.createElement(tag), properties);
      if (tag === 'webview') element.setAttribute('src', properties.src);
      document.body.append(element);
    },
    nonce: document.querySelector('meta[name="csp-nonce"]')?.content ?? '',
    call: (name, ...args) => {
      const path = name.split('.');
      const method = path.pop();
      const holder = path.reduce((value, key) => value?.[key], globalThis);
      return holder?.[method] === undefined ? undefined : holder[method](...args);
    },
    blob: (text, type) => URL.createObjectURL(new Blob([text], { type })),
  };
  // What the debugger evaluates may use eval whatever the policy says; what runs later may not.
  await new Promise((resolve) => setTimeout(resolve));
  try {
    const waited = new Promise((resolve) => setTimeout(resolve, ${patienceMs}, 'waited'));
    return String(await Promise.race([(${probe.attempt.toString()})(${JSON.stringify({ port, http })}, tools), waited]));
  } catch (error) {
    return 'refused: ' + error;
  }
})()`;

/** Makes the attempt in the page. @returns What the attempt answered, in words; `left` when the page is gone. */
export const attempt = (page: Page, probe: Probe, target: Target): Promise<string> =>
  page.evaluate<string>(inPage(probe, target)).catch(() => 'left');
