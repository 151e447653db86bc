import type { ClientOf, NotPlain } from './action.ts';
import { accounts, keys, status } from './accounts/actions.ts';
import { activity } from './activity/actions.ts';
import { app, appLock, clipboard, diagnostics, listViews, settings, updates } from './app/actions.ts';
import { batches, changes, limits } from './changes/actions.ts';
import { codes } from './codes/actions.ts';
import { exports } from './export/actions.ts';
import { imports, search, sessions, tlds } from './lookups/actions.ts';
import { clients, delegation, domains, drafts, lastOrders, templates } from './portfolio/actions.ts';
import { domainImports } from './portfolio/import/actions.ts';
import { team } from './team/actions.ts';
import { today } from './today/actions.ts';
import { watching } from './watching/actions.ts';
import { backups, restored } from './workspace/backups/actions.ts';

/** Everything that the page can ask of main. The page, which may not name electron/, knows the type of this list and nothing else. */
export const actions = {
  accounts,
  activity,
  app,
  appLock,
  backups,
  batches,
  changes,
  clients,
  clipboard,
  codes,
  delegation,
  diagnostics,
  domainImports,
  domains,
  drafts,
  exports,
  imports,
  keys,
  lastOrders,
  limits,
  listViews,
  restored,
  search,
  sessions,
  settings,
  status,
  team,
  templates,
  tlds,
  today,
  updates,
  watching,
};

export type ActionsClient = ClientOf<typeof actions>;

type None<Names extends never> = Names;
/** Does not compile where an answer has something that another process does not get: the error names the action. */
export type OnlyPlain = None<NotPlain<typeof actions>>;
