import type { RefusalReason } from '#shared/app-error.ts';
import type { OperationName } from './operation.ts';

const ipAddress = /\b\d{1,3}(\.\d{1,3}){3}\b|\b[\da-f]{1,4}(:[\da-f]{0,4}){2,7}\b/i;

/**
 * What the words of a refusal tell, first match wins. Source: field notes, "Error answers, any operation"; RFC 5730,
 * section 3, for the words of registries.
 */
const byWords: readonly (readonly [RefusalReason, (said: string) => boolean])[] = [
  ['address', (said) => ipAddress.test(said) && /\bip\b|address|allow|authori[sz]ed|whitelist/i.test(said)],
  [
    'credentials',
    (said) =>
      /api (token|key)|invalid (token|credentials)|unauthenticated|authentication|unauthori[sz]ed/i.test(
        said,
      ),
  ],
  [
    'permission',
    (said) =>
      /not allowed|not permitted|permission|forbidden|access denied|authori[sz]ation error|not authori[sz]ed/i.test(
        said,
      ),
  ],
  ['rate', (said) => /rate limit|too many (requests|attempts)|throttl/i.test(said)],
  [
    'credit',
    (said) =>
      /\b(enough|insufficient|low|no) (\w+ )?(credit|fund|balance)|\b(credits?|funds?|balance) (is |are )?(too low|insufficient|not (enough|sufficient))|payment required/i.test(
        said,
      ),
  ],
  [
    'exists',
    (said) =>
      /already (exist|register|taken|in use)|object exists|\b(domain|name|object|host)\b.{0,40}\b(not available|unavailable|taken)\b/i.test(
        said,
      ),
  ],
  ['not-found', (said) => /not found|does not exist|no such|unknown domain/i.test(said)],
  [
    'validation',
    (said) =>
      /invalid|required|missing|must (be|have|contain)|not valid|\bneeds\b|not supported|unsupported|does not match|syntax error|parameter value|is reserved/i.test(
        said,
      ),
  ],
];

const reasonInWords = (said: string): RefusalReason | undefined =>
  byWords.find(([, matches]) => matches(said))?.[0];

const byStatus: Readonly<Partial<Record<number, RefusalReason>>> = {
  401: 'credentials',
  403: 'credentials',
  404: 'not-found',
  422: 'validation',
  429: 'rate',
};

/**
 * Why a service said no. Its words tell more than its status, for 401 and 403 are both used for several reasons.
 *
 * A 400 without words on registering is the one failure that the API document defines: the name exists already.
 */
export function refusalReason(operation: OperationName, status: number, said: string): RefusalReason {
  if (status >= 300 && status < 400) return 'redirect';
  const told = reasonInWords(said) ?? byStatus[status];
  if (told !== undefined) return told;
  if (status === 400) return operation === 'register' && said === '' ? 'exists' : 'validation';
  return status >= 500 ? 'server' : 'other';
}

/** As {@link refusalReason}, of a write: words that nobody knows are `other`, whatever the status, for it defines nothing. */
export const reasonOfNo = (operation: OperationName, status: number, said: string): RefusalReason =>
  said === '' ? refusalReason(operation, status, said) : (reasonInWords(said) ?? 'other');

/** Why words do not say whether a write was done. */
export type DoubtInWords = 'pending' | 'trouble';

const pending =
  /pending|in progress|\bqueue|awaiting|scheduled|\bmanual|(under|in) review|(being|still|currently|will be) process|\b(approval|verification|confirmation)\b.{0,20}\b(required|needed|sent)|\b(requires?|needs|waiting for)\b.{0,20}\b(approval|verification|confirmation)/i;

/**
 * Words of a service that does not know itself what became of a write, or that heard of it from somebody who does not: it is a
 * thin proxy to a registry, and the registry may have done it. Too many of them cost a read; one too few costs a second payment.
 */
const trouble: readonly RegExp[] = [
  /time[sd]?[\s_-]?out|deadline|took too long|no (response|answer|reply)|not (respond|answer)/i,
  /\bcurl\b|connect|communicat|socket|\bssl\b|\btls\b|handshake|network|unreachable|\breach|resolve|reset by|broken pipe|session/i,
  /gateway|proxy|upstream|backend/i,
  /internal|server error|temporar|(service|server|registry|registrar|system|api) (is )?(currently )?(not available|unavailable|down|clos)/i,
  /maintenance|overload|\bbusy\b|exception|fatal|stack|unexpected|unknown error|crash|undefined|\bclass\b|abort|interrupt/i,
  /database|\bsql|deadlock|access denied for user|no such file|\bfile\b|\bstream\b/i,
  /\brespons(e|es)\b|responded|\breply\b|malformed|\bpars(e|ing)\b|\bxml\b|\bjson\b|decode/i,
  /\bagain\b|\bretry|\blater\b/i,
  /\balready\b/i,
  /\b(http|status|error|code)\b\D{0,10}5\d\d\b|\b(epp|code|error|result)\b\D{0,10}(2400|250[0-2])\b/i,
];

/** What in `words` keeps a no, or a yes, from being believed; null where nothing does. F2. */
export function doubtInWords(words: string): DoubtInWords | null {
  if (pending.test(words)) return 'pending';
  return trouble.some((pattern) => pattern.test(words)) ? 'trouble' : null;
}
