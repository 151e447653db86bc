import { fail, ok, type Result } from '#shared/result.ts';
import { createJobThread, diedOfMemory, type JobThread } from '../threads/job-thread.ts';
import { createDrafts, draftOf } from './drafts.ts';
import type { DraftTask, makeDraft, MadeDraft } from './make-draft.ts';
import type { Draft, DraftReport, NameSource, ReadingChoices, Recipe, RecipeCount } from './nouns.ts';
import { countRecipe } from './recipe/recipe.ts';
import { type IntakeField, refuse } from './refuse.ts';

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
  /** What reading may fill of the thread's heap, in MiB. */
  readonly mostHeapMb?: number;
}

const mostDrafts = 8;

export function createIntake({ workerUrl, knownTlds, mostHeapMb = 2_048 }: IntakeDeps): Intake {
  const thread = createJobThread<typeof makeDraft>({ workerUrl, mostHeapMb });
  const drafts = createDrafts(mostDrafts);

  /**
   * Makes a draft; while it is made there is none. A failed attempt leaves the source, so that it can be read in another
   * way, and of the same source the names that were read of it before.
   */
  async function make(
    draftId: string,
    origin: NameSource | null,
    task: (knownTlds: readonly string[]) => DraftTask,
  ): Promise<Result<DraftReport>> {
    const before = drafts.find(draftId);
    const { wanted } = drafts.begin(draftId, origin);
    const isWanted = (): boolean => !wanted.signal.aborted;
    const made = await draftOn(thread, task(await knownTlds()), origin, wanted.signal).finally(() => {
      if (isWanted() && before !== null && origin !== null && before.origin === origin)
        drafts.hold(draftId, { ...before, wanted });
    });
    if (!isWanted()) return fail({ kind: 'cancelled' });
    if (!made.ok) return made;
    const { names, report } = made.value;
    drafts.hold(draftId, { origin, content: { names, source: report.source }, wanted });
    return ok({ draftId, ...report });
  }

  const read: Intake['read'] = (draftId, source, choices) =>
    make(draftId, source, (tlds) => ({ kind: 'source', source, choices, knownTlds: tlds }));

  return {
    read,
    async reread(draftId, choices) {
      const origin = drafts.find(draftId)?.origin ?? null;
      return origin === null ? noDraft() : read(draftId, origin, choices);
    },
    count: (recipe) => Promise.resolve(countRecipe(recipe)),
    generate: (draftId, recipe) =>
      make(draftId, null, (tlds) => ({ kind: 'recipe', recipe, knownTlds: tlds })),
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

/** Fails with: `invalid-input`, `cancelled`. */
async function draftOn(
  thread: JobThread<typeof makeDraft>,
  task: DraftTask,
  origin: NameSource | null,
  signal: AbortSignal,
): Promise<Result<MadeDraft>> {
  try {
    const ran = await thread.run(task, { signal });
    return ran.ok ? ran.value : ran;
  } catch (thrown) {
    if (!diedOfMemory(thrown)) throw thrown;
    return refuse(fieldOf(origin), tooMuch);
  }
}

const fieldOf = (origin: NameSource | null): IntakeField =>
  origin === null ? 'recipe' : origin.kind === 'text' ? 'text' : 'file';

const tooMuch =
  'Reading this needs more memory than it may have. Split it, or save the column with the names as CSV.';

const noDraft = () => refuse('draftId', 'These names are not held any more. Read or make them once more.');
