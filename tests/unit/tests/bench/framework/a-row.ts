import type { Row, Side } from '../../../../bench/framework/figure.ts';

/** A side that comes to these values, one after the other, and notes that it was asked. */
export const aSide = (is: string, values: readonly number[], asked: string[] = []): Side => {
  const left = [...values];
  return {
    is,
    take: () => {
      asked.push(is);
      const value = left.shift();
      return value === undefined
        ? Promise.reject(new Error(`${is} broke`))
        : Promise.resolve({ value, also: { 'CPU s': value / 10 } });
    },
  };
};

export const aRow = (changes: Partial<Row> = {}): Row => ({
  name: 'engine',
  unit: 'findings/s',
  ours: aSide('ours', [50, 60, 70]),
  limit: aSide('limit', [100, 100, 100]),
  goals: [{ of: 'ratio', bound: 'at least', first: 0.6, then: 0.85 }],
  heldEqual: 'the requests',
  warmUp: 'none',
  ...changes,
});
