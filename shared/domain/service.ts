/**
 * The login and service that a change goes to. Guards are keyed by it, so that two labels for one login, or an account
 * that was removed and added again, count as the same (F5).
 */
export interface ServiceIdentity {
  /** As set in the account; `practice` for the practice service, whose address differs in each run. */
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
 * The identity as one text. The path of the address is ignored, as it is for the key: a server that moves its API is
 * the same server. So is the case of the e-mail address: treating two logins as one blocks too much at worst.
 */
export const serviceKey = ({ baseUrl, username }: ServiceIdentity): string =>
  `${/^[a-z]+:\/\/[^/]+/i.exec(baseUrl)?.[0].toLowerCase() ?? baseUrl}\n${username.trim().toLowerCase()}`;

/** Whether address and user are exactly equal: a change is sent only to the service for which it was reviewed. */
export const isSameService = (one: ServiceIdentity, other: ServiceIdentity): boolean =>
  one.baseUrl === other.baseUrl && one.username === other.username;
