import type { AccountOptions } from '#shared/domain/account.ts';
import { ok, type Result } from '#shared/result.ts';
import type { Carrier } from './carrier.ts';
import { concludeRead } from './conclude.ts';
import { encodeForm } from './form.ts';
import type { Call } from './operation.ts';
import { lookup, type LookupInput } from './operations/lookup.ts';

/** A look-up's answer for somebody else to decode. It is no refusal; whether it can be read is not yet known. */
export interface LookupBytes {
  /** As they came, without the key and the token; in memory that holds little else. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** UTC, in milliseconds since 1970. */
  readonly answeredAtMs: number;
}

export interface LookupBytesOptions {
  readonly signal?: AbortSignal;
  /** 1 where the caller tries again by its own rules; three unless given. */
  readonly tries?: number;
}

export type LookUpBytes = (input: LookupInput, options?: LookupBytesOptions) => Promise<Result<LookupBytes>>;

export interface BulkLookupDeps {
  readonly carrier: Carrier;
  readonly options: AccountOptions;
  readonly now: () => Date;
}

/**
 * `lookup` for tens of thousands of names: the same request and the same care, but a list is handed back undecoded. An
 * answer that is anything else is read here, and handed back as bytes only where it holds results.
 *
 * Fails with: as `lookup`.
 */
export function createLookUpBytes({ carrier, options, now }: BulkLookupDeps): LookUpBytes {
  const callOf = createCalls(options);

  return async (input, { signal, tries } = {}) => {
    const call = callOf(input);
    if (!call.ok) return call;
    const sent = await carrier.bulk(call.value, signal, tries);
    if (!sent.ok) return sent;
    const reply = sent.value;
    const answeredAt = now();
    if (reply.kind === 'list') return ok({ bytes: reply.bytes, answeredAtMs: answeredAt.getTime() });
    const asked = {
      operation: lookup,
      input,
      call: call.value,
      answeredAt: answeredAt.toISOString(),
    };
    const concluded = concludeRead(asked, reply);
    if (!concluded.ok) return concluded;
    const text = reply.kind === 'answered' ? reply.text : '';
    return ok({ bytes: Buffer.from(text), answeredAtMs: answeredAt.getTime() });
  };
}

/**
 * The form of one name after the other under the same TLDs: all but the name is encoded once, for as long as `tlds` is
 * the very same array.
 */
function createCalls(options: AccountOptions): (input: LookupInput) => Result<Call> {
  let last: { readonly tlds: readonly string[]; readonly rest: string } | null = null;
  return (input) => {
    const asked = lookup.ask(input, options);
    if (!asked.ok || asked.value.form === null) return asked;
    const [searchTerm, ...others] = asked.value.form;
    if (searchTerm === undefined) return asked;
    if (last?.tlds !== input.tlds) last = { tlds: input.tlds, rest: encodeForm(others) };
    return ok({ ...asked.value, body: `${encodeForm([searchTerm])}&${last.rest}` });
  };
}
