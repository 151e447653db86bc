import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const folder = join(import.meta.dirname, '../../../test-results/heard');

/** A keyboard, and what a screen reader says while it is used. No mouse, and no way to an element but the keys that lead there. */
export type KeyboardUser = Awaited<ReturnType<typeof sitDown>>;

/** What a screen reader said, and the key after which it did. */
export interface Heard {
  readonly by: 'key' | 'focus' | 'live';
  readonly text: string;
}

/** Sits down at the keyboard in front of a window. `job` names the text of what is heard. */
export async function sitDown(first: Page, job: string) {
  const heard: Heard[] = [];
  const from = (text: string | RegExp) => (line: string) =>
    typeof text === 'string' ? line.includes(text) : text.test(line);
  let page = first;
  let listener = await listenTo(page);
  let lastFocus = '';
  let heardUpTo = 0;

  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${job}.txt`);
  writeFileSync(file, '');

  function hearNow(one: Heard): void {
    heard.push(one);
    const marks = { key: `\n[${one.text}]`, live: `  » ${one.text}`, focus: `  ${one.text}` };
    appendFileSync(file, `${marks[one.by]}\n`);
  }

  async function listen(): Promise<string> {
    const found: { focused: Focused | null } = { focused: null };
    await expect
      .poll(async () => (found.focused = await listener.focused()), {
        message: 'the focus is on something',
        timeout: 5_000,
      })
      .not.toBeNull();
    if (found.focused === null) throw new Error('Nothing has the focus');
    const { announcement, ring, id } = found.focused;
    for (const text of await listener.said()) hearNow({ by: 'live', text });
    const key = `${id} ${announcement}`;
    if (key === lastFocus) return announcement;
    lastFocus = key;
    hearNow({ by: 'focus', text: announcement });
    expect.soft(ring, `the focus is seen: ${announcement}`).toBe(true);
    return announcement;
  }

  async function strike(key: string, act: () => Promise<void>): Promise<string> {
    hearNow({ by: 'key', text: key });
    await act();
    await page.evaluate(settle);
    return listen();
  }

  async function pressUntil(key: string, announced: RegExp | string, most = 40): Promise<void> {
    const isThere = from(announced);
    for (let at = 0; at < most; at += 1)
      if (isThere(await strike(key, () => page.keyboard.press(key)))) return;
    throw new Error(`${String(announced)} was not reached with ${most} times ${key}`);
  }

  return {
    /** One key, or several at once: "Control+z". Ends when something has the focus again. */
    press: async (key: string) => void (await strike(key, () => page.keyboard.press(key))),
    type: async (text: string) => void (await strike(`types “${text}”`, () => page.keyboard.type(text))),
    /** Presses a key until what has the focus is announced so, such as an arrow in a list. */
    pressUntil,
    /** A key that opens another window: what is said then is heard there. */
    async pressToLeave(key: string) {
      hearNow({ by: 'key', text: key });
      await page.keyboard.press(key);
    },
    /** Tab, until what has the focus is announced so. Fails where it is not reached. */
    tabTo: (announced: RegExp | string, most?: number) => pressUntil('Tab', announced, most),
    /** Waits until the focus is on something that is announced so: a dialog that opens, a screen that comes. */
    async arriveAt(announced: RegExp | string) {
      const isThere = from(announced);
      await expect
        .poll(async () => isThere(await listen()), { message: `the focus comes to ${String(announced)}` })
        .toBe(true);
    },
    /** Waits until a live region has said so since the last wait. */
    async hear(said: RegExp | string) {
      const isSaid = from(said);
      const found = () =>
        heard.findIndex(({ by, text }, at) => by === 'live' && at >= heardUpTo && isSaid(text));
      await expect
        .poll(
          async () => {
            await listen();
            return found();
          },
          { message: `it is said: ${String(said)}`, timeout: 30_000 },
        )
        .toBeGreaterThan(-1);
      heardUpTo = found() + 1;
    },
    /** Goes on in another window of the application, and back. */
    async goOnIn(other: Page) {
      page = other;
      lastFocus = '';
      listener = await listenTo(page);
    },
    /** What has the focus, as it is announced. */
    focused: listen,
    /** Everything that was pressed and said so far; also written to `test-results/heard`. */
    heard,
  };
}

/** Two frames, and what the live regions gather. */
const settle = (): Promise<void> =>
  new Promise((settled) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settled, 60)));
  });

interface Focused {
  readonly announcement: string;
  readonly ring: boolean;
  readonly id: string;
}

/** A node of the accessibility tree, as far as it is read out. */
interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly value?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly backendDOMNodeId?: number;
}

async function listenTo(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  await page.evaluate(gatherLiveRegions);
  let around = new Set<number>();
  let at = '';
  let before: readonly string[] = [];
  return {
    /** Null where nothing has the focus, or it went on while it was read. */
    async focused(): Promise<Focused | null> {
      const { result } = await session.send('Runtime.evaluate', { expression: `(${String(current)})()` });
      const { objectId } = result;
      if (objectId === undefined) return null;
      const found = await session.send('Accessibility.getAXNodeAndAncestors', { objectId });
      const stays = await session.send('Runtime.callFunctionOn', {
        objectId,
        functionDeclaration: `function () { return this !== document.body && this === (${String(current)})(); }`,
        returnByValue: true,
      });
      if (stays.result.value !== true) return null;
      // The protocol's own types name every property; these are the ones that are read out.
      const [node, ...ancestors] = found.nodes as readonly AxNode[];
      const id = String(node?.backendDOMNodeId ?? '');
      if (id !== at) {
        const entered = ancestors.filter(
          (each) => isContext(each) && !around.has(each.backendDOMNodeId ?? 0),
        );
        around = new Set(ancestors.map(({ backendDOMNodeId }) => backendDOMNodeId ?? 0));
        [at, before] = [id, entered.reverse().map(contextWords)];
      }
      return {
        announcement: node === undefined ? '' : [...before, words(node)].filter(Boolean).join('. '),
        ring: await page.evaluate(ringIsSeen),
        id,
      };
    },
    said: () => page.evaluate(takeSaid),
  };
}

/** What has the focus; in a list, the row that it stands on. */
function current(): Element | null {
  const focused = document.activeElement;
  const row = focused?.getAttribute('aria-activedescendant') ?? '';
  return row === '' ? focused : (document.getElementById(row) ?? focused);
}

const contexts = new Set([
  ...[
    'dialog',
    'alertdialog',
    'region',
    'group',
    'radiogroup',
    'form',
    'toolbar',
    'tablist',
    'grid',
    'table',
  ],
  ...['complementary', 'navigation', 'menu', 'listbox', 'search'],
]);

const isContext = (node: AxNode): boolean =>
  !node.ignored && contexts.has(textOf(node.role)) && textOf(node.name) !== '';

const textOf = (value: { readonly value?: unknown } | undefined): string =>
  typeof value?.value === 'string'
    ? value.value.replaceAll(/\s+/g, ' ').trim()
    : typeof value?.value === 'number'
      ? String(value.value)
      : '';

const contextWords = (node: AxNode): string =>
  [`${textOf(node.name)}, ${roleWords[textOf(node.role)] ?? textOf(node.role)}`, textOf(node.description)]
    .filter(Boolean)
    .join('. ');

const roleWords: Readonly<Record<string, string>> = {
  textbox: 'edit',
  complementary: 'side panel',
  DisclosureTriangle: 'disclosure',
  generic: '',
  none: '',
  tablist: 'tabs',
  tabpanel: 'panel',
  row: '',
  gridcell: '',
};

/** As a screen reader puts it: name, role, value, state; then the description. */
function words(node: AxNode): string {
  const role = textOf(node.role);
  const property = (name: string): unknown =>
    node.properties?.find((each) => each.name === name)?.value.value;
  const states = [
    property('checked') === 'true' ? 'checked' : property('checked') === 'false' ? 'not checked' : '',
    property('pressed') === 'true' ? 'pressed' : '',
    property('expanded') === true ? 'expanded' : property('expanded') === false ? 'collapsed' : '',
    property('selected') === true ? 'selected' : '',
    property('disabled') === true ? 'unavailable' : '',
    property('invalid') === 'true' ? 'invalid' : '',
    property('required') === true ? 'required' : '',
  ];
  const said = [textOf(node.name), roleWords[role] ?? role, textOf(node.value), ...states]
    .filter(Boolean)
    .join(', ');
  return [said, textOf(node.description)].filter(Boolean).join('. ');
}

/** Whether a person sees where the focus is. What only holds the focus, so that reading starts there, needs no ring. */
function ringIsSeen(): boolean {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return false;
  if (focused.tabIndex < 0) return true;
  const row = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  const isRing = (style: CSSStyleDeclaration): boolean =>
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) ||
    style.boxShadow !== 'none';
  const parts = [focused, row, focused.parentElement, focused.parentElement?.parentElement];
  return parts.some(
    (part) =>
      part instanceof Element &&
      (isRing(getComputedStyle(part)) || isRing(getComputedStyle(part, '::before'))),
  );
}

/** Gathers in the page what live regions say from now on: each whole, once it has changed. */
function gatherLiveRegions(): void {
  const kept = globalThis as unknown as { said?: string[] };
  if (kept.said !== undefined) return;
  const said: string[] = [];
  kept.said = said;
  const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const isShown = (part: Element): boolean =>
    part.checkVisibility() && part.closest('[aria-hidden=true]') === null;
  const textIn = (part: Node): string => {
    if (part instanceof Text) return part.data;
    if (
      !(part instanceof Element) ||
      !part.checkVisibility() ||
      part.ariaHidden === 'true' ||
      part.getAttribute('aria-live') === 'off'
    )
      return '';
    if (part.getAttribute('role') === 'img') return ` ${part.ariaLabel ?? ''} `;
    const inner = [...part.childNodes].map(textIn).join('');
    return getComputedStyle(part).display === 'inline' ? inner : ` ${inner} `;
  };
  const changed = new Set<Element>();
  const last = new WeakMap<Element, string>();
  for (const region of document.querySelectorAll(live))
    last.set(region, textIn(region).replaceAll(/\s+/g, ' ').trim());
  const speak = (): void => {
    for (const region of changed) {
      if (!region.isConnected || !isShown(region)) continue;
      const text = textIn(region).replaceAll(/\s+/g, ' ').trim();
      if (text !== '' && text !== last.get(region)) said.push(text);
      last.set(region, text);
    }
    changed.clear();
  };
  let timer = 0;
  new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region != null) changed.add(region);
      for (const added of addedNodes)
        if (added instanceof Element) {
          if (added.matches(live)) changed.add(added);
          for (const inner of added.querySelectorAll(live)) changed.add(inner);
        }
    }
    clearTimeout(timer);
    timer = window.setTimeout(speak, 40);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

const takeSaid = (): string[] => (globalThis as unknown as { said?: string[] }).said?.splice(0) ?? [];

/** What is wrong with what was heard, each with the announcement. */
export function faultsIn(heard: readonly Heard[], names: readonly string[]): readonly string[] {
  return heard.flatMap(({ by, text }, at) => {
    if (by === 'key') return [];
    const before = heard[at - 1];
    const faults = [
      text === '' && 'says nothing',
      by === 'live' && before?.by === 'live' && before.text === text && 'is said twice in a row',
      doubled(text) && 'says a sentence twice in a row',
      names.some((name) => text.split(name).length > 3) && 'repeats a name three times',
      /\b[0-9a-f]{8}-[0-9a-f]{4}-|\bmantine-|:r[0-9a-z]+:|«r/u.test(text) && 'says an id',
      /\b(?:undefined|null|NaN)\b|\[object|\b[a-z]+(?:[A-Z][a-z]+)+\b(?<!eBay|iPhone)|\bArrow(?:Up|Down|Left|Right)\b|\bMod\+/u.test(
        text,
      ) && 'says a raw key',
      /^(?:icon|image|img|graphic|svg|x|×|…|›|→|✓|⋯|star|dots|chevron|arrow)(?:, \w+)?$/iu.test(text) &&
        'says an icon alone',
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${fault}: ${text}`);
  });
}

const doubled = (text: string): boolean => {
  const sentences = text
    .split(/(?<=[.!?])\s+/u)
    .map((sentence) => sentence.replace(/[.!?]+$/u, '').toLowerCase());
  return sentences.some((sentence, at) => at > 0 && sentence === sentences[at - 1]);
};
