import { z } from 'zod';
import { lockState } from '#shared/changes/parts.ts';
import { assistantCellsADay, mostNameservers, longestPeriodYears } from '#shared/domain/bounds.ts';
import { changeStates } from '#shared/domain/change-kinds.ts';
import type { Result } from '#shared/result.ts';
import type { Open } from '../../action.ts';
import { cut, inPlainLine, invalidInput } from '../../system/texts.ts';
import { watching } from '../../watching/actions.ts';
import { endWith } from '../cli-command.ts';
import { accountList } from '../commands/account.ts';
import { batchList, batchShow, createRow } from '../commands/batch.ts';
import { domainList } from '../commands/domain.ts';
import { journalList } from '../commands/journal.ts';
import { lookup } from '../commands/lookup.ts';
import { sessionExport, sessionList } from '../commands/session.ts';
import { noun as todayRow } from '../commands/today.ts';
import type { CommandServices } from '../host.ts';
import type { Row } from '../rows.ts';
import {
  accountsShown,
  batchesShown,
  batchInList,
  batchOf,
  batchShown,
  changesShown,
  domainsShown,
  findingsShown,
  firstRows,
  mostRows,
  pricesShown,
  reviewOf,
  reviewShown,
  sessionsShown,
  todayShown,
} from './shown.ts';

/*
 * What an assistant may do. The threat: an assistant reads texts of services and files, which may tell it what to do. So nothing here
 * sends a change, and a test tries: each tool reads, or makes a batch that waits for a person. It names commands and actions that are open
 * to assistants, with the assistant's words as values of their options or on the standard input.
 */

/** What tools reach of the workspace. What fails ends the call. */
export interface Reach {
  readonly accountId: (label: string) => Promise<string>;
  readonly read: <I, T>(
    action: Open<{ run(on: CommandServices, input: I): Promise<Result<T>> | Result<T> }>,
    input: I,
  ) => Promise<T>;
  /** What the command prints with `--json`. `input`: its standard input. */
  readonly run: <O extends object, W extends readonly unknown[]>(
    command: Open<Row<O, W>>,
    given: { readonly options: O; readonly input?: string },
    ...words: W
  ) => Promise<unknown>;
}

/** A tool as it is described to an assistant. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** What it gives: of what its work finds, these members and no others. */
  readonly output: z.ZodObject;
  /** Whether nothing is stored by it. */
  readonly isReadOnly: boolean;
  /** @param by What the assistant's program calls itself. */
  readonly work: (reach: Reach, input: z.output<Input>, by: string) => Promise<unknown>;
}

/** `callTool` parses with this very schema before it calls. */
const tool = <Input extends z.ZodObject>({ work, ...described }: Tool<Input>): Tool => ({
  ...described,
  work: (reach, input, by) => work(reach, described.input.parse(input), by),
});

const mostNames = 500;
const secondsOfDay = 86_400;

const word = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u);
/** A value of an option, which is never empty: one line. */
const account = word(80).describe('The label of an account; see list_accounts');
const name = z.string().regex(/^[^\s\p{Cc},;"]{1,255}$/u);
const names = z.array(name).min(1).max(mostNames);

const address = z.string().min(1).max(64);
const years = z.int().min(1).max(longestPeriodYears);
/** As `batch create --contacts` takes them: by role, and by field. */
const contactValues = z.record(
  z.string().min(1).max(200),
  z.record(z.string().min(1).max(200), z.string().max(2_000)),
);

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lock'), state: lockState }),
  z.object({ kind: z.literal('nameservers'), nameservers: z.array(name).min(1).max(mostNameservers) }),
  z.object({ kind: z.literal('renew'), years }),
  z.object({ kind: z.literal('contacts'), contacts: contactValues }),
  z.object({
    kind: z.literal('register'),
    years,
    contacts: contactValues,
    nameservers: z.array(name).min(1).max(mostNameservers),
  }),
  z.object({ kind: z.literal('sync') }),
  z.object({ kind: z.literal('child-register'), host: name, address }),
  z.object({ kind: z.literal('child-modify'), host: name, address, newAddress: address }),
  z.object({ kind: z.literal('child-delete'), host: name }),
]);

const propose = tool({
  name: 'propose_batch',
  title: 'Propose a batch of changes',
  description:
    'Makes a batch that waits in the Namedesk window until a person reviews and applies it. Sends nothing. Returns each domain with ready or excluded: the person sees what it is, what it would be and what that costs.',
  isReadOnly: false,
  input: z.object({
    account,
    names: names.describe('Full domain names, such as example.com'),
    why: z.string().min(1).max(2_000).describe('The reason, which the person reads'),
    change,
  }),
  output: reviewShown,
  async work({ run }, { account: label, names: wanted, why, change: asked }, by) {
    const contacts = 'contacts' in asked ? [JSON.stringify(asked.contacts)] : [];
    const kind = asked.kind === 'lock' && asked.state === 'unlocked' ? 'unlock' : asked.kind;
    const printed = await run(createRow(kind), {
      options: {
        account: label,
        names: '-',
        wait: false,
        proposedBy: inPlainLine(by, 80) || 'an assistant',
        why: inPlainLine(why, 300) || 'no reason given',
        ...('nameservers' in asked && { nameservers: asked.nameservers.join(',') }),
        ...('years' in asked && { years: asked.years }),
        ...('host' in asked && { host: asked.host }),
        ...('address' in asked && { address: asked.address }),
        ...('newAddress' in asked && { newAddress: asked.newAddress }),
        // Never as words of a command: where others can read them.
        ...('contacts' in asked && { contacts: '-' }),
      },
      input: `${[...contacts, ...wanted].join('\n')}\n`,
    });
    return reviewOf(printed, asked.kind);
  },
});

export const tools: readonly Tool[] = [
  tool({
    name: 'list_accounts',
    title: 'List accounts',
    description: 'The accounts by label. Other tools take a label.',
    isReadOnly: true,
    input: z.object({}),
    output: accountsShown,
    work: async ({ run }) => firstRows(await run(accountList, { options: {} })),
  }),
  tool({
    name: 'look_up_names',
    title: 'Look names up',
    description: `Asks the reseller’s service which names are available under which TLDs, with prices, within the account’s rate. It is kept as a session, marked as yours; the oldest of these go. There is a budget: ${assistantCellsADay} names, each under each TLD, in 24 hours.`,
    isReadOnly: false,
    input: z.object({
      account,
      names: names.describe('Names without a TLD, such as example'),
      tlds: z
        .array(z.string().regex(/^\.?[^\s\p{Cc},;"]{1,63}$/u))
        .min(1)
        .max(50),
    }),
    output: findingsShown,
    // With a dot before it, no word is the name of a set.
    work: async ({ run }, { account: label, names: wanted, tlds }) => {
      const listed = tlds.map((tld) => `.${tld.replace(/^\./, '')}`).join(',');
      const how = { format: 'json', wait: false, byAssistant: true } as const;
      const options = { account: label, names: '-', tlds: listed, ...how };
      return firstRows(await run(lookup, { options, input: `${wanted.join('\n')}\n` }));
    },
  }),
  tool({
    name: 'list_sessions',
    title: 'List sessions',
    description: 'Bulk lookups that were run, with their counts.',
    isReadOnly: true,
    input: z.object({}),
    output: sessionsShown,
    work: async ({ run }) => firstRows(await run(sessionList, { options: {} })),
  }),
  tool({
    name: 'session_findings',
    title: 'Findings of a session',
    description: `What a session found, the first ${mostRows} rows. Asks nothing.`,
    isReadOnly: true,
    input: z.object({
      session: word(120).describe('Its id or name'),
      text: word(255).optional().describe('Only names that contain this'),
      finding: z.enum(['available', 'premium', 'taken', 'unknown']).optional(),
    }),
    output: findingsShown,
    work: async ({ run }, { session, text, finding }) => {
      const everything = { format: 'json', digits: true, hyphens: true, sort: 'entered' } as const;
      const filter = {
        ...(text !== undefined && { text }),
        ...(finding !== undefined && { finding: [finding] }),
      };
      const options = { ...everything, ...filter };
      return firstRows(await run(sessionExport, { options }, session));
    },
  }),
  tool({
    name: 'list_domains',
    title: 'List domains',
    description: `Domains of the portfolio: expiry, lock, nameservers, what the registry shows, client, tags. The first ${mostRows}. Asks nothing.`,
    isReadOnly: true,
    input: z.object({
      account: account.optional().describe('Default: all accounts but the practice account'),
      expiresWithinDays: z.int().min(0).max(3_650).optional(),
      client: word(200).optional(),
      tag: word(40).optional(),
      lock: lockState.optional(),
      status: word(60)
        .optional()
        .describe('Only those of which the registry shows this, such as pending transfer'),
    }),
    output: domainsShown,
    work: async ({ run }, { account: label, expiresWithinDays: days, lock, client, tag, status }) => {
      const options = {
        ...(label === undefined ? ({ all: true } as const) : { account: label }),
        ...(days !== undefined && { expiresWithin: days * secondsOfDay }),
        ...(client !== undefined && { client }),
        ...(tag !== undefined && { tag }),
        ...(lock !== undefined && { [lock]: true }),
        ...(status !== undefined && { status }),
      };
      return firstRows(await run(domainList, { options }));
    },
  }),
  tool({
    name: 'today',
    title: 'What needs attention today',
    description: 'What needs a person, over all accounts, the most urgent first. Asks nothing.',
    isReadOnly: true,
    input: z.object({}),
    output: todayShown,
    work: ({ run }) => run(todayRow, { options: {} }),
  }),
  tool({
    name: 'seen_prices',
    title: 'Prices that were seen',
    description: 'What earlier lookups found a name to cost, and when. Asks nothing.',
    isReadOnly: true,
    input: z.object({ account, name: name.describe('A full domain name') }),
    output: pricesShown,
    work: async ({ accountId, read }, { account: label, name: domain }) => {
      const of = { accountId: await accountId(label), domain: domain.toLowerCase() };
      return firstRows((await read(watching.prices, of)).seen);
    },
  }),
  tool({
    name: 'list_changes',
    title: 'List changes',
    description:
      'The journal of changes: what, on which domain, outcome. Without values of contacts and without transfer codes.',
    isReadOnly: true,
    input: z.object({
      domain: word(255).optional().describe('Only domains whose name contains this'),
      state: z.enum(changeStates).optional(),
    }),
    output: changesShown,
    work: async ({ run }, { domain = '', state }) => {
      const options = { domain, most: mostRows, ...(state !== undefined && { state: [state] }) };
      return firstRows(await run(journalList, { options }), withKind);
    },
  }),
  tool({
    name: 'list_batches',
    title: 'List batches',
    description: 'Batches of changes and how far they are, proposals among them.',
    isReadOnly: true,
    input: z.object({}),
    output: batchesShown,
    work: async ({ run }) => firstRows(await run(batchList, { options: {} }), batchInList),
  }),
  tool({
    name: 'show_batch',
    title: 'Show a batch',
    description:
      'The domains of a batch, each ready or excluded, and its outcome. Of contacts, the state of the batch alone.',
    isReadOnly: true,
    input: z.object({ batch: z.uuid() }),
    output: batchShown,
    work: async ({ run }, { batch }) => batchOf(await run(batchShow, { options: {} }, batch)),
  }),
  propose,
];

const changeRow = z.looseObject({ what: z.looseObject({ kind: z.string() }) });
function withKind(row: unknown): unknown {
  const parsed = changeRow.safeParse(row);
  return parsed.success ? { ...parsed.data, kind: parsed.data.what.kind } : null;
}

const request = z.object({ tool: z.string(), by: z.string(), input: z.unknown() });

/** Calls a tool as an assistant asked for it. Ends with `invalid-input`, and what it does ends with. */
export async function callTool(typed: unknown, reach: Reach): Promise<unknown> {
  const asked = request.safeParse(typed);
  const wanted = asked.success ? tools.find(({ name: each }) => each === asked.data.tool) : undefined;
  if (!asked.success || wanted === undefined) return endWith(invalidInput('tool', 'There is no such tool'));
  const input = wanted.input.strict().safeParse(asked.data.input ?? {});
  if (input.success) return wanted.output.parse(await wanted.work(reach, input.data, asked.data.by));
  const issues = input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return endWith(invalidInput('input', cut(issues.join('; '), 500)));
}
