import { Button } from '@mantine/core';
import { IconKey, IconSchool } from '@tabler/icons-react';
import type { AppError } from '#shared/app-error.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import css from './onboarding.module.css';

interface Props {
  readonly saving: boolean;
  readonly error: AppError | null;
  readonly onPractice: () => void;
  readonly onOwn: () => void;
}

/** The practice account beside one's own. Either can be added later. */
export function Choice({ saving, error, onPractice, onOwn }: Props) {
  return (
    <>
      <h1 className={css['title']}>Welcome to Namedesk</h1>
      <p className={css['lead']}>
        Look names up, and look after them. Which account do you want to begin with?
      </p>
      <div className={css['choices']}>
        <section className={css['choice']}>
          <IconSchool size={24} stroke={1.5} aria-hidden />
          <h2>Practice account</h2>
          <p>
            A service of its own, inside the application. Everything works, nothing is real, nothing costs.
          </p>
          <Button variant="default" loading={saving} onClick={onPractice}>
            Begin with practice
          </Button>
        </section>
        <section className={css['choice']}>
          <IconKey size={24} stroke={1.5} aria-hidden />
          <h2>My reseller account</h2>
          <p>You need three things from your provider: the base URL, your e-mail address and an API key.</p>
          <Button onClick={onOwn}>Add my account</Button>
        </section>
      </div>
      {error !== null && <ErrorState error={error} remedies={{ 'try-again': onPractice }} />}
      <p className={css['promise']}>
        Your API key stays in your system’s keychain. Nothing is bought twice, nothing is guessed. Either
        account can be added later.
      </p>
    </>
  );
}
