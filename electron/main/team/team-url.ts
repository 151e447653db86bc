import { fail, ok, type Result } from '#shared/result.ts';

/** Where a team's database is. Never a password: that is in the keychain. */
export interface TeamUrl {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

const standardPort = 5432;

/** @returns Why it cannot be used, as a sentence. */
export function parseTeamUrl(text: string): Result<TeamUrl, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    return fail('It has the form postgresql://HOST:PORT/DATABASE.');
  const unwanted = unwantedIn(url);
  if (unwanted !== null) return fail(unwanted);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const database = decoded(url.pathname.slice(1));
  if (database === null)
    return fail('The name of the database is written wrongly: % stands before two digits.');
  if (host === '') return fail('The host is missing.');
  if (database === '' || database.includes('/')) return fail('The name of the database is missing.');
  return ok({ host, port: url.port === '' ? standardPort : Number(url.port), database });
}

/** Nothing but the place belongs into the address. */
function unwantedIn({ password, username, search, hash }: URL): string | null {
  if (password !== '') return 'Leave the password out of the address: it is read from the standard input.';
  if (username !== '') return 'Leave the user out of the address: --user names it.';
  if (search !== '' || hash !== '')
    return 'Nothing can be set in the address: the connection is always encrypted and verified.';
  return null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null; // A percent sign without two digits after it.
  }
}

/** As it is stored and shown. */
export const textOfTeamUrl = ({ host, port, database }: TeamUrl): string =>
  `postgresql://${host.includes(':') ? `[${host}]` : host}:${port}/${encodeURIComponent(database)}`;

/** This computer itself: the one place to which a connection may be unencrypted. */
export const isLoopback = ({ host }: TeamUrl): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
