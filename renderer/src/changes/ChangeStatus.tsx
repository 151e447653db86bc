import { verificationOf } from '#shared/changes/verification.ts';
import type { Change, ChangeKind, ChangeWhat } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { sentencesFor } from '#shared/error-sentences.ts';
import { assertNever } from '#shared/result.ts';
import { counted, format } from '../ui/Formats.tsx';
import css from './one.module.css';

/** The status of a change: what is known, why, the evidence, and what is still open. */
export function ChangeStatus({ change }: { readonly change: Change }) {
  const { known, why, shownBy, open } = statusWords(change);
  return (
    <div className={`${css['standing'] ?? ''} selectable`} data-state={change.state} role="status">
      <p className={css['known']}>{known}</p>
      {why !== null && <p>{why}</p>}
      {shownBy !== null && <p>{shownBy}</p>}
      {open !== null && <p>{open}</p>}
    </div>
  );
}

/** The status of a change, in sentences. */
export interface StatusWords {
  readonly known: string;
  /** Why it is not simply done. */
  readonly why: string | null;
  readonly shownBy: string | null;
  /** What is not known yet, or what is left to do. */
  readonly open: string | null;
}

/** What is known of a change, the evidence, and what is still open. An uncertain change is never called failed (C12). */
export function statusWords(change: Change): StatusWords {
  switch (change.state) {
    case 'planned':
      return planned(change);
    case 'sending':
      return {
        known: 'It is on its way.',
        why: null,
        shownBy: null,
        open: 'It was sent once. Its answer, or what reading back shows, is waited for.',
      };
    case 'confirmed':
      return { known: whatWords(change.what).done, why: null, shownBy: confirmedBy(change), open: null };
    case 'refused':
      return refused(change);
    case 'uncertain':
      return uncertain(change);
    case 'applied':
      return applied(change);
    case 'not-applied':
      return {
        known: `It was not done. ${whatWords(change.what).undone}`,
        why: whyOf(change),
        shownBy: `Reading back${at(change.readBackAt)} shows it as it was before.`,
        open: 'It can be asked for anew.',
      };
    case 'settled':
      return settled(change);
    case 'withdrawn':
      return {
        known: 'Withdrawn: it was not sent, and never will be.',
        why: whyOf(change),
        shownBy: null,
        open: null,
      };
    default:
      return assertNever(change.state);
  }
}

const at = (instant: string | null): string => (instant === null ? '' : ` on ${format.instant(instant)}`);

const whyOf = ({ error }: Change): string | null => (error === null ? null : sentencesFor(error).happened);

const planned = (change: Change): StatusWords => ({
  known: change.attempts === 0 ? 'Written down, not sent.' : 'Tried, but nothing left this computer.',
  why: whyOf(change),
  shownBy: null,
  open: 'Send it as it was written down, or withdraw it. Until then another change of this kind waits.',
});

const confirmedBy = (change: Change): string =>
  change.proof === 'read-back'
    ? `The service said done, and reading back${at(change.readBackAt)} agrees.`
    : `The service said done. ${whatWords(change.what).answerAlone}`;

function refused(change: Change): StatusWords {
  const { undone, answerAlone } = whatWords(change.what);
  const common = { known: 'The service refused.', why: whyOf(change) };
  if (change.proof === 'read-back')
    return {
      ...common,
      shownBy: `Reading back${at(change.readBackAt)}: ${lowerFirst(undone)}`,
      open: null,
    };
  return {
    ...common,
    shownBy: 'The service’s answer. As far as is known, nothing was changed.',
    open: answerAlone,
  };
}

function uncertain(change: Change): StatusWords {
  const { isProvable, elsewhere, maybe } = whatWords(change.what);
  return {
    known: 'We do not know whether this was done.',
    why: [maybe, whyOf(change)].filter((part) => part !== null).join(' '),
    shownBy: whatWasRead(change),
    open: isProvable
      ? `Read back. If that does not decide it: ${lowerFirst(elsewhere)}, then settle it by hand. It is never sent again by itself.`
      : `Nothing in the API decides it. ${elsewhere}, then settle it by hand. It is never sent again by itself.`,
  };
}

function whatWasRead({ what, readBackAt, evidence }: Change): string {
  if (readBackAt === null) return 'Nothing has been read back yet.';
  const { isRead, answerAlone } = whatWords(what);
  if (!isRead) return answerAlone;
  return evidence.length === 0
    ? `Reading back was tried${at(readBackAt)}, and brought nothing that decides it.`
    : `Reading back${at(readBackAt)} did not decide it. What was read is below.`;
}

/** A name that exists because an earlier attempt of ours succeeded does not belong to somebody else (C13). */
function applied(change: Change): StatusWords {
  const isOurs = change.what.kind === 'register' && saysExists(change.error);
  return {
    known: isOurs ? 'Registered by you.' : `It was done. ${whatWords(change.what).done}`,
    why: isOurs
      ? 'The service answered that the name exists: an attempt of yours had gone through before.'
      : whyOf(change),
    shownBy: isOurs
      ? `Reading back${at(change.readBackAt)}: the name is taken, and answers as yours.`
      : `Reading back${at(change.readBackAt)} shows it as this change wanted it.`,
    open: null,
  };
}

/** Older journal entries record this as a refusal. */
const saysExists = (error: Change['error']): boolean =>
  (error?.kind === 'uncertain' || error?.kind === 'refused') && error.why === 'exists';

const settled = (change: Change): StatusWords => ({
  known:
    change.settledAs === 'applied'
      ? `Settled by hand as done. ${whatWords(change.what).done}`
      : `Settled by hand as not done. ${whatWords(change.what).undone}`,
  why: whyOf(change),
  shownBy: change.note === '' ? 'A person’s word.' : `A person’s word: “${change.note}”`,
  open: null,
});

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

type What<K extends ChangeKind> = Extract<ChangeWhat, { readonly kind: K }>;

interface KindWords<K extends ChangeKind> {
  /** The wording for a change that was done. */
  readonly done: (what: What<K>) => string;
  /** The wording for a change that was not done. */
  readonly undone: string;
  /** Both possible outcomes, while the outcome is not known. */
  readonly maybe: (what: What<K>) => string;
}

const years = (count: number): string => counted(count, 'year', 'years');

const lock: KindWords<'lock'> = {
  done: ({ state }) => `The registrar lock is ${state === 'locked' ? 'on' : 'off'}.`,
  undone: 'The registrar lock is as it was.',
  maybe: ({ state }) => `The registrar lock may be ${state === 'locked' ? 'on' : 'off'}, or as it was.`,
};

const nameservers: KindWords<'nameservers'> = {
  done: () => 'The nameservers are those that this change set.',
  undone: 'The nameservers are as they were.',
  maybe: () => 'The nameservers may be the new ones, or as they were.',
};

const contacts: KindWords<'contacts'> = {
  done: () => 'The contacts are as this change set them.',
  undone: 'The contacts are as they were.',
  maybe: () => 'The contacts may be the new ones, or as they were.',
};

const register: KindWords<'register'> = {
  done: ({ periodYears }) => `The name is registered by you for ${years(periodYears)}.`,
  undone: 'The name is not registered.',
  maybe: () => 'The name may be registered and paid, or not.',
};

const renew: KindWords<'renew'> = {
  done: ({ periodYears }) => `The name is renewed for ${years(periodYears)}.`,
  undone: 'The name is not renewed.',
  maybe: ({ periodYears }) => `The name may be renewed for ${years(periodYears)} and paid, or not.`,
};

const childNew: KindWords<'child-register'> = {
  done: ({ host, address }) => `${toUnicode(host)} is registered with ${address}.`,
  undone: 'The child nameserver is not registered.',
  maybe: ({ host, address }) => `${toUnicode(host)} may be registered with ${address}, or not.`,
};

const childModify: KindWords<'child-modify'> = {
  done: ({ host, newAddress }) => `${toUnicode(host)} has the address ${newAddress}.`,
  undone: 'The address is as it was.',
  maybe: ({ host, newAddress, currentAddress }) =>
    `${toUnicode(host)} may have the address ${newAddress}, or still ${currentAddress}.`,
};

const childDelete: KindWords<'child-delete'> = {
  done: ({ host }) => `${toUnicode(host)} is deleted.`,
  undone: 'The child nameserver is still there.',
  maybe: ({ host }) => `${toUnicode(host)} may be deleted, or still there.`,
};

const sync: KindWords<'sync'> = {
  done: () => 'The service has read the name anew at its registry.',
  undone: 'The service has not read the name anew.',
  maybe: () => 'The service may have read the name anew at its registry, or not.',
};

const words: { readonly [K in ChangeKind]: KindWords<K> } = {
  register,
  renew,
  contacts,
  lock,
  nameservers,
  'child-register': childNew,
  'child-modify': childModify,
  'child-delete': childDelete,
  sync,
};

/** The words for one change; of the words about reads, those shown beside the reads themselves. */
interface WhatWords extends Pick<KindWords<ChangeKind>, 'undone'> {
  readonly done: string;
  readonly maybe: string;
  readonly isProvable: boolean;
  /** Whether anything is read to verify the outcome. */
  readonly isRead: boolean;
  readonly reads: string;
  readonly answerAlone: string;
  readonly elsewhere: string;
}

export function whatWords(what: ChangeWhat): WhatWords {
  // Each entry of the table takes a value of its own kind. The table's type proves it; TypeScript cannot follow it here.
  const entry = words[what.kind] as KindWords<ChangeKind>;
  const { done, maybe, undone } = entry as Omit<typeof entry, 'done' | 'maybe'> &
    Readonly<Record<'done' | 'maybe', (given: ChangeWhat) => string>>;
  const { isProvable, readBack, words: verified } = verificationOf(what.kind);
  const { reads, answerAlone, elsewhere } = verified;
  const isRead = readBack.length > 0;
  return { done: done(what), maybe: maybe(what), undone, isProvable, isRead, reads, answerAlone, elsewhere };
}
