import ICAL from 'ical.js';
import nodeIcal, { type ParameterValue } from 'node-ical';
import { describe, expect, it } from 'vitest';
import type { Known } from '#shared/domain/portfolio.ts';
import { type CalendarTask, calendarOf } from '../../../../../electron/main/watching/calendar.ts';
import type { DomainRecord } from '../../../../../electron/main/workspace/repositories/domain-observations.ts';
import { anUnreadDomain } from '../../../../support/fake-portfolio.ts';

const nowMs = Date.parse('2026-11-21T09:00:00.000Z');
const account = (label: string, domains: readonly DomainRecord[], isPractice = false) => ({
  label,
  isPractice,
  pages: [JSON.stringify(domains)],
});
const expiring = (name: string, day: string, changes: Partial<DomainRecord> = {}): DomainRecord => ({
  ...anUnreadDomain(name),
  registrant: null,
  expiresOn: { value: day, at: '2026-11-03T10:00:00.000Z', source: 'sync' },
  ...changes,
});

interface Event {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly day: string;
  readonly status: string;
  readonly alarms: readonly string[];
}

/** As Mozilla's parser reads it. */
function byIcalJs(text: string): readonly Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const start = component.getFirstPropertyValue('dtstart');
    expect(start instanceof ICAL.Time && start.isDate).toBe(true);
    const text = (name: string): string => String(component.getFirstPropertyValue(name));
    return {
      uid: text('uid'),
      summary: text('summary'),
      description: text('description'),
      day: String(start),
      status: text('status'),
      alarms: component
        .getAllSubcomponents('valarm')
        .map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
    };
  });
}

/** Of a property without parameters. */
const textOf = (value: ParameterValue | undefined): string => (typeof value === 'string' ? value : '');

/** As an independent parser reads it. */
function byNodeIcal(text: string): readonly Event[] {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((each) => {
    if (each?.type !== 'VEVENT') return [];
    expect(each.datetype).toBe('date');
    const { start } = each;
    const two = (part: number): string => String(part).padStart(2, '0');
    return {
      uid: each.uid,
      summary: textOf(each.summary),
      description: textOf(each.description),
      day: `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`,
      status: String(each.status),
      alarms: (each.alarms ?? []).map((alarm) => alarm.trigger),
    };
  });
}

/** What both parsers read, which must be the same. */
function read(task: Partial<CalendarTask>): readonly Event[] {
  const { text, events } = calendarOf({ accounts: [], nowMs, ...task });
  const parsed = byIcalJs(text);
  expect(byNodeIcal(text)).toEqual(parsed);
  expect(parsed).toHaveLength(events);
  return parsed;
}

describe('the calendar of expiries', () => {
  it('has an event of a whole day for each known expiry, by date, with alarms at nine in the morning', () => {
    const domains = [expiring('b.example', '2100-02-28'), expiring('a.example', '2027-01-05')];
    expect(read({ accounts: [account('Acme', domains)] })).toEqual([
      {
        uid: 'a.example@namedesk',
        summary: 'a.example expires',
        description: 'Account: Acme\nKnown: from the service, 2026-11-03',
        day: '2027-01-05',
        status: 'CONFIRMED',
        alarms: ['-P59DT15H', '-P29DT15H', '-P13DT15H', '-P6DT15H', '-PT15H'],
      },
      expect.objectContaining({ uid: 'b.example@namedesk', day: '2100-02-28' }),
    ]);
  });

  it('says what wrote it in the form that RFC 5545 takes from ISO 9070', () => {
    const { text } = calendarOf({ accounts: [], nowMs });
    expect(/^PRODID:(.*)\r$/m.exec(text)?.[1]).toBe('-//Namedesk//Namedesk//EN');
  });

  it('has alarms on 60, 30, 14, 7 days and on the day before, at nine in the morning', () => {
    const accounts = [account('Acme', [expiring('a.example', '2027-01-05')])];
    const [event] = read({ accounts });
    expect(event?.alarms).toEqual(['-P59DT15H', '-P29DT15H', '-P13DT15H', '-P6DT15H', '-PT15H']);
  });

  it('reads the same in two parsers whatever is in a label, a client or a note', () => {
    const note = `Ask, "Zoë"; C:\\d — BEGIN:VEVENT\nEND:VCALENDAR\n${'長い文 🌍 '.repeat(900)}\r\nlast`;
    const domain = expiring('xn--bcker-gra.example', '2027-01-05', {
      note: `${note}\u0000`,
      client: 'A;B,C:D\\',
    });
    const [event] = read({ accounts: [account('Grün & "Co"; Ltd', [domain])] });
    expect(event).toMatchObject({
      summary: 'bäcker.example expires',
      description: [
        'Name: xn--bcker-gra.example',
        'Account: Grün & "Co"; Ltd',
        'Client: A;B,C:D\\',
        'Known: from the service, 2026-11-03',
        note.replace('\r\n', '\n'),
      ].join('\n'),
    });
  });

  it('keeps a backslash before an n, which one of the parsers takes for the end of a line', () => {
    const domain = expiring('a.example', '2027-01-05', { note: 'C:\\new' });
    const [event] = byIcalJs(
      calendarOf({
        accounts: [account('A', [domain])],
        nowMs,
      }).text,
    );
    expect(event?.description.split('\n').at(-1)).toBe('C:\\new');
  });

  it('marks an expected date as such, and never says that it is known', () => {
    const expected: Known<string> = {
      value: '2028-03-01',
      at: '2026-11-20T10:00:00.000Z',
      source: 'expected',
    };
    const [event] = read({ accounts: [account('A', [expiring('a.example', '', { expiresOn: expected })])] });
    expect(event).toMatchObject({ summary: 'a.example is expected to expire', status: 'TENTATIVE' });
    expect(event?.description).not.toContain('Known from');
  });

  it('leaves out what is archived, was transferred away or has no expiry', () => {
    const gone = { value: true, at: '2026-11-03T10:00:00.000Z', source: 'sync' } as const;
    const domains = [
      expiring('archived.example', '2027-01-05', { archivedAt: '2026-11-01T00:00:00.000Z' }),
      expiring('gone.example', '2027-01-05', { transferredAway: gone }),
      expiring('unknown.example', '', { expiresOn: null }),
      expiring('here.example', '2027-01-05'),
    ];
    const names = read({ accounts: [account('A', domains)] }).map(({ uid }) => uid);
    expect(names).toEqual(['here.example@namedesk']);
  });

  it('has a domain of two accounts once, with what was observed last; a name of the practice account is another event', () => {
    const newer: Known<string> = { value: '2028-05-05', at: '2026-11-09T10:00:00.000Z', source: 'sync' };
    const accounts = [
      account('Old', [expiring('a.example', '2027-05-05')]),
      account('New', [expiring('a.example', '', { expiresOn: newer })]),
      account('Practice', [expiring('a.example', '2027-05-05')], true),
    ];
    expect(read({ accounts }).map(({ uid, day }) => [uid, day])).toEqual([
      ['a.example@practice.namedesk', '2027-05-05'],
      ['a.example@namedesk', '2028-05-05'],
    ]);
  });

  it('updates an event that was imported before: the UID stays, and the sequence grows', () => {
    const sequenceOf = (atMs: number): number => {
      const { text } = calendarOf({
        accounts: [account('A', [expiring('a.example', '2027-01-05')])],
        nowMs: atMs,
      });
      return Number(/^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]);
    };
    expect(sequenceOf(nowMs + 60_000)).toBe(sequenceOf(nowMs) + 1);
    expect(sequenceOf(nowMs)).toBeLessThan(2 ** 31);
  });

  it('holds ten thousand domains, each in both parsers', () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      expiring(
        `name-${String(at).padStart(5, '0')}.example`,
        `20${27 + (at % 70)}-0${1 + (at % 9)}-1${at % 10}`,
      ),
    );
    expect(new Set(read({ accounts: [account('A', many)] }).map(({ uid }) => uid)).size).toBe(10_000);
  });

  it('ends each line as RFC 5545 has it, and folds the long ones', () => {
    const long = expiring('a.example', '2027-01-05', { note: 'ü'.repeat(2_000) });
    const { text } = calendarOf({
      accounts: [account('A', [long])],
      nowMs,
    });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  });
});
