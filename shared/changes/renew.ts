import { z } from 'zod';
import { price } from '../areas/common-schemas.ts';
import { amountText } from '../domain/counting.ts';
import { type Price, priceText } from '../domain/finding.ts';
import type { TypeOf } from '../schema-type.ts';
import {
  addons,
  type Addons,
  type ChangeLine,
  type KindOfChange,
  periodYears,
  sent,
  unprovable,
  yearsText,
} from './kind.ts';
import type { BeforeState } from './parts.ts';

export const renewAsk = z.object({ kind: z.literal('renew'), periodYears, addons });
export const renewWhat = z.object({ kind: z.literal('renew'), periodYears, addons, price });

/** The period, the price and the credit before. */
export const costLines = (
  of: { readonly periodYears: number; readonly price: Price },
  before: BeforeState | null,
  currency: string | null = null,
): readonly ChangeLine[] => [
  sent('Period', yearsText(of.periodYears)),
  sent('Price', priceText(of.price, currency)),
  ...(before?.credit == null ? [] : [sent('Credit before', amountText({ amount: before.credit, currency }))]),
];

export function addonLines(of: Addons): readonly ChangeLine[] {
  const chosen = [
    of.dnsManagement === true ? 'DNS management' : '',
    of.emailForwarding === true ? 'e-mail forwarding' : '',
    of.idProtection === true ? 'ID protection' : '',
  ].filter((part) => part !== '');
  return chosen.length === 0 ? [] : [sent('Add-ons', chosen.join(', '))];
}

const title = (of: { readonly periodYears: number }): string => `Renew for ${yearsText(of.periodYears)}`;

export const renew = {
  label: 'Renew',
  hasDays: true,
  noun: 'A renewal',
  title,
  verb: title,
  done: (what, name) => `${name} is renewed for ${yearsText(what.periodYears)}.`,
  undone: (_, name) => `${name} was not renewed.`,
  unsure: (_, name) => `We don’t know whether ${name} was renewed and paid for.`,
  lines: (what, before, currency) => [...costLines(what, before, currency), ...addonLines(what.addons)],
  isPaid: true,
  verification: {
    ...unprovable,
    before: ['credit', 'registry'],
    readBack: ['credit', 'registry'],
    words: {
      reads:
        'Reads the credit again and compares it with before: a hint, not proof. Where you have switched that on, it asks the registry too: its expiry is proof.',
      step: 'Reading the credit, and asking the registry where that is switched on',
      answerAlone:
        'Nothing has shown the new expiry yet, so this rests on the service’s answer and the credit.',
      elsewhere: 'Check the expiry date in your provider’s panel',
      tooEarly: '',
    },
  },
} as const satisfies KindOfChange<TypeOf<typeof renewWhat>, TypeOf<typeof renewAsk>>;
