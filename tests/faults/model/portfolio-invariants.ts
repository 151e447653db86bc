import { consentOf, words } from './blocks.ts';
import type { Evidence, Found, Invariant } from './evidence.ts';
import { sourceToShow } from './portfolio-seen.ts';
import { concludedWithoutProof, provenFalsely } from './proof.ts';

/** What must hold of files, of registries, and of what is shown by them. Their rows are P1 to P6 in place of those of section F. */
export const portfolioInvariants: readonly Invariant[] = [
  {
    name: 'proof-is-true',
    holds: 'P1, C5',
    says: 'What is called proven by a registry was done. Excepted: it lied, or somebody else did the same; then it said all that a proof needs.',
    check: provenFalsely,
  },
  {
    name: 'only-proof-concludes',
    holds: 'P1, C5, F1',
    says: 'Neither a file nor a registry that shows no change yet ends the doubt about a renewal; a proof does.',
    check: concludedWithoutProof,
  },
  {
    name: 'file-hides-nothing',
    holds: 'P2, F1',
    says: 'A file does not hide a later expiry that is expected, or known of a service.',
    check: ({ wrongs }) => wrongsOf(wrongs, 'file-hides-nothing', 'P2'),
  },
  {
    name: 'import-undone',
    holds: 'P3',
    says: 'An import that is taken back leaves what was there before it, and all that was changed since.',
    check: ({ wrongs }) => wrongsOf(wrongs, 'import-undone', 'P3'),
  },
  {
    name: 'expiry-by-its-source',
    holds: 'P4',
    says: 'The expiry that is shown is that of the source which decision 0032 names, and a registry’s is what that said.',
    check: shownOtherwise,
  },
  {
    name: 'own-names-alone',
    holds: 'P5',
    says: 'Registries are asked where that is switched on, and for names of the portfolio and of the journal alone.',
    check: askedForOthers,
  },
  {
    name: 'deleted-is-not-renewed',
    holds: 'P6',
    says: 'A name that its registry is about to delete is renewed where the person was told so, and not otherwise.',
    check: renewedUntold,
  },
];

const wrongsOf = (wrongs: Evidence['wrongs'], invariant: string, fault: string): readonly Found[] =>
  wrongs.filter((wrong) => wrong.invariant === invariant).map(({ says }) => ({ fault, about: says, says }));

function shownOtherwise({ domains, registries }: Evidence): readonly Found[] {
  return domains.flatMap(({ accountId, name, shown, expiries }): readonly Found[] => {
    const found = (says: string) => ({
      fault: 'P4',
      about: `${accountId} ${name}`,
      says: `${name} ${says}.`,
    });
    const wanted = sourceToShow(expiries);
    if (shown?.source !== wanted?.source || shown?.value !== wanted?.date || shown?.at !== wanted?.at) {
      const [is, should] = [shown, wanted].map((one) => JSON.stringify(one));
      return [found(`is shown with ${is}, and not with ${should}, of ${JSON.stringify(expiries)}`)];
    }
    const own = expiries.find(({ source }) => source === 'registry');
    const isSaid = registries.said.some(
      (said) => said.name === name && said.at === own?.at && said.shown?.expiresAt?.slice(0, 10) === own.date,
    );
    return own === undefined || isSaid ? [] : [found(`has an expiry of the registry that was never said`)];
  });
}

/** Where all that the registry said since the person agreed was that, what was read right before the sending was as well. */
function renewedUntold(evidence: Evidence): readonly Found[] {
  return evidence.posts.flatMap((post): readonly Found[] => {
    const consent = post.kind === 'renew' ? consentOf(evidence, post) : null;
    if (consent === null || consent.shown.isToldDeleted) return [];
    const said = evidence.registries.said.filter(
      ({ name, atMs, shown }) =>
        name === post.domain && shown !== null && atMs > consent.givenAtMs && atMs <= post.atMs,
    );
    const isDeleted =
      said.length > 0 && said.every(({ shown }) => shown?.statuses.includes('pending delete'));
    if (!isDeleted) return [];
    const says = `${words(post)} renews what its registry was about to delete, and the person was not told.`;
    return [{ fault: 'P6', about: `POST ${post.number}`, says }];
  });
}

function askedForOthers({ registries: { said } }: Evidence): readonly Found[] {
  return said
    .filter(({ isOn, isOwn }) => !isOn || !isOwn)
    .map(({ name, at, isOn }) => {
      const why = isOn ? 'it is in no portfolio, and no change of it was sent' : 'nobody wants that';
      return { fault: 'P5', about: `${name} ${at}`, says: `A registry is asked for ${name}, and ${why}.` };
    });
}
