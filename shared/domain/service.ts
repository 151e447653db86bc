/**
 * Which login at which service a change goes to. Guards are keyed by it, so that two labels for one login, or an account
 * that was removed and added again, are one and the same to them (F5).
 */
export interface ServiceIdentity {
  /** As the account has it; `practice` for the practice service, whose address is another one in each run. */
  readonly baseUrl: string;
  /** The account's e-mail address; empty for the practice service. */
  readonly username: string;
}

interface Login extends ServiceIdentity {
  readonly kind: 'practice' | 'reseller';
}

export const serviceOf = ({ kind, baseUrl, username }: Login): ServiceIdentity =>
  kind === 'practice' ? { baseUrl: 'practice', username: '' } : { baseUrl, username };

/**
 * The identity as one text. The path of the address does not count, as it does not for the key: a server that moves its API
 * is the same server. Nor does the case of the e-mail address: to treat two logins as one blocks too much at worst.
 */
export const serviceKey = ({ baseUrl, username }: ServiceIdentity): string =>
  `${/^[a-z]+:\/\/[^/]+/i.exec(baseUrl)?.[0].toLowerCase() ?? baseUrl}\n${username.trim().toLowerCase()}`;

/** Address and user to the letter: what a change was reviewed for is what it is sent to. */
export const isSameService = (one: ServiceIdentity, other: ServiceIdentity): boolean =>
  one.baseUrl === other.baseUrl && one.username === other.username;
