import type { AppError } from '#shared/app-error.ts';
import { assertNever } from '#shared/assert-never.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createDrafts, draftOf } from './drafts.ts';
import type { Draft, DraftReport, NameSource, ReadingChoices, Recipe, RecipeCount } from './nouns.ts';
import { countRecipe } from './recipe/recipe.ts';
import { type IntakeField, refuse } from './refuse.ts';
import { createIntakeThread } from './thread/intake-thread.ts';
import type { IntakeTask } from './thread/messages.ts';

/**
 * Names on their way to a session, read and cleaned on a thread of its own. Nothing is dropped or changed without a
 * word in the report. The eight newest drafts are held, each with its source, so that it can be read in another way.
 *
 * Fails with: `invalid-input` (`field` `file`, `text`, `recipe`, `encoding`, `column`, `sheet` or `draftId`; `reason` is a
 * sentence for the user); `cancelled` where the draft was discarded or begun anew meanwhile.
 */
export interface Intake {
  readonly read: (
    draftId: string,
    source: NameSource,
    choices: ReadingChoices,
  ) => Promise<Result<DraftReport>>;
  readonly reread: (draftId: string, choices: ReadingChoices) => Promise<Result<DraftReport>>;
  readonly count: (recipe: Recipe) => Promise<Result<RecipeCount>>;
  readonly generate: (draftId: string, recipe: Recipe) => Promise<Result<DraftReport>>;
  readonly draft: (draftId: string) => Promise<Result<Draft>>;
  readonly discard: (draftId: string) => void;
  readonly close: () => Promise<void>;
}

export interface IntakeDeps {
  /** The thread's code: `intake-worker.js` of the build, or `intake-worker.ts` where sources are run. */
  readonly workerUrl: URL;
  /** TLDs that may stand behind a name: the account's and the built-in ones; with or without a leading dot. */
  readonly knownTlds: () => Promise<readonly string[]>;
  /** How long an idle thread is kept. */
  readonly idleMs?: number;
  /** What reading may fill of the thread's heap. */
  readonly mostHeapMb?: number;
}

const mostDrafts = 8;

export function createIntake(deps: IntakeDeps): Intake {
  const { workerUrl, knownTlds, idleMs = 30_000, mostHeapMb = 2_048 } = deps;
  const thread = createIntakeThread({ workerUrl, idleMs, mostHeapMb });
  const drafts = createDrafts(mostDrafts);

  /**
   * Makes a draft; while it is made there is none. A failed attempt leaves the source, so that it can be read in another
   * way, and of the same source the names that were read of it before.
   */
  async function make(
    draftId: string,
    origin: NameSource | null,
    task: (knownTlds: string[]) => IntakeTask,
  ): Promise<Result<DraftReport>> {
    const before = drafts.find(draftId);
    const begun = { origin, content: null };
    drafts.hold(draftId, begun);
    const answer = await thread.run(task([...(await knownTlds())]));
    if (answer === 'closed' || drafts.find(draftId) !== begun) return fail({ kind: 'cancelled' });
    if (before !== null && origin !== null && before.origin === origin) drafts.hold(draftId, before);
    if (answer === 'out-of-memory') return refuse(fieldOf(origin), tooMuch);
    switch (answer.kind) {
      case 'made':
        drafts.hold(draftId, { origin, content: { names: answer.names, source: answer.report.source } });
        return ok({ draftId, ...answer.report });
      case 'failed':
        return fail<AppError>(answer.error);
      case 'bug':
        throw answer.thrown;
      default:
        return assertNever(answer);
    }
  }

  const read: Intake['read'] = (draftId, source, choices) =>
    make(draftId, source, (tlds) => ({ kind: 'read', source, choices, knownTlds: tlds }));

  return {
    read,
    async reread(draftId, choices) {
      const origin = drafts.find(draftId)?.origin ?? null;
      return origin === null ? noDraft() : read(draftId, origin, choices);
    },
    count: (recipe) => Promise.resolve(countRecipe(recipe)),
    generate: (draftId, recipe) =>
      make(draftId, null, (tlds) => ({ kind: 'generate', recipe, knownTlds: tlds })),
    async draft(draftId) {
      const content = drafts.find(draftId)?.content ?? null;
      return Promise.resolve(content === null ? noDraft() : ok(draftOf(content)));
    },
    discard: drafts.discard,
    async close() {
      drafts.clear();
      await thread.close();
    },
  };
}

const fieldOf = (origin: NameSource | null): IntakeField =>
  origin === null ? 'recipe' : origin.kind === 'text' ? 'text' : 'file';

const tooMuch =
  'Reading this needs more memory than it may have. Split it, or save the column with the names as CSV.';

const noDraft = () => refuse('draftId', 'These names are not held any more. Read or make them once more.');
