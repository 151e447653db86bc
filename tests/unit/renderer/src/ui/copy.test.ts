// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isolated, isolatedName } from '#shared/domain/isolated.ts';
import { copyBare } from '../../../../../renderer/src/ui/copy.ts';

describe('copying', () => {
  beforeAll(() => copyBare(document));
  beforeEach(() => {
    document.body.innerHTML = '<p></p><input>';
  });

  /** What is put into the clipboard, and whether the browser is left to copy by itself; jsdom has no such event. */
  function copied(text: string, from: 'p' | 'input') {
    const [paragraph, target] = [document.querySelector('p'), document.querySelector(from)];
    if (paragraph === null || target === null) throw new Error('The page is empty');
    paragraph.textContent = text;
    document.getSelection()?.selectAllChildren(paragraph);
    const put: string[][] = [];
    const clipboardData = { setData: (...data: string[]) => void put.push(data) };
    const event = new Event('copy', { bubbles: true, cancelable: true });
    return { isLeft: target.dispatchEvent(Object.assign(event, { clipboardData })), put };
  }

  it('takes a selected text without what isolates its parts', () => {
    expect(copied(`Removed ${isolated('חנות')} and ${isolatedName('דוגמה.com')}.`, 'p')).toEqual({
      isLeft: false,
      put: [['text/plain', 'Removed חנות and דוגמה.com.']],
    });
  });

  it('is left to the browser where nothing is isolated, and in a text field', () => {
    expect(copied('Removed Acme.', 'p')).toEqual({ isLeft: true, put: [] });
    expect(copied(isolated('חנות'), 'input')).toEqual({ isLeft: true, put: [] });
  });
});
