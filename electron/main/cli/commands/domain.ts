import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { longestOwnTexts } from '#shared/domain/domain-parts.ts';
import { daysUntil } from '#shared/domain/expiry.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { type Domain, type Known, sourceText } from '#shared/domain/portfolio.ts';
import { explainedStatesOf, missWords } from '#shared/domain/registry.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { exportFormats } from '#shared/areas/sessions.ts';
import { openToAssistants } from '../../action.ts';
import { exportDomains } from '../../export/exports.ts';
import { accountsNamed } from '../account-choice.ts';
import { endWith, valueOf } from '../cli-command.ts';
import type { CommandServices } from '../host.ts';
import {
  ageOption,
  json,
  nameIn,
  nameOption,
  option,
  type OptionsOf,
  owners,
  parsedOption,
  targetOptions,
  type WhichOwners,
} from '../options.ts';
import { row } from '../rows.ts';
import { sayList } from '../terminal.ts';
import { counted, table } from '../words.ts';
import { importRow } from './domain-import.ts';
import { type NamesOfAccount, namesOf, namesOption, refresh } from './domain-refresh.ts';

/** As `tag` in the schema of a domain has it. */
const longestTag = 40;
/** As `statuses` in what a registry shows has it. */
const longestStatus = 60;
const mostTags = 20;

const tagsOption = <const F extends string>(flags: F, description: string) =>
  parsedOption(flags, description, (text, before: readonly string[] | undefined): readonly string[] => {
    if ((before?.length ?? 0) >= mostTags) throw new InvalidArgumentError(`Use at most ${mostTags} tags.`);
    return [...(before ?? []), nameIn(text, longestTag)];
  });

/** Whose domains, and which of them. */
const filterOptions = [
  owners,
  ageOption('--expires-within <AGE>', 'that expire within this time, such as 30d, or have expired'),
  option('--expired', 'that have expired'),
  option('--locked', 'whose lock is known to be on').conflicts('unlocked'),
  option('--unlocked', 'whose lock is known to be off'),
  nameOption('--client <CLIENT>', 'of this client', longestOwnTexts.client),
  nameOption('--tag <TAG>', 'with this tag', longestTag),
  nameOption(
    '--status <STATUS>',
    'of which the registry shows this status: "pending transfer"',
    longestStatus,
  ),
  option('--archived', 'that are archived; otherwise none of them').conflicts('withArchived'),
  option('--with-archived', 'archived ones among the others'),
] as const;
type Filter = Omit<OptionsOf<typeof filterOptions>, keyof WhichOwners>;

const secondsOfDay = 86_400;

type Part = (domain: Domain) => boolean;

/** Whether a domain is listed. As in the window, one that has expired is due within every time; an expiry that is not known never is. */
function matcherOf(filter: Filter): Part {
  const { expiresWithin, expired, locked, unlocked, client, tag: wanted, status, archived = false } = filter;
  const nowMs = Date.now();
  const daysOf = ({ expiresOn }: Domain): number =>
    expiresOn === null ? Number.POSITIVE_INFINITY : daysUntil(expiresOn.value, nowMs);
  const parts: readonly (Part | false)[] = [
    filter.withArchived !== true && (({ archivedAt }) => (archivedAt !== null) === archived),
    expiresWithin !== undefined && ((domain) => daysOf(domain) <= expiresWithin / secondsOfDay),
    expired === true && ((domain) => daysOf(domain) < 0),
    locked === true && (({ lock }) => lock?.value === 'locked'),
    unlocked === true && (({ lock }) => lock?.value === 'unlocked'),
    client !== undefined && ((domain) => domain.client === client),
    wanted !== undefined && (({ tags }) => tags.includes(wanted)),
    status !== undefined &&
      (({ registry }) => registry?.value.statuses.includes(status.toLowerCase()) === true),
  ];
  return (domain) => parts.every((part) => part === false || part(domain));
}

interface Owned {
  readonly account: string;
  readonly accountId: string;
  readonly domain: Domain;
}

/** The domains of the accounts that the filter lets through, account after account. Fails with: `invalid-input`, `storage`. */
async function domainsOf(
  { accounts, portfolio }: CommandServices,
  label: string | undefined,
  filter: Filter,
): Promise<readonly Owned[]> {
  const chosen = await accountsNamed(accounts, label === undefined ? {} : { account: label });
  const isListed = matcherOf(filter);
  const owned: Owned[] = [];
  for (const { id: accountId, label: account } of chosen) {
    const listed = await portfolio.list(accountId);
    for (const domain of listed) if (isListed(domain)) owned.push({ account, accountId, domain });
  }
  return owned;
}

export const domainList = openToAssistants(
  row('list', {
    summary: 'lists domains, with what is known of each',
    about:
      'Lists the domains of an account, or of all, by name: expiry, where that is known from, lock, client, tags. What narrows the list is combined.',
    options: [...filterOptions, json],
    async does({ services, terminal }, { json: asJson, account, all, ...filter }) {
      const found = await domainsOf(services, account, filter);
      const place = account === undefined ? 'any account' : isolated(account);
      const ofAll = <T>(label: T): readonly T[] => (all === true ? [label] : []);
      return sayList(terminal, asJson, {
        all: found,
        asJson: domainAsJson,
        none:
          Object.keys(filter).length > 0
            ? `No domains of ${place} match.`
            : `There are no domains in ${place}. Bring them in with "namedesk domain import".`,
        titles: ['DOMAIN', ...ofAll('ACCOUNT'), 'EXPIRES', 'KNOWN FROM', 'LOCK', 'CLIENT', 'TAGS'],
        row: ({ account: label, domain: { name, expiresOn, lock, client, tags } }) => [
          name,
          ...ofAll(label),
          expiresOn?.value ?? 'not known',
          expiresOn === null ? '' : sourceText(expiresOn),
          lock?.value ?? 'not known',
          client,
          tags.join(', '),
        ],
      });
    },
  }),
);

export const noun = row('', {
  about: 'None of these contacts the service, but for "refresh".',
  rows: [
    importRow,
    domainList,
    row('show <NAME>', {
      summary: 'shows what is known of a domain, and since when',
      about:
        'Shows what is known of a domain, and since when. With --all, in each account that has it; as JSON that is an array.',
      options: [owners, json],
      async does({ services, refuse }, which, typed) {
        const shown: Shown[] = [];
        for (const { id, label: account } of await accountsNamed(services.accounts, which)) {
          const found = await services.portfolio.find(id, typed.toLowerCase());
          if (found.ok) shown.push({ account, domain: found.value });
          // Another account may have it.
          else if (which.all !== true || found.error.kind !== 'invalid-input') endWith(found);
        }
        if (shown.length === 0) refuse(`${isolatedName(typed)} is not in the portfolio of any account.`);
        const all = shown.map(shownAsJson);
        const out = shown.map((owned) => table(shownAsText(owned))).join('\n\n');
        return { json: which.all === true ? all : all[0], out };
      },
    }),
    refresh,
    row('tag [NAME...]', {
      summary: 'adds tags to domains, and removes tags',
      options: [
        owners,
        namesOption,
        tagsOption('--add <TAG...>', 'tags that they get'),
        tagsOption('--remove <TAG...>', 'tags that are taken from them'),
      ],
      async does(call, { add = [], remove = [], ...which }, ...typed) {
        if (add.length + remove.length === 0) call.refuse('Say the tags with --add or --remove.');
        const read = await namesOf(call, which, typed);
        for (const { account, names } of read)
          valueOf(await call.services.portfolio.tag(account.id, names, add, remove));
        return { err: `${counted(domainsIn(read), 'domain has', 'domains have')} these tags now.` };
      },
    }),
    row('client [NAME...]', {
      summary: 'sets whose domains are, in your own words',
      options: [
        owners,
        namesOption,
        nameOption('--set <CLIENT>', 'the client', longestOwnTexts.client).conflicts('none'),
        option('--none', 'they are of no client any more'),
      ],
      async does(call, { set, none, ...which }, ...typed) {
        if (set === undefined && none !== true) call.refuse('Say the client with --set, or --none.');
        const read = await namesOf(call, which, typed);
        for (const { account, names } of read)
          await call.services.portfolio.setClient(account.id, names, set ?? '');
        const whose = set === undefined ? 'no client' : isolated(set);
        return { err: `${counted(domainsIn(read), 'domain is', 'domains are')} of ${whose} now.` };
      },
    }),
    row('export', {
      summary: 'writes domains into a file',
      about:
        'Writes the domains of an account, or of all, with what is known of each: account, lock, nameservers, registrant, expiry, tags, client, note and since when it is archived, and never a transfer code. A CSV, XLSX or JSON file makes the same list where "domain import" reads it.',
      options: [targetOptions(exportFormats), ...filterOptions],
      async does({ services, terminal, refuse }, { account, out, format, ...filter }) {
        if (out === undefined) return refuse('--out is missing: the file to write.');
        const found = await domainsOf(services, account, filter);
        const byAccount = Map.groupBy(found, ({ accountId }) => accountId);
        const requests = [...byAccount].map(([accountId, owned]) => ({
          accountId,
          names: owned.map(({ domain }) => domain.name),
        }));
        const path = resolve(terminal.cwd, out);
        const { rows } = valueOf(await exportDomains(services, requests, { path, format }));
        return { err: `${counted(rows, 'domain', 'domains')} in ${isolated(out)}.` };
      },
    }),
  ],
});

/** The shape that docs/command-line.md documents. */
const domainAsJson = ({ account, domain }: Shown) => ({
  domain: domain.name,
  account,
  client: domain.client,
  expiresOn: domain.expiresOn?.value ?? null,
  expirySource: domain.expiresOn?.source ?? null,
  locked: domain.lock === null ? null : domain.lock.value === 'locked',
  nameservers: domain.nameservers?.value ?? null,
  registryStatuses: domain.registry?.value.statuses ?? null,
  tags: domain.tags,
  note: domain.note,
  archived: domain.archivedAt !== null,
});

type Shown = Omit<Owned, 'accountId'>;

const problemsOf = ({ troubles }: Domain) =>
  troubles.map(({ part, error, at }) => ({ part, reason: sentencesFor(error).happened, at }));

/** As `domain list` prints it, with ages. */
function shownAsJson(owned: Shown) {
  const { expiresOn, lock, nameservers, registrant, registry, transferredAway } = owned.domain;
  return {
    ...domainAsJson(owned),
    expiryAt: atOf(expiresOn),
    lockAt: atOf(lock),
    nameserversAt: atOf(nameservers),
    registrant: registrant?.value ?? null,
    registrantAt: atOf(registrant),
    transferredAway: transferredAway?.value ?? null,
    registry: registry && { at: registry.at, ...registry.value },
    states: explainedStatesOf(owned.domain, Date.now()),
    problems: problemsOf(owned.domain),
  };
}

const atOf = (known: Known<unknown> | null): string | null => known?.at ?? null;

function shownAsText({ account, domain }: Shown): readonly (readonly string[])[] {
  const { name, archivedAt, expiresOn, lock, nameservers, registrant, registry, transferredAway } = domain;
  const hosts = nameservers && { ...nameservers, value: nameservers.value.join(', ') };
  return [
    ['domain', name, archivedAt === null ? '' : `archived ${archivedAt}`],
    ['account', account, ''],
    knownRow('expires', expiresOn),
    knownRow('lock', lock),
    knownRow('nameservers', hosts),
    knownRow('registrant', registrant),
    ...(registry?.value.missing == null
      ? []
      : [['registry', missWords[registry.value.missing], registry.at]]),
    ...(registry === null || registry.value.statuses.length === 0
      ? []
      : [['at the registry', registry.value.statuses.join(', '), registry.value.shownAt ?? registry.at]]),
    ...explainedStatesOf(domain, Date.now()).map(({ state, why, since }) => [state, why, since]),
    ...(transferredAway?.value === true ? [['transferred', 'away', transferredAway.at]] : []),
    ...problemsOf(domain).map(({ part, reason, at }) => [`${part} not read`, reason, at]),
    ['client', domain.client, ''],
    ['tags', domain.tags.join(', '), ''],
    ['note', domain.note.replaceAll(/\s+/gu, ' '), ''],
  ];
}

const knownRow = (
  title: string,
  known: Pick<Known<string>, 'value' | 'at' | 'source' | 'by'> | null,
): readonly string[] =>
  known === null ? [title, 'not known', ''] : [title, known.value, `${sourceText(known)} ${known.at}`];

/** A domain that two accounts have counts twice. */
const domainsIn = (chosen: readonly NamesOfAccount[]): number =>
  chosen.reduce((sum, { names }) => sum + names.length, 0);
