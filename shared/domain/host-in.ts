/** The host inside a typed text, and where it begins. */
export interface HostText {
  readonly text: string;
  /** In UTF-16 units from the beginning of the typed text. */
  readonly at: number;
}

/**
 * The part of a typed text that names a host: without scheme, user, port, path and final dot. A text that is no URL is
 * its own host. Nothing is decoded or judged here.
 */
export function hostIn(text: string): HostText {
  const start = text.length - text.trimStart().length;
  let at = start;
  let rest = text.trim();

  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(rest)?.[0] ?? '';
  at += scheme.length;
  rest = rest.slice(scheme.length);

  const end = /[/?#\\]/u.exec(rest)?.index ?? rest.length;
  rest = rest.slice(0, end);

  const user = scheme === '' ? -1 : rest.lastIndexOf('@');
  at += user + 1;
  rest = rest.slice(user + 1);

  rest = rest.replace(/:\d*$/u, '').replace(/[.\u3002\uFF0E\uFF61]$/u, '');
  return { text: rest, at };
}
