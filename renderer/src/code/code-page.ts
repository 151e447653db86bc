import type { CodeStep, CodeView, ShownCopy } from '#shared/ipc/code-channel.ts';
import type { Result } from '#shared/result.ts';
import { emptyCode, fillCode, sayCopied } from './code-view.ts';
import { countDown, type CountdownDeps } from './countdown.ts';
import { element, say } from './element.ts';
import { openWhenLookedAt } from './meant.ts';
import { createPassphraseForm, type PassphraseFormDeps } from './passphrase-view.ts';
import { fillQuestion } from './question-view.ts';
import { showOnly } from './views.ts';

export interface CodePageDeps extends CountdownDeps, Pick<PassphraseFormDeps, 'fillWithRandom'> {
  /** Tells main what the user did; it answers when there is something to show. Main closes the window. */
  readonly codeStep: (step: CodeStep) => Promise<Result<CodeView>>;
  readonly now: () => Date;
}

const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement);

/** Makes the page live: asks main for its first view, and shows each that comes. */
export function startCodePage(deps: CodePageDeps): void {
  const { codeStep, now, later, fillWithRandom } = deps;
  const cancel = (): void => void codeStep({ kind: 'cancel' });
  const tell = (step: CodeStep): void =>
    void codeStep(step).then((view) => (view.ok ? show(view.value) : cancel()));
  const wait = (text: string, step: CodeStep): void => {
    say('waits-for', text);
    element('waits-note', HTMLElement).hidden = step.kind === 'passphrase';
    showOnly('waiting');
    shutForAMoment();
    tell(step);
  };
  const passphrase = createPassphraseForm({
    fillWithRandom,
    onUse: (typed) => wait('Opening the file…', { kind: 'passphrase', passphrase: typed }),
  });
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
    wait('Asking the service…', { kind: 'confirm' });
  });
  for (const id of ['code-hide', 'stop-waiting', 'question-cancel', 'passphrase-cancel'])
    button(id).addEventListener('click', leave);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') leave();
  });
  const shutForAMoment = openWhenLookedAt(guarded.map(button), { page: document, later });
  tell({ kind: 'begin' });
}

/** What a press that was meant for another view must not reach: a code that was asked for would be lost, or copied. */
const guarded = ['question-confirm', 'passphrase-use', 'stop-waiting', 'code-copy', 'code-hide'];

/** Copying by its button and by the keys that copy everywhere, once at a time. */
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
