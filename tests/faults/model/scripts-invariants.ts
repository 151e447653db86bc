import { consentOf, words } from './blocks.ts';
import type { Wrong } from './desk.ts';
import type { Consent, Evidence, Found, Invariant } from './evidence.ts';
import { entryBefore, type SeenChange, stateAt } from './journal-seen.ts';
import type { Post } from './reseller.ts';

const seen =
  (invariant: Wrong['invariant'], fault: string): Invariant['check'] =>
  ({ wrongs }) =>
    wrongs.filter((wrong) => wrong.invariant === invariant).map(({ says }) => ({ fault, about: says, says }));

/** What must hold of batches without a window and of what assistants propose (decisions 0040 and 0041), and of the last order (0038). */
export const scriptsInvariants: readonly Invariant[] = [
  {
    name: 'by-digest',
    holds: 'W1, C8',
    says: 'A command applies a batch under the digest of a review of it that was printed, and under no other.',
    check: seen('by-digest', 'W1'),
  },
  {
    name: 'applied-once',
    holds: 'W1',
    says: 'A batch that was applied is not applied again.',
    check: seen('applied-once', 'W1'),
  },
  {
    name: 'agreement-ends',
    holds: 'W2, G3',
    says: 'What was agreed to for a batch ends with the process: the next one reads what is left again.',
    check: sentByAnotherProcess,
  },
  {
    name: 'halts-at-uncertain',
    holds: 'W2, C8',
    says: 'A batch sends nothing after a change that is uncertain, until a person goes on. Excepted: that it goes on was agreed to.',
    check: sentAfterUncertain,
  },
  {
    name: 'proposal-approved',
    holds: 'W3, C8',
    says: 'Of what an assistant has proposed, nothing is sent that nobody has approved in the window, and no command works on it.',
    check: (evidence) => [...seen('proposal-approved', 'W3')(evidence), ...sentUnapproved(evidence)],
  },
  {
    name: 'proposal-marked',
    holds: 'W3',
    says: 'What an assistant has proposed is marked so, and nothing else is.',
    check: ({ proposals, marked }) =>
      [...marked]
        .filter(([id, isMarked]) => isMarked !== proposals.has(id))
        .map(([id, isMarked]) => {
          const says = `Batch ${id} is ${isMarked ? '' : 'not '}marked as proposed by an assistant.`;
          return { fault: 'W3', about: id, says };
        }),
  },
  {
    name: 'assistants-off',
    holds: 'W3',
    says: 'An assistant does nothing while that is switched off.',
    check: seen('assistants-off', 'W3'),
  },
  {
    name: 'digest-is-kept',
    holds: 'W3',
    says: 'No tool gives an assistant a digest.',
    check: seen('digest-is-kept', 'W3'),
  },
  {
    name: 'last-order',
    holds: 'W4, D10',
    says: 'What was ordered last is offered at its own account alone, is encrypted in the file or not in it, and does not come back once forgotten.',
    check: seen('last-order', 'W4'),
  },
];

/** A POST of a batch, with what was agreed to for it. */
interface OfBatch {
  readonly post: Post;
  readonly mine: SeenChange;
  readonly consent: Consent;
}

const ofBatches = (evidence: Evidence): readonly OfBatch[] =>
  evidence.posts.flatMap((post): readonly OfBatch[] => {
    const mine = evidence.journal.changeOf(post);
    const consent = mine?.batchId == null ? null : consentOf(evidence, post);
    return mine === null || consent === null ? [] : [{ post, mine, consent }];
  });

function sentByAnotherProcess(evidence: Evidence): readonly Found[] {
  return ofBatches(evidence).flatMap(({ post, mine, consent }): readonly Found[] => {
    const isSentByHand = evidence.clicks.some(({ what, id }) => what === 'send' && id === mine.id);
    if (consent.process === post.process || isSentByHand) return [];
    const says = `${words(post)} was agreed to in an earlier process than the one that sends it.`;
    return [{ fault: 'W2', about: `POST ${post.number}`, says }];
  });
}

function sentAfterUncertain(evidence: Evidence): readonly Found[] {
  const { journal, clicks } = evidence;
  return ofBatches(evidence).flatMap(({ post, mine, consent }): readonly Found[] => {
    if (consent.goesOn) return [];
    const isSentByHand = clicks.some(({ what, id }) => what === 'send' && id === mine.id);
    const before = [...journal.changes.values()].find((other) => {
      if (other.batchId !== mine.batchId || other === mine || stateAt(other, post) !== 'uncertain')
        return false;
      const sinceMs = uncertainSince(other, post);
      const isGoneOn = clicks.some(
        ({ what, id, atMs }) =>
          what === 'resume' && id === mine.batchId && atMs >= sinceMs && atMs <= post.atMs,
      );
      return consent.givenAtMs < sinceMs && !isGoneOn;
    });
    if (before === undefined || isSentByHand) return [];
    const says = `${words(post)} goes out after the ${before.kind} of ${before.domain} in its batch, which is uncertain.`;
    return [{ fault: 'W2', about: `POST ${post.number}`, says }];
  });
}

/** When a change became uncertain that is so when a POST arrives. */
function uncertainSince(change: SeenChange, post: Post): number {
  const last = entryBefore(change, post);
  const known = change.entries.slice(0, last === undefined ? 0 : change.entries.indexOf(last) + 1);
  const since = known.findLastIndex(({ state }) => state !== 'uncertain') + 1;
  return known[since]?.atMs ?? 0;
}

function sentUnapproved(evidence: Evidence): readonly Found[] {
  const { posts, journal, proposals } = evidence;
  return posts.flatMap((post): readonly Found[] => {
    const batchId = journal.changeOf(post)?.batchId ?? '';
    if (!proposals.has(batchId) || consentOf(evidence, post) !== null) return [];
    const says = `${words(post)} was proposed by an assistant, and approved by nobody.`;
    return [{ fault: 'W3', about: `POST ${post.number}`, says }];
  });
}
