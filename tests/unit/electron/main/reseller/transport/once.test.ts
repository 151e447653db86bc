import { describe, expect, it } from 'vitest';
import { whyOf } from '../../../../../../electron/main/reseller/transport/once.ts';
import { canHaveLeft, stages } from '../../../../../../electron/main/reseller/classify.ts';
import { isOnTheWay } from '../../../../../../shared/errors.ts';

const codes = [
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'EPROTO',
  'ECONNRESET',
];
const failed = (code: string): Error => Object.assign(new Error('socket'), { code });

describe('why a single sending failed', () => {
  it.each(stages.filter(canHaveLeft))(
    'is never that the way was not there, once it was at "%s", whatever the system calls it',
    (stage) => {
      for (const code of codes) expect(whyOf(failed(code), stage)).toBe('connection-lost');
    },
  );

  it.each([
    ['dns', 'ENETUNREACH', 'offline'],
    ['tcp', 'ETIMEDOUT', 'connect-timeout'],
    ['tls', 'EPROTO', 'tls-failed'],
  ] as const)('is the system\'s word before: at "%s" %s is %s', (stage, code, why) => {
    expect(whyOf(failed(code), stage)).toBe(why);
    expect(isOnTheWay(why)).toBe(false);
  });
});
