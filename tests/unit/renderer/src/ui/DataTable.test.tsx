// @vitest-environment jsdom

import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from '../../../../../renderer/src/ui/DataTable.tsx';
import { type Column, noSelection } from '../../../../../renderer/src/ui/table-model.ts';
import { draw, drawInJsdom, drawPart } from '../../../../support/draw.tsx';

drawInJsdom();

interface Port {
  readonly name: string;
  readonly ships: number;
}

const ports: readonly Port[] = ['Antwerp', 'Bergen', 'Cork', 'Dover', 'Emden'].map((name, ships) => ({
  name,
  ships,
}));
const columns: readonly Column<Port, 'name' | 'ships'>[] = [
  { key: 'name', title: 'Name', width: '1fr', cell: ({ name }) => name },
  { key: 'ships', title: 'Ships', width: '80px', cell: ({ ships }) => ships },
];

type Props = Partial<ComponentProps<typeof DataTable<Port, 'name' | 'ships'>>>;

const Ports = (props: Props) => (
  <DataTable label="Ports" columns={columns} rows={ports} rowKey={({ name }) => name} {...props} />
);

function SelectablePorts(props: Props) {
  const [selection, setSelection] = useState(noSelection);
  const selecting = { selection, onChange: setSelection, label: ({ name }: Port) => `Select ${name}` };
  return (
    <Ports
      selecting={selecting}
      keys={{
        selectDomains: () => setSelection({ keys: new Set(ports.map(({ name }) => name)), anchor: null }),
      }}
      {...props}
    />
  );
}

const table = () => screen.getByRole('grid', { name: 'Ports' });
const rows = () => within(table()).getAllByRole('row').slice(1);
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`\\b${name}`) });
/** What a screen reader takes for the current row. */
const current = () => {
  const id = table().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};
const selected = () =>
  rows().flatMap((one) => (one.getAttribute('aria-selected') === 'true' ? [one.textContent] : []));

describe('a table', () => {
  it('names its rows, cells and headings, and counts its lines with the heading', async () => {
    await drawPart(<Ports />);
    expect(table().getAttribute('aria-rowcount')).toBe('6');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Ships',
    ]);
    expect(rows().map((one) => one.getAttribute('aria-rowindex'))).toEqual(['2', '3', '4', '5', '6']);
    expect(within(row('Cork')).getAllByRole('gridcell')).toHaveLength(2);
  });
});

describe('the keys of a table', () => {
  it.each([
    ['{ArrowDown}', 'Antwerp'],
    ['{ArrowDown}{ArrowDown}', 'Bergen'],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', 'Antwerp'],
    ['{End}', 'Emden'],
    ['{End}{ArrowDown}', 'Emden'],
    ['{End}{Home}', 'Antwerp'],
    ['{PageDown}{PageUp}', 'Antwerp'],
  ])('%s leads to %s', async (keys, name) => {
    const { user } = await drawPart(<Ports autoFocus />);
    await user.keyboard(keys);
    expect(current()).toContain(name);
    expect(selected()).toEqual([expect.stringContaining(name)]);
  });

  it('open the current row with Enter, unless it cannot be opened; a click opens too', async () => {
    const onOpen = vi.fn();
    const { user } = await drawPart(
      <Ports autoFocus onOpen={onOpen} isOpenable={({ name }) => name !== 'Bergen'} />,
    );
    await user.keyboard('{ArrowDown}{Enter}{ArrowDown}{Enter}');
    await user.click(screen.getByText('Cork'));
    expect(onOpen.mock.calls).toEqual([
      [ports[0], 0],
      [ports[2], 2],
    ]);
  });
});

describe('a row that is read out', () => {
  it('says what stands in it, a title where the cell alone would not say what it is, and no button', async () => {
    await drawPart(
      <SelectablePorts
        columns={[
          { key: 'name', title: 'Name', width: '1fr', cell: ({ name }) => name },
          { key: 'ships', title: 'Ships', isTitleSaid: true, width: '80px', cell: ({ ships }) => ships },
          {
            key: 'actions' as 'ships',
            title: 'Actions',
            isTitleHidden: true,
            width: '80px',
            cell: ({ name }) => <button type="button">Copy {name}</button>,
          },
        ]}
      />,
    );
    expect(screen.getByRole('row', { name: 'Bergen Ships 1' })).toBe(row('Bergen'));
  });
});

describe('the second click of a double click on a row', () => {
  /** What the row opens stands in the place of the table. */
  function Ships({ onShow }: { readonly onShow: () => void }) {
    const [opened, setOpened] = useState<string | null>(null);
    if (opened === null) return <Ports onOpen={({ name }) => setOpened(name)} />;
    return (
      <button type="button" onClick={onShow} onDoubleClick={onShow} onMouseDown={onShow}>
        Ships of {opened}
      </button>
    );
  }

  const press = (target: Element, detail: number) => {
    for (const type of ['mousedown', 'mouseup', 'click', ...(detail === 2 ? ['dblclick'] : [])])
      fireEvent(target, new MouseEvent(type, { detail, bubbles: true, cancelable: true }));
  };

  it('does nothing to what the first one opened, and the next click does', async () => {
    const onShow = vi.fn();
    await drawPart(<Ships onShow={onShow} />);
    press(row('Cork'), 1);
    const opened = screen.getByRole('button', { name: 'Ships of Cork' });
    press(opened, 2);
    expect(onShow).not.toHaveBeenCalled();
    press(opened, 1);
    expect(onShow).toHaveBeenCalledTimes(2);
    press(opened, 2);
    expect(onShow).toHaveBeenCalledTimes(5);
  });

  it('belongs to the table where that is still there', async () => {
    const onOpen = vi.fn();
    await drawPart(<Ports onOpen={onOpen} />);
    press(row('Cork'), 1);
    press(row('Cork'), 2);
    expect(onOpen).toHaveBeenCalledTimes(2);
  });
});

describe('selecting in a table', () => {
  it.each([
    ['Space selects the current row', '{ArrowDown} ', ['Antwerp']],
    ['Space again takes it out', '{ArrowDown}  ', []],
    [
      'Shift and an arrow select on from there',
      '{ArrowDown} {Shift>}{ArrowDown}{ArrowDown}{/Shift}',
      ['Antwerp', 'Bergen', 'Cork'],
    ],
    [
      'Shift and End select the rest',
      '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown} {Shift>}{End}{/Shift}',
      ['Dover', 'Emden'],
    ],
    ['Ctrl and A select all', '{Control>}a{/Control}', ['Antwerp', 'Bergen', 'Cork', 'Dover', 'Emden']],
  ])('%s', async (_, keys, names) => {
    const { user } = await drawPart(<SelectablePorts autoFocus />);
    await user.keyboard(keys);
    expect(table().getAttribute('aria-multiselectable')).toBe('true');
    expect(selected()).toEqual(names.map((name) => expect.stringContaining(name) as string));
  });

  it('with the mouse takes Ctrl, the checkbox, or Shift for all up to the row; none of them opens it', async () => {
    const onOpen = vi.fn();
    const { user } = await drawPart(<SelectablePorts onOpen={onOpen} />);
    await user.keyboard('{Control>}');
    await user.click(screen.getByText('Antwerp'));
    await user.keyboard('{/Control}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Cork' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByText('Emden'));
    await user.keyboard('{/Shift}');
    expect(selected()).toEqual(['Antwerp0', 'Cork2', 'Dover3', 'Emden4']);
    expect(onOpen).not.toHaveBeenCalled();
  });
});

it('a sorted table says by what and in which direction, and sorts by a press on a heading', async () => {
  const onSort = vi.fn();
  const { user } = await drawPart(<Ports sort={{ by: 'ships', isDescending: true, onSort }} />);
  expect(screen.getByRole('columnheader', { name: 'Ships' }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('none');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(onSort).toHaveBeenCalledExactlyOnceWith('name');
});

it('rows of pages that are not there yet are placeholders, and the visible ones are asked for', async () => {
  const onVisible = vi.fn();
  await drawPart(<Ports rows={{ count: 400, at: (index) => ports[index] ?? null, onVisible }} />);
  expect(row('Emden').getAttribute('aria-busy')).toBe('false');
  expect(rows()[5]?.getAttribute('aria-busy')).toBe('true');
  expect(rows()[5]?.textContent).toBe('Sending');
  expect(table().getAttribute('aria-rowcount')).toBe('401');
  expect(rows().length).toBeLessThan(60);
  expect(onVisible).toHaveBeenLastCalledWith(0, rows().length);
});

describe('a table that remembers how it was left', () => {
  const height = 36;
  const fleet: readonly Port[] = Array.from({ length: 400 }, (_, ships) => ({
    name: `port-${ships}`,
    ships,
  }));
  const Fleet = (props: Props) => <Ports rows={fleet} remembers="fleet" autoFocus {...props} />;
  const top = () => table().scrollTop / height;
  const scrollTo = (line: number) => fireEvent.scroll(table(), { target: { scrollTop: line * height } });
  const isDrawn = (name: string) => screen.queryByText(name) !== null;

  beforeEach(() => {
    vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, to?: unknown) {
      const { top: wanted } = to as { readonly top: number };
      this.scrollTop = wanted;
      this.dispatchEvent(new Event('scroll'));
    });
  });
  afterEach(() => void vi.spyOn(Element.prototype, 'scrollTo').mockReset());

  /** Draws a table, and another one in its place after it was left. */
  async function leave(first: Props, inBetween: (user: UserEvent) => unknown) {
    const { stores, user, drawn } = await drawPart(<Fleet {...first} />);
    await inBetween(user);
    drawn.unmount();
    return { user, comeBack: (props: Props = first) => draw(stores, <Fleet {...props} />) };
  }

  it('has its position and its current row again, with the focus, even where that row is out of sight', async () => {
    const { comeBack, user } = await leave({}, async (person) => {
      await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
      scrollTo(200);
    });
    comeBack();
    expect(top()).toBe(200);
    expect(isDrawn('port-205')).toBe(true);
    expect(document.activeElement).toBe(table());
    await user.keyboard('{ArrowDown}');
    expect(current()).toContain('port-3');
  });
});
