import type { Domain } from '#shared/domain/portfolio.ts';

interface Props {
  readonly domain: Domain;
}

export function ContactsTab(_props: Props) {
  return null;
}
