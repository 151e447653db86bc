import { useEffect, useState } from 'react';
import { useStores } from '../../../app-stores.ts';

/** The names of the portfolio that are known to use a host; null before it is known, and where no host is given. */
export function useUsersOf(accountId: string, host: string | null): readonly string[] | null {
  const { request } = useStores().bridge;
  const [found, setFound] = useState<{ readonly host: string; readonly domains: readonly string[] } | null>(
    null,
  );
  useEffect(() => {
    if (host === null) return;
    let isCurrent = true;
    void request.domains.usersOf({ accountId, host }).then((result) => {
      if (isCurrent && result.ok) setFound({ host, domains: result.value.domains });
    });
    return () => {
      isCurrent = false;
    };
  }, [request, accountId, host]);
  return found !== null && found.host === host ? found.domains : null;
}
