import type { Domain } from '#shared/domain/portfolio.ts';

interface Props {
  readonly domain: Domain;
}

export function RenewTab(_props: Props) {
  return null;
}
