import { Box, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { focusField, Keys, useKeys } from '../ui/Shortcuts.tsx';
import { counted } from '../ui/Formats.tsx';
import { FoundSettings } from '../ui/Setting.tsx';
import {
  labelsOf,
  matcherOfSettings,
  type SettingName,
  type SettingSection,
  settingSections,
  settingsIndex,
} from './settings-index.ts';
import css from './settings.module.css';

interface Props {
  /** The setting that a person was led to; a new object leads there again. */
  readonly target: { readonly setting?: SettingName | undefined };
  /** The settings are loaded: what is led to is on the page. */
  readonly isReady: boolean;
  /** The sections, in the order of the index. */
  readonly children: ReactNode;
}

/** The settings on one page that scrolls, with its sections and a search over all settings beside it. */
export function SettingsFrame({ target, isReady, children }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [count, setCount] = useState<number | null>(null);
  const isFound = useMemo(() => matcherOfSettings(typed), [typed]);
  const isSearching = typed.trim() !== '';
  const { here, goTo, stay, onScroll } = useSections(page);
  useLedTo(page, target, isReady, { search: find, stay });
  useKeys({ findSetting: () => focusField(field) });

  function find(text: string): void {
    setTyped(text);
    setCount(null);
    // What is found is known once it is drawn.
    requestAnimationFrame(() => setCount(shownSettings(page.current).length));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== '') find('');
    else if (event.key === 'Enter' || event.key === 'ArrowDown') firstControl(page.current)?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <Box
      ref={page}
      pos="relative"
      h="100%"
      style={{ overflowY: 'auto', scrollbarGutter: 'stable' }}
      onScroll={onScroll}
    >
      <div className={css['columns']}>
        <div className={css['side']}>
          <Title order={1}>Settings</Title>
          <TextInput
            ref={field}
            aria-label="Find a setting"
            placeholder="Find a setting"
            leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            rightSection={typed === '' && <Keys of="findSetting" />}
            rightSectionWidth={64}
            value={typed}
            maxLength={80}
            onChange={(event) => find(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Text span size="xs" c="dimmed" role="status">
            {isSearching && count !== null && foundText(count)}
          </Text>
          {!isSearching && (
            <Stack component="nav" gap={2} aria-label="Sections">
              {settingSections.map((title) => (
                <UnstyledButton
                  key={title}
                  className={css['section'] ?? ''}
                  aria-current={title === here ? 'true' : undefined}
                  onClick={() => goTo(title)}
                >
                  {title}
                </UnstyledButton>
              ))}
            </Stack>
          )}
        </div>
        <div className={css['content']} data-searching={isSearching || undefined}>
          <FoundSettings value={isFound}>{children}</FoundSettings>
        </div>
      </div>
    </Box>
  );
}

const foundText = (count: number): string =>
  count === 0 ? 'No setting has these words.' : counted(count, 'setting', 'settings');

type PageRef = RefObject<HTMLDivElement | null>;

const shownSettings = (page: HTMLElement | null): readonly HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-setting]:not([data-hidden])') ?? []),
];

const controls =
  'button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** The control of the first setting that is shown. */
const firstControl = (page: HTMLElement | null): HTMLElement | null =>
  shownSettings(page)
    .map((setting) => setting.querySelector<HTMLElement>(controls))
    .find((control) => control !== null) ?? null;

const headingOf = (page: HTMLElement, title: SettingSection): HTMLElement | null =>
  [...page.querySelectorAll<HTMLElement>('section h3')].find(({ textContent }) => textContent === title) ??
  null;

/** In px: a section whose heading is this far below the top, or higher, is the one that is read. */
const readingLine = 96;

/** Which section is read, and going to one. */
function useSections(page: PageRef) {
  const [here, setHere] = useState<SettingSection>(settingSections[0]);
  /** Where the page stands after it was sent to a section, which may be too near to its end to stand at the top. */
  const sentTo = useRef<number | null>(null);

  function onScroll(): void {
    const { current } = page;
    if (current === null || current.scrollTop === sentTo.current) return;
    sentTo.current = null;
    const { top } = current.getBoundingClientRect();
    const isAbove = (title: SettingSection): boolean => {
      const heading = headingOf(current, title);
      return heading !== null && heading.getBoundingClientRect().top - top <= readingLine;
    };
    setHere(settingSections.findLast(isAbove) ?? settingSections[0]);
  }

  function goTo(title: SettingSection): void {
    const heading = page.current === null ? null : headingOf(page.current, title);
    if (heading === null) return;
    heading.closest('section')?.scrollIntoView({ block: 'start' });
    // Whoever goes on by keyboard is in the section.
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    stay(title);
  }

  /** The page was sent there: it is what is read, until a person scrolls. */
  function stay(title: SettingSection): void {
    sentTo.current = page.current?.scrollTop ?? null;
    setHere(title);
  }

  return { here, goTo, stay, onScroll };
}

/** Shows the setting that a person was led to, marked until something else has the focus, which its control gets. */
function useLedTo(
  page: PageRef,
  target: Props['target'],
  isReady: boolean,
  {
    search,
    stay,
  }: { readonly search: (text: string) => void; readonly stay: (section: SettingSection) => void },
): void {
  const show = useEffectEvent((name: SettingName): void => {
    const all = [...(page.current?.querySelectorAll<HTMLElement>('[data-setting]') ?? [])];
    const part = labelsOf(name)
      .map((label) => all.find((one) => one.dataset['setting'] === label))
      .find((one) => one !== undefined);
    if (part === undefined) return;
    part.scrollIntoView({ block: 'center' });
    stay(settingsIndex[name].section);
    part.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
    part.toggleAttribute('data-led-to', true);
    const end = (): void => part.removeAttribute('data-led-to');
    part.addEventListener('focusout', end, { once: true });
    page.current?.addEventListener('pointerdown', end, { once: true });
  });
  const clearSearch = useEffectEvent(() => search(''));
  useEffect(() => {
    if (target.setting === undefined || !isReady) return undefined;
    const { setting } = target;
    clearSearch();
    // In the next frame the search hides nothing any more: what is hidden cannot have the focus.
    const frame = requestAnimationFrame(() => show(setting));
    return () => cancelAnimationFrame(frame);
  }, [target, isReady]);
}
