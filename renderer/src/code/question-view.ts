import type { CodeView } from '#shared/ipc/code-channel.ts';
import { element, say, sayName } from './element.ts';
import { questionWords } from './question-words.ts';

/** Says whose code is asked for, and what will be done with it. */
export function fillQuestion(
  { question, unicode }: Extract<CodeView, { readonly kind: 'question' }>,
  now: Date,
): void {
  const words = questionWords(question, now);
  say('question-title', words.title);
  sayName('question', question.domain, unicode);
  say('question-account', question.accountLabel);
  element('question-colour', HTMLElement).dataset['colour'] = question.accountColour;
  say('question-deed', words.deed);
  say('question-effect', words.effect);
  say('question-request', words.request);
  element('question-request', HTMLElement).classList.toggle('caution', words.mayEndAnother);
  say('question-lock', words.lock);
  say('question-confirm', words.deed);
  element('question-warning', HTMLElement).hidden = !words.warnsOfHistories;
}
