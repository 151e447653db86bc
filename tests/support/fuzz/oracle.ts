import type { Finding } from '../../../shared/domain/finding.ts';
import { appError } from '../../../shared/areas/error-schema.ts';
import { finding as findingSchema } from '../../../shared/areas/common-schemas.ts';
import type { Result } from '../../../shared/result.ts';
import type { LookupAnswer } from '../../../electron/main/reseller/operations/lookup.ts';
import type { OperationName } from '../../../electron/main/reseller/operation.ts';
import { writeNames } from './calls.ts';
import { asked } from './true-answers.ts';
import type { Case } from './cases.ts';

/** What is wrong with a result, or null. Reads the raw text by itself, not by the code under test. */
export function problemWith(sent: Case, result: Result<object>): string | null {
  // HTTP clients take a byte order mark away.
  const one = { ...sent, text: sent.text.replace(/^\uFEFF/, '') };
  if (!result.ok) {
    if (!appError.safeParse(result.error).success) return 'The failure is outside the contract';
    const isNo = isWrite(one.operation) && result.error.kind === 'refused';
    return isNo && speaksOfTrouble(one.text) ? 'Words of trouble became a no to a write (F2)' : null;
  }
  if (one.status < 200 || one.status > 299) return `A status of ${one.status} became a success`;
  if (!isJson(one.text)) return 'Something that is no JSON became a success';
  return isLookup(result.value) ? problemWithLookup(one, result.value) : null;
}

const isWrite = (name: OperationName): boolean => (writeNames as readonly OperationName[]).includes(name);

/** A text in it says so; names of members do not count. */
function speaksOfTrouble(text: string): boolean {
  const trouble = /timed out|gateway|pending/i;
  if (!isJson(text)) return trouble.test(text);
  let speaks = false;
  JSON.parse(text, (_name, value: unknown) => {
    if (typeof value === 'string' && trouble.test(value)) speaks = true;
    return value;
  });
  return speaks;
}

const isLookup = (value: object): value is LookupAnswer => 'findings' in value;

function problemWithLookup(one: Case, { findings }: LookupAnswer): string | null {
  if (findings.length !== asked.tlds.length) return 'There is not one finding for each TLD';
  const freeNames = findings.some(({ finding }) => isFree(finding)) ? freeNamesIn(one.text) : [];
  for (const { finding } of findings) {
    if ((finding.kind === 'unknown') !== (finding.cause !== null)) return 'Unknown and its cause disagree';
    if (one.index % 8 === 0 && !findingSchema.safeParse(finding).success)
      return 'The finding is outside the contract';
    if (isFree(finding) && !freeNames.some((name) => isAbout(name, finding.tld))) {
      return `${finding.domain} is called ${finding.kind} without a result that says so`;
    }
  }
  return null;
}

const isFree = ({ kind }: Finding): boolean => kind === 'available' || kind === 'premium';

/** All objects as text, however deep, that say `isAvailable: true` and do not say that they are invalid. */
function freeNamesIn(text: string): readonly string[] {
  const names: string[] = [];
  JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('isAvailable' in value)) return value;
    const isValid = !('isValidDomain' in value) || value.isValidDomain === true;
    if (value.isAvailable === true && isValid) names.push(JSON.stringify(value).toLowerCase());
    return value;
  });
  return names;
}

/** Loosely: the TLD stands in the result, with or without its dots. */
const isAbout = (result: string, tld: string): boolean =>
  result.includes(tld) || result.includes(tld.replaceAll('.', ''));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
