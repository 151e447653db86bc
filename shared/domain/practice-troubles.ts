/** A kind of domain with which something goes wrong on purpose in a practice account: every name that begins so. */
interface PracticeTrouble {
  readonly prefix: string;
  /** A domain of this kind. */
  readonly example: string;
  /** What goes wrong: a whole sentence. */
  readonly what: string;
}

/** One of each trouble that a service can make, so that it can be seen and practised. */
export const practiceTroubles: readonly PracticeTrouble[] = [
  {
    prefix: 'missing-',
    example: 'missing-domain.com',
    what: 'The domain is not in the service’s account: nothing can be read.',
  },
  { prefix: 'refused-', example: 'refused-change.com', what: 'Every change is refused.' },
  {
    prefix: 'uncertain-',
    example: 'uncertain-change.com',
    what: 'A change is made, but its answer is lost: it is uncertain until verified.',
  },
  { prefix: 'slow-', example: 'slow-answer.com', what: 'Each answer takes 4 seconds.' },
];
