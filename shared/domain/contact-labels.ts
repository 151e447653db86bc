/** The ten fields of a contact. Source: Domain Reseller API v2.2, "Contact set". */
export const contactFieldNames = [
  'Contact_Name',
  'Company_Name',
  'Address_1',
  'Address_2',
  'City',
  'State',
  'ZIP_code',
  'Country',
  'Phone',
  'Email',
] as const;

const contactFieldLabels: ReadonlyMap<string, string> = new Map<(typeof contactFieldNames)[number], string>([
  ['Contact_Name', 'Name'],
  ['Company_Name', 'Company'],
  ['Address_1', 'Address 1'],
  ['Address_2', 'Address 2'],
  ['City', 'City'],
  ['State', 'State'],
  ['ZIP_code', 'Postcode'],
  ['Country', 'Country'],
  ['Phone', 'Phone'],
  ['Email', 'E-mail'],
]);

/** The label of a documented field of a contact; any other field keeps the service's name. */
export const contactLabelOf = (name: string): string => contactFieldLabels.get(name) ?? name;
