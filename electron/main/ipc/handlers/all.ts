import type { Handlers } from '#shared/ipc/types.ts';
import type { Services } from '../../services.ts';
import type { Announce } from '../announce.ts';
import { createSessionViews, type OpenPagePort } from '../session-views.ts';
import { createAccountsHandlers } from './accounts.ts';
import { type AppHandlersDeps, createAppHandlers, createClipboardHandlers } from './app.ts';
import { createChangesHandlers, createLimitsHandlers } from './changes.ts';
import { type CodesHandlersDeps, createCodesHandlers } from './codes.ts';
import { createDomainsHandlers } from './domains.ts';
import { createExportsHandlers, type ExportsHandlersDeps } from './exports.ts';
import { createIntakeHandlers, type IntakeHandlersDeps } from './intake.ts';
import { createDraftsHandlers, createTemplatesHandlers } from './kept-texts.ts';
import { createKeysHandlers, type KeysHandlersDeps } from './keys.ts';
import { createPlansHandlers } from './plans.ts';
import { createSearchHandlers, type SearchHandlersDeps } from './search.ts';
import { createSessionsHandlers } from './sessions.ts';
import { createSettingsHandlers, type SettingsHandlersDeps } from './settings.ts';
import { createStatusHandlers } from './status.ts';
import { createTldsHandlers } from './tlds.ts';
import {
  createBackupsHandlers,
  createDiagnosticsHandlers,
  createRestoredHandlers,
  createUpdatesHandlers,
  type UpkeepHandlersDeps,
} from './upkeep.ts';

/** What handlers need beside the services: the window's side of things. */
export interface Surroundings
  extends
    AppHandlersDeps,
    Pick<KeysHandlersDeps, 'askForKey' | 'clipboard'>,
    Pick<SettingsHandlersDeps, 'apply'>,
    Pick<SearchHandlersDeps, 'takeRequested'>,
    Pick<IntakeHandlersDeps, 'askForFile'>,
    Pick<ExportsHandlersDeps, 'askWhereTo'>,
    Pick<CodesHandlersDeps, 'openCodeWindow'>,
    Pick<UpkeepHandlersDeps, 'updates' | 'diagnostics' | 'restart' | 'log'> {
  readonly announce: Announce;
  readonly openPort: OpenPagePort;
}

const now = (): Date => new Date();

/** The answer to every request of the contract. */
export function createHandlers(services: Services, surroundings: Surroundings): Handlers {
  const { workspace } = services;
  const upkeep = { ...services, ...surroundings, now };
  return {
    accounts: createAccountsHandlers({ ...services, ...surroundings, now }),
    keys: createKeysHandlers({ ...services, ...surroundings }),
    status: createStatusHandlers({ ...services, now }),
    tlds: createTldsHandlers({ ...services, ownSets: workspace.tldSets }),
    search: createSearchHandlers({ ...services, ...surroundings, findings: workspace.findings }),
    intake: createIntakeHandlers({ ...services, ...surroundings }),
    sessions: createSessionsHandlers({
      ...services,
      kept: workspace.sessions,
      views: createSessionViews(services.sessions, surroundings.openPort),
    }),
    exports: createExportsHandlers({ ...services, ...surroundings }),
    changes: createChangesHandlers({ ...services, ...surroundings }),
    limits: createLimitsHandlers({ journal: workspace.journal, now }),
    domains: createDomainsHandlers(services.portfolio),
    templates: createTemplatesHandlers(services.templates),
    drafts: createDraftsHandlers(services.drafts),
    plans: createPlansHandlers(services.plans),
    codes: createCodesHandlers({ ...services, ...surroundings, now }),
    backups: createBackupsHandlers(upkeep),
    restored: createRestoredHandlers(upkeep),
    updates: createUpdatesHandlers(upkeep),
    diagnostics: createDiagnosticsHandlers(upkeep),
    clipboard: createClipboardHandlers(surroundings.clipboard),
    settings: createSettingsHandlers({ settings: workspace.settings, apply: surroundings.apply }),
    app: createAppHandlers(surroundings),
  };
}
