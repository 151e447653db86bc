// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ContactGrid } from '../../../../../../renderer/src/domains/contacts/ContactInput.tsx';
import { drawInJsdom, drawPart } from '../../../../../support/draw.tsx';

drawInJsdom();

function Form() {
  const [fields, setFields] = useState([
    { name: 'Country', value: 'GB' },
    { name: 'Phone', value: '' },
    { name: 'Email', value: '' },
  ] as readonly { readonly name: string; readonly value: string }[]);
  return <ContactGrid fields={fields} onChange={setFields} />;
}

const phone = () => screen.getByLabelText<HTMLInputElement>('Phone');

describe('the field of a phone number', () => {
  it('writes it as registries take it once it is left, takes nothing from the next field, and comes back', async () => {
    const { user } = await drawPart(<Form />);
    await user.type(phone(), '01482 123456');
    await user.tab();
    await user.keyboard('robin@example.com');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'robin@example.com');
    await screen.findByText(/^Written as registries take it\./);
    expect(phone().value).toBe('+44.1482123456');
    expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'robin@example.com');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(phone().value).toBe('01482 123456');
    await user.click(phone());
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
    expect(phone().value).toBe('01482 123456');
  });
});
