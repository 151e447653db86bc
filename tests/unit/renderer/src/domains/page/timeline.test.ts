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

  it('says that the first refresh found another value than the file had, and nothing where it was the same', () => {
    const filed = (after: string) => ({
      ...{ kind: 'import' as const, at: first, source: 'domains.csv' },
      changes: [{ field: 'lock' as const, before: '', after }],
    });
    const lock = { value: 'unlocked' as const, at: second, source: 'read' as const };
    const found = (
      after: string,
      known: typeof lock | (Omit<typeof lock, 'source'> & { readonly source: 'change' }),
    ) =>
      timelineOf({ ...unread, lock: known }, { ...nothing, events: [filed(after)] }).filter(
        ({ kind }) => kind === 'refresh',
      );
    expect(found('locked', lock)).toMatchObject([
      { at: second, lines: ['Registrar lock: locked → unlocked'] },
    ]);
    expect(found('unlocked', lock)).toEqual([]);
    // What was set from here is a change of its own.
    expect(found('locked', { ...lock, source: 'change' })).toEqual([]);
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

  describe('says of what was found that it was not done from here', () => {
    const [before, sent, found] = [first, second, third];
    const nameservers = {
      ...{ value: ['ns1.b.example'], at: found, source: 'read' as const },
      before: { value: ['ns1.a.example'], at: before },
    };
    const expiry = (at: string, was: string, is: string) => ({
      ...{ kind: 'registry' as const, at, changes: [{ field: 'expires' as const, before: was, after: is }] },
    });
    const events = [expiry(before, '', '2026-05-01'), expiry(found, '2026-05-01', '2027-05-01')];
    const renew = { kind: 'renew', periodYears: 1, addons: {}, price: { kind: 'not-given' } } as const;
    const hosts = { kind: 'nameservers', nameservers: ['ns1.b.example'] } as const;
    const change = (more: Parameters<typeof aChange>[0]) =>
      aChange({ state: 'confirmed', sentAt: sent, ...more });
    const linesWith = (sources: Partial<Parameters<typeof timelineOf>[1]>) =>
      timelineOf({ ...unread, nameservers }, { ...nothing, events, ...sources }).flatMap((event) =>
        'lines' in event ? event.lines.filter((line) => line.startsWith('Not ')) : [],
      );
    const [notChanged, notRenewed] = [
      'Not changed from here, as far as the journal shows.',
      'Not renewed from here, as far as the journal shows.',
    ];
    const team = {
      ...{ id: 'x', by: 'Robin', at: sent, domain: 'a.com', state: 'confirmed' as const },
      settledAs: null,
    };
    const ofTeam = { ...team, batchId: null, service: 's', paid: null };

    it.each([
      ['where nothing was sent', { sent: [] }, [notChanged, notRenewed]],
      ['where the renewal alone was', { sent: [change({ what: renew })] }, [notChanged]],
      ['where the nameservers alone were', { sent: [change({ what: hosts })] }, [notRenewed]],
      ['not where both were', { sent: [change({ what: hosts }), change({ what: renew })] }, []],
      [
        'not where a refusal may have been none',
        { sent: [change({ what: hosts, state: 'refused' })] },
        [notRenewed],
      ],
      ['not where a colleague did it', { sent: [], team: [{ ...ofTeam, kind: 'renew' }] }, [notChanged]],
      [
        'where what was sent had its effect before',
        { sent: [change({ what: hosts, sentAt: '2025-12-20T00:00:00.000Z' })] },
        [notChanged, notRenewed],
      ],
      [
        'not where a renewal from before may be shown late',
        { sent: [change({ what: renew, sentAt: '2025-12-20T00:00:00.000Z' })] },
        [notChanged],
      ],
      [
        'where it was sent later',
        { sent: [change({ what: hosts, sentAt: '2026-01-04T00:00:00.000Z' })] },
        [notChanged, notRenewed],
      ],
      ['not where the journal was not read', { sent: null }, []],
    ])('%s', (_, sources, lines) => {
      expect(linesWith(sources).toSorted()).toEqual(lines);
    });
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
