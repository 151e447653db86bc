import type { CodeStep, CodeView, ShownCopy } from '#shared/areas/secret-windows.ts';
import type { Result } from '#shared/result.ts';
import {
  countDown,
  type CountdownDeps,
  createPassphraseForm,
  createUnlockForm,
  element,
  emptyCode,
  fillCode,
  fillQuestion,
  type PassphraseFormDeps,
  say,
  sayCopied,
  showOnly,
} from './views.ts';

export interface CodePageDeps
  extends CountdownDeps, Pick<PassphraseFormDeps, 'fillWithRandom' | 'copySelection'> {
  /** Reports a user action to main, which answers with the next view. Main closes the window. */
  readonly codeStep: (step: CodeStep) => Promise<Result<CodeView>>;
  readonly now: () => Date;
}

const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement);

/** Starts the page: requests the first view from main, and shows each following one. */
export function startCodePage(deps: CodePageDeps): void {
  const { codeStep, now, later, fillWithRandom, copySelection } = deps;
  const cancel = (): void => void codeStep({ kind: 'cancel' });
  const tell = (step: CodeStep): void =>
    void codeStep(step).then((view) => (view.ok ? show(view.value) : cancel()));
  const wait = (text: string, step: CodeStep): void => {
    say('waits-for', text);
    element('waits-note', HTMLElement).hidden = step.kind !== 'confirm';
    showOnly('waiting');
    shutForAMoment();
    tell(step);
  };
  const passphrase = createPassphraseForm({
    fillWithRandom,
    copySelection,
    onUse: (typed) => wait('Opening the file…', { kind: 'passphrase', passphrase: typed }),
  });
  const unlock = createUnlockForm((typed) =>
    wait('Opening the file…', { kind: 'unlock', passphrase: typed }),
  );
  const copying = createCopying(() => tell({ kind: 'copy' }));

  function show(view: CodeView): void {
    switch (view.kind) {
      case 'question':
        fillQuestion(view, now());
        showOnly('question');
        return;
      case 'passphrase':
        passphrase.fill(view.question);
        showOnly('passphrase', passphrase.first);
        return;
      case 'unlock':
        unlock.fill(view.question);
        showOnly('unlock', unlock.first);
        return;
      case 'code':
        fillCode(view);
        showOnly('code', element('code-text', HTMLElement));
        shutForAMoment();
        countDown(view.hidesInMs, leave, deps);
        return;
      case 'copied':
      case 'not-copied':
        copying.done(view);
        return;
      case 'over':
        emptyCode();
    }
  }

  function leave(): void {
    emptyCode();
    cancel();
  }

  element('question-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    wait('Requesting the code…', { kind: 'confirm' });
  });
  for (const id of ['code-hide', 'stop-waiting', 'question-cancel', 'passphrase-cancel', 'unlock-cancel'])
    button(id).addEventListener('click', leave);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') leave();
  });
  const shutForAMoment = guardClicks(guarded.map(button), { page: document, later });
  tell({ kind: 'begin' });
}

/** The buttons that a click meant for an earlier view must not reach: a code just requested would be lost, or copied. */
const guarded = [
  'question-confirm',
  'passphrase-use',
  'unlock-use',
  'stop-waiting',
  'code-copy',
  'code-hide',
];

/** Copying by its button and by the usual copy shortcuts, one at a time. */
function createCopying(begin: () => void): { readonly done: (copied: ShownCopy) => void } {
  const copy = button('code-copy');
  let isCopying = false;
  copy.addEventListener('click', () => {
    if (isCopying) return;
    isCopying = true;
    begin();
  });
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    const copies = (ctrlKey || metaKey) && key.toLowerCase() === 'c' && !repeat;
    if (copies && !element('code', HTMLElement).hidden) copy.click();
  });
  return {
    done(copied) {
      isCopying = false;
      sayCopied(copied);
    },
  };
}

/** How long the window must be visible before a click counts. */
const visibleMs = 400;

interface ClickGuardDeps {
  readonly page: Document;
  /** Calls once after the delay; returns a function that cancels it. */
  readonly later: (call: () => void, durationMs: number) => () => void;
}

/**
 * Disables the action buttons until the window has been visible and focused for a moment. So the second half of a double click,
 * or a key pressed in another window, confirms nothing here. A held key does not either.
 *
 * @returns Call it when another view is shown: its buttons stay disabled for a moment too.
 */
function guardClicks(buttons: readonly HTMLButtonElement[], { page, later }: ClickGuardDeps): () => void {
  let prevent = (): void => undefined;
  const open = (): void => {
    for (const button of buttons) button.disabled = false;
    if (page.activeElement === page.body) buttons.find(isInSight)?.focus();
  };
  const shut = (): void => {
    prevent();
    for (const button of buttons) button.disabled = true;
    prevent = page.hidden ? () => undefined : later(open, visibleMs);
  };
  page.defaultView?.addEventListener('focus', shut);
  page.addEventListener('visibilitychange', shut);
  page.addEventListener('keydown', (event) => {
    const presses = event.key === 'Enter' || (event.key === ' ' && event.target instanceof HTMLButtonElement);
    if (event.repeat && presses) event.preventDefault();
  });
  shut();
  return shut;
}

const isInSight = (button: HTMLButtonElement): boolean => button.closest('[hidden]') === null;
