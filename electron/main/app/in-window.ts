import type { Referee } from '../changes/referee.ts';
import type { Emit } from '#shared/routes.ts';
import type { KeyEntry } from '../accounts/key-entry.ts';
import type { OpenCodeWindow } from '../codes/codes.ts';
import type { Unlocking } from '../platform/unlocking.ts';
import type { About, Diagnostics } from '../diagnostics/create-diagnostics.ts';
import type { ImportDrafts } from '../portfolio/import/import-drafts.ts';
import type { Clipboard } from '../platform/desktop.ts';
import type { StartAtLoginState } from '../platform/start-at-login.ts';
import type { Logger } from '../system/log.ts';
import type { TeamViewDoor } from '../team/open-team.ts';
import type { Secret } from '../system/secret.ts';
import type { OpenUpdates } from '../updates/open-updates.ts';
import type { Remote } from '../system/peer.ts';
import type { createOpenLink, WrittenFiles } from '../windows/hardening.ts';
import type { AppLock } from './app-lock.ts';
import type { HandedFiles } from './handed-files.ts';
import type { SessionViews } from './session-views.ts';
import type { FileExports } from '../export/exports.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from '../workspace/repositories/settings.ts';

/** What actions work with besides the services: everything that belongs to the window and the system. */
export interface PlatformDeps {
  readonly about: About;
  readonly diagnostics: Diagnostics;
  readonly updates: OpenUpdates;
  readonly clipboard: Clipboard;
  readonly log: Logger;
  readonly announce: Emit;
  readonly keyEntry: KeyEntry;
  /** Shows the window for the password of a team's database; null if it was closed without one. @param of Whose it is, and where. @param isNew One that a person makes up now. */
  readonly askForPassword: (of: string, isNew?: boolean) => Promise<Secret | null>;
  /** Shows a password until a person closes the window; false where that could not be opened. */
  readonly showPassword: (of: string, password: Secret) => Promise<boolean>;
  /** What the window shows of a team, whose code is loaded with the first call. */
  readonly teamView: Pick<TeamViewDoor, 'open' | 'loaded'>;
  readonly referee: { readonly referee: Pick<Referee, 'settle'> };
  readonly openCodeWindow: OpenCodeWindow;
  /** Asks the user for a file to read; its path, or null if the dialog was cancelled. */
  readonly askForFile: (of: 'names' | 'domains' | 'codes' | 'authority' | 'proof') => Promise<string | null>;
  /** Asks the user where to save a file; its path, or null if the dialog was cancelled. */
  readonly askWhereTo: (suggestedName: string, ending: string) => Promise<string | null>;
  readonly openLink: Remote<{ readonly open: ReturnType<typeof createOpenLink> }>['open'];
  readonly writtenFiles: Pick<WrittenFiles, 'show'>;
  /** Has the system's file manager show a file of ours, which the page has not named by its path. */
  readonly showInFolder: (path: string) => void;
  readonly handedFiles: Pick<HandedFiles, 'waiting' | 'take'>;
  readonly importDrafts: ImportDrafts;
  readonly startAtLogin: {
    readonly read: () => Promise<StartAtLoginState>;
    /** Rejects with what the file system or the system throws. */
    readonly write: (isOn: boolean) => Promise<StartAtLoginState>;
  };
  readonly sessionViews: SessionViews;
  readonly fileExports: FileExports;
  /** The name that the command line asked to look up; returned once. */
  readonly takeRequested: () => string | null;
  /** Applies settings that take effect at once, such as the colour scheme. */
  readonly apply: (settings: Settings) => void;
  readonly appLock: AppLock;
  readonly unlocking: Unlocking;
  /** Loads the page of the window again. */
  readonly drawAnew: () => void;
  /** Called when the page has handed over all unsaved input. */
  readonly flushed: () => void;
  /** Restarts the application. */
  readonly restart: () => void;
  readonly now: () => Date;
}

/** What actions that need a window work with. */
export type InWindow = Services & PlatformDeps;
