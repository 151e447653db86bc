// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from '../../../../../renderer/src/ui/DataTable.tsx';
import { type Column, noSelection } from '../../../../../renderer/src/ui/table-model.ts';
import { drawInJsdom, drawPart } from '../a-drawn-part.tsx';

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

  it('to read only has no current row and no keys', async () => {
    const onOpen = vi.fn();
    const { user } = await drawPart(<Ports isStatic onOpen={onOpen} />);
    screen.getByRole('table', { name: 'Ports' }).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onOpen).not.toHaveBeenCalled();
    expect(screen.getAllByRole('cell')).toHaveLength(10);
    expect(screen.queryByRole('row', { selected: true })).toBeNull();
  });

  it('shows what is given for an empty one', async () => {
    await drawPart(<Ports rows={[]} none="No ports yet" />);
    expect(within(rows()[0] ?? table()).getByRole('gridcell').textContent).toBe('No ports yet');
  });

  it('takes the focus where it is told to, and begins at its first row', async () => {
    await drawPart(<Ports autoFocus startsAtFirst />);
    expect(document.activeElement).toBe(table());
    expect(current()).toContain('Antwerp');
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

  it('leave the table upwards from its first row', async () => {
    const onLeave = vi.fn();
    const { user } = await drawPart(<Ports autoFocus startsAtFirst onLeave={onLeave} />);
    await user.keyboard('{ArrowUp}');
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('on a button in a row are left to the button', async () => {
    const press = vi.fn();
    const withButton: readonly Column<Port, 'name'>[] = [
      { key: 'name', title: 'Name', width: '1fr', cell: () => <button onClick={press}>Sail</button> },
    ];
    const { user } = await drawPart(<Ports columns={withButton} rows={ports.slice(0, 1)} />);
    screen.getByRole('button', { name: 'Sail' }).focus();
    await user.keyboard('{ArrowDown}');
    expect(current()).toBeNull();
    await user.keyboard(' ');
    expect(press).toHaveBeenCalledOnce();
  });
});

describe('a click in a row of a table', () => {
  it.each([
    ['a button', <button type="button">Sail</button>],
    ['an icon in a button', <button type="button">{<svg role="img" aria-label="Sail" />}</button>],
    ['a link', <a href="#sail">Sail</a>],
    ['a field', <input aria-label="Sail" />],
    ['the label of a field', <label>Sail {<input type="checkbox" />}</label>],
  ])('on %s neither opens nor selects the row', async (_, control) => {
    const onOpen = vi.fn();
    const onCursor = vi.fn();
    const { user } = await drawPart(
      <SelectablePorts
        columns={[{ key: 'name', title: 'Name', width: '1fr', cell: () => control }]}
        rows={ports.slice(0, 1)}
        onOpen={onOpen}
        onCursor={onCursor}
      />,
    );
    const sail = screen.queryByText(/Sail/) ?? screen.getByLabelText('Sail');
    await user.click(sail);
    await user.keyboard('{Shift>}');
    await user.click(sail);
    expect(onOpen).not.toHaveBeenCalled();
    expect(onCursor).not.toHaveBeenCalled();
    expect(selected()).toEqual([]);
  });

  it('beside them opens the row', async () => {
    const onOpen = vi.fn();
    const { user } = await drawPart(
      <Ports
        columns={[
          { key: 'name', title: 'Name', width: '1fr', cell: ({ name }) => name },
          { key: 'ships', title: 'Ships', width: '80px', cell: () => <button type="button">Sail</button> },
        ]}
        onOpen={onOpen}
      />,
    );
    await user.click(screen.getByText('Cork'));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(ports[2], 2);
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

  it('by the checkbox of the heading takes all, then none, and is neither in between', async () => {
    const { user } = await drawPart(<SelectablePorts />);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all that are shown' });
    await user.click(screen.getByRole('checkbox', { name: 'Select Cork' }));
    expect(all.indeterminate).toBe(true);
    await user.click(all);
    expect(all.checked).toBe(true);
    expect(selected()).toHaveLength(5);
    await user.click(all);
    expect(selected()).toEqual([]);
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

it('group headings are lines of their own that keys pass over', async () => {
  const groups = [
    { before: 0, heading: 'Scheldt' },
    { before: 1, heading: 'North Sea' },
  ];
  const { user } = await drawPart(<Ports autoFocus groups={groups} />);
  expect(
    rows()
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  ).toEqual(['Scheldt', 'Antwerp0', 'North Sea', 'Bergen1']);
  expect(table().getAttribute('aria-rowcount')).toBe('8');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(current()).toBe('Bergen1');
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
