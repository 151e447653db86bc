/**
 * The content security policy of a page: nothing but its own scripts, styles, pictures and fonts, no connection, no frame,
 * no worker, no form; no text becomes a script.
 *
 * @param nonce For `<style>` elements made at run time (Mantine makes them); another one for each document served.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/**
 * The headers of everything that `app://` answers.
 *
 * No opener policy: a page has no opener and opens nothing (`confineEveryPage`), and with one Chromium throws away the
 * process that it made for the page and starts another when the document arrives.
 */
export const pageHeaders = (contentType: string, nonce: string): Record<string, string> => ({
  'content-type': contentType,
  'content-security-policy': contentSecurityPolicy(nonce),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
});
