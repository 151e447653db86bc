import { TextInput } from '@mantine/core';
import { type AccountColour, accountColours } from '#shared/domain/account.ts';
import type { AppError } from '#shared/app-error.ts';
import { useId } from 'react';
import { AccountDot } from '../../components/AccountDot.tsx';
import { fieldError, type AccountDraft } from './account-store.ts';
import css from './form.module.css';

interface Props {
  readonly draft: AccountDraft;
  readonly onChange: (changes: Partial<AccountDraft>) => void;
  readonly error: AppError | null;
  /** A practice account has no address and no user of its own. */
  readonly practice?: boolean;
}

/** Who an account is. A reason for refusing stands at its field. */
export function AccountFields({ draft, onChange, error, practice = false }: Props) {
  return (
    <>
      <TextInput
        label="Name"
        description="Only for you: it stands in the header and on every list."
        placeholder="Northwind Hosting"
        value={draft.label}
        maxLength={80}
        error={fieldError(error, 'label')}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        data-autofocus
      />
      <Colours value={draft.colour} onChange={(colour) => onChange({ colour })} />
      {!practice && (
        <>
          <TextInput
            label="Base URL"
            description="From your provider, with its path. It begins with https."
            placeholder="https://portal.example.com/modules/addons/DomainsReseller/api/index.php"
            classNames={{ input: 'mono' }}
            value={draft.baseUrl}
            maxLength={2_048}
            spellCheck={false}
            error={fieldError(error, 'baseUrl')}
            onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
          />
          <TextInput
            label="E-mail address"
            description="The one that your reseller account is registered with."
            placeholder="you@example.com"
            type="email"
            value={draft.username}
            maxLength={320}
            spellCheck={false}
            error={fieldError(error, 'username')}
            onChange={(event) => onChange({ username: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

interface ColoursProps {
  readonly value: AccountColour;
  readonly onChange: (colour: AccountColour) => void;
}

function Colours({ value, onChange }: ColoursProps) {
  const name = useId();
  return (
    <fieldset className={css['colours']}>
      <legend>Colour</legend>
      {accountColours.map((colour) => (
        <label key={colour} className={css['colour']} title={colour}>
          <input
            type="radio"
            name={name}
            checked={colour === value}
            aria-label={colour}
            onChange={() => onChange(colour)}
          />
          <AccountDot colour={colour} />
        </label>
      ))}
    </fieldset>
  );
}
