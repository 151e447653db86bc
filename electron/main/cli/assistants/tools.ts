import { z } from 'zod';
import { lockState } from '#shared/changes/parts.ts';
import { assistantCellsADay, mostNameservers, longestPeriodYears } from '#shared/domain/bounds.ts';
import { changeStates } from '#shared/domain/change-kinds.ts';
import { isProposed } from '#shared/domain/batch.ts';
import { mapOk, type Result } from '#shared/result.ts';
import { cut, inPlainLine, invalidInput, jsonIn } from '../../system/texts.ts';
import { accountNamed } from '../account-choice.ts';
import { type ServicesCall, valueOf } from '../cli-command.ts';
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
 * sends a change, and a test tries: each tool reads, or makes a batch that waits for a person. Each is a command line out of a fixed list
 * (`mayRun`), with the assistant's words as values of options or on the standard input, never as options.
 */

/** A command line that a tool runs, and what it reads. */
interface ToolLine {
  readonly args: readonly string[];
  readonly input?: string;
}

/** Runs a command line in the workspace; its output, parsed. Fails with: `invalid-input` (what it said on standard error). */
export type RunLine = (line: ToolLine) => Promise<Result<unknown>>;

interface ToolContext {
  readonly call: ServicesCall;
  /** What the assistant's program calls itself. */
  readonly by: string;
  readonly run: RunLine;
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
  readonly work: (input: z.output<Input>, context: ToolContext) => Promise<Result<unknown>>;
}

/** `callTool` parses with this very schema before it calls. */
const tool = <Input extends z.ZodObject>({ work, ...described }: Tool<Input>): Tool => ({
  ...described,
  work: (input, context) => work(described.input.parse(input), context),
});

/** The commands that tools run; none of them sends a change. */
const allowed: readonly string[] = [
  'account list',
  'lookup',
  'session list',
  'session export',
  'domain list',
  'today',
  'journal list',
  'batch list',
  'batch show',
  'batch create',
];

export const mayRun = ([noun = '', verb = '']: readonly string[]): boolean =>
  allowed.includes(noun) || allowed.includes(`${noun} ${verb}`);

const mostNames = 500;
const mostWaiting = 20;

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
]);
type Change = z.output<typeof change>;

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
  async work({ account: label, names: wanted, why, change: asked }, { by, run, call }) {
    const chosen = await accountNamed(call.services.accounts, label);
    const waiting = valueOf(await call.services.batches.list(chosen.id)).filter(
      (batch) => isProposed(batch) && (batch.state === 'ready' || batch.state === 'reading'),
    );
    if (waiting.length >= mostWaiting)
      return invalidInput('names', `${waiting.length} proposals wait for a person already; no more are made`);
    const { args, contacts } = lineOf(asked);
    const whose = [`--account=${label}`, '--names=-', '--no-wait', '--json'];
    const words = [
      `--proposed-by=${inPlainLine(by, 80) || 'an assistant'}`,
      `--why=${inPlainLine(why, 300) || 'no reason given'}`,
    ];
    const input = [...(contacts === null ? [] : [contacts]), ...wanted].join('\n');
    const line = { args: ['batch', 'create', ...args, ...whose, ...words], input: `${input}\n` };
    return mapOk(await run(line), (printed) => reviewOf(printed, asked.kind));
  },
});

/** The arguments of `batch create`, and the line of contacts, whose values are never arguments. */
function lineOf(asked: Change): { readonly args: readonly string[]; readonly contacts: string | null } {
  const kind = asked.kind === 'lock' && asked.state === 'unlocked' ? 'unlock' : asked.kind;
  const args: string[] = [kind];
  if ('nameservers' in asked) args.push(`--nameservers=${asked.nameservers.join(',')}`);
  if ('years' in asked) args.push(`--years=${asked.years}`);
  if (!('contacts' in asked)) return { args, contacts: null };
  return { args: [...args, '--contacts=-'], contacts: JSON.stringify(asked.contacts) };
}

export const tools: readonly Tool[] = [
  tool({
    name: 'list_accounts',
    title: 'List accounts',
    description: 'The accounts by label. Other tools take a label.',
    isReadOnly: true,
    input: z.object({}),
    output: accountsShown,
    work: async (_, { run }) => mapOk(await run({ args: ['account', 'list', '--json'] }), firstRows),
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
    work: async ({ account: label, names: wanted, tlds }, { run }) => {
      // With a dot before it, no word is the name of a set.
      const listed = tlds.map((tld) => `.${tld.replace(/^\./, '')}`).join(',');
      const args = [
        'lookup',
        `--account=${label}`,
        '--names=-',
        `--tlds=${listed}`,
        ...['--format=json', '--no-wait', '--by-assistant'],
      ];
      return mapOk(await run({ args, input: `${wanted.join('\n')}\n` }), firstRows);
    },
  }),
  tool({
    name: 'list_sessions',
    title: 'List sessions',
    description: 'Bulk lookups that were run, with their counts.',
    isReadOnly: true,
    input: z.object({}),
    output: sessionsShown,
    work: async (_, { run }) => mapOk(await run({ args: ['session', 'list', '--json'] }), firstRows),
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
    work: async ({ session, text, finding }, { run }) => {
      const args = ['session', 'export', '--format=json'];
      if (text !== undefined) args.push(`--text=${text}`);
      if (finding !== undefined) args.push(`--finding=${finding}`);
      return mapOk(await run({ args: [...args, '--', session] }), firstRows);
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
    work: async ({ account: label, expiresWithinDays: days, client, tag, lock, status }, { run }) => {
      const args = ['domain', 'list', '--json', label === undefined ? '--all' : `--account=${label}`];
      if (days !== undefined) args.push(`--expires-within=${days}d`);
      if (client !== undefined) args.push(`--client=${client}`);
      if (tag !== undefined) args.push(`--tag=${tag}`);
      if (lock !== undefined) args.push(`--${lock}`);
      if (status !== undefined) args.push(`--status=${status}`);
      return mapOk(await run({ args }), firstRows);
    },
  }),
  tool({
    name: 'today',
    title: 'What needs attention today',
    description: 'What needs a person, over all accounts, the most urgent first. Asks nothing.',
    isReadOnly: true,
    input: z.object({}),
    output: todayShown,
    work: (_, { run }) => run({ args: ['today', '--json'] }),
  }),
  tool({
    name: 'seen_prices',
    title: 'Prices that were seen',
    description: 'What earlier lookups found a name to cost, and when. Asks nothing.',
    isReadOnly: true,
    input: z.object({ account, name: name.describe('A full domain name') }),
    output: pricesShown,
    work: async ({ account: label, name: domain }, { call }) => {
      const chosen = await accountNamed(call.services.accounts, label);
      const of = { accountId: chosen.id, domain: domain.toLowerCase() };
      return mapOk(await call.services.workspace.findings.seenPrices(of), firstRows);
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
    work: async ({ domain, state }, { run }) => {
      const args = ['journal', 'list', '--json', `--most=${mostRows}`];
      if (domain !== undefined) args.push(`--domain=${domain}`);
      if (state !== undefined) args.push(`--state=${state}`);
      return mapOk(await run({ args }), (rows) => firstRows(Array.isArray(rows) ? rows.map(withKind) : rows));
    },
  }),
  tool({
    name: 'list_batches',
    title: 'List batches',
    description: 'Batches of changes and how far they are, proposals among them.',
    isReadOnly: true,
    input: z.object({}),
    output: batchesShown,
    work: async (_, { run }) =>
      mapOk(await run({ args: ['batch', 'list', '--json'] }), (rows) =>
        firstRows(Array.isArray(rows) ? rows.map(batchInList) : rows),
      ),
  }),
  tool({
    name: 'show_batch',
    title: 'Show a batch',
    description:
      'The domains of a batch, each ready or excluded, and its outcome. Of contacts, the state of the batch alone.',
    isReadOnly: true,
    input: z.object({ batch: z.uuid() }),
    output: batchShown,
    work: async ({ batch }, { run }) =>
      mapOk(await run({ args: ['batch', 'show', '--json', '--', batch] }), batchOf),
  }),
  propose,
];

const changeRow = z.looseObject({ what: z.looseObject({ kind: z.string() }) });
function withKind(row: unknown): unknown {
  const parsed = changeRow.safeParse(row);
  return parsed.success ? { ...parsed.data, kind: parsed.data.what.kind } : null;
}

const request = z.object({ tool: z.string(), by: z.string(), input: z.unknown() });

/** Calls a tool as an assistant asked for it, in JSON. Fails with: `invalid-input`, and what its command says. */
export async function callTool(text: string, call: ServicesCall, run: RunLine): Promise<Result<unknown>> {
  const settings = await call.services.workspace.settings.read();
  if (!settings.ok) return settings;
  if (!settings.value.assistantsEnabled) return switchedOff;
  const asked = request.safeParse(jsonIn(text));
  const wanted = asked.success ? tools.find(({ name: each }) => each === asked.data.tool) : undefined;
  if (!asked.success || wanted === undefined) return invalidInput('tool', 'There is no such tool');
  const input = wanted.input.strict().safeParse(asked.data.input ?? {});
  if (!input.success)
    return invalidInput(
      'input',
      cut(input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '), 500),
    );
  const guarded: RunLine = (line) =>
    mayRun(line.args)
      ? run(line)
      : Promise.reject(new Error(`No tool runs ${line.args.slice(0, 2).join(' ')}`));
  const found = await wanted.work(input.data, { call, by: asked.data.by, run: guarded });
  return mapOk(found, (value) => wanted.output.parse(value));
}

export const switchedOff: Result<never> = invalidInput(
  'assistants',
  'Assistants are switched off. Switch them on in Settings → Assistants, or with "namedesk settings set assistants.enabled true"',
);
