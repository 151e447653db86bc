import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../../../../../renderer/src/domains/page/timeline.ts';
import { aChange } from '../../../../../support/a-change.ts';

const unread = { lock: null, nameservers: null, registrant: null };
const [first, second, third] = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-02T00:00:00.000Z',
  '2026-01-03T00:00:00.000Z',
];

describe('the timeline of a domain', () => {
  it('puts a found difference between changes by when it was first found, the newest first', () => {
    const changes = [aChange({ number: 1, sentAt: first }), aChange({ number: 2, sentAt: third })];
    const nameservers = {
      ...{
        value: ['ns1.b.example', 'ns2.b.example'],
        at: '2026-02-01T00:00:00.000Z',
        source: 'read' as const,
      },
      ...{ since: second, before: { value: [], at: first } },
    };
    const events = timelineOf({ ...unread, nameservers }, changes);
    expect(events.map(({ kind, at }) => [kind, at])).toEqual([
      ['change', third],
      ['refresh', second],
      ['change', first],
    ]);
    expect(events[1]).toMatchObject({
      difference: { title: 'Nameservers', before: 'none', after: 'ns1.b.example, ns2.b.example' },
    });
  });

  it('leaves out what a file says otherwise than was read: no refresh has found it', () => {
    const lock = {
      value: 'unlocked',
      at: second,
      source: 'import',
      before: { value: 'locked', at: first },
    } as const;
    expect(timelineOf({ ...unread, lock }, [])).toEqual([]);
  });

  it('leaves out values that were never found to be different', () => {
    const registrant = { value: 'Northwind', at: first, source: 'read' as const };
    expect(timelineOf({ ...unread, registrant }, [])).toEqual([]);
  });
});
