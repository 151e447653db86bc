import type { UpdateHindrance } from '#shared/domain/update.ts';

/** Where this application runs. */
export interface Installed {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Of the runtime. */
  readonly execPath: string;
  /** Whether it was started from an AppImage, which can take a new one in its place. */
  readonly isAppImage: boolean;
}

/** Where a package of the system puts programs. */
const ofPackages = /^\/(opt|usr)\//;

/** Why nothing can be updated here; null where it can. */
export function hindranceOf(
  { isPackaged, platform, execPath, isAppImage }: Installed,
  hasFeed: boolean,
): UpdateHindrance | null {
  if (!isPackaged) return 'not-installed';
  if (platform === 'linux' && !isAppImage)
    return ofPackages.test(execPath) ? 'by-package-manager' : 'not-installed';
  return hasFeed ? null : 'no-feed';
}
