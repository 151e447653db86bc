import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isPerhapsPaid, type Paid, paidFor } from '#shared/domain/activity.ts';
import {
  expiryAtRegistryLabel,
  isBillAwaited,
  type JournalEntry,
  projectChange,
  type ProjectedChange,
  provenLater,
  registeredLabel,
} from '#shared/domain/change.ts';
import { amountText, inEnglish, plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { canonicalJson } from '../workspace/chain.ts';
import { jsonIn } from '../system/texts.ts';

/*
 * The file that shows a client what was paid for it: one page that stands alone, with the facts that it shows as canonical JSON. What it
 * proves, and what not: docs/decisions/0057-the-proof-as-a-file.md.
 */

const day = z.string().max(10).nullable();
const instant = z.string().max(40);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a row shows, from the entries of one change. */
const proofRow = z.strictObject({
  domain: z.string().max(255),
  kind: z.enum(['register', 'renew']),
  years: z.int(),
  sentAt: instant,
  /** What shows that it was done: the registry, a reading of the service; else what is known of it. */
  by: z.enum(['registry', 'service', 'accepted', 'person', 'unknown']),
  provenAt: instant.nullable(),
  /** `YYYY-MM-DD`, of the registry. Of a renewal the expiry before and after; of a registration, `after` is when it was registered. */
  before: day,
  after: day,
  /** What was paid; null without prices, and where it is not known. */
  price: z
    .strictObject({
      amount: z.string().max(64),
      currency: z.string().max(16).nullable(),
      /** Whether the credit was seen to fall, or nobody looked. */
      isCharged: z.boolean(),
    })
    .nullable(),
  /** The last entry of the change when the file was written: its hash is over everything before it. */
  entry: z.strictObject({ seq: z.int().min(1), hash }),
});
export type ProofRow = z.output<typeof proofRow>;

const proofFacts = z.strictObject({
  format: z.literal('namedesk-proof-1'),
  client: z.string().max(255),
  /** The first and the last day, as they were chosen. */
  fromDay: z.string().max(10),
  toDay: z.string().max(10),
  /** Where these days begin and end: "UTC+02:00". */
  zone: z.string().max(40),
  writtenAt: instant,
  hasPrices: z.boolean(),
  /** The end of the journal's chain when the file was written. */
  journal: z.strictObject({ entries: z.int().min(1), head: hash }),
  rows: z.array(proofRow).max(100_000),
});
export type ProofFacts = z.output<typeof proofFacts>;

/**
 * @param entries Of one change, in their order, as far as the file knows them.
 * @param usual The currency of an amount that names none, by its account; null: no prices are shown.
 * @returns Null where nothing was paid, or perhaps paid, by then.
 */
export function rowOf(
  entries: readonly JournalEntry[],
  usual: ((accountId: string) => string | null) | null,
): ProofRow | null {
  let projected: ProjectedChange | null = null;
  for (const entry of entries) projected = projectChange(projected, entry, 1);
  const last = entries.at(-1);
  if (projected === null || last === undefined) return null;
  const { change } = projected;
  const { what, sentAt, provenAt = null, domain } = change;
  const paid = paidFor(change);
  if (sentAt === null || paid === null || (what.kind !== 'register' && what.kind !== 'renew')) return null;
  return {
    domain,
    kind: what.kind,
    years: what.periodYears,
    sentAt,
    by: outcomeOf(change),
    provenAt,
    ...datesIn(entries, change),
    price: usual === null ? null : priceOf(change, paid, usual(change.accountId)),
    entry: { seq: last.seq, hash: last.hash },
  };
}

const priceOf = (
  change: ProjectedChange['change'],
  { amount, currency }: Paid,
  usual: string | null,
): ProofRow['price'] =>
  amount === null
    ? null
    : { amount, currency: currency ?? usual, isCharged: !isBillAwaited(change) && !isPerhapsPaid(change) };

function outcomeOf({ proof, state }: ProjectedChange['change']): ProofRow['by'] {
  if (proof === 'registry') return 'registry';
  if (proof === 'read-back') return 'service';
  if (proof === 'person') return 'person';
  return state === 'confirmed' ? 'accepted' : 'unknown';
}

/** What the registry showed, by the entry that proved it: later readings are of the credit alone. */
function datesIn(
  entries: readonly JournalEntry[],
  { provenAt, before }: ProjectedChange['change'],
): Pick<ProofRow, 'before' | 'after'> {
  const proving = entries.find(({ at, event }) => at === provenAt && event.type === 'read-back');
  const shown = proving?.event.type === 'read-back' ? proving.event.evidence : [];
  const found = shown.find(({ label }) => label === expiryAtRegistryLabel || label === registeredLabel);
  const dayOf = (text: string | null | undefined): string | null => text?.slice(0, 10) ?? null;
  return { before: dayOf(found?.before ?? before?.registry?.expiresAt), after: dayOf(found?.after) };
}

/** Whether the journal gives the same row. */
export const isSameRow = (row: ProofRow, own: ProofRow | null): boolean =>
  own !== null && canonicalJson(row) === canonicalJson(own);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => escapes[found] ?? found);

/** `title`: for a narrow screen, where the heads of the columns are not shown. */
const cell = (title: string, text: string, name = ''): string =>
  `<td data-title="${escaped(title)}"${name && ` class="${name}"`}><bdi>${escaped(text)}</bdi></td>`;

const minuteOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const unproven = {
  accepted: 'Not proven: accepted by the service',
  person: 'Not proven: marked as done by hand',
  unknown: 'Not proven: not known whether it was done',
} as const;

function proofText({ by, sentAt, provenAt }: ProofRow): string {
  if (by !== 'registry' && by !== 'service') return unproven[by];
  const later = provenLater({ sentAt, provenAt }, inEnglish) ?? '';
  return by === 'registry' ? `By the registry, ${later}` : `By a reading of the service, ${later}`;
}

/** As the application counts: a reading of the service is no proof. */
export const isProvenRow = ({ by }: ProofRow): boolean => by === 'registry';

const priceText = (price: ProofRow['price']): string =>
  price === null ? 'not known' : `${amountText(price)}${price.isCharged ? '' : ', not seen to be charged'}`;

function htmlOfRow(row: ProofRow, hasPrices: boolean): string {
  const { domain, kind, years, sentAt, before, after, price, entry } = row;
  const unicode = toUnicode(domain);
  const verb = kind === 'renew' ? 'Renewed for' : 'Registered for';
  const cells = [
    cell('What', `${verb} ${inEnglish.counted(years, 'year', 'years')}`),
    cell('Sent', minuteOf(sentAt)),
    cell('Expiry before', kind === 'renew' ? (before ?? 'not known') : '–'),
    cell(kind === 'renew' ? 'Expiry after' : 'Registered on', after ?? 'not shown'),
    cell('Proof', proofText(row), row.by in unproven ? 'no' : ''),
    ...(hasPrices ? [cell('Price', priceText(price))] : []),
    cell('Entry', `${entry.seq} · ${entry.hash.slice(0, 8)}`),
  ].join('');
  const name = unicode === domain ? domain : `${unicode} (${domain})`;
  return `<tr><th scope="row"><bdi>${escaped(name)}</bdi></th>${cells}</tr>`;
}

function sumOf({ rows }: ProofFacts): string {
  if (rows.length === 0) return 'Nothing was paid.';
  const proven = rows.filter(isProvenRow).length;
  const read = rows.filter(({ by }) => by === 'service').length;
  const paid = inEnglish.counted(rows.length, 'change', 'changes');
  if (proven === rows.length) return `${paid}: ${plural(rows.length, 'proven', 'all proven')}.`;
  const parts = [
    `${inEnglish.count(proven)} proven`,
    ...(read === 0 ? [] : [`${inEnglish.count(read)} by a reading of the service`]),
    ...(proven + read === rows.length ? [] : [`${inEnglish.count(rows.length - proven - read)} not yet`]),
  ];
  return `${paid}: ${parts.join(' · ')}.`;
}

const columns = (hasPrices: boolean): readonly string[] => [
  ...['Domain', 'What', 'Sent', 'Expiry before', 'Expiry after, or registered on', 'Proof'],
  ...(hasPrices ? ['Price'] : []),
  'Entry',
];

/** What is said below the table. */
const notes: readonly (readonly [title: string, text: string])[] = [
  [
    'What this shows',
    'Each row is a change that was paid, or perhaps was, with what the registry’s own record showed of it right before and after. “By the registry” means that this record shows it; “by a reading of the service”, that the registrar’s service does.',
  ],
  [
    'What the check shows',
    'When it is opened, this page computes from all that it shows whether anything was changed since it was written. Whoever alters it on purpose can write a new check too. Against that, its writer can compare it with the journal that it was made from: each row names the journal’s entry and the beginning of its hash, and the hash of the last entry covers all before it.',
  ],
  [
    'What it does not show',
    'It is not signed by a registry. Whose domains these are, the period, that no change is missing, and a currency that the service did not name are not in the journal’s entries. The present date of each domain can be asked of its registry by anybody (RDAP).',
  ],
];

/** The part of the page that its check covers, without any white space between tags. */
function shownOf(facts: ProofFacts): string {
  const { client, fromDay, toDay, zone, writtenAt, hasPrices, journal, rows } = facts;
  const head = columns(hasPrices).map((title) => `<th scope="col">${escaped(title)}</th>`);
  return [
    `<h1>Registrations and renewals of <bdi>${escaped(client)}</bdi></h1>`,
    `<p class="sum"><strong>${escaped(sumOf(facts))}</strong> Sent from ${escaped(fromDay)} to ${escaped(toDay)}, days in ${escaped(zone)}. Written on ${minuteOf(writtenAt)} by Namedesk.</p>`,
    `<table><thead><tr>${head.join('')}</tr></thead>`,
    `<tbody>${rows.map((row) => htmlOfRow(row, hasPrices)).join('')}</tbody></table>`,
    `<p>Journal: ${escaped(inEnglish.counted(journal.entries, 'entry', 'entries'))}, last hash <code>${journal.head}</code></p>`,
    ...notes.map(([title, text]) => `<h2>${escaped(title)}</h2><p>${escaped(text)}</p>`),
  ].join('');
}

/** As the browser’s `textContent` has it, each white space once. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(?:amp|lt|gt|quot);/g,
      (found) => Object.keys(escapes).find((one) => escapes[one] === found) ?? found,
    )
    .replace(/\s+/g, ' ')
    .trim();

/** JSON that ends no script, with its members in order. */
const factsText = (facts: ProofFacts): string => canonicalJson(facts).replaceAll('<', '\\u003c');

const digestOf = (text: string, encoding: 'hex' | 'base64'): string =>
  createHash('sha256').update(text).digest(encoding);

/** In the browser. What it computes is what {@link proofPage} writes into `data-digest`. */
const script = `
const at = (id) => document.getElementById(id);
const say = (text, is) => { at('check').textContent = text; at('check').className = is; };
const facts = at('facts');
const shown = at('shown').textContent.replace(/\\s+/g, ' ').trim();
const bytes = new TextEncoder().encode(facts.textContent + '\\n' + shown);
const digest = crypto.subtle ? crypto.subtle.digest('SHA-256', bytes) : Promise.reject(new Error());
digest.then((found) => {
  const hex = Array.from(new Uint8Array(found), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hex !== facts.dataset.digest) throw new RangeError();
  const { head, entries } = JSON.parse(facts.textContent).journal;
  say('Unchanged since it was written, under entry ' + entries + ' of the journal’s chain, ' + head.slice(0, 12) + '….', 'right');
}).catch((thrown) => say(thrown instanceof RangeError || thrown instanceof SyntaxError
  ? 'This file was changed after it was written. Don’t rely on it: ask for it again.'
  : 'This browser cannot check whether the file was changed.', 'wrong'));
`;

const style = `
*{box-sizing:border-box}
body{margin:0;background:#fff;color:#151a21;font:14px/20px system-ui,sans-serif}
main{max-width:1100px;margin:0 auto;padding:24px}
h1{margin:0 0 8px;font-size:20px;line-height:28px;overflow-wrap:anywhere}
h2{margin:24px 0 4px;font-size:14px}
p{margin:0 0 8px;max-width:760px;color:#4f5a68}
strong{color:#151a21}
#check{margin:0 0 16px;padding:8px 12px;border:1px solid #e4e8ed;border-radius:6px;max-width:none}
#check.right{color:#12713a}
#check.wrong{border-color:#b3261e;color:#b3261e;font-weight:600}
table{width:100%;margin:16px 0;border-collapse:collapse;font-size:13px}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid #e4e8ed;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{color:#4f5a68;font-weight:500}
td{font-variant-numeric:tabular-nums;white-space:nowrap}
td[data-title=Proof]{white-space:normal}
.no{color:#7d4e00}
code{font:12px ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
@media screen and (max-width:860px){
td{white-space:normal}
main{padding:16px}
thead{position:absolute;clip-path:inset(50%)}
tr{display:block;padding:8px 0;border-bottom:1px solid #e4e8ed}
th,td{display:block;padding:1px 0;border:0}
td::before{content:attr(data-title)": ";color:#4f5a68}
}
@media print{main{max-width:none;padding:0}table{font-size:11px}td{white-space:normal}tr{break-inside:avoid}}
`;

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${digestOf(script, 'base64')}'`,
  `style-src 'sha256-${digestOf(style, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The whole file: the same facts always give the same text. */
export function proofPage(facts: ProofFacts): string {
  const [shown, json] = [shownOf(facts), factsText(facts)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<meta name="referrer" content="no-referrer">
<title>Registrations and renewals of ${escaped(facts.client)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p id="check" role="status">Not checked: this needs a browser with JavaScript.</p>
<div id="shown">${shown}</div>
</main>
<script type="application/json" id="facts" data-digest="${digestOf(`${json}\n${textOf(shown)}`, 'hex')}">${json}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** The facts that a file carries; null where it is no such file, or they cannot be read. */
export function factsIn(text: string): ProofFacts | null {
  const [, json = ''] = /<script type="application\/json" id="facts"[^>]*>([^<]*)<\/script>/.exec(text) ?? [];
  const parsed = proofFacts.safeParse(jsonIn(json));
  return parsed.success ? parsed.data : null;
}

/**
 * What a file of proof is, held against this journal. `matches`: each row is the journal's; its client, its period and what is missing are
 * not in the journal. `page-differs`: so it is, and what is shown around the rows is not what this version writes of them.
 * `other-currency`: an amount without a currency in the journal has one that is not its account's present one. `altered`: something is not
 * the journal's. `other-journal`: it was made from another one. `not-one`: it is no such file.
 */
export type ProofVerdict =
  'matches' | 'page-differs' | 'other-currency' | 'altered' | 'other-journal' | 'not-one';

const verdictWords: Readonly<Record<ProofVerdict, string>> = {
  matches:
    'Each row matches this journal. Whose domains they are, the period, that none is missing, and a currency the service did not name are not in it.',
  'page-differs':
    'The rows in this file match this journal, but what it shows is not what this version writes of them: it was changed, or another version wrote it. Write it again.',
  'other-currency':
    'A price in this file has a currency that the service did not name, and that is not its account’s present one: it was changed, or the account’s was.',
  altered: 'This file was changed: it has something that this journal does not.',
  'other-journal': 'This file was made from another journal.',
  'not-one': 'This is no file of proof, or what it carries cannot be read.',
};

/** What a file of proof is, in a sentence or two; with how much of it there is where each row matches. */
export function verdictText(verdict: ProofVerdict, facts: ProofFacts | null): string {
  const words = verdictWords[verdict];
  if (verdict !== 'matches' || facts === null) return words;
  const { counted, count } = inEnglish;
  return `${words} ${counted(facts.rows.length, 'row', 'rows')}, from the entries up to ${count(facts.journal.entries)}.`;
}
