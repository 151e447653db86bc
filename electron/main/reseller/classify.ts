/**
 * The stages of a request, in order. Up to `tls` no byte of the request can have left; from `sending` on one may have.
 * Never derived from an error's code: ECONNRESET occurs in every one of these stages.
 */
export const stages = ['created', 'dns', 'tcp', 'tls', 'sending', 'flushed', 'headers', 'complete'] as const;
export type Stage = (typeof stages)[number];

/** What a complete answer's body says. `unclear` is everything that is neither a clear success nor a clear refusal. */
export const bodyKinds = ['success', 'refusal', 'unclear'] as const;
export type BodyKind = (typeof bodyKinds)[number];

/**
 * The outcome of a state-changing call. `rejected-unconfirmed` is a refusal that the API document does not define: it
 * is read back before the change is sent again.
 */
type Verdict = 'not-sent' | 'applied' | 'rejected' | 'rejected-unconfirmed' | 'ambiguous';

const beforeTheFirstByte: ReadonlySet<Stage> = new Set<Stage>(['created', 'dns', 'tcp', 'tls']);

export const canHaveLeft = (stage: Stage): boolean => !beforeTheFirstByte.has(stage);

/**
 * Classifies a write. Pure and total: whatever matches no rule is `ambiguous`.
 *
 * @param status The HTTP status, meaningful from `headers` on.
 * Source: docs/threat-model.md, "Outcome of a change"; C5.
 */
export function classify(stage: Stage, status: number, body: BodyKind): Verdict {
  if (!canHaveLeft(stage)) return 'not-sent';
  if (stage !== 'complete') return 'ambiguous';
  if (status === 200) return verdictOf200(body);
  if (isRefusing(status) && body !== 'success') {
    return status === 400 && body === 'refusal' ? 'rejected' : 'rejected-unconfirmed';
  }
  return 'ambiguous';
}

function verdictOf200(body: BodyKind): Verdict {
  if (body === 'success') return 'applied';
  return body === 'refusal' ? 'rejected' : 'ambiguous';
}

/** 408 is excluded: the service stopped waiting for us, and may have begun. */
const isRefusing = (status: number): boolean => status >= 400 && status < 500 && status !== 408;
