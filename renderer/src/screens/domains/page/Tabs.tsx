import type { Domain } from '#shared/domain/portfolio.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStores } from '../../../app-stores.ts';
import { pressed } from '../../../lib/shortcuts.ts';
import type { DomainTab } from '../../../shell/route-store.ts';
import css from './page.module.css';
import { idsOf, tabs } from './tab-names.ts';

interface Props {
  readonly domain: Domain;
  readonly here: DomainTab;
}

/** The parts of a domain's page. The arrow keys go through them; only the one that is shown is reached by Tab. */
export function Tabs({ domain, here }: Props) {
  const { route } = useStores();
  const list = useRef<HTMLDivElement>(null);

  function go(tab: DomainTab): void {
    route.actions.goToDomains({ kind: 'domain', domain: domain.name, tab });
    list.current?.querySelector<HTMLElement>(`#${idsOf(tab).tab}`)?.focus();
  }

  // Who comes from the list by a key goes on by keys.
  useEffect(() => {
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus({ preventScroll: true });
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (pressed(event, 'domainBack')) {
      route.actions.goToDomains({ kind: 'list' });
      return;
    }
    const at = tabs.findIndex(({ tab }) => tab === here);
    const next = tabs[placeFor(event.key, at)];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(next.tab);
  }

  return (
    <div
      ref={list}
      className={css['tabs']}
      role="tablist"
      aria-label="Parts of the domain"
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ tab, title }) => (
        <button
          key={tab}
          id={idsOf(tab).tab}
          type="button"
          role="tab"
          className={css['tab']}
          aria-selected={tab === here}
          aria-controls={tab === here ? idsOf(tab).panel : undefined}
          tabIndex={tab === here ? 0 : -1}
          onClick={() => go(tab)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** -1 where the key does not lead anywhere. */
function placeFor(key: string, at: number): number {
  const count = tabs.length;
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
