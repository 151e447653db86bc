import { channelOf } from '#shared/ipc/routes.ts';

/** The channels of what every start asks first; `front-desk.ts` answers them, and is not loaded for knowing them. */
export const firstChannels: ReadonlySet<string> = new Set([
  channelOf('accounts', 'list'),
  channelOf('tlds', 'sets'),
  channelOf('settings', 'read'),
]);
