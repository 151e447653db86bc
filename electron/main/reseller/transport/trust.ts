import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

export type Trust = SecureContext;

/**
 * The TLS requirements of connections: at least TLS 1.2 and the operating system's roots (the bundled ones if it has
 * none). Created once, because parsing the roots takes longer than a request. No setting relaxes it.
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
