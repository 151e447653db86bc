import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../../../../../renderer/src/domains/page/timeline.ts';
import { aChange } from '../../../../../support/a-change.ts';

const unread = { lock: null, nameservers: null, registrant: null };
const nothing = { changes: [], events: [], accesses: [] };
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
    const events = timelineOf({ ...unread, nameservers }, { ...nothing, changes });
    expect(events.map(({ kind, at }) => [kind, at])).toEqual([
      ['change', third],
      ['refresh', second],
      ['change', first],
    ]);
    expect(events[1]).toMatchObject({ lines: ['Nameservers: none → ns1.b.example, ns2.b.example'] });
  });

  it('leaves out what a file says otherwise than was read: no refresh has found it', () => {
    const lock = {
      value: 'unlocked',
      at: second,
      source: 'import',
      before: { value: 'locked', at: first },
    } as const;
    expect(timelineOf({ ...unread, lock }, nothing)).toEqual([]);
  });

  it('leaves out values that were never found to be different', () => {
    const registrant = { value: 'Northwind', at: first, source: 'read' as const };
    expect(timelineOf({ ...unread, registrant }, nothing)).toEqual([]);
  });

  it('has imports, edits, what the registry showed, and requests for the code, in their order', () => {
    const events = timelineOf(unread, {
      changes: [aChange({ number: 1, sentAt: third })],
      events: [
        {
          ...{ kind: 'import', at: first, source: 'domains.csv' },
          changes: [
            { field: 'expires', before: '2027-05-01', after: '2028-05-01' },
            { field: 'client', before: '', after: 'ACME' },
          ],
        },
        { kind: 'registry', at: second, changes: [{ field: 'registered', before: '', after: '2015-05-01' }] },
        {
          ...{ kind: 'edit', at: '2026-01-04T00:00:00.000Z' },
          changes: [
            { field: 'tags', before: 'own', after: '' },
            { field: 'note', before: '', after: '…' },
          ],
        },
      ],
      accesses: [
        {
          ...{ seq: 7, at: '2026-01-05T00:00:00.000Z', accountId: 'a', accountLabel: 'A' },
          ...{ domain: 'northwind.com', deed: 'reveal', outcome: 'refused' },
        },
      ],
    });
    expect(events.map((event) => [event.kind, ...('lines' in event ? event.lines : [])])).toEqual([
      ['code', 'Reveal: Refused by the service'],
      ['edit', 'Tags: own → none', 'Note added'],
      ['change'],
      ['registry', 'Registered on May 1, 2015'],
      [
        'import',
        'From domains.csv',
        'Expires, by the file: May 1, 2027 → May 1, 2028',
        'Client: none → ACME',
      ],
    ]);
  });

  it('keeps a file’s name and a tag in right-to-left letters apart from the words around them', () => {
    const [event] = timelineOf(unread, {
      ...nothing,
      events: [
        {
          ...{ kind: 'import', at: first, source: 'שמות 3.csv', isAdded: true },
          changes: [{ field: 'tags', before: '', after: 'אביב 2' }],
        },
      ],
    });
    expect(event).toMatchObject({
      lines: ['Added from \u2068שמות 3.csv\u2069', 'Tags: none → \u2068אביב 2\u2069'],
    });
  });
});
