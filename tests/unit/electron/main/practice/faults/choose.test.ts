import { describe, expect, it } from 'vitest';
import { createChooser, noFaults } from '../../../../../../electron/main/practice/faults/choose.ts';

const none = (): readonly string[] => [];

describe('a chooser', () => {
  it('of an empty plan chooses nothing, ever', () => {
    const chooser = createChooser([]);
    expect([chooser.onArrival('tlds', none), chooser.onRequest('tlds', none)]).toEqual([null, noFaults]);
  });

  it('does not work the names out where no rule asks for one', () => {
    const chooser = createChooser([{ fault: { kind: 'empty-body' } }]);
    const names = (): readonly string[] => {
      throw new Error('nobody asked');
    };
    expect(chooser.onRequest('tlds', names).answer).toEqual({ kind: 'empty-body' });
  });

  it('strikes on arrival with a break after the head of the request alone', () => {
    const early = { kind: 'break', after: 'request-head', by: 'fin' } as const;
    const late = { kind: 'break', after: 'head', by: 'fin' } as const;
    const chooser = createChooser([
      { fault: late, times: 1 },
      { fault: early, times: 1 },
    ]);
    expect([chooser.onArrival('tlds', none), chooser.onArrival('tlds', none)]).toEqual([early, null]);
    expect(chooser.onRequest('tlds', none).delivery).toEqual(late);
    expect(chooser.onRequest('tlds', none).delivery).toBeNull();
  });

  it('means the one element that its rule names', () => {
    const chooser = createChooser([{ fault: { kind: 'empty-body' }, domain: 'a.com' }]);
    const { isMeant } = chooser.onRequest('lookup', () => ['a.com', 'a.net']);
    expect(['a.com', 'a.net'].map(isMeant)).toEqual([true, false]);
  });

  it('leaves the change undone if only one of two faults says so', () => {
    const refusal = { fault: { kind: 'status', status: 500 } } as const;
    const drip = { fault: { kind: 'drip' } } as const;
    const isApplied = (...plan: Parameters<typeof createChooser>): boolean =>
      createChooser(...plan).onRequest('renew', none).isApplied;
    expect([isApplied([drip]), isApplied([drip, refusal]), isApplied([refusal])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
