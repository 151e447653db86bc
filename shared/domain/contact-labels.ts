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

/** Also those of a registration, under the names of the field notes. */
const contactFieldLabels: ReadonlyMap<string, string> = new Map<string, string>([
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
  ['firstname', 'First name'],
  ['lastname', 'Last name'],
  ['fullname', 'Full name'],
  ['companyname', 'Company'],
  ['email', 'E-mail'],
  ['address1', 'Address 1'],
  ['address2', 'Address 2'],
  ['city', 'City'],
  ['state', 'State'],
  ['postcode', 'Postcode'],
  ['country', 'Country'],
  ['phonenumber', 'Phone'],
]);

/** The label of a documented field of a contact; any other field keeps the service's name. */
export const contactLabelOf = (name: string): string => contactFieldLabels.get(name) ?? name;
