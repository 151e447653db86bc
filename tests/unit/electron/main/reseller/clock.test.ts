import { describe, expect, it } from 'vitest';
import { createServiceClock } from '../../../../../electron/main/reseller/clock.ts';

const at = (iso: string) => new Date(iso);
const clockAt = (iso: string) => createServiceClock(() => at(iso));

describe('the service clock', () => {
  it('is ours while nothing is known', () => {
    const clock = clockAt('2026-03-01T10:00:03Z');
    expect([clock.skewMs(), clock.hour(), clock.toTurnMs()]).toEqual([null, '26-03-01 10', 3_000]);
  });

  it('C14 learns the skew from a date, taking the answer to be dated half-way and half a second late', () => {
    const clock = clockAt('2026-03-01T10:00:02Z');
    clock.learn({ date: 'Sun, 01 Mar 2026 09:57:00 GMT' }, at('2026-03-01T10:00:00Z').getTime());
    expect(clock.skewMs()).toBe(-180_500);
    expect(clock.hour()).toBe('26-03-01 09');
  });

  it.each([
    ['no date', {}],
    ['an unreadable date', { date: 'yesterday' }],
    ['an answer out of a cache', { date: 'Sun, 01 Mar 2026 09:57:00 GMT', age: '12' }],
  ])('learns nothing from %s', (_name, headers) => {
    const clock = clockAt('2026-03-01T10:00:02Z');
    clock.learn(headers, at('2026-03-01T10:00:00Z').getTime());
    expect(clock.skewMs()).toBeNull();
  });

  it.each([
    ['just before the turn', '2026-03-01T10:59:58Z', '26-03-01 11', 2_000],
    ['just after the turn', '2026-03-01T11:00:02Z', '26-03-01 10', 2_000],
    ['at the turn itself', '2026-03-01T11:00:00Z', '26-03-01 10', 0],
    ['before the turn of a year', '2026-12-31T23:59:00Z', '27-01-01 00', 60_000],
  ])('knows the neighbouring hour %s', (_name, now, hour, toTurnMs) => {
    const clock = clockAt(now);
    expect([clock.neighbourHour(), clock.toTurnMs()]).toEqual([hour, toTurnMs]);
  });
});
