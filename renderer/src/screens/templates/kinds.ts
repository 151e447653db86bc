import type { Template } from '#shared/domain/portfolio.ts';

export type ContactTemplate = Extract<Template, { readonly kind: 'contact' }>;
export type HostsTemplate = Extract<Template, { readonly kind: 'nameservers' }>;

export const isOfContact = (template: Template): template is ContactTemplate => template.kind === 'contact';
export const isOfHosts = (template: Template): template is HostsTemplate => template.kind === 'nameservers';

/** What a template holds, in one line. */
export function summaryOf(template: Template): string {
  if (template.kind === 'nameservers') return template.nameservers.join(', ');
  const value = (name: string) => template.fields.find((field) => field.name === name)?.value ?? '';
  return [value('Contact_Name'), value('Company_Name'), value('City'), value('Country')]
    .filter((part) => part !== '')
    .join(', ');
}
