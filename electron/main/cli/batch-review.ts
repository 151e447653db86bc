import {
  type Batch,
  type BatchRow,
  domainsOfRows,
  isProposed,
  taskText,
  unreadRows,
} from '#shared/domain/batch.ts';
import { isPaid } from '#shared/domain/change-kinds.ts';
import { priceIn } from '#shared/domain/account.ts';
import { inEnglish } from '#shared/domain/counting.ts';
import { nameInText, spellingOf } from '#shared/domain/domain-name.ts';
import { notGiven, priceText } from '#shared/domain/finding.ts';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { notReadText } from '#shared/domain/not-read.ts';
import { type LeftOutReason, remarksText } from '#shared/domain/remarks.ts';
import { moneyText, sumsOf, unpricedIn } from '#shared/domain/limits.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { type ServicesCall, valueOf } from './cli-command.ts';
import type { Terminal } from './terminal.ts';
import type { CommandServices } from './host.ts';
import { counted, shellLine, table } from './words.ts';

/** A batch with all its rows, as a person or a script reviews it. */
export interface BatchReview {
  readonly batch: Batch;
  readonly account: string;
  /** What the account's prices are in, where the service names no currency. */
  readonly currency: string | null;
  readonly rows: readonly BatchRow[];
  /** The domains that it unlocked and that are not locked again. */
  readonly leftUnlocked: readonly string[];
}

const rowsAtOnce = 1_000;

/** Fails with: `invalid-input`, `storage`. */
export async function reviewOf(
  { batches, accounts }: Pick<CommandServices, 'batches' | 'accounts'>,
  id: string,
): Promise<BatchReview> {
  const batch = valueOf(await batches.find(id));
  const { label, options } = valueOf(accounts.find(batch.accountId));
  const rows = await rowsOf(batches, id, 'all');
  const { leftUnlocked } = valueOf(await batches.wayBack({ batchId: id }));
  return { batch, account: label, currency: options.currency, rows, leftUnlocked };
}

/** Fails with: `invalid-input`, `storage`. */
export async function rowsOf(
  batches: CommandServices['batches'],
  id: string,
  which: 'all' | 'left-out',
): Promise<readonly BatchRow[]> {
  const rows: BatchRow[] = [];
  for (let total = 1; rows.length < total;) {
    const page = valueOf(await batches.rows(id, { which, offset: rows.length, limit: rowsAtOnce }));
    rows.push(...page.rows);
    total = page.rows.length === 0 ? 0 : page.total;
  }
  return rows;
}

/** What it will be, and what that costs: `renewed for 1 year, price 12.00 EUR`. */
function afterText({ after, renewal, erases }: BatchRow, { batch, currency }: BatchReview): string {
  const parts = [after];
  if (isPaid(batch.ask.kind)) parts.push(`price ${priceText(renewal?.price ?? notGiven, currency)}`);
  if (renewal?.isPremium === true) parts.push('premium');
  if (erases !== null) parts.push(`erases ${erases}`);
  return parts.join(', ');
}

/** Version 1 of the shape that docs/command-line.md documents: members are only added, or the documented number changes. */
export function reviewAsJson(review: BatchReview): object {
  const { id, digest, counts } = review.batch;
  return {
    id,
    digest,
    ready: counts.remaining,
    excluded: counts.leftOut,
    notRead: counts.notRead,
    rows: review.rows.map((row) => ({
      domain: row.domain,
      before: row.before,
      after: afterText(row, review),
      excluded: row.leftOut,
      ...row.outside,
    })),
  };
}

/** The shape of `batch apply`, likewise. */
export function outcomeAsJson({ id, state, stoppedBy, counts, waitingFor }: Batch): object {
  const { confirmed, refused, uncertain, leftOut: excluded, notRead } = counts;
  const why = waitingFor === null ? null : sentencesFor(waitingFor).happened;
  return { id, state, stoppedBy, why, confirmed, refused, uncertain, excluded, notRead };
}

/** Says which domains a batch unlocked and did not lock again, and what locks them; nothing where there are none. */
export function sayLeftUnlocked(
  { terminal, place }: ServicesCall,
  account: string,
  domains: readonly string[],
): void {
  if (domains.length === 0) return;
  const lock = ['batch', 'create', 'lock', '--account', account, '--names', '-'];
  terminal.err(
    `LEFT UNLOCKED, so that they can be transferred away: ${domains.map(nameInText).join(', ')}. Lock them with:\n  ${shellLine(terminal.calledAs, [...place, ...lock])}`,
  );
}

/** Prints the review: each row, the sum, what applies it. Who proposed it stands first: it is no word of ours. */
export async function sayReview(call: ServicesCall, review: BatchReview): Promise<void> {
  const { terminal, place, onceGiven } = call;
  const { batch } = review;
  const { id, digest, counts, ask, proposal } = batch;
  if (proposal !== undefined) sayProposal(terminal, proposal);
  if (isProposed(batch)) await sayValues(call, batch);
  if (review.rows.length > 0)
    terminal.out(table([['DOMAIN', 'NOW', 'AFTER', 'EXCLUDED'], ...rowsShown(review)]));
  const task = taskText(ask, domainsOfRows(ask, counts.remaining), inEnglish);
  terminal.err(
    `${isolated(review.account)}: ${task}${costText(review)}; ${counted(domainsOfRows(ask, counts.leftOut), 'domain', 'domains')} excluded.`,
  );
  saySpellings(terminal, batch, review.rows);
  sayReasons(terminal, review.rows);
  sayUnread(terminal, review.rows);
  sayLeftUnlocked(call, review.account, review.leftUnlocked);
  terminal.err(`Batch ${id}, ${batch.state}.`);
  if (digest === null || batch.state !== 'ready') return;
  terminal.err(`Digest ${digest}`);
  if (proposal !== undefined) terminal.err('Nothing was sent. Review and apply it in the window.');
  else if (counts.remaining === 0) terminal.err('Nothing was sent, and nothing is ready.');
  else {
    const line = shellLine(terminal.calledAs, [
      ...place,
      'batch',
      'apply',
      id,
      '--digest',
      digest,
      ...onceGiven,
    ]);
    terminal.err(`Nothing was sent. What is ready is sent within 15 minutes by:\n  ${line}`);
  }
}

/** What is to be known of each row that is not sent, where the word in the table does not say it. */
export function sayReasons({ err }: Pick<Terminal, 'err'>, rows: readonly BatchRow[]): void {
  for (const { domain, leftOut, remarks, state } of rows) {
    if (state !== null) continue;
    const text = leftOut !== null && saidByWord.has(leftOut) ? '' : remarksText(remarks, leftOut !== null);
    if (text !== '') err(`  ${nameInText(domain)}: ${text}`);
  }
}

/** The words of the table that say all. */
const saidByWord: ReadonlySet<LeftOutReason> = new Set([
  'already-so',
  'by-hand',
  'step-before',
  'was-unlocked',
]);

/** How many domains were not read, and why, and of which names another batch reads just these again (H23). */
function sayUnread({ err }: Pick<Terminal, 'err'>, rows: readonly BatchRow[]): void {
  const unread = unreadRows(rows);
  if (unread.length === 0) return;
  err(notReadText(unread.map(({ error }) => (error === null ? '' : sentencesFor(error).happened))));
  err(`Another batch reads just these again: ${unread.map(({ domain }) => domain).join(' ')}`);
}

/** The values of a proposal, which nobody here has typed: on lines of their own (H11). */
async function sayValues({ terminal, services }: ServicesCall, batch: Batch): Promise<void> {
  if ('nameservers' in batch.ask && batch.ask.nameservers.length > 0)
    terminal.err(
      `Nameservers:\n${batch.ask.nameservers.map((host) => `  | ${spelled(host)}\n`).join('')}`.trimEnd(),
    );
  if (batch.ask.kind !== 'contacts' && batch.ask.kind !== 'register') return;
  const roles = await services.batches.personal(batch.id);
  if (!roles.ok) terminal.err(`Its contacts cannot be shown: ${sentencesFor(roles.error).happened}`);
  for (const { name, fields } of (roles.ok && roles.value) || []) {
    terminal.err(`${isolated(name)}:`);
    for (const field of fields)
      terminal.err(
        `  | ${isolated(field.name)}: ${field.value.includes('@') ? spelled(field.value) : isolated(field.value) || '(empty)'}`,
      );
  }
}

/** Cautions about what could be mistaken for another name: of rows that are ready, and of nameservers. */
function saySpellings({ err }: Pick<Terminal, 'err'>, { ask }: Batch, rows: readonly BatchRow[]): void {
  const ready = rows.filter(({ leftOut }) => leftOut === null).map(({ domain }) => domain);
  const hosts = 'nameservers' in ask ? ask.nameservers : [];
  for (const text of new Set([...ready, ...hosts])) {
    const { caution } = spellingOf(text);
    if (caution !== null) err(`CHECK THE SPELLING of ${spelled(text)}. ${caution}`);
  }
  for (const warning of ('warnings' in ask && ask.warnings) || []) err(warning);
}

/** In Unicode, with its A-labels where they differ. */
function spelled(text: string): string {
  const { unicode, aLabels } = spellingOf(text);
  return aLabels === null ? isolated(text) : `${isolatedName(unicode)} (${aLabels})`;
}

/** Both are words of an assistant: on lines of their own, each behind a mark, and in no sentence of ours (H13). */
function sayProposal({ err }: Pick<Terminal, 'err'>, { by, why }: NonNullable<Batch['proposal']>): void {
  err('Proposed by an assistant. Its name and its reason, which nobody has checked:');
  for (const text of [by, why])
    for (const line of text.match(aLine) ?? []) err(`  | ${isolated(line.trim())}`);
}

/** So short that no terminal breaks it, where a letter may take two places. */
const aLine = /.{1,36}(?!\S)\s*|.{1,36}/gsu;

const rowsShown = (review: BatchReview): readonly (readonly string[])[] =>
  review.rows.map((row) => [
    spelled(row.domain),
    row.before ?? 'not known',
    afterText(row, review),
    row.leftOut ?? '',
  ]);

/** ` for 24.00 EUR and 2 unknown prices`, of what is ready; nothing where it costs nothing. */
function costText({ batch, rows, currency }: BatchReview): string {
  if (!isPaid(batch.ask.kind)) return '';
  const prices = rows
    .filter(({ leftOut, state }) => leftOut === null && state === null)
    .map(({ renewal }) => renewal?.price ?? notGiven);
  const unknown = unpricedIn(prices);
  const parts = sumsOf(prices.map(priceIn(currency))).map((sum) => moneyText(sum));
  if (unknown > 0) parts.push(counted(unknown, 'unknown price', 'unknown prices'));
  return parts.length === 0 ? '' : `, ${parts.join(' and ')}`;
}
