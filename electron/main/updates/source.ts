import type { Source } from './create-updates.ts';
import { readOffer } from './feed-reader.ts';
import type { Feed } from './feed.ts';
import type { Trust } from './get.ts';
import { createUpdater, type UpdatedApp } from './updater.ts';

export interface SourceDeps {
  readonly feed: Feed;
  readonly trust: Trust;
  readonly app: UpdatedApp;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

/** A feed read over https; versions are installed by electron-updater. */
export const createSource = (deps: SourceDeps): Source => ({
  look: (channel) => readOffer({ ...deps, installed: deps.app.version }, channel),
  ...createUpdater(deps),
});
