import { describe, expect, it } from 'vitest';
import { fail } from '#shared/result.ts';
import { createServiceClock } from '../../../../../electron/main/reseller/clock.ts';
import { hourOf, signToken } from '../../../../../electron/main/reseller/sign.ts';
import type { Outcome } from '../../../../../electron/main/reseller/transport/outcome.ts';
import { aClient, answered, key, type Sent, username } from './a-client.ts';

describe('the service clock', () => {
  const at = (iso: string) => new Date(iso);
  const clockAt = (iso: string) => createServiceClock(() => at(iso));

  it('is ours while nothing is known', () => {
    const clock = clockAt('2026-03-01T10:00:03Z');
    expect([clock.skewMs(), clock.hour(), clock.toTurnMs()]).toEqual([null, '26-03-01 10', 3_000]);
  });

  it('C14 learns the skew from a date, taking the answer to be dated half-way and half a second late', () => {
    const clock = clockAt('2026-03-01T10:00:02Z');
    clock.noteAnswer({ date: 'Sun, 01 Mar 2026 09:57:00 GMT' }, at('2026-03-01T10:00:00Z').getTime());
    expect(clock.skewMs()).toBe(-180_500);
    expect(clock.hour()).toBe('26-03-01 09');
  });

  it.each([
    ['no date', {}],
    ['an unreadable date', { date: 'yesterday' }],
    ['an answer out of a cache', { date: 'Sun, 01 Mar 2026 09:57:00 GMT', age: '12' }],
  ])('learns nothing from %s', (_name, headers) => {
    const clock = clockAt('2026-03-01T10:00:02Z');
    clock.noteAnswer(headers, at('2026-03-01T10:00:00Z').getTime());
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

describe('hours', () => {
  const refused = (headers?: Record<string, string>) => answered('Invalid API Token', 401, headers);
  const tokenAt = (iso: string): string => signToken(username, key, hourOf(new Date(iso))).reveal();
  const lockUpdate = { domain: 'example.com', state: 'locked' } as const;

  /** A service that accepts only the token of its own hour, and may say what time it is. */
  function serviceAt(serviceTime: () => Date, dated: boolean) {
    return (request: Sent): Outcome => {
      const headers = dated ? { date: serviceTime().toUTCString() } : undefined;
      const accepted = signToken(username, key, hourOf(serviceTime())).reveal() === request.headers['token'];
      if (!accepted) return refused(headers);
      return answered(request.way === 'once' ? '"success"' : '"500.00"', 200, headers);
    };
  }

  const at = (iso: string) => () => new Date(iso);

  describe('C14 a read at the turn of the hour', () => {
    it('is sent for the hour of the service’s clock', async () => {
      const { client, sent } = aClient({
        now: at('2026-03-01T10:30:00Z'),
        answer: () => answered('"500.00"'),
      });
      await client.readCredits(null);
      expect(sent[0]?.headers['token']).toBe(tokenAt('2026-03-01T10:30:00Z'));
    });

    it.each([
      ['before the turn, the service being ahead', '2026-03-01T10:59:00Z', '2026-03-01T11:00:30Z'],
      ['after the turn, the service being behind', '2026-03-01T11:01:00Z', '2026-03-01T10:59:30Z'],
    ])(
      'client mistake 5: refused %s, is tried once with the neighbouring hour',
      async (_name, now, service) => {
        const { client, sent } = aClient({ now: at(now), answer: serviceAt(at(service), false) });
        expect(await client.readCredits(null)).toMatchObject({ ok: true, value: { amount: '500.00' } });
        expect(sent.map(({ headers }) => headers['token'])).toEqual([tokenAt(now), tokenAt(service)]);
      },
    );

    it('refused with both hours, is refused', async () => {
      const { client, sent } = aClient({ now: at('2026-03-01T11:01:00Z'), answer: () => refused() });
      expect(await client.readCredits(null)).toMatchObject({
        ok: false,
        error: { kind: 'refused', why: 'credentials' },
      });
      expect(sent).toHaveLength(2);
    });

    it.each(['2026-03-01T11:02:01Z', '2026-03-01T10:57:59Z', '2026-03-01T10:30:00Z'])(
      'refused more than two minutes from the turn (%s), is not tried again',
      async (now) => {
        const { client, sent } = aClient({ now: at(now), answer: () => refused() });
        await client.readCredits(null);
        expect(sent).toHaveLength(1);
      },
    );

    it('refused for another reason, is not tried with another hour', async () => {
      const { client, sent } = aClient({
        now: at('2026-03-01T11:00:10Z'),
        answer: () => answered('Action is not allowed', 403),
      });
      expect(await client.readVersion(null)).toMatchObject({ error: { why: 'permission' } });
      expect(sent).toHaveLength(1);
    });

    it('client mistake 5: a workstation whose clock is wrong learns the service’s hour from the first refusal', async () => {
      const { client, sent } = aClient({
        now: at('2026-03-01T07:10:00Z'),
        answer: serviceAt(at('2026-03-01T10:30:00Z'), true),
      });
      expect(await client.readCredits(null)).toMatchObject({ ok: true });
      expect(await client.readCredits(null)).toMatchObject({ ok: true });
      expect(sent).toHaveLength(3);
      expect(client.clockSkewMs()).toBe(200 * 60_000 + 500);
    });

    it('never costs more than two requests, over three hour edges and every second around them', async () => {
      for (let edge = 0; edge < 3; edge += 1) {
        for (let second = -130; second <= 130; second += 1) {
          const service = new Date(Date.UTC(2026, 11, 31, 22 + edge) + second * 1_000);
          const now = new Date(service.getTime() + 3_000 * ((second % 3) - 1));
          const { client, sent } = aClient({ now: () => now, answer: serviceAt(() => service, false) });
          expect(await client.readCredits(null), service.toISOString()).toMatchObject({ ok: true });
          expect(sent.length).toBeLessThanOrEqual(2);
        }
      }
    });
  });

  describe('C14 a write at the turn of the hour', () => {
    it('far from it, leaves at once', async () => {
      const { client, sent } = aClient({
        now: at('2026-03-01T10:59:39Z'),
        answer: serviceAt(at('2026-03-01T10:59:39Z'), true),
      });
      expect(await client.writeLock(lockUpdate)).toMatchObject({ ok: true });
      expect(sent.map(({ way }) => way)).toEqual(['once']);
    });

    it.each([
      ['our hour', '2026-03-01T10:59:45Z', '2026-03-01T10:59:45Z'],
      ['the next hour', '2026-03-01T10:59:45Z', '2026-03-01T11:00:05Z'],
      ['the hour before', '2026-03-01T11:00:10Z', '2026-03-01T10:59:50Z'],
    ])('within 20 s of it, is preceded by a read that proves %s', async (_name, now, service) => {
      const { client, sent } = aClient({ now: at(now), answer: serviceAt(at(service), false) });
      expect(await client.writeLock(lockUpdate)).toMatchObject({ ok: true });
      expect(sent.filter(({ way }) => way === 'once')).toHaveLength(1);
      expect(sent[0]?.way).toBe('read');
      expect(sent.at(-1)).toMatchObject({ way: 'once', headers: { token: tokenAt(service) } });
    });

    it.each([
      ['a service that will not show the credit', () => answered('Action is not allowed', 403)],
      ['a credit in a shape that nobody knows', () => answered('{"x":1}')],
    ])('takes as proof %s', async (_name, read) => {
      const { client, sent } = aClient({
        now: at('2026-03-01T10:59:45Z'),
        answer: ({ way }) => (way === 'read' ? read() : answered('"success"')),
      });
      expect(await client.writeLock(lockUpdate)).toMatchObject({ ok: true });
      expect(sent).toHaveLength(2);
    });

    it.each<[string, Outcome, object]>([
      ['the credentials are refused', refused(), { kind: 'refused', why: 'credentials' }],
      [
        'the service cannot be reached',
        { kind: 'not-sent', why: 'connection-refused' },
        { kind: 'not-sent', why: 'connection-refused' },
      ],
      [
        'the connection is lost',
        { kind: 'lost', stage: 'flushed', status: 0, why: 'no-answer-in-time' },
        { kind: 'not-sent', why: 'no-answer-in-time' },
      ],
      [
        'the answer is cut',
        { kind: 'lost', stage: 'headers', status: 200, why: 'connection-lost' },
        { kind: 'not-sent', why: 'connection-lost' },
      ],
      ['the service fails', answered('', 500), { kind: 'refused', why: 'server' }],
    ])('is not sent when %s', async (_name, outcome, error) => {
      const { client, sent } = aClient({ now: at('2026-03-01T10:59:45Z'), answer: () => outcome });
      expect(await client.writeLock(lockUpdate)).toMatchObject({ ok: false, error });
      expect(sent.filter(({ way }) => way === 'once')).toEqual([]);
    });

    it.each(['2026-03-01T10:59:55Z', '2026-03-01T11:00:00Z', '2026-03-01T11:00:05Z'])(
      'within 5 s of it (%s), does not leave while the clock is unknown',
      async (now) => {
        const { client, sent } = aClient({ now: at(now), answer: serviceAt(at(now), false) });
        expect(await client.writeLock(lockUpdate)).toMatchObject(
          fail({ kind: 'not-sent', why: 'clock-unknown' }),
        );
        expect(sent.filter(({ way }) => way === 'once')).toEqual([]);
      },
    );

    it('within 5 s of it, leaves once the read has shown the clock', async () => {
      const { client } = aClient({
        now: at('2026-03-01T10:59:58Z'),
        answer: serviceAt(at('2026-03-01T10:59:58Z'), true),
      });
      expect(await client.writeLock(lockUpdate)).toMatchObject({ ok: true });
    });

    it('takes the new hour when it turns between the proof and the sending', async () => {
      const times = ['2026-03-01T10:59:50Z', '2026-03-01T11:00:06Z'];
      let hasRead = false;
      const { client, sent } = aClient({
        now: () => new Date(times[hasRead ? 1 : 0] ?? ''),
        answer: ({ way }) => {
          hasRead = true;
          return answered(way === 'read' ? '"1.00"' : '"success"');
        },
      });
      await client.writeLock(lockUpdate);
      expect(sent.at(-1)?.headers['token']).toBe(tokenAt('2026-03-01T11:00:06Z'));
    });
  });
});
