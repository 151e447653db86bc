// @vitest-environment jsdom

import { TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { ConfirmDialog, FormDialog, inAnyCase } from '../../../../../renderer/src/ui/Dialogs.tsx';
import { drawInJsdom, drawPart, enter } from '../../../../support/draw.tsx';

drawInJsdom();

const offline = { kind: 'unreachable', why: 'offline' } as const;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Answers one after the other; the last one for ever. */
const answering = (...results: readonly Result<string>[]) => {
  const left = [...results];
  return vi.fn(() => Promise.resolve((left.length > 1 ? left.shift() : left[0]) ?? null));
};

describe('a dialog', () => {
  function Opened(props: Partial<ComponentProps<typeof ConfirmDialog<string>>>) {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && (
          <ConfirmDialog
            title="Remove it?"
            action="Remove"
            onConfirm={answering(ok('removed'))}
            onClose={() => setOpen(false)}
            {...props}
          />
        )}
      </>
    );
  }

  it('gives the focus back to what opened it', async () => {
    const { user } = await drawPart(<Opened />);
    await user.click(button('Open'));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button('Open')));
  });

  it('that stays while its request is out is not closed by Escape then', async () => {
    const { user } = await drawPart(<Opened staysWhileSent onConfirm={() => new Promise(() => undefined)} />);
    await user.click(button('Open'));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('ConfirmDialog', () => {
  async function confirming(props: Partial<ComponentProps<typeof ConfirmDialog<string>>> = {}) {
    const onClose = vi.fn();
    const onDone = vi.fn();
    const onConfirm = answering(ok('removed'));
    const page = await drawPart(
      <ConfirmDialog
        title="Remove it?"
        action="Remove"
        cancel="Keep it"
        onConfirm={onConfirm}
        onDone={onDone}
        onClose={onClose}
        {...props}
      />,
    );
    return { ...page, onClose, onDone, onConfirm };
  }

  it.each([
    ['the button that does not go on where something is lost', { color: 'danger' }, 'Keep it'],
    ['the button that goes on elsewhere', {}, 'Remove'],
    ['the other one where that is wanted', { color: 'danger', focus: 'action' }, 'Remove'],
  ] as const)('has the focus on %s', async (_, props, name) => {
    await confirming(props);
    await waitFor(() => expect(document.activeElement).toBe(button(name)));
  });

  it('does nothing before the text is typed, by Enter neither', async () => {
    const { user, onConfirm } = await confirming({
      typed: { label: 'Type the name', matches: inAnyCase('Harbour') },
    });
    const field = screen.getByRole('textbox', { name: 'Type the name' });
    expect(button('Remove').disabled).toBe(true);
    await user.type(field, 'harbou{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
    await enter(user, field, 'r ');
    expect(button('Remove').disabled).toBe(false);
    await user.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledExactlyOnceWith('harbour ');
  });

  it('stays open with the error, and can be tried again', async () => {
    const onConfirm = answering(fail(offline), ok('removed'));
    const { user, onClose } = await confirming({ onConfirm, about: 'Nothing was removed' });
    await user.click(button('Remove'));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was removed');
    expect(onClose).not.toHaveBeenCalled();
    await user.click(button('Try again'));
    expect(onConfirm).toHaveBeenCalledTimes(2);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('inAnyCase', () => {
  it.each([
    ['harbour ', true],
    ['HARBOUR', true],
    ['Harbou', false],
    ['', false],
    ['\u2068Harbour\u2069', true],
  ])('takes %j: %s', (typed, matches) => expect(inAnyCase('Harbour')(typed)).toBe(matches));
});

describe('FormDialog', () => {
  const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1, 'A name is missing')) });

  async function filling(onSubmit = answering(ok('saved')), showsMissing = false) {
    const onClose = vi.fn();
    const page = await drawPart(
      <FormDialog
        title="Rename"
        action="Save"
        schema={schema}
        initialValues={{ name: '' }}
        onSubmit={onSubmit}
        onClose={onClose}
        showsMissing={showsMissing}
      >
        {(form) => <TextInput label="Name" {...form.getInputProps('name')} />}
      </FormDialog>,
    );
    return {
      ...page,
      onClose,
      onSubmit,
      field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }),
    };
  }

  it('is disabled until the schema accepts; what the schema makes of it is sent, and the dialog closes', async () => {
    const { user, field, onSubmit, onClose } = await filling();
    expect(button('Save').disabled).toBe(true);
    await user.type(field, ' ');
    expect(button('Save').disabled).toBe(true);
    await enter(user, field, 'Harbour ');
    await user.click(button('Save'));
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Harbour' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('sends once, however often its form is submitted', async () => {
    const { user, field, onSubmit } = await filling(vi.fn(() => new Promise(() => undefined)));
    await enter(user, field, 'Harbour');
    for (let tries = 0; tries < 2; tries++) if (field.form !== null) fireEvent.submit(field.form);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('shows an input that was refused at its field, and nowhere else', async () => {
    const refused = { kind: 'invalid-input', field: 'name', reason: 'This name is taken' } as const;
    const { user, field, onClose } = await filling(answering(fail(refused)));
    await enter(user, field, 'Harbour');
    await user.click(button('Save'));
    expect(await screen.findByText('This name is taken')).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each<[string, AppError]>([
    ['another failure', offline],
    ['an input that is none of its fields', { kind: 'invalid-input', field: 'other', reason: 'Too long' }],
  ])('shows %s above its buttons, and what was typed stays', async (_, error) => {
    const { user, field, onClose } = await filling(answering(fail(error)));
    await enter(user, field, 'Harbour');
    await user.click(button('Save'));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(field).toHaveProperty('value', 'Harbour');
    expect(onClose).not.toHaveBeenCalled();
  });
});
