import type { ChangingNews } from '../changing-services.ts';
import type { CodesNews } from '../codes-services.ts';
import type { FirstLookUp } from '../first-look-up.ts';
import type { ServicesDeps } from '../services.ts';
import type { Announce } from './announce.ts';

/** What services tell unasked, to the page and to whoever watches the first look-up. */
export const announcements = (announce: Announce, firstLookUp: FirstLookUp | null) =>
  ({
    announceStatus: (status) => announce('status.changed', status),
    announceFindings(searchId, findings) {
      announce('search.findings', { searchId, findings: [...findings] });
      firstLookUp?.heardFindings(findings);
    },
    announceFinished(searchId, failed, cancelled) {
      const failures = failed.map(({ tlds, error }) => ({ tlds: [...tlds], error }));
      announce('search.finished', { searchId, failures, cancelled });
      firstLookUp?.heardFinished(failed);
    },
    announceSessions(sessions, removed) {
      announce('sessions.changed', { sessions: [...sessions], removed: [...removed] });
    },
    announceChanges: (changes) => announce('changes.changed', { changes: [...changes] }),
    announceHealth: (health) => announce('changes.health', health),
    announceDomains: (accountId, domains, removed) =>
      announce('domains.changed', { accountId, domains: [...domains], removed: [...removed] }),
    announceReading: (reading) => announce('domains.reading', reading),
    announceCodes: (now) => announce('codes.changed', now),
    announceSaving: (saving) => announce('codes.saving', saving),
    announcePlans: (plans, removed) =>
      announce('plans.changed', { plans: [...plans], removed: [...removed] }),
  }) satisfies Pick<
    ServicesDeps,
    | 'announceStatus'
    | 'announceFindings'
    | 'announceFinished'
    | 'announceSessions'
    | keyof ChangingNews
    | keyof CodesNews
  >;
