import { describe, expect, it } from 'vitest';
import {
  factsAfter,
  factsIn,
  isDeparted,
  type RegistryFacts,
  type RegistryReading,
} from '#shared/domain/registry.ts';
import { aReading } from '../../../support/registry/a-reading.ts';

const after = (...readings: readonly Partial<RegistryReading>[]): RegistryFacts =>
  readings.map((given) => factsIn(aReading(given))).reduce(factsAfter);

describe('what is kept of a domain’s readings', () => {
  it('is the last one, with the registrar that it had before another one', () => {
    expect(after({}, { registrar: '1068', statuses: ['active'] })).toMatchObject({
      registrar: '1068',
      formerRegistrar: '292',
      statuses: ['active'],
    });
  });

  it.each<[string, readonly Partial<RegistryReading>[], boolean]>([
    ['has the same registrar', [{}, {}], false],
    ['has another registrar', [{}, { registrar: '1068' }], true],
    ['has had another one for a while', [{}, { registrar: '1068' }, { registrar: '1068' }], true],
    ['came back', [{}, { registrar: '1068' }, { registrar: '292' }], false],
    ['shows no registrar', [{}, { registrar: null }], false],
    ['has one that was not known before', [{ registrar: null }, { registrar: '1068' }], false],
    [
      'shows another one after it could not be read',
      [{}, { missing: 'limited', registrar: null }, { registrar: '1068' }],
      true,
    ],
  ])('a domain that %s', (_name, readings, departed) => {
    expect(isDeparted(after(...readings))).toBe(departed);
  });

  it('stays where a reading showed nothing, but why', () => {
    const until = '2026-11-24T17:00:00.000Z';
    expect(after({}, { missing: 'limited', until, registrar: null, statuses: [] })).toEqual({
      ...after({}),
      ...{ missing: 'limited', until },
    });
  });
});
