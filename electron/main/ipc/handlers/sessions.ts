import type { Handlers } from '#shared/ipc/types.ts';
import { fail, ok } from '#shared/result.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { ActiveAccount } from '../../connections/active-account.ts';
import type { Intake } from '../../intake/intake.ts';
import type { Sessions } from '../../lookups/sessions/sessions.ts';
import { fieldsOf } from '../../reseller/lookup/fields.ts';
import { resultIn } from '../../reseller/lookup/result-in.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { SessionViews } from '../session-views.ts';
import { done } from './done.ts';

export interface SessionsHandlersDeps {
  readonly active: ActiveAccount;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: Sessions;
  readonly kept: Pick<Workspace['sessions'], 'details' | 'findings'>;
  readonly intake: Pick<Intake, 'draft' | 'discard'>;
  readonly views: SessionViews;
}

/** As much of an answer as a person looks at. */
const longestAnswer = 65_536;

export const createSessionsHandlers = (deps: SessionsHandlersDeps): Handlers['sessions'] => ({
  ...making(deps),
  ...running(deps),
  ...looking(deps),
});

function making({
  active,
  accounts,
  sessions,
  intake,
}: SessionsHandlersDeps): Pick<
  Handlers['sessions'],
  'list' | 'estimate' | 'create' | 'rename' | 'remove' | 'runAgain'
> {
  return {
    async list() {
      const listed = await sessions.list();
      return listed.ok ? ok({ sessions: [...listed.value] }) : listed;
    },
    async estimate({ accountId, names, tlds }) {
      if (accountId !== null) return sessions.outlook(accountId, names, tlds);
      const account = await active.account();
      return account.ok ? await sessions.outlook(account.value.id, names, tlds) : account;
    },
    async create({ accountId, draftId, name, tlds, start }) {
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const draft = await intake.draft(draftId);
      if (!draft.ok) return draft;
      const made = await sessions.create({
        ...draft.value,
        accountId: account.value.id,
        name,
        tlds,
        isStarted: start,
      });
      if (made.ok) intake.discard(draftId);
      return made;
    },
    rename: ({ id, name }) => sessions.rename(id, name),
    remove: async ({ id }) => done(await sessions.remove(id)),
    runAgain: ({ id, accountId, start }) => sessions.runAgain(id, accountId, start),
  };
}

function running({
  sessions,
}: SessionsHandlersDeps): Pick<
  Handlers['sessions'],
  'pause' | 'resume' | 'stop' | 'askAgain' | 'shortlist' | 'saveView'
> {
  return {
    pause: ({ id }) => sessions.pause(id),
    resume: ({ id }) => sessions.resume(id),
    stop: ({ id }) => sessions.stop(id),
    askAgain: ({ id, which }) => sessions.askAgain(id, which),
    shortlist: ({ id, cells, isOn }) => sessions.shortlist(id, cells, isOn),
    saveView: async ({ id, view }) => done(await sessions.saveView(id, view)),
  };
}

function looking({
  accounts,
  sessions,
  kept,
  views,
}: SessionsHandlersDeps): Pick<Handlers['sessions'], 'compare' | 'open' | 'close' | 'cell' | 'row'> {
  return {
    async compare({ beforeId, afterId }) {
      const compared = await sessions.compare(beforeId, afterId);
      return compared.ok ? ok({ ...compared.value, changes: [...compared.value.changes] }) : compared;
    },
    open: ({ id, viewId }) => views.open(id, viewId),
    close({ viewId }) {
      views.close(viewId);
      return Promise.resolve(ok({}));
    },
    async cell({ id, row, column }) {
      const found = await sessions.find(id);
      if (!found.ok) return found;
      const { tlds, names, accountId } = found.value;
      if (row >= names || column >= tlds.length) return fail(noSuchCell);
      const details = await kept.details({ id, cell: row * tlds.length + column });
      if (!details.ok) return details;
      const account = await accounts.find(accountId);
      if (!account.ok) return account;
      const { finding, answer } = details.value;
      const result = answer === '' ? null : resultIn(answer, finding.domain, finding.tld);
      const fields = result === null ? [] : [...fieldsOf(result)];
      return ok({
        finding,
        fields,
        answer: answer.slice(0, longestAnswer),
        accountLabel: account.value.label,
      });
    },
    async row({ id, row }) {
      const found = await sessions.find(id);
      if (!found.ok) return found;
      const { tlds, names } = found.value;
      if (row >= names) return fail(noSuchCell);
      const cells = Uint32Array.from(tlds, (_, column) => row * tlds.length + column);
      const findings = await kept.findings({ id, cells });
      return findings.ok ? ok({ findings: findings.value }) : findings;
    },
  };
}

const noSuchCell = {
  kind: 'invalid-input',
  field: 'row',
  reason: 'The session has no such cell',
} as const;
