import ical, {
  ICalAlarmType,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { expiryHorizons } from '#shared/domain/choices.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isHeld, sourceText } from '#shared/domain/portfolio.ts';
import type { DomainRecord } from '../workspace/repositories/domain-observations.ts';

export interface CalendarTask {
  readonly accounts: readonly {
    readonly label: string;
    readonly isPractice: boolean;
    /** JSON texts of rows of the portfolio: copied to another thread in a fraction of the time. */
    readonly pages: readonly string[];
  }[];
  /** When the calendar is written, in milliseconds. */
  readonly nowMs: number;
}

/**
 * The expiries as a calendar (RFC 5545): an event of a whole day for each domain that is held and whose expiry is known or expected,
 * by date. A domain of several accounts stands in it once, with the expiry that was observed last.
 *
 * The UID of an event is the domain's name: a calendar that has imported one of these files updates its events from the next.
 */
export function calendarOf({ accounts, nowMs }: CalendarTask): {
  readonly text: string;
  readonly events: number;
} {
  const byUid = new Map<string, Entry>();
  for (const { label, isPractice, pages } of accounts) {
    // Its texts are of rows that were parsed.
    for (const domain of pages.flatMap((text) => JSON.parse(text) as readonly DomainRecord[])) {
      const { name, expiresOn, archivedAt } = domain;
      if (expiresOn === null || archivedAt !== null || !isHeld(domain)) continue;
      const uid = `${name}@${isPractice ? 'practice.' : ''}namedesk`;
      const entry = { uid, account: label, domain, expiresOn };
      if (expiresOn.at > (byUid.get(uid)?.expiresOn.at ?? '')) byUid.set(uid, entry);
    }
  }
  const entries = [...byUid.values()].toSorted(byDateAndName);
  const calendar = ical({ name: 'Domain expiries', prodId: '//Namedesk//Namedesk//EN' });
  calendar.events(entries.map((entry) => eventOf(entry, nowMs)));
  return { text: `${calendar.toString()}\r\n`, events: entries.length };
}

interface Entry {
  readonly uid: string;
  readonly account: string;
  readonly domain: DomainRecord;
  readonly expiresOn: NonNullable<DomainRecord['expiresOn']>;
}

const byDateAndName = (a: Entry, b: Entry): number => {
  const [left, right] = [a, b].map(({ expiresOn, uid }) => `${expiresOn.value} ${uid}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
};

/** Alarms of a day begin at midnight; these are at nine in the morning. */
const alarmHour = 9;

function eventOf({ uid, account, domain, expiresOn }: Entry, nowMs: number): ICalEventData {
  const name = toUnicode(domain.name);
  const isKnown = expiresOn.source !== 'expected';
  return {
    id: uid,
    // A calendar that has a newer version of an event ignores an older one; minutes stay below 2^31.
    sequence: Math.floor(nowMs / 60_000),
    stamp: new Date(nowMs),
    start: expiresOn.value,
    allDay: true,
    summary: `${name} ${isKnown ? 'expires' : 'is expected to expire'}`,
    description: [
      name === domain.name ? '' : `Name: ${domain.name}`,
      `Account: ${account}`,
      domain.client === '' ? '' : `Client: ${domain.client}`,
      isKnown
        ? `Known: ${sourceText(expiresOn)}, ${expiresOn.at.slice(0, 10)}`
        : 'Expected after a renewal or registration that was made with Namedesk. No registry has confirmed it.',
      domain.note,
    ]
      .filter((line) => line !== '')
      .map(withoutControls)
      .join('\n'),
    status: isKnown ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    // It takes nobody's time.
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms: expiryHorizons.map((days) => ({
      type: ICalAlarmType.display,
      trigger: (days * 24 - alarmHour) * 3_600,
      description: `${name} expires in ${days === 1 ? '1 day' : `${days} days`}`,
    })),
  };
}

/** RFC 5545 has no way to write a control character in a text, apart from tabs and the ends of lines. */
const withoutControls = (text: string): string =>
  text.replaceAll(/\r\n?/gu, '\n').replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/gu, '');
