import type { RefusalReason } from '#shared/app-error.ts';
import type { OperationName } from './operation.ts';

const ipAddress = /\b\d{1,3}(\.\d{1,3}){3}\b|\b[\da-f]{1,4}(:[\da-f]{0,4}){2,7}\b/i;

/** What the words of a refusal tell, first match wins. Source: field notes, "Error answers, any operation". */
const byWords: readonly (readonly [RefusalReason, (said: string) => boolean])[] = [
  ['address', (said) => ipAddress.test(said) && /\bip\b|address|allow|authori[sz]ed|whitelist/i.test(said)],
  [
    'credentials',
    (said) => /api (token|key)|invalid (token|credentials)|unauthenticated|authentication/i.test(said),
  ],
  ['permission', (said) => /not allowed|not permitted|permission|forbidden/i.test(said)],
  ['rate', (said) => /rate limit|too many requests/i.test(said)],
  ['credit', (said) => /(enough|insufficient|low|no) (credit|fund|balance)/i.test(said)],
  ['exists', (said) => /already (exist|register|taken|in use)/i.test(said)],
  ['not-found', (said) => /not found|does not exist|no such|unknown domain/i.test(said)],
  ['validation', (said) => /invalid|required|missing|must be|not valid/i.test(said)],
];

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
  const told = byWords.find(([, matches]) => matches(said))?.[0] ?? byStatus[status];
  if (told !== undefined) return told;
  if (status === 400) return operation === 'register' && said === '' ? 'exists' : 'validation';
  return status >= 500 ? 'server' : 'other';
}
