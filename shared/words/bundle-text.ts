import type { BundlePart } from '../domain/diagnostics.ts';

/** A support bundle as one text: what is read, copied and saved is this, to the byte. */
export const bundleText = (parts: readonly BundlePart[]): string =>
  parts.map(({ name, text }) => `${name}\n${'='.repeat(name.length)}\n${text}\n`).join('\n');
