import { consentOf, isOpenState, stateKnown, words } from './blocks.ts';
import { type Evidence, type Found, type Invariant, wantedOf, wantedText } from './evidence.ts';
import { isSettledAsDone, type SeenChange, stateAt } from './journal-seen.ts';
import type { Post } from './reseller.ts';

/** What must hold of several steps for one domain, and of putting back what was there before. */
export const stepsAndUndoInvariants: readonly Invariant[] = [
  {
    name: 'steps-in-order',
    holds: 'C8, F13',
    says: 'A later step of a domain is never sent where the one before is not done. What was unlocked is locked again also where the step between was refused or not sent, and not while it may still be done (H10).',
    check: sentBeforeItsTurn,
  },
  {
    name: 'undo-over-own',
    holds: 'F6, F13, H14',
    says: 'What is put back replaces what the change that is taken back had set, at the same login, and nothing that was set since.',
    check: putBackOverOthers,
  },
];

/** Whether the journal knew a change as done when a POST arrived. */
function wasDone(change: SeenChange, post: Post): boolean {
  const state = stateAt(change, post);
  return state === 'confirmed' || state === 'applied' || (state === 'settled' && isSettledAsDone(change));
}

type Place = 'unlock' | 'contacts' | 'lock-again';

const placeOf = (family: string, sets: string | null): Place =>
  family === 'contacts' ? 'contacts' : sets === 'unlocked' ? 'unlock' : 'lock-again';

function placeOfChange({ family, entries }: SeenChange): Place {
  const event = entries[0]?.event;
  return placeOf(family, event?.type === 'planned' ? wantedOf(event.what) : null);
}

const order: readonly Place[] = ['unlock', 'contacts', 'lock-again'];

function sentBeforeItsTurn(evidence: Evidence): readonly Found[] {
  const { posts, journal, stepped, consents } = evidence;
  return posts.flatMap((post): readonly Found[] => {
    const mine = journal.changeOf(post);
    const consent = consentOf(evidence, post);
    if (mine?.batchId == null || consent === null || !stepped.has(mine.batchId)) return [];
    const place = placeOf(post.family, wantedText(post.family, post.body));
    const before = order.slice(0, order.indexOf(place));
    const ofDomain = [...journal.changes.values()].filter(
      (change) =>
        change.batchId === mine.batchId &&
        change.domain === post.domain &&
        !journal.wasForgotten(change, post),
    );
    const isDone = (step: Place): boolean =>
      ofDomain.some((change) => placeOfChange(change) === step && wasDone(change, post));
    // Agreed to with this one, so that it was not left out.
    const isAgreed = (step: Place): boolean =>
      consents.some(
        (other) =>
          other.batchId === consent.batchId &&
          other.domain === consent.domain &&
          other.givenAtMs === consent.givenAtMs &&
          placeOf(other.family, other.sets) === step,
      );
    const mayStillBeDone = (step: Place): boolean =>
      ofDomain.some((change) => placeOfChange(change) === step && isOpenState(stateAt(change, post)));
    const isMissing = (step: Place): boolean => {
      if (place === 'lock-again') return step === 'unlock' ? !isDone(step) : mayStillBeDone(step);
      return !isDone(step) && isAgreed(step);
    };
    const missing = before.find(isMissing);
    if (missing === undefined) return [];
    const says = `${words(post)} is the step "${place}", and "${missing}" is not done.`;
    return [{ fault: 'F13', about: `POST ${post.number}`, says }];
  });
}

const cityIn = (text: string | null): string | null => /(?:^|; )City=([^;]*)/.exec(text ?? '')?.[1] ?? null;

/** Of contacts, only a city is ever set in a batch. */
const partOf = (family: string, text: string | null): string | null =>
  family === 'contacts' ? cityIn(text) : text;

function putBackOverOthers(evidence: Evidence): readonly Found[] {
  const { posts, journal, undone } = evidence;
  return posts.flatMap((post): readonly Found[] => {
    const mine = journal.changeOf(post);
    const source = undone.get(mine?.batchId ?? '');
    if (mine === null || source === undefined) return [];
    const kindOfBatch = [...journal.changes.values()].find(
      ({ batchId, family }) => batchId === source && family !== 'lock',
    );
    // The steps around it are no part of what is put back.
    if (post.family === 'lock' && kindOfBatch !== undefined) return [];
    // A row that was not sent at first has withdrawn changes as well.
    const taken = [...journal.changes.values()].find(
      (change) =>
        change.batchId === source &&
        change.domain === post.domain &&
        change.family === post.family &&
        wasDone(change, post),
    );
    const about = `POST ${post.number}`;
    if (taken === undefined)
      return [{ fault: 'F13', about, says: `${words(post)} takes back what was not done.` }];
    if (taken.login !== post.login)
      return [{ fault: 'H14', about, says: `${words(post)} takes back what was done at ${taken.login}.` }];
    const there = partOf(post.family, stateKnown(evidence, post));
    const set = partOf(post.family, setBy(evidence, taken));
    if (there === null || set === null || there === set) return [];
    return [
      {
        fault: 'F6',
        about,
        says: `${words(post)} replaces "${there}", and what is taken back had set "${set}".`,
      },
    ];
  });
}

/** What a change set, as it was sent. */
function setBy({ posts, journal }: Evidence, change: SeenChange): string | null {
  const post = posts.findLast((each) => journal.changeOf(each)?.id === change.id);
  return post === undefined ? null : wantedText(post.family, post.body);
}
