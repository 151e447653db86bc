import { Button, Menu, Modal, Select, Textarea } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { type BatchAsk, mostBatchRows } from '#shared/domain/batch.ts';
import { longestPeriodYears } from '#shared/domain/change.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import type { AppError } from '#shared/errors.ts';
import { useStores } from '../../app-stores.ts';
import {
  fewestRows,
  listed,
  problemOf,
  readHost,
  useMostNameservers,
} from '../../domains/nameservers/host-rows.ts';
import { TemplateChoices, useHostTemplates } from '../../domains/nameservers/HostTemplates.tsx';
import { counted, format } from '../../ui/Formats.tsx';
import { OtherAccount } from '../../ui/PageParts.tsx';
import { FlowTrouble } from '../FlowParts.tsx';
import { useBatches } from './batch-store.ts';
import css from './maker.module.css';

interface Props {
  /** The account that holds the domains. */
  readonly accountId: string;
  /** As A-labels. */
  readonly domains: readonly string[];
  readonly onClose: () => void;
}

/** The form for a batch. Submitting starts reading the present state and opens the batch; nothing is changed yet. */
export function BatchMaker({ accountId, domains, onClose }: Props) {
  const { route } = useStores();
  const plans = useBatches();
  const most = useMostNameservers(accountId);
  const [form, setForm] = useState<BatchForm>(emptyForm);
  const [isStrict, setStrict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const isTooMany = domains.length > mostBatchRows;

  async function prepare(event?: SyntheticEvent): Promise<void> {
    event?.preventDefault();
    setStrict(true);
    const ask = askOf(form, most);
    if (ask === null || isBusy || isTooMany) return;
    setBusy(true);
    setError(null);
    const result = await plans.actions.prepare({ accountId, ask, domains: [...domains] });
    setBusy(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    onClose();
    route.actions.goToChanges({ kind: 'plan', planId: result.value.id });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Batch change for ${counted(domains.length, 'domain', 'domains')}`}
      size={560}
    >
      <form className={css['dialog']} onSubmit={(event) => void prepare(event)}>
        <OtherAccount accountId={accountId} />
        <Which domains={domains} />
        {isTooMany && (
          <p className={css['refusal']} role="alert">
            One batch takes {format.count(mostBatchRows)} domains at most. Select fewer.
          </p>
        )}
        <BatchActionFields
          accountId={accountId}
          form={form}
          change={(news) => setForm({ ...form, ...news })}
          isStrict={isStrict}
        />
        {error !== null && (
          <FlowTrouble error={error} about="The batch change was not made" lookAgain={() => void prepare()} />
        )}
        <div className={css['end']}>
          <p className={css['quiet']}>
            Next, current settings are read. You review every row before anything is sent.
          </p>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={isTooMany || domains.length === 0}>
            Read and review
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const fewNames = 3;

/** The first names of the selection. */
const Which = ({ domains }: Pick<Props, 'domains'>) => (
  <p className={`mono ${css['names'] ?? ''}`}>
    {domains.slice(0, fewNames).map(toUnicode).join(', ')}
    {domains.length > fewNames && ` and ${format.count(domains.length - fewNames)} more`}
  </p>
);

interface BatchActionFieldsProps {
  readonly accountId: string;
  readonly form: BatchForm;
  readonly change: (news: Partial<BatchForm>) => void;
  readonly isStrict: boolean;
}

const batchActions: readonly {
  readonly deed: BatchAction;
  readonly label: string;
  readonly about: string;
}[] = [
  { deed: 'lock', label: 'Lock', about: 'Put the registrar lock on' },
  { deed: 'unlock', label: 'Unlock', about: 'Take the registrar lock off' },
  { deed: 'nameservers', label: 'Set nameservers', about: 'The same set for all' },
  { deed: 'renew', label: 'Renew', about: 'Costs money. The review shows the prices that are known' },
];

/** The action and its values. */
function BatchActionFields({ accountId, form, change, isStrict }: BatchActionFieldsProps) {
  return (
    <>
      <fieldset className={css['choices']}>
        <legend>What to do with each</legend>
        {batchActions.map(({ deed, label, about }) => (
          <label key={deed} className={css['choice']}>
            <input
              type="radio"
              name="deed"
              data-autofocus={deed === form.deed ? true : undefined}
              checked={form.deed === deed}
              onChange={() => change({ deed })}
            />
            <span>
              <strong>{label}</strong> <span className={css['quiet']}>{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {form.deed === 'nameservers' && (
        <Hosts
          accountId={accountId}
          text={form.hosts}
          change={(hosts) => change({ hosts })}
          isStrict={isStrict}
        />
      )}
      {form.deed === 'renew' && <Period form={form} change={change} />}
    </>
  );
}

const years = Array.from({ length: longestPeriodYears }, (_, index) => index + 1);

function Period({ form, change }: Pick<BatchActionFieldsProps, 'form' | 'change'>) {
  return (
    <Select
      label="Period"
      w={200}
      data={years.map((count) => ({ value: String(count), label: counted(count, 'year', 'years') }))}
      value={String(form.periodYears)}
      onChange={(value) => change({ periodYears: Number(value ?? 1) })}
    />
  );
}

interface HostsProps {
  readonly accountId: string;
  readonly text: string;
  readonly change: (text: string) => void;
  /** Show errors even while typing. */
  readonly isStrict: boolean;
}

/** The nameservers for every domain: typed one to a line, pasted, or taken from a template. */
function Hosts({ accountId, text, change, isStrict }: HostsProps) {
  const most = useMostNameservers(accountId);
  const problem = hostsProblem(text, most);
  const sent = hostsIn(text);
  return (
    <div className={css['hosts']}>
      <Textarea
        label="Nameservers, one to a line"
        description={`Two to ${most === 5 ? 'five' : most}. The whole set of each domain is replaced by these.`}
        placeholder={'ns1.example.net\nns2.example.net'}
        classNames={{ input: `mono ${css['input'] ?? ''}` }}
        value={text}
        maxLength={4_000}
        rows={4}
        spellCheck={false}
        error={isStrict || sent.length >= 2 ? problem : null}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className={css['under']}>
        <Templates choose={(hosts) => change(hosts.join('\n'))} />
        {problem === null && (
          <p className={css['quiet']}>
            Sent as <span className="mono">{sent.join(', ')}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function Templates({ choose }: { readonly choose: (hosts: readonly string[]) => void }) {
  const { templates, read } = useHostTemplates();
  return (
    <Menu position="bottom-start" width={320} onOpen={() => void read()}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={14} aria-hidden />}>
          Take a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TemplateChoices templates={templates} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The actions available in a batch. */
type BatchAction = 'lock' | 'unlock' | 'nameservers' | 'renew';

interface BatchForm {
  readonly deed: BatchAction;
  /** As typed or pasted, one to a line. */
  readonly hosts: string;
  readonly periodYears: number;
}

const emptyForm: BatchForm = { deed: 'lock', hosts: '', periodYears: 1 };

/** Why the nameservers cannot be set; null where they can. */
export function hostsProblem(text: string, most: number): string | null {
  const rows = listed(text);
  if (rows.length < fewestRows) return 'Two nameservers are needed';
  if (rows.length > most) return `${most} nameservers can be sent at most`;
  for (const [index, row] of rows.entries()) {
    const problem = problemOf(rows, index);
    if (problem !== null) return `${row}: ${problem}`;
  }
  return null;
}

/** The hosts as sent: A-labels, in order. */
const hostsIn = (text: string): readonly string[] =>
  listed(text).flatMap((row) => {
    const host = readHost(row);
    return host.ok ? [host.value] : [];
  });

/** The ask for each domain; null where the form is incomplete. */
function askOf({ deed, hosts, periodYears }: BatchForm, most: number): BatchAsk | null {
  switch (deed) {
    case 'lock':
      return { kind: 'lock', state: 'locked' };
    case 'unlock':
      return { kind: 'lock', state: 'unlocked' };
    case 'nameservers':
      return hostsProblem(hosts, most) === null ? { kind: 'nameservers', nameservers: hostsIn(hosts) } : null;
    case 'renew':
      return { kind: 'renew', periodYears };
  }
}
