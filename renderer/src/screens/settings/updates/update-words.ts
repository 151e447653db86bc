import type {
  UpdateFault,
  UpdateHindrance,
  UpdateObstacle,
  UpdateState,
  UpdateStatus,
} from '#shared/domain/update.ts';

/** Why nothing is updated here. */
export const hindranceWords: Readonly<Record<UpdateHindrance, string>> = {
  'no-feed':
    'This copy of Namedesk was built without a place to look for new versions. That cannot be set here, so nobody can send you another program by changing a setting.',
  'not-installed':
    'Namedesk does not update itself here: it runs from a folder and was not installed. A new version comes the way this one came.',
  'by-package-manager': 'Your system brings new versions of Namedesk, with its other packages.',
};

/** What a version waits for. */
export const obstacleWords: Readonly<Record<UpdateObstacle, string>> = {
  session: 'a bulk look-up that runs',
  change: 'a change on its way',
  plan: 'a batch change that is read or applied',
  codes: 'codes that are being saved to a file',
};

/** Why it came to nothing, and what that means. */
export const faultWords: Readonly<Record<UpdateFault, string>> = {
  unreachable: 'The place for new versions could not be reached. Nothing was changed.',
  unreadable:
    'What came from the place for new versions could not be read. It was thrown away, and nothing was changed.',
  signature:
    'What came is not signed by the makers of Namedesk. It was thrown away, and nothing was changed.',
  storage:
    'The new version could not be kept or put in place: look whether the disk is full. This one still runs.',
  older: 'What is offered is older than this version. It was not taken, and nothing was changed.',
};

/** Where updating stands, in one sentence. `at`: when it was last looked, in words. */
export function standingWords(state: UpdateState, at: string): string {
  if (state.fault !== null) return faultWords[state.fault];
  return statusWords[state.status](state, at);
}

const newVersion = ({ offered }: UpdateState): string => `Version ${offered?.version ?? ''}`;

const newest = ({ checkedAt }: UpdateState, at: string): string =>
  checkedAt === null ? 'Not looked for a new version yet.' : `This is the newest version. Looked on ${at}.`;

const statusWords: Readonly<Record<UpdateStatus, (state: UpdateState, at: string) => string>> = {
  off: newest,
  idle: newest,
  failed: newest,
  checking: () => 'Looking for a new version…',
  available: (state) => `${newVersion(state)} is there. It is not downloaded yet.`,
  downloading: (state) => `${newVersion(state)} is being downloaded: ${state.percent ?? 0} %.`,
  ready: (state) => `${newVersion(state)} is downloaded, and its signature is right.`,
};

/** `a, b and c`. */
export const waitingWords = (waitsFor: readonly UpdateObstacle[]): string => {
  const words = waitsFor.map((obstacle) => obstacleWords[obstacle]);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
};
