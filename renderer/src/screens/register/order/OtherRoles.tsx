import { Section } from '../../../components/Section.tsx';
import { Tick } from '../../../components/Tick.tsx';
import css from '../register.module.css';
import { type CopiedRole, copiedRoles } from '../register-form.ts';
import type { Order } from '../use-order.ts';

const words: Readonly<Record<CopiedRole, string>> = { admin: 'Admin', tech: 'Tech', billing: 'Billing' };

/** The other roles: each a copy of the registrant, or not sent. */
export function OtherRoles({ order: { form, change } }: { readonly order: Order }) {
  const toggle = (role: CopiedRole, isCopied: boolean) =>
    change({
      copies: copiedRoles.filter((other) => (other === role ? isCopied : form.copies.includes(other))),
    });
  return (
    <Section title="Other contacts">
      <p className={css['quiet']}>
        Sent as copies of the registrant. A role that is not ticked is not sent; what the registry makes of
        that is not said by the API.
      </p>
      <div className={css['ticks']}>
        {copiedRoles.map((role) => (
          <Tick
            key={role}
            label={words[role]}
            checked={form.copies.includes(role)}
            onChange={(event) => toggle(role, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Section>
  );
}
