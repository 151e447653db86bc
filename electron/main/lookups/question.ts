import { aLabelsOf } from '#shared/domain/domain-name.ts';
import { bareTld } from '#shared/domain/tld.ts';

/** One name under several TLDs. */
export interface Question {
  /** The second-level label as an A-label. */
  readonly label: string;
  /** As the user's list has them. */
  readonly tlds: readonly string[];
}

/** One name under one TLD: the address in A-labels, the TLD as listed but without its dot. */
export interface AskedName {
  readonly domain: string;
  readonly tld: string;
}

/** The names that a question is about, in its order. */
export const namesOf = (question: Question): readonly AskedName[] =>
  question.tlds.map((listed) => {
    const tld = bareTld(listed);
    return { domain: `${question.label}.${aLabelsOf(tld)}`, tld };
  });

/** The same question in parts of at most `size` TLDs. */
export function inParts<Q extends Question>(question: Q, size: number): readonly Q[] {
  const parts: Q[] = [];
  for (let at = 0; at < question.tlds.length; at += size) {
    parts.push({ ...question, tlds: question.tlds.slice(at, at + size) });
  }
  return parts;
}
