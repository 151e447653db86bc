import { expect, it } from 'vitest';
import { trustOnly } from '../../../../../electron/main/app/sender.ts';
import { aCaller, aFrame } from '../../../../support/ipc/callers.ts';

const isTrusted = trustOnly(() => 1, 'app://main');

it('A11 lets the top frame of our window through', () => {
  expect(isTrusted(aCaller())).toEqual({ trusted: true });
});

const top = aFrame();

it.each([
  ['another window', aCaller({ id: 2 }), 'other-window'],
  ['a frame that is gone', aCaller({ senderFrame: null }), 'frame-gone'],
  ['a frame within our page', aCaller({ mainFrame: top, senderFrame: aFrame() }), 'not-top-frame'],
  ['our window at another site', aCaller({ frame: aFrame('https://evil.example', '/') }), 'other-origin'],
  ['our window at the key page', aCaller({ frame: aFrame('app://key', '/') }), 'other-origin'],
  ['a name that only begins like ours', aCaller({ frame: aFrame('app://main.evil', '/') }), 'other-origin'],
  ['an empty address with our origin', aCaller({ frame: { origin: 'app://main', url: '' } }), 'other-origin'],
  [
    'about:blank with our origin',
    aCaller({ frame: { origin: 'app://main', url: 'about:blank' } }),
    'other-origin',
  ],
  [
    'our address with an opaque origin',
    aCaller({ frame: { origin: 'null', url: 'app://main/' } }),
    'other-origin',
  ],
] as const)('A11 refuses %s and says why', (_case, caller, why) => {
  expect(isTrusted(caller)).toEqual({ trusted: false, why });
});

it('A11 trusts nobody while there is no window', () => {
  expect(trustOnly(() => null, 'app://main')(aCaller())).toEqual({ trusted: false, why: 'other-window' });
});
