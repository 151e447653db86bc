import type { Page } from '@playwright/test';

/** Keeps a contact and nameservers of the same name, by the requests that the page itself makes. */
export const keepTemplates = (page: Page, name = 'Northstar'): Promise<void> =>
  page.evaluate(async (label) => {
    const { templates } = window.namedesk.request;
    const field = (of: string, value: string) => ({ name: of, value });
    const contact = {
      kind: 'contact' as const,
      fields: [
        field('Contact_Name', 'Robin Example'),
        field('Address_1', '1 Quay Street'),
        field('City', 'Bristol'),
        field('ZIP_code', 'BS1 4DJ'),
        field('Country', 'GB'),
        field('Phone', '+44.1175550100'),
        field('Email', 'robin@example.com'),
      ],
    };
    const hosts = { kind: 'nameservers' as const, nameservers: ['ns1.example.net', 'ns2.example.net'] };
    for (const body of [contact, hosts]) {
      const saved = await templates.save({ id: null, name: label, body });
      if (!saved.ok) throw new Error(JSON.stringify(saved.error));
    }
  }, name);
