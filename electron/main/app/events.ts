import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '#shared/contract.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { eventChannelOf, type EventName, type EventPayload } from '#shared/routes.ts';
import type { FailedRequest } from '../lookups/search.ts';
import type { Logger } from '../system/log.ts';
import type { ChangingEvents, CodesEvents } from './domain-services.ts';
import type { Services, ServicesDeps } from './services.ts';

/** The part of Electron's `WebContents` that is needed to send events. */
export interface Listener {
  readonly send: (channel: string, payload: unknown) => void;
}

export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void;

/**
 * Sends events to the page. Fields that the event's schema does not name are dropped; a payload that does not match its
 * schema is a bug, logged and not sent. Without a window nothing happens: a page requests the current state when it
 * starts.
 */
export const createEmit =
  (page: () => Listener | null, log: Logger): Emit =>
  (event, payload) => {
    const parsed = events[event].safeParse(payload);
    if (parsed.success) page()?.send(eventChannelOf(event), parsed.data);
    else log.bug(new Error(`${event} was announced outside its schema`));
  };

/** The events of the services, for the page and the startup smoke check. */
export const eventsOfServices = (announce: Emit, firstLookUp: SmokeCheck | null) =>
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
    | keyof ChangingEvents
    | keyof CodesEvents
  >;

/** Watches the first search of this run and reports it: the output of `npm start` where nobody can see the window. */
export interface SmokeCheck {
  readonly heardFindings: (findings: readonly Finding[]) => void;
  readonly heardFinished: (failures: readonly FailedRequest[]) => void;
}

interface SmokeCheckDeps {
  /** Resolves with a PNG of the window. */
  readonly capture: () => Promise<Buffer>;
  /** The folder for the picture. */
  readonly directory: string;
  readonly print: (line: string) => void;
}

/** The page renders an event within a few frames; the picture is taken after them. */
const paintMs = 600;

const marker = 'NAMEDESK_FIRST_LOOK_UP';

/** Activates the practice account if another one was active, so that no real service is queried and no money spent. */
export async function prepareSmokeCheck({ accounts, practice, workspace }: Services): Promise<void> {
  await practice.start();
  const account = await accounts.addPractice();
  if (account.ok) await accounts.select(account.value.id);
  await workspace.settings.write({ onboarded: true });
}

export function createSmokeCheck({ capture, directory, print }: SmokeCheckDeps): SmokeCheck {
  const found: Finding[] = [];
  const report = (content: object): void => print(`${marker} ${JSON.stringify(content)}\n`);

  async function finish(failures: readonly FailedRequest[]): Promise<void> {
    const [failure] = failures;
    if (failure !== undefined) {
      report({ error: `a request failed: ${failure.error.kind}` });
      return;
    }
    await sleep(paintMs);
    const screenshotPath = join(directory, 'first-look-up.png');
    await writeFile(screenshotPath, await capture());
    report({ findings: found.map(({ domain, kind }) => ({ domain, finding: kind })), screenshotPath });
  }

  return {
    heardFindings: (findings) => void found.push(...findings),
    heardFinished: (failures) =>
      void finish(failures).catch((thrown: unknown) =>
        report({ error: thrown instanceof Error ? thrown.message : 'the picture could not be taken' }),
      ),
  };
}
