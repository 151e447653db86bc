import { resolve } from 'node:path';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { tldOf } from '#shared/domain/plain-name.ts';
import type { WatchedName } from '#shared/domain/watching.ts';
import { watching } from '../../watching/actions.ts';
import { accountNamed, onlyAccount, withKey } from '../account-choice.ts';
import { type ServicesCall, valueOf } from '../cli-command.ts';
import { namesIn } from '../domain-names.ts';
import { fileOption, json, onlyAccountOption, ownerOption } from '../options.ts';
import { ask, row } from '../rows.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
import { count, counted } from '../words.ts';

export const calendar = row('', {
  about:
    'Writes an event of a whole day for each domain whose expiry is known, with alarms 60, 30, 14, 7 days and 1 day before. Import the file into any calendar; the next file updates what was imported before. Expected dates are marked, archived domains are not in it. It has no transfer codes. The service is not contacted.',
  options: [fileOption('.ics'), onlyAccountOption()],
  async does({ services, terminal }, { out, account }) {
    const accountId = await onlyAccount(services.accounts, account);
    const ids = accountId === null ? null : [accountId];
    const { events } = valueOf(await services.watching.saveCalendar(ids, resolve(terminal.cwd, out)));
    return { err: `${counted(events, 'expiry', 'expiries')} in ${out}` };
  },
});

const whose = ownerOption('whose lookups');

export const noun = row('', {
  about:
    'Names that others have, or that are reserved. While the application runs, it looks each of them up once a day, and tells when one becomes available or premium.',
  rows: [
    row('add <NAME...>', {
      summary: 'watches names; those that are watched already stay as they are',
      options: [whose],
      async does(call, { account }, ...typed) {
        const { accountId, domains } = await accountAndNames(call, account, typed);
        const names = domains.map((domain) => ({ domain, tld: tldOf(domain) }));
        const { added } = await ask(call, watching.add, { accountId, names });
        return { err: `${counted(added, 'name is', 'names are')} watched from now on.` };
      },
    }),
    row('list', {
      summary: 'lists the watched names, with what was found of each and when',
      options: [whose, json],
      async does(call, { account, json: asJson }) {
        const { id } = await accountNamed(call.services.accounts, account);
        return await sayWatched(call, id, asJson);
      },
    }),
    row('remove <NAME...>', {
      summary: 'no longer watches names',
      options: [whose],
      async does(call, { account }, ...typed) {
        const { removed } = await ask(call, watching.remove, await accountAndNames(call, account, typed));
        return { err: `${counted(removed, 'name is', 'names are')} no longer watched.` };
      },
    }),
    row('run', {
      summary: 'looks all watched names up now, and prints what was found',
      about:
        'Looks all watched names of the account up now, and lists them. Exit code 1: some lookups failed. For schedules on a machine where the window is closed.',
      options: [whose, json],
      async does(call, { account, json: asJson }) {
        const { id } = await accountNamed(call.services.accounts, account);
        return await withKey(call, id, {}, async () => {
          const { lookedUp, failed, available } = await ask(call, watching.run, { accountId: id });
          call.terminal.err(
            `${counted(lookedUp, 'name was', 'names were')} looked up, ${count(failed)} failed, ${count(available)} became available.`,
          );
          const listed = await sayWatched(call, id, asJson);
          return failed > 0 ? exitCodes.failed : listed;
        });
      },
    }),
  ],
});

/** The account, and the typed names as A-labels. Refuses what is no name. */
async function accountAndNames(
  { services, refuse }: ServicesCall,
  label: string,
  typed: readonly string[],
): Promise<{ readonly accountId: string; readonly domains: string[] }> {
  const { id: accountId } = await accountNamed(services.accounts, label);
  const { names, refused } = await namesIn(typed.join('\n'), [accountId], services);
  const [first] = refused;
  if (first !== undefined) refuse(`${first.text}: ${first.reason}. Nothing was changed.`);
  return { accountId, domains: [...names] };
}

async function sayWatched(
  call: ServicesCall,
  accountId: string,
  asJson: true | undefined,
): Promise<ExitCode> {
  const { names } = await ask(call, watching.names, { accountId });
  return sayList(call.terminal, asJson, {
    all: names,
    asJson: watchedAsJson,
    none: 'No names are watched. Add them with "namedesk watch add".',
    titles: ['NAME', 'FOUND', 'CHECKED'],
    row: ({ domain, finding: { kind, checkedAt } }) => [
      toUnicode(domain),
      kind === 'unchecked' ? 'not checked yet' : kind,
      checkedAt ?? '',
    ],
  });
}

const watchedAsJson = ({ domain, addedAt, finding: { kind, checkedAt, prices } }: WatchedName) => ({
  domain,
  addedAt,
  finding: kind,
  checkedAt,
  prices: prices.map(({ period, register, renew }) => ({ period, register, renew })),
});
