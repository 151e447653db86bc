import { InvalidArgumentError } from 'commander';
import { type Batch, domainsIn, isProposed } from '#shared/domain/batch.ts';
import { isolated } from '#shared/domain/isolated.ts';
import { countedTogether, isSameLogin } from '#shared/domain/account.ts';
import { openToAssistants } from '../../action.ts';
import { invalidInput } from '../../system/texts.ts';
import { accountFor, accountNamed, withKey } from '../account-choice.ts';
import { outcomeAsJson, reviewAsJson, reviewOf, rowsOf, sayReview } from '../batch-review.ts';
import { endWith, type ServicesCall, valueOf } from '../cli-command.ts';
import { readDomains } from '../domain-names.ts';
import type { CommandServices } from '../host.ts';
import {
  choiceOption,
  json,
  keyOption,
  nameOption,
  needed,
  onlyAccountOption,
  option,
  type OptionsOf,
  parsedOption,
  teamPassword,
  type WhichAccount,
  whichAccount,
  withDefault,
} from '../options.ts';
import { row, type Row, type Said } from '../rows.ts';
import { allBatches, applied, batchNamed, type FollowOptions, reviewed } from '../run-batch.ts';
import { type ExitCode, exitCodes, sayList } from '../terminal.ts';
import { count, shellLine } from '../words.ts';
import { type AskOptions, type BatchCommandName, batchCommands } from './batch-ask.ts';

const createHelp = `
On the standard input come, as far as they are read from it: the key, the team's password, one line of contacts, then
the names.

With --json: {"id","digest","ready","excluded","notRead","rows":[{"domain","before","after","excluded"}]}. "after" has the
price, and says where there is none; "excluded" is why a row is not sent, or null; "notRead" counts the domains that could
not be read, which are excluded. What is ready is sent by "batch apply", within 15 minutes.

Exit codes: 0 the review is printed; 1 it could not be read, or the team could not be asked; 2 wrong usage; 3 refused by
the service; 4 no key, no password of the team's database, or no keychain to encrypt contacts with.

Example:
  namedesk batch create lock --account Acme --names names.txt --json > review.json
  namedesk batch apply "$(jq -r .id review.json)" --digest "$(jq -r .digest review.json)"`;

const noWait = option(
  '--no-wait',
  'ends with exit code 1 when the service cannot be reached, instead of waiting',
);

/** A key, the team's password, and how the service is waited for. */
const keyed = [keyOption(), teamPassword, noWait, json] as const;

interface CreateOptions extends WhichAccount, AskOptions, FollowOptions {
  readonly names: string;
  readonly proposedBy?: string;
  readonly why?: string;
}

const createRows = batchCommands.map(({ name, summary, options, ask: askFrom }) =>
  openToAssistants<Row<CreateOptions, []>>({
    command: name,
    summary,
    options: [
      'Account:',
      whichAccount,
      'Batch:',
      needed(
        option('--names <FILE>', 'full names, such as example.com, one per line; - is the standard input'),
      ),
      ...options,
      teamPassword,
      json,
      noWait,
      // An assistant's, which the window shows as such. A person has no use for it.
      nameOption('--proposed-by <NAME>', 'who proposes it', 80).hideHelp(),
      nameOption('--why <TEXT>', 'why it is proposed', 300).hideHelp(),
    ],
    after: createHelp,
    async does(call, given) {
      const { services, terminal } = call;
      const { id: accountId } = await accountFor(given, services.accounts);
      if (given.proposedBy !== undefined) await endAtMostWaiting(services, accountId);
      return withKey(call, accountId, given, async () => {
        const ask = await askFrom(given, terminal);
        const names = await readDomains(given.names, [accountId], services, terminal);
        const { proposedBy: by, why = '' } = given;
        const proposal = by === undefined ? null : { by, why };
        const made = valueOf(await services.batches.prepare(accountId, ask, names, proposal));
        return reviewed(call, made.id, { ...given, isNew: true });
      });
    },
  }),
);

/** `batch create` of a kind. */
export function createRow(kind: BatchCommandName): (typeof createRows)[number] {
  const found = createRows.find(({ command }) => command === kind);
  if (found === undefined) throw new Error(`No batch is created by ${kind}`);
  return found;
}

const mostWaiting = 20;

async function endAtMostWaiting({ batches }: CommandServices, accountId: string): Promise<void> {
  const { length } = valueOf(await batches.list(accountId)).filter(
    (batch) => isProposed(batch) && (batch.state === 'ready' || batch.state === 'reading'),
  );
  if (length >= mostWaiting)
    endWith(invalidInput('names', `${length} proposals wait for a person already; no more are made`));
}

const applyHelp = `
Ctrl-C pauses it, after the change that is being sent; a second one ends at once.
With --json, "apply" and a "resume" that goes on print {"id","state","confirmed","refused","uncertain","excluded",
"notRead","leftUnlocked"}: the last are the domains that were unlocked for their contacts and are not locked again.

Exit codes: 0 every ready row is confirmed; 1 some are not, or it was halted; 2 wrong usage, or refused before anything was
sent; 3 refused by the service; 4 no key; 5 domains are left unlocked; 130 interrupted, 143 ended by the system.`;

const applyOptions = [
  ...keyed,
  withDefault(
    choiceOption('--halt-on <WHAT>', 'halts at the first uncertain change, or goes on after it', [
      'uncertain',
      'nothing',
    ]),
    'uncertain',
  ),
  option('--base-url <URL>', 'where the API is: the batch has to be of this login'),
  option('--username <EMAIL>', 'the e-mail address of that login'),
] as const;
type Which = OptionsOf<typeof applyOptions>;

const digest = needed(
  parsedOption('--digest <D>', 'the digest that "batch create" printed', (text): string => {
    if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
    throw new InvalidArgumentError('Use the 64 digits that "batch create" printed.');
  }),
);

export const batchList = openToAssistants(
  row('list', {
    summary: 'lists batches and how far they are',
    options: [onlyAccountOption(), json],
    async does({ services, terminal }, { json: asJson, account: label }) {
      const only = label === undefined ? null : await accountNamed(services.accounts, label);
      const { accounts } = services.accounts.list();
      const batches = await allBatches(services);
      const listed = only === null ? countedTogether(accounts) : [only];
      const labelOf = ({ accountId }: Batch): string =>
        listed.find(({ id }) => id === accountId)?.label ?? '';
      return sayList(terminal, asJson, {
        all: batches.filter(({ accountId }) => listed.some(({ id }) => id === accountId)),
        asJson: (batch) => batchAsJson(batch, labelOf(batch)),
        none: 'There are no batches.',
        titles: ['ID', 'CREATED', 'STATE', 'WHAT', 'DOMAINS', 'ACCOUNT', 'PROPOSED BY'],
        row: (batch) => [
          batch.id,
          batch.createdAt,
          batch.state,
          batch.ask.kind,
          count(domainsIn(batch)),
          labelOf(batch),
          batch.proposal?.by ?? '',
        ],
      });
    },
  }),
);

export const batchShow = openToAssistants(
  row('show <ID>', {
    summary: 'prints the rows of a batch, and its digest',
    options: [json],
    async does(call, { json: asJson }, typed) {
      const found = await batchNamed(call.services, typed);
      const review = await reviewOf(call.services, found.id);
      if (asJson !== true) await sayReview(call, review);
      const { rows, leftUnlocked } = review;
      const outcomes = rows.map(({ domain, state }) => ({ domain, state }));
      return {
        json: {
          ...batchAsJson(review.batch, review.account),
          ...reviewAsJson(review),
          outcomes,
          leftUnlocked,
        },
      };
    },
  }),
);

export const noun = row('', {
  about:
    'Changes many domains as one reviewed batch. "create" reads and prints the review with its digest, and sends nothing; "apply" sends exactly what was reviewed under that digest, one change after the other, as the window does. There is no other way, and limits of spending hold: what exceeds one is confirmed in the window.',
  rows: [
    row('create', {
      summary: 'reads domains and prints the review of a batch; sends nothing',
      about: 'Reads the present state of each domain and prints the review. Nothing is sent.',
      rows: createRows,
    }),
    row('apply <ID>', {
      summary: 'sends what was reviewed, under the digest of the review',
      about:
        'Sends each ready row once, one at a time. The digest is over all that was reviewed: account, change, and each row with its price. It is refused, and nothing is sent, where the batch is not as it was then, was reviewed more than 15 minutes ago, exceeds a limit of spending, or was proposed by an assistant: that is applied in the window. A domain that has changed since is excluded.',
      options: [digest, ...applyOptions],
      after: applyHelp,
      does: apply,
    }),
    row('resume <ID>', {
      summary: 'goes on with it, or reads what is left for a new review',
      about:
        'Goes on with a paused or halted batch while its agreement holds. Where that has ended, as after a restart, and of a batch that was not applied, it reads what is left again and prints the review with a new digest. Nothing is sent twice.',
      options: applyOptions,
      after: applyHelp,
      does: resume,
    }),
    row('undo <ID>', {
      summary: 'makes a batch that puts back what another one changed; sends nothing',
      about:
        'Makes a batch that puts back what each domain had before a batch of lock, nameservers or contacts, and prints its review, to be applied as any other. Sends nothing. Of contacts, the values before are kept for 30 days.',
      options: keyed,
      async does(call, options, typed) {
        const { id: batchId, accountId } = await batchNamed(call.services, typed);
        return withKey(call, accountId, options, async () => {
          const made = valueOf(await call.services.batches.putBack({ batchId }));
          return reviewed(call, made.id, { ...options, isNew: true });
        });
      },
    }),
    batchList,
    batchShow,
    row('exclude <ID> <NAME...>', {
      summary: 'excludes rows by hand, and prints the review',
      about: 'Excludes rows by name. The review and its digest are new ones then.',
      options: [json],
      does: (call, options, id, ...names) => leaveOut(call, options.json, { id, names, isLeftOut: true }),
    }),
    row('include <ID> <NAME...>', {
      summary: 'includes rows that wait for a person: premium names, renewed ones',
      about: 'Includes rows by name. The review and its digest are new ones then.',
      options: [json],
      does: (call, options, id, ...names) => leaveOut(call, options.json, { id, names, isLeftOut: false }),
    }),
    row('pause <ID>', {
      summary: 'pauses it; the change that is being sent is completed',
      options: [json],
      does: (call, _options, typed) => steered(call, typed, 'pause'),
    }),
    row('stop <ID>', {
      summary: 'ends it with what is left unsent',
      options: [json],
      does: (call, _options, typed) => steered(call, typed, 'stop'),
    }),
  ],
});

/** Runs `work` with the batch and a key of its account, after what ran in an earlier process is taken up. */
async function withBatch(
  call: ServicesCall,
  { baseUrl, username, ...secrets }: Which,
  typed: string,
  work: (batch: Batch) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { services } = call;
  const found = await batchNamed(services, typed);
  const { accountId, proposal } = found;
  if (proposal !== undefined) return endWith(forThePerson);
  const account = valueOf(services.accounts.find(accountId));
  const login = { baseUrl: baseUrl ?? account.baseUrl, username: username ?? account.username };
  if (!isSameLogin(account, login)) return endWith(invalidInput('id', 'This batch is of another login.'));
  return withKey(call, accountId, secrets, async () => {
    await services.batches.takeUpOnce();
    await services.changes.recover();
    return work(valueOf(await services.batches.find(found.id)));
  });
}

/** People approve: whoever can run a command may be the assistant itself. */
const forThePerson = invalidInput(
  'id',
  'An assistant proposed this batch: a person reviews and applies it in the window. Nothing was sent',
);

function apply(
  call: ServicesCall,
  options: Which & { readonly digest: string },
  typed: string,
): Promise<ExitCode> {
  return withBatch(call, options, typed, async (batch) => {
    const { batches } = call.services;
    const goesOn = options.haltOn === 'nothing';
    const excluded = await rowsOf(batches, batch.id, 'left-out');
    // The digest is the agreement to every row, their number included. Nothing confirms what exceeds a limit here.
    const begun = await batches.apply(batch.id, options.digest, batch.typedCount, goesOn, null);
    if (begun.ok) return applied(call, batch, excluded, options);
    const { kind } = begun.error;
    if (kind !== 'changed-since') return endWith(begun);
    const args = [...call.place, 'batch', 'resume', batch.id, ...call.onceGiven];
    call.terminal.err(
      `namedesk ${call.command}: This is not the digest of the batch as it is now, or it was reviewed more than 15 minutes ago. Nothing was sent.\nReview it again:\n  ${shellLine(call.terminal.calledAs, args)}`,
    );
    return exitCodes.usage;
  });
}

function resume(call: ServicesCall, options: Which, typed: string): Promise<ExitCode> {
  return withBatch(call, options, typed, async (batch) => {
    const { batches } = call.services;
    const excluded = await rowsOf(batches, batch.id, 'left-out');
    const isReviewed = batch.state === 'ready' || batch.state === 'reading';
    const gone = isReviewed
      ? await batches.readAgain(batch.id)
      : await batches.resume(batch.id, options.haltOn === 'nothing', null);
    if (valueOf(gone).state !== 'reading') return applied(call, batch, excluded, options);
    return reviewed(call, batch.id, { ...options, isNew: false });
  });
}

/** The shape that docs/command-line.md documents. */
const batchAsJson = (batch: Batch, account: string): object => ({
  ...outcomeAsJson(batch),
  account,
  kind: batch.ask.kind,
  domains: domainsIn(batch),
  rows: batch.counts.rows,
  ready: batch.counts.remaining,
  createdAt: batch.createdAt,
  proposedBy: batch.proposal?.by ?? null,
});

interface LeftOut {
  readonly id: string;
  readonly names: readonly string[];
  readonly isLeftOut: boolean;
}

async function leaveOut(
  call: ServicesCall,
  asJson: true | undefined,
  { id, names, isLeftOut }: LeftOut,
): Promise<Said> {
  const { services } = call;
  const found = await batchNamed(services, id);
  if (found.proposal !== undefined) return endWith(forThePerson);
  const review = await reviewOf(services, found.id);
  for (const name of names) {
    const row = review.rows.find(({ domain, step }) => domain === name.toLowerCase() && step === null);
    if (row === undefined)
      return endWith(invalidInput('names', `There is no row for "${isolated(name.slice(0, 80))}".`));
    valueOf(await services.batches.leaveOut(found.id, row.index, isLeftOut));
  }
  const now = await reviewOf(services, found.id);
  if (asJson !== true) await sayReview(call, now);
  return { json: reviewAsJson(now) };
}

async function steered({ services }: ServicesCall, typed: string, step: 'pause' | 'stop'): Promise<Said> {
  const { id } = await batchNamed(services, typed);
  await services.batches.takeUpOnce();
  const taken = valueOf(await services.batches[step](id));
  return { json: outcomeAsJson(taken), err: `Batch ${taken.id} is ${taken.state}.` };
}
