import type { Domain } from '#shared/domain/portfolio.ts';
import { LockPart } from '../lock/LockPart.tsx';
import { SyncPart } from '../sync/SyncPart.tsx';
import { ExpiryPart } from './ExpiryPart.tsx';
import { NotePart } from './NotePart.tsx';
import { NameserversPart, RegistrantPart } from './KnownParts.tsx';
import css from './page.module.css';
import { Troubles } from './Troubles.tsx';

/** What is known of a domain at one glance, each value with its age and source. */
export const Overview = ({ domain }: { readonly domain: Domain }) => (
  <div className={css['overview']}>
    <Troubles domain={domain} />
    <div className={css['column']}>
      <LockPart domain={domain} />
      <ExpiryPart domain={domain} />
      <SyncPart domain={domain} />
    </div>
    <div className={css['column']}>
      <NameserversPart domain={domain} />
      <RegistrantPart domain={domain} />
      <NotePart domain={domain} />
    </div>
  </div>
);
