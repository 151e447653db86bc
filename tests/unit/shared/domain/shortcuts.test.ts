import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract.ts';
import {
  assigned,
  bindingsOf,
  isFixed,
  refusalOf,
  shortcutGroups,
  type ShortcutName,
  shortcuts,
  shortcutsOf,
  unusableIn,
  usersOf,
  withoutOwn,
} from '#shared/domain/shortcuts.ts';

const names = shortcutsOf(shortcutGroups);

describe('keys that can be chosen', () => {
  it.each([
    ['Tab', 'Domains: the list', /Tab/],
    ['Shift+Tab', 'Domains: the list', /Tab/],
    ['Mod+Escape', 'Domains: the list', /Esc/],
    ['Enter', 'Domains: the list', /Enter/],
    ['ArrowDown', 'Domains: the list', /Lists/],
    ['Shift+Space', 'Domains: the list', /Lists/],
    ['Mod+Home', 'Domains: the list', /Lists/],
    ...['C', 'V', 'X', 'A', 'Z', 'Y'].map(
      (key) => [`Mod+${key}`, 'Domains: the list', /Text fields/] as const,
    ),
    ['Mod+Shift+Z', 'Domains: the list', /Text fields/],
    ['Mod+Q', 'Everywhere', /system/],
    ['Mod+W', 'Everywhere', /system/],
    ['Mod+Alt+K', 'Everywhere', /Alt/],
    ['F11', 'Everywhere', /menu/],
    ['Mod++', 'Everywhere', /menu/],
    ['K', 'Everywhere', /types/],
    ['Shift+K', 'Bulk lookup: a session', /types/],
    ['/', 'Search: the field', /types/],
    ['Delete', 'Bulk lookup: a new one', /types/],
    ['K', 'Bulk lookup: the grid', /types/],
    ['Dead', 'Domains: the list', /can’t be used/],
    ['AudioVolumeUp', 'Domains: the list', /can’t be used/],
    ['', 'Domains: the list', /can’t be used/],
    ['mod+k', 'Everywhere', /can’t be used/],
  ] as const)('%s for %s is refused with the reason', (keys, group, reason) =>
    expect(refusalOf(keys, group)).toMatch(reason),
  );

  it.each([
    ['K', 'Domains: the list'],
    ['Shift+K', 'Accounts'],
    ['Delete', 'Domains: the list'],
    ['F6', 'Everywhere'],
    ['Mod+Shift+K', 'Everywhere'],
    ['Mod+Enter', 'Bulk lookup: a new one'],
    ['Mod+Ü', 'Everywhere'],
    ['Mod+;', 'Everywhere'],
  ] as const)('%s for %s can be', (keys, group) => expect(refusalOf(keys, group)).toBeNull());

  it('are refused for exactly the shortcuts whose keys lists, fields and dialogs have built in', () =>
    expect(names.filter(isFixed)).toEqual([
      'goBack',
      'undo',
      'redo',
      'ask',
      'toList',
      'move',
      'register',
      'filter',
      'back',
      'moveSessions',
      'openSession',
      'moveDomains',
      'openDomain',
      'selectDomain',
      'selectDomains',
      'dropSelection',
      'previousDomain',
      'nextDomain',
      'domainTabs',
      'domainBack',
      'moveTemplates',
      'openTemplate',
      'moveChanges',
      'openChange',
      'closeChange',
      'unfoldBatch',
      'foldBatch',
      'moveBatches',
      'openBatch',
      'gridMove',
      'gridEdges',
      'gridFind',
      'gridStar',
      'gridOpen',
      'gridAll',
      'gridLeave',
    ]));
});

describe('the keys now', () => {
  const usual = bindingsOf({});

  it('are those of the table where nothing was chosen', () => {
    for (const name of names) expect(usual[name]).toEqual([...shortcuts[name].keys]);
  });

  it('are a person’s own, and no longer those of another shortcut on the same screen', () => {
    const now = bindingsOf({ recheck: 'C' });
    expect(now.recheck).toEqual(['C']);
    expect(now.copy).toEqual([]);
    expect(now.copyDomains).toEqual(['C']);
  });

  it('of everywhere are taken from every screen', () => {
    const now = bindingsOf({ palette: 'Mod+R' });
    expect(now.sessionRefresh).toEqual([]);
    expect(bindingsOf({ sessionRefresh: 'Mod+K' }).palette).toEqual([]);
  });

  it('of a fixed shortcut stay', () => expect(bindingsOf({ recheck: '3' }).filter).toEqual(['0', '…', '8']));

  it('fall back to the usual ones where an entry is unknown, broken or refused, and the entry is not lost', () => {
    const stored = { recheck: 'Enter', palette: '{"a":1}', ofTomorrow: 'Mod+B', ask: 'F7', sort: 'O' };
    const now = bindingsOf(stored);
    expect(now).toEqual({ ...usual, sort: ['O'] });
    expect(unusableIn(stored)).toEqual(['recheck', 'palette', 'ofTomorrow', 'ask']);
    expect(assigned(stored, 'copy', 'F7')).toMatchObject(stored);
    expect(withoutOwn(stored, unusableIn(stored))).toEqual({ sort: 'O' });
  });

  it('never stand for two shortcuts where both work, whatever is stored', () => {
    const now = bindingsOf({ recheck: 'O', sort: 'O', copy: 'O' });
    const holders = (['recheck', 'sort', 'copy'] as const).filter((name) => now[name].includes('O'));
    expect(holders).toHaveLength(1);
  });
});

describe('taking keys from another shortcut', () => {
  const usersIn = (stored: Record<string, string>, keys: string, name: ShortcutName) =>
    usersOf(keys, name, bindingsOf(stored));

  it('names those that have them now, also within a range', () => {
    expect(usersIn({}, 'R', 'copy')).toEqual(['recheck']);
    expect(usersIn({}, '3', 'copy')).toEqual(['filter']);
    expect(usersIn({}, '9', 'copy')).toEqual([]);
    expect(usersIn({}, 'R', 'copyDomains')).toEqual(['readDomains']);
    expect(usersIn({ recheck: 'O' }, 'R', 'copy')).toEqual([]);
  });

  it('leaves the other its other keys, and gives the keys back with a reset', () => {
    const stored = assigned({}, 'addDomains', 'F');
    expect(bindingsOf(stored)).toMatchObject({ addDomains: ['F'], findDomain: ['Mod+F'] });
    expect(bindingsOf(withoutOwn(stored, ['addDomains']))).toEqual(bindingsOf({}));
  });

  it('takes them from keys that were chosen too', () => {
    const stored = assigned({ recheck: 'O' }, 'copy', 'O');
    expect(bindingsOf(stored)).toMatchObject({ copy: ['O'], recheck: [] });
  });
});

const write = contract.settings.write.input;
const own = (count: number) => ({
  shortcuts: Object.fromEntries(Array.from({ length: count }, (_, index) => [`name-${index}`, 'O'])),
});

it('takes no more of a person’s own keys than there can be shortcuts', () => {
  expect(write.safeParse(own(200)).success).toBe(true);
  expect(write.safeParse(own(201)).success).toBe(false);
});
