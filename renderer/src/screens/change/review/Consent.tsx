import { TextInput } from '@mantine/core';
import { Tick } from '../../../components/Tick.tsx';
import { TypedLimit } from '../../limits/TypedLimit.tsx';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { priceText } from '../../../lib/price-text.ts';
import { fieldError, type Reviewing } from '../flow-state.ts';
import type { FlowActions } from '../flow-store.ts';
import css from './review.module.css';

interface Props {
  readonly state: Reviewing;
  readonly actions: Pick<FlowActions, 'typeName' | 'acceptPremium' | 'typeLimit'>;
}

/** What the review asks a person for: a premium price accepted by itself, what limits are gone over by and the name typed. */
export function Consent({ state, actions }: Props) {
  const { review, typedName, premiumAccepted, typedLimit } = state;
  const { asksFor, price, domain } = review;
  if (!asksFor.premium && !asksFor.typedName && asksFor.limits.length === 0) return null;
  return (
    <div className={css['consent']}>
      {asksFor.premium && (
        <Tick
          label={`I accept that this name is premium. Price: ${price === null ? 'not given' : priceText(price)}`}
          checked={premiumAccepted}
          onChange={(event) => actions.acceptPremium(event.currentTarget.checked)}
        />
      )}
      {asksFor.limits.length > 0 && (
        <TypedLimit limits={asksFor.limits} typed={typedLimit} onType={actions.typeLimit} />
      )}
      {asksFor.typedName && (
        <TextInput
          label={
            <>
              Type <span className="mono">{toUnicode(domain)}</span> to confirm
            </>
          }
          value={typedName}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          error={fieldError(state, 'typedName')}
          onChange={(event) => actions.typeName(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
