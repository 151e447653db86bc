import { describe, expect, it } from 'vitest';
import { compareVersions, isVersion } from '../../../../../electron/main/updates/version.ts';

describe('versions', () => {
  // Source: SemVer 2.0.0, section 11.
  const inOrder = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0-beta.1',
    '2.0.0',
  ];

  it.each(inOrder.flatMap((one, at) => inOrder.map((other, place) => [one, other, at - place] as const)))(
    'puts %s and %s in order',
    (one, other, order) => {
      expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(order));
    },
  );

  it.each(['1.0', '1.0.0.0', 'v1.0.0', '01.0.0', '1.0.0+build', '1.0.0-', '', '1.0.0 ', '9999999999.0.0'])(
    'takes %j for none of ours',
    (text) => {
      expect(isVersion(text)).toBe(false);
    },
  );
});
