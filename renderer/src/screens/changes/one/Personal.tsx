import { Button } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type Change, isOpen } from '#shared/domain/change.ts';
import { sentencesFor } from '#shared/words/error-sentences.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import css from './one.module.css';
import type { OneStore, Personal as PersonalRoles } from './one-store.ts';

interface Props {
  readonly store: OneStore;
  readonly change: Change;
}

/** The contact data that was to be written, while the change is open: shown only when asked for, for the person who has to decide. */
export function Personal({ store, change }: Props) {
  const personal = useStore(store, (state) => state.personal);
  const { showPersonal, hidePersonal } = store.actions;
  useEffect(() => hidePersonal, [hidePersonal]);
  const { kind } = change.what;
  if (!isOpen(change.state) || (kind !== 'contacts' && kind !== 'register')) return null;
  const isShown = personal.status === 'ready' || personal.status === 'failed';
  return (
    <section>
      <h3 className={css['section']}>Personal values</h3>
      <p className={css['quiet']}>Sealed on this computer until the change is over, then gone.</p>
      <Button
        variant="default"
        mt={8}
        aria-expanded={isShown}
        loading={personal.status === 'loading'}
        leftSection={isShown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
        onClick={() => (isShown ? hidePersonal() : void showPersonal())}
      >
        {isShown ? 'Hide what was to be written' : 'Show what was to be written'}
      </Button>
      {personal.status === 'failed' && <p role="alert">{sentencesFor(personal.error).happened}</p>}
      {personal.status === 'ready' && <Roles roles={personal.value} />}
    </section>
  );
}

function Roles({ roles }: { readonly roles: PersonalRoles }) {
  if (roles === null) return <p className={css['quiet']}>It is no longer there.</p>;
  return roles.map(({ name, fields }) => (
    <div key={name} className={css['personal']}>
      <h4>{name}</h4>
      <dl className={css['sent']} aria-label={name}>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>{field.name}</dt>
            <dd className="selectable">
              {field.value === '' ? <em className={css['none']}>empty</em> : field.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}
