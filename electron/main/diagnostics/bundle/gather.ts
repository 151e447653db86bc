import { everyChange } from '#shared/domain/every-change.ts';
import { release, totalmem } from 'node:os';
import type { Workspace } from '../../workspace/workspace.ts';
import type { DiagnosticsDeps } from '../create-diagnostics.ts';
import { mostFrequentFirst } from '../deviations.ts';
import { readLog } from '../log/read-log.ts';
import type { Facts, Journal, NumberedAccount } from './facts.ts';

const lastLines = 500;

/** Reads what a bundle is made of. What cannot be read is left out: a bundle is wanted just when something is broken. */
export async function gather({ workspace, backups, about, logFiles, now }: DiagnosticsDeps): Promise<Facts> {
  const settings = await workspace.settings.read({});
  const listed = await backups.list();
  return {
    at: now().toISOString(),
    about,
    system: {
      release: release(),
      memoryMiB: Math.round(totalmem() / 1_048_576),
      uptimeMs: Math.round(process.uptime() * 1_000),
    },
    workspace: { version: workspace.opening.version, notice: workspace.restoreNotice() },
    settings: settings.ok ? settings.value : null,
    accounts: await accountsIn(workspace),
    sessions: await sessionsIn(workspace),
    journal: await journalIn(workspace),
    backups: listed.ok ? listed.value : null,
    log: await readLog(logFiles, { incidentId: null, level: 'all', before: null, limit: lastLines }),
  };
}

async function accountsIn(workspace: Workspace): Promise<Facts['accounts']> {
  const accounts = await workspace.accounts.list({});
  if (!accounts.ok) return null;
  const numbered: NumberedAccount[] = [];
  for (const { id, kind, key } of accounts.value) {
    const deviations = await workspace.deviations.list({ accountId: id });
    numbered.push({
      id,
      kind,
      key: key.place,
      domains: await domainsOf(workspace, id),
      deviations: mostFrequentFirst(deviations.ok ? deviations.value : []),
    });
  }
  return numbered;
}

async function domainsOf(workspace: Workspace, accountId: string): Promise<number | null> {
  const listed = await workspace.domains.list({ accountId });
  return listed.ok ? listed.value.pages.reduce((sum, page) => sum + lengthOf(page), 0) : null;
}

function lengthOf(page: string): number {
  const domains: unknown = JSON.parse(page);
  return Array.isArray(domains) ? domains.length : 0;
}

async function sessionsIn(workspace: Workspace): Promise<Facts['sessions']> {
  const sessions = await workspace.sessions.list({});
  if (!sessions.ok) return null;
  const byState = new Map<string, number>();
  for (const { state } of sessions.value) byState.set(state, (byState.get(state) ?? 0) + 1);
  const cells = sessions.value.reduce((sum, { names, tlds }) => sum + names * tlds.length, 0);
  return { byState, cells };
}

async function journalIn({ journal }: Workspace): Promise<Journal | null> {
  const health = await journal.health({ check: false });
  const counted = await journal.list({ filter: everyChange, offset: 0, limit: 1 });
  if (!health.ok || !counted.ok) return null;
  const { entries, changes, checkedAt, broken } = health.value;
  return { entries, changes, byState: counted.value.byState, checkedAt, brokenAt: broken?.seq ?? null };
}
