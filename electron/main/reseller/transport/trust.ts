import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

export type Trust = SecureContext;

/**
 * What a TLS connection is held to: TLS 1.2 at least and the operating system's roots (the bundled ones where it has
 * none). Made once, for parsing the roots takes longer than a request; there is no setting that loosens it.
 *
 * Source: C15.
 */
export function createTrust(roots: readonly string[] = systemRoots()): Trust {
  return createSecureContext({ ca: [...roots], minVersion: 'TLSv1.2' });
}

function systemRoots(): readonly string[] {
  const system = getCACertificates('system');
  return system.length > 0 ? system : getCACertificates('bundled');
}
