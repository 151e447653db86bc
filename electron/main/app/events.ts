import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '#shared/events.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { Emit, EventPayload } from '#shared/routes.ts';
import type { Logger } from '../system/log.ts';
import { addPracticeAccount } from '../services/practice-account.ts';
import type { Services } from '../services/services.ts';
import { resultOf } from '../workspace/sqlite.ts';

/**
 * Sends events to the page. Fields that the event's schema does not name are dropped; a payload that does not match its
 * schema is a bug, logged and not sent. A page requests the current state when it starts.
 */
export const createEmit =
  (send: Emit, log: Logger): Emit =>
  (event, payload) => {
    const parsed = events[event].safeParse(payload);
    if (parsed.success)
      send(event, parsed.data as typeof payload); // What the schema of this event has let through.
    else log.bug(new Error(`${event} was announced outside its schema`));
  };

interface SmokeCheckDeps {
  /** Resolves with a PNG of the window. */
  readonly capture: () => Promise<Uint8Array>;
  /** The folder for the picture. */
  readonly directory: string;
  readonly print: (line: string) => void;
}

/** The page renders an event within a few frames; the picture is taken after them. */
const paintMs = 600;

const marker = 'NAMEDESK_FIRST_LOOK_UP';

/** Activates the practice account if another one was active, so that no real service is queried and no money spent. */
export async function prepareSmokeCheck(services: Services): Promise<void> {
  const { accounts, workspace } = services;
  const account = await addPracticeAccount(services);
  if (account.ok) await accounts.select(account.value.id);
  await resultOf(() => workspace.settings.write({ onboarded: true }));
}

/** Watches the first search of this run and reports it: the output of `npm start` where nobody can see the window. */
export function createSmokeCheck({ capture, directory, print }: SmokeCheckDeps): Emit {
  const found: Finding[] = [];
  const report = (content: object): void => print(`${marker} ${JSON.stringify(content)}\n`);

  async function finish({ failures: [failure] }: EventPayload<'search.finished'>): Promise<void> {
    if (failure !== undefined) {
      report({ error: `a request failed: ${failure.error.kind}` });
      return;
    }
    await sleep(paintMs);
    const screenshotPath = join(directory, 'first-look-up.png');
    await writeFile(screenshotPath, await capture());
    report({ findings: found.map(({ domain, kind }) => ({ domain, finding: kind })), screenshotPath });
  }

  return (event, payload) => {
    // The payload is that of the event, which TypeScript does not conclude.
    if (event === 'search.findings') found.push(...(payload as EventPayload<'search.findings'>).findings);
    if (event !== 'search.finished') return;
    finish(payload as EventPayload<'search.finished'>).catch((thrown: unknown) =>
      report({ error: thrown instanceof Error ? thrown.message : 'the picture could not be taken' }),
    );
  };
}
