import type { DomainPart, Known, KnownSource } from '#shared/domain/portfolio.ts';
import { format } from '../../lib/format.ts';

const sourceWords: Readonly<Record<KnownSource, string>> = {
  read: 'Read',
  change: 'Set by a change from here',
  sync: 'From a sync',
  typed: 'Entered by you',
  expected: 'Expected, renewed from here',
};

/** "Read 3 min ago, on 21 Nov 2026, 09:14:02": where a value came from and how old it is. */
export const sourceAndAge = ({ at, source }: Omit<Known<unknown>, 'value'>, nowMs: number): string =>
  `${sourceWords[source]} ${format.age(at, nowMs)}, on ${format.instant(at)}`;

export const partWords: Readonly<Record<DomainPart, string>> = {
  lock: 'Registrar lock',
  nameservers: 'Nameservers',
  contacts: 'Contacts',
};
