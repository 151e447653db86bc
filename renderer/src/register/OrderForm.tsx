import {
  Box,
  Button,
  Group,
  Menu,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { type ComponentProps, memo, useState } from 'react';
import { mostlyRequired, type RegistrationField } from '#shared/changes/register.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';
import { useStores } from '../app-stores.ts';
import { fieldError, type FlowState } from '../changes/flow-store.ts';
import { ContactInput } from '../domains/contacts/ContactInput.tsx';
import { CopyFromDomain } from '../domains/contacts/CopyFromDomain.tsx';
import type { NamedValue } from '#shared/domain/contact-fields.ts';
import { HostsField } from '../domains/nameservers/HostsField.tsx';
import { useHostRows } from '../domains/nameservers/host-rows.ts';
import { AddonLines, periodChoices } from '../changes/kinds/renew.tsx';
import { HostTemplates, TemplateItems } from '../settings/TemplatesView.tsx';
import { Fold, IconButton, Section, Tick } from '../ui/PageParts.tsx';
import type { Order, TypedOrder } from './order.ts';
import { OrderClient } from './OrderClient.tsx';
import { type CopiedRole, copiedRoles, fullNameOf, isRepeated, type RegisterForm } from './register-store.ts';
import { registrationContact } from './client-parts.ts';
import { Notice } from '../ui/States.tsx';

/** What is typed into an order, and what came of it. */
type FormOrder = TypedOrder & Pick<Order, 'domain' | 'state'>;

/** All fields of an order. */
export function OrderForm({ order }: { readonly order: FormOrder }) {
  const { form, change, state, accountId, domain } = order;
  return (
    <div>
      <OrderClient order={order} />
      <Section title="Period">
        <NativeSelect
          aria-label="Period"
          w={160}
          data={periodChoices}
          value={String(form.periodYears)}
          error={fieldError(state, 'periodYears')}
          onChange={(event) => change({ periodYears: Number(event.currentTarget.value) })}
        />
      </Section>
      <Nameservers
        accountId={accountId}
        nameservers={form.nameservers}
        change={change}
        state={state}
        isStrict={order.tries > 0}
      />
      <Registrant order={order} />
      <OtherRoles copies={form.copies} change={change} />
      <More
        addons={form.addons}
        domainFields={form.domainFields}
        idnLanguage={form.idnLanguage}
        change={change}
        domain={domain}
        state={state}
      />
      <Text size="xs" c="var(--nd-faint)" pt="md" className="line-above">
        The review shows exactly what is sent. Field names and limits differ between providers; see the
        account’s options.
      </Text>
    </div>
  );
}

type Changing = Pick<Order, 'change'>;
type PartOf<K extends keyof RegisterForm> = Pick<RegisterForm, K> & Changing;

interface NameserversProps extends PartOf<'nameservers'>, Pick<Order, 'accountId' | 'state'> {
  readonly isStrict: boolean;
}

// Each part is drawn again only where something of it has changed: a key in one field leaves the others as they are.
const Nameservers = memo(function Nameservers(props: NameserversProps) {
  const { accountId, nameservers, change, state, isStrict } = props;
  const rows = useHostRows(accountId, nameservers, (next) => change({ nameservers: next }));
  return (
    <Section title="Nameservers" actions={<HostTemplates rows={rows} />}>
      <HostsField rows={rows} flow={state} isStrict={isStrict} />
    </Section>
  );
});

interface RegistrantProps {
  readonly order: FormOrder;
}

const labels = (
  [
    'firstname',
    'lastname',
    'companyname',
    'address1',
    'address2',
    'city',
    'state',
    'postcode',
    'country',
    'phonenumber',
    'email',
  ] as const
).map((field) => [field, contactLabelOf(field)] as const);
const missingWords: Readonly<Partial<Record<RegistrationField, string>>> = {
  firstname: 'Enter the registrant’s name',
  address1: 'Enter an address',
  city: 'Enter a city',
  postcode: 'Enter a postcode',
  country: 'Choose a country',
  phonenumber: 'Enter a phone number',
  email: 'Enter an e-mail address',
};
const names = labels.slice(0, 2);
const others = labels.slice(2);

/** The registrant. Missing or unusual values are marked at their field and can still be sent. */
function Registrant({ order }: RegistrantProps) {
  const { form, change, putRegistrant: put, tries, state, missing, split, noteSplit, allowsGaps } = order;
  const { registrant } = form;
  const refusal = fieldError(state, 'contacts');
  const missingAt = (name: RegistrationField) =>
    tries > 0 && missing.some((field) => field === name) ? (missingWords[name] ?? 'Missing') : null;

  const field = ([name, label]: (typeof labels)[number]) => (
    <RegistrantField
      key={name}
      name={name}
      label={label}
      value={registrant[name]}
      country={registrant.country}
      isMarked={!allowsGaps && isMostlyRequired(name)}
      refusal={registrantRefusal(state, name) ?? missingAt(name)}
      put={put}
    />
  );

  return (
    <Section
      title="Registrant"
      actions={
        <RegistrantMenu
          accountId={order.accountId}
          domain={order.domain}
          onTake={(fields) => {
            const taken = registrationContact(fields);
            noteSplit(taken.split);
            change({ registrant: taken.contact });
          }}
        />
      }
    >
      {refusal !== null && (
        <Text size="xs" c="error" mb="sm" role="alert">
          {refusal}
        </Text>
      )}
      {split !== null && (
        <Notice>
          “<bdi>{split}</bdi>” was split into first and last name at its last space. Check that it is right.
        </Notice>
      )}
      <SimpleGrid minColWidth={260} spacing="lg" verticalSpacing={12} style={{ alignItems: 'start' }}>
        {names.map(field)}
        <FullName order={order} onChange={(value) => put('fullname', value)} />
        {others.map(field)}
      </SimpleGrid>
      <Stack gap={4} mt="sm">
        <Text size="xs" c="dimmed">
          {allowsGaps
            ? 'The review opens without them, and warns of what is empty.'
            : '* Needed for the review: most registries refuse an order without these.'}
        </Text>
        <Tick
          label="This registry asks for less: allow empty fields"
          checked={allowsGaps}
          onChange={({ currentTarget: { checked } }) => order.allowGaps(checked)}
        />
      </Stack>
    </Section>
  );
}

interface RegistrantFieldProps extends Pick<
  ComponentProps<typeof ContactInput>,
  'label' | 'value' | 'country' | 'refusal' | 'isMarked'
> {
  readonly name: RegistrationField;
  readonly put: Order['putRegistrant'];
}

const RegistrantField = memo(function RegistrantField({ put, ...field }: RegistrantFieldProps) {
  return <ContactInput {...field} onChange={(value) => put(field.name, value)} />;
});

const isMostlyRequired = (name: RegistrationField): boolean =>
  mostlyRequired.some((required) => required === name);

/** Beside the button for the review: which fields it waits for, once it was asked for. The rule itself stands below the fields. */
export function StillEmpty({ order: { tries, missing } }: { readonly order: FormOrder }) {
  if (tries === 0 || missing.length === 0) return null;
  return (
    <Text c="error" role="status">
      Still empty: {missing.map((name) => shortNames[name] ?? name).join(', ')}.
    </Text>
  );
}

const shortNames: Readonly<Partial<Record<RegistrationField, string>>> = {
  ...Object.fromEntries(labels),
  firstname: 'Name',
};

interface FullNameProps extends RegistrantProps {
  readonly onChange: (value: string) => void;
}

const FullName = ({ order: { form, state }, onChange }: FullNameProps) => (
  <TextInput
    label="Full name"
    placeholder={fullNameOf({ ...form.registrant, fullname: '' })}
    description="First and last name unless you type something else"
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    value={form.registrant.fullname}
    maxLength={2_000}
    error={registrantRefusal(state, 'fullname')}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

interface RegistrantMenuProps {
  readonly accountId: string;
  readonly domain: string;
  readonly onTake: (fields: readonly NamedValue[]) => void;
}

/** Fills the registrant in from a template or from another domain. */
function RegistrantMenu({ accountId, domain, onTake }: RegistrantMenuProps) {
  const { route } = useStores();
  const [isCopying, setIsCopying] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button aria-label="Fill in the registrant" leftSection={<IconTemplate size={14} aria-hidden />}>
            Fill in
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <TemplateItems kind="contact" onChoose={({ fields }) => onTake(fields)} />
          <Menu.Divider />
          <Menu.Item onClick={() => setIsCopying(true)}>Copy from another domain…</Menu.Item>
          <Menu.Item onClick={() => route.actions.goToDomains({ kind: 'templates' })}>
            All templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isCopying && (
        <CopyFromDomain
          accountId={accountId}
          except={domain}
          role="Registrant"
          onClose={() => setIsCopying(false)}
          onTake={(fields) => {
            onTake(fields);
            setIsCopying(false);
          }}
        />
      )}
    </>
  );
}

const words: Readonly<Record<CopiedRole, string>> = { admin: 'Admin', tech: 'Tech', billing: 'Billing' };

/** The other roles: each is a copy of the registrant, or not sent. */
const OtherRoles = memo(function OtherRoles({ copies, change }: PartOf<'copies'>) {
  const toggle = (role: CopiedRole, isCopied: boolean) =>
    change({
      copies: copiedRoles.filter((other) => (other === role ? isCopied : copies.includes(other))),
    });
  return (
    <Section title="Other contacts">
      <Text c="dimmed" maw={640}>
        Sent as copies of the registrant. Roles not ticked are not sent.
      </Text>
      <Group gap="8px 24px" mt="sm">
        {copiedRoles.map((role) => (
          <Tick
            key={role}
            label={words[role]}
            checked={copies.includes(role)}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
          />
        ))}
      </Group>
    </Section>
  );
});

interface MoreProps
  extends PartOf<'addons' | 'domainFields' | 'idnLanguage'>, Pick<Order, 'domain' | 'state'> {}

/** Fields that most orders do not need: add-ons, and what some registries require. Untouched, none of them is sent. */
const More = memo(function More(props: MoreProps) {
  const { addons, domainFields, idnLanguage, change, domain, state } = props;
  const isIdn = domain.includes('xn--');
  const isUsed = Object.keys(addons).length > 0 || domainFields.length > 0 || idnLanguage !== '';
  return (
    <Box pt="md" pb="lg" className="line-above">
      <Fold summary="More: add-ons, registry fields" open={isUsed || isIdn || undefined}>
        {isIdn && (
          <TextInput
            label="Language of the name"
            description="This name has characters beyond a to z. Some registries ask for its language, such as DE or GER. Leave empty to send none."
            maw={480}
            mt={12}
            value={idnLanguage}
            maxLength={64}
            error={fieldError(state, 'idnLanguage')}
            onChange={(event) => change({ idnLanguage: event.currentTarget.value })}
          />
        )}
        <Title order={4} size="sm" fw={600} mt="md" mb="xs">
          Add-ons
        </Title>
        <Text c="dimmed" maw={640}>
          The service gives no prices for add-ons.
        </Text>
        <AddonLines addons={addons} onChange={(next) => change({ addons: next })} />
        <Title order={4} size="sm" fw={600} mt="md" mb="xs">
          Registry fields
        </Title>
        <Text c="dimmed" maw={640}>
          What a registry requires beyond the contacts, under your provider’s field names, such as a tax
          number.
        </Text>
        <DomainFields fields={domainFields} onChange={(next) => change({ domainFields: next })} />
      </Fold>
    </Box>
  );
});

interface FieldsProps {
  readonly fields: RegisterForm['domainFields'];
  readonly onChange: (fields: RegisterForm['domainFields']) => void;
}

function DomainFields({ fields, onChange }: FieldsProps) {
  const put = (at: number, changes: Partial<FieldsProps['fields'][number]>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...changes } : field)));
  return (
    <>
      <Stack component="ul" gap="sm" mt="sm" mb={4} aria-label="Registry fields">
        {fields.map(({ name, value }, index) => (
          <Group key={index} component="li" gap="sm" align="flex-start" wrap="nowrap">
            <TextInput
              flex={2}
              aria-label={`Name of field ${index + 1}`}
              placeholder="Name"
              value={name}
              maxLength={200}
              error={isRepeated(fields, index) ? 'This name is already in the list' : null}
              onChange={(event) => put(index, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={3}
              aria-label={`Value of field ${index + 1}`}
              placeholder="Value"
              value={value}
              maxLength={2_000}
              onChange={(event) => put(index, { value: event.currentTarget.value })}
            />
            <IconButton
              label={`Remove field ${index + 1}`}
              size={32}
              onClick={() => onChange(fields.filter((_, at) => at !== index))}
            />
          </Group>
        ))}
      </Stack>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...fields, { name: '', value: '' }])}
      >
        Add a field
      </Button>
    </>
  );
}

/** Whether the order form itself shows errors for this field. */
export const isShownAtItsField = (field: string): boolean =>
  /^(nameservers|periodYears|idnLanguage|contacts(\.registrant|$))/.test(field);

const registrantRefusal = (state: FlowState, field: RegistrationField): string | null =>
  fieldError(state, `contacts.registrant.${field}`);
