import { z } from 'zod';
import { batchEvents } from './areas/batches.ts';
import { change, journalHealth } from './areas/change-schemas.ts';
import { codeEvents } from './areas/codes.ts';
import * as s from './areas/common-schemas.ts';
import { appError } from './areas/error-schema.ts';
import { upkeepEvents } from './areas/maintenance.ts';
import { portfolioEvents } from './areas/portfolio.ts';
import { sessionEvents } from './areas/sessions.ts';
import { watchingEvents } from './areas/watching.ts';
import { teamEvents } from './areas/team.ts';
import { todayEvents, work } from './areas/today.ts';
import { menuCommands } from './domain/commands.ts';

/** What is known of the connection to the service; the screen has a text for each. */
const connectionState = z.enum(['unknown', 'online', 'offline', 'no-api', 'refused', 'no-key']);

const accountStatus = z.object({
  accountId: s.accountId.nullable(),
  connection: connectionState,
  /** Why the last call failed; null if it did not. */
  error: appError.nullable(),
  credit: z.object({ amount: s.text(64), readAt: s.instant }).nullable(),
  /** The service's clock minus ours, in milliseconds; null before the first answer. */
  clockSkewMs: z.number().nullable(),
});

/** Events that main sends to the page. */
export const events = {
  'search.findings': z.object({ searchId: z.uuid(), findings: z.array(s.finding) }),
  'search.finished': z.object({
    searchId: z.uuid(),
    /** One for each failed request, with the TLDs that it asked for. */
    failures: z.array(z.object({ tlds: s.tldList, error: appError })),
    cancelled: z.boolean(),
  }),
  /**
   * A lookup requested from outside the page: by a second start of the application, or by the startup smoke check of
   * `npm start`. The page shows Search with this text and looks it up at once, as if a person had typed it and pressed
   * Enter.
   */
  'search.requested': z.object({ text: s.domainText }),
  /** The window is about to close: the page hands over its unsaved input now, then requests `app.flushed`. */
  'app.closing': s.nothing,
  /** A person opened a file with the application: it waits for the page. */
  'app.fileHanded': s.nothing,
  /** The application was locked or unlocked. */
  'appLock.changed': z.object({ isLocked: z.boolean() }),
  /** An entry of the application menu was chosen that stands for a shortcut. */
  'menu.chosen': z.object({ command: z.enum(menuCommands) }),
  /** A notification about a list of work was clicked: the page shows it. */
  'work.opened': work.pick({ kind: true, id: true }),
  'status.changed': accountStatus,
  'accounts.changed': s.nothing,
  /** By another than the page: a command line. Also once the application is unlocked, since it may have missed one. */
  'settings.changed': s.nothing,
  ...sessionEvents,
  /** The new or updated changes, with their present values. */
  'changes.changed': z.object({ changes: z.array(change) }),
  'changes.health': journalHealth,
  ...portfolioEvents,
  ...batchEvents,
  ...codeEvents,
  ...watchingEvents,
  ...upkeepEvents,
  ...todayEvents,
  ...teamEvents,
} as const;
