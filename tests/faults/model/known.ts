/**
 * What the model finds and is not mended, by row of section F and invariant, as `sortOf` writes them. Whoever mends one takes it
 * out: from then on the model's runs fail where it comes back.
 *
 * - A service that carries out a request more than 30 s after its answer was lost: what is as before by then is called not
 *   applied (registrations after 10 minutes, renewals never). Of locks, nameservers and contacts, which cost nothing and can be
 *   read, that is as long as a person is made to wait; see docs/decisions/0010.
 */
export const knownFaults: ReadonlySet<string> = new Set(['F13 (slow) not-done-is-not-done']);
