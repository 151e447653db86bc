import type { firstRequests } from '#shared/ipc/first-requests.ts';
import { channelOf } from '#shared/ipc/routes.ts';

type First = typeof firstRequests;

/** Their names alone: the schemas are loaded with what answers them. */
const firstRoutes: { readonly [A in keyof First]: Readonly<Record<keyof First[A], true>> } = {
  accounts: { list: true },
  tlds: { sets: true },
  settings: { read: true },
  search: { takeRequested: true },
};

/** The channels of what every start asks first; `front-desk.ts` answers them, and is not loaded for knowing them. */
export const firstChannels: ReadonlySet<string> = new Set(
  Object.entries(firstRoutes).flatMap(([area, methods]) =>
    Object.keys(methods).map((method) => channelOf(area, method)),
  ),
);
