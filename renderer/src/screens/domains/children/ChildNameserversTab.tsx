import { Button } from '@mantine/core';
import type { Domain } from '#shared/domain/portfolio.ts';
import { useRef } from 'react';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Section } from '../../../components/Section.tsx';
import { valueOf } from '../../../lib/remote.ts';
import { ChangeFlow } from '../../change/ChangeFlow.tsx';
import { DraftNote } from '../../change/draft/DraftNote.tsx';
import { isBusy, isShownBy } from '../../change/flow-state.ts';
import { Hindrance } from '../../change/Hindrance.tsx';
import { LastChange } from '../../change/LastChange.tsx';
import { useLastChange } from '../../change/last-changes.ts';
import { hostToSend } from './child-form.ts';
import { ChildFields } from './ChildFields.tsx';
import { ChildList } from './ChildList.tsx';
import css from './children.module.css';
import { UsedBy } from './UsedBy.tsx';
import { isAtItsField, useChildForm } from './use-child-form.ts';

interface Props {
  readonly domain: Domain;
}

/** The hosts below a domain that are nameservers themselves: registered, given other addresses, deleted, or only noted. */
export function ChildNameserversTab({ domain }: Props) {
  const editing = useChildForm(domain);
  const { flow, known, begin } = editing;
  const form = useRef<HTMLDivElement>(null);
  const children = valueOf(known.state.children);

  /** Puts the cursor where one goes on. */
  function prepare(changes: Parameters<typeof begin>[0]): void {
    begin(changes);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('input[type=text], input:not([type])')?.focus(),
    );
  }

  return (
    <>
      <Section title="Known child nameservers">
        <div className={css['tab']}>
          <p className={css['quiet']}>
            The API cannot list child nameservers. Here are those that were made from here, and those that you
            noted.
          </p>
          <ListTrouble known={known} />
          {children?.length === 0 && <p>None is known of this domain.</p>}
          {children !== null && children.length > 0 && (
            <ChildList
              known={children}
              modify={({ host, addresses }) =>
                prepare({ task: 'modify', host, currentAddress: addresses[0] ?? '' })
              }
              remove={({ host }) => prepare({ task: 'delete', host })}
              forget={({ host }) => void known.actions.forget(host)}
            />
          )}
        </div>
      </Section>
      <Section title="Change one">
        <div className={css['tab']} ref={form}>
          <Hindrance accountId={domain.accountId} />
          <ChangeFlow flow={flow} isAtItsField={isAtItsField} />
          <FormPart domain={domain} editing={editing} />
        </div>
      </Section>
    </>
  );
}

function ListTrouble({ known }: { readonly known: ReturnType<typeof useChildForm>['known'] }) {
  const { children, error } = known.state;
  const trouble = children.status === 'failed' ? children.error : error;
  return trouble === null ? null : (
    <ErrorState error={trouble} remedies={{ 'try-again': () => void known.actions.load() }} />
  );
}

interface FormProps extends Props {
  readonly editing: ReturnType<typeof useChildForm>;
}

function FormPart({ domain, editing }: FormProps) {
  const { editor, flowState, form, isTyped, problems, change, reset, submit } = editing;
  const last = useLastChange(domain.accountId, domain.name, 'child-nameservers');
  const host = hostToSend(form, domain.name);
  return (
    <>
      <ChildFields form={form} domain={domain.name} problems={problems} onChange={change} />
      {form.task === 'delete' && host !== '' && <UsedBy accountId={domain.accountId} host={host} />}
      {isTyped && <DraftNote state={editor.state} />}
      <div className={css['end']}>
        <Button disabled={!isTyped || isBusy(flowState)} onClick={submit}>
          {form.task === 'tell' ? 'Note it' : 'Review…'}
        </Button>
        <Button variant="default" disabled={!isTyped} onClick={reset}>
          Reset
        </Button>
        {last !== null && !isShownBy(flowState, last) && <LastChange change={last} />}
      </div>
    </>
  );
}
