import type { CodeStep, CodeView } from '#shared/ipc/code-channel.ts';
import type { Result } from '#shared/result.ts';
import { emptyCode, fillCode } from './code-view.ts';
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

/** Makes the page live: asks main for its first view, and shows each that comes. */
export function startCodePage(deps: CodePageDeps): void {
  const { codeStep, now, later, fillWithRandom } = deps;
  const cancel = (): void => void codeStep({ kind: 'cancel' });
  const tell = (step: CodeStep): void =>
    void codeStep(step).then((view) => (view.ok ? show(view.value) : cancel()));
  const wait = (text: string, step: CodeStep): void => {
    say('waits-for', text);
    element('waits-note', HTMLElement).hidden = step.kind === 'passphrase';
    showOnly('waiting', element('stop-waiting', HTMLButtonElement));
    tell(step);
  };
  const confirm = element('question-confirm', HTMLButtonElement);
  const hide = element('code-hide', HTMLButtonElement);
  const passphrase = createPassphraseForm({
    fillWithRandom,
    onUse: (typed) => wait('Opening the file…', { kind: 'passphrase', passphrase: typed }),
  });

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
        countDown(view.hidesInMs, leave, deps);
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
  hide.addEventListener('click', leave);
  for (const id of ['stop-waiting', 'question-cancel', 'passphrase-cancel'])
    element(id, HTMLButtonElement).addEventListener('click', leave);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') leave();
  });
  openWhenLookedAt([confirm, element('passphrase-use', HTMLButtonElement)], { page: document, later });
  tell({ kind: 'begin' });
}
