import { IconAlertTriangle } from '@tabler/icons-react';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useStores } from '../../../app-stores.ts';
import { Button } from '@mantine/core';
import { valueOf } from '../../../lib/remote.ts';
import { useChildren } from '../children/children-store.ts';
import { isInside } from './host-text.ts';
import css from './nameservers.module.css';

interface Props {
  readonly domain: Domain;
  readonly hosts: readonly string[];
}

/** A host inside its own domain is found by nobody unless it is a child nameserver: says so where none is known. */
export function InsideWarning({ domain, hosts }: Props) {
  const { route } = useStores();
  const { state } = useChildren(domain.accountId, domain.name);
  const known = valueOf(state.children);
  const lonely = hosts.filter(
    (host) => isInside(host, domain.name) && known?.some((child) => child.host === host) !== true,
  );
  if (known === null || lonely.length === 0) return null;
  return (
    <div className={css['warning']} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        <span className="mono">{lonely.join(', ')}</span>{' '}
        {lonely.length === 1
          ? 'lies inside this domain, and no child nameserver of this name is known here.'
          : 'lie inside this domain, and no child nameservers of these names are known here.'}{' '}
        Without one, nobody finds its address.
      </span>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() =>
          route.actions.goToDomains({ kind: 'domain', domain: domain.name, tab: 'child-nameservers' })
        }
      >
        Child nameservers
      </Button>
    </div>
  );
}
