import type { Json } from '../../electron/main/reseller/json.ts';
import { takenBackInTenLanguages } from './yeses-in-ten-languages.ts';

const renewedUntil = { domain: 'example.com', expirydate: '2027-11-28' };

/**
 * The plain answers to a renewal of `example.com` for one year by the interfaces of seven families, and what each is. Source: the
 * field notes, "Error answers" and "Per operation"; the public documents of interfaces of the other forms. Nothing under `result`
 * alone, in an EPP result alone or in a bare object is a yes of this family.
 */
export const plainYeses: readonly (readonly [
  family: string,
  outcome: 'done' | 'uncertain',
  answers: readonly Json[],
])[] = [
  [
    'this one, as documented and noted',
    'done',
    [
      'success',
      ' Success\n',
      { success: true },
      { success: '1' },
      { success: 1, error: null },
      { status: 'success', message: '', success: 'success' },
      { status: 'success', message: 'Done' },
      { success: true, message: '' },
      { success: true, warnings: [], errors: [] },
      { success: true, data: {} },
      { success: true, data: null, result: [] },
      { status: 'success', message: 'The domain has been renewed until 2027-11-28.', success: 'success' },
      { success: true, message: 'Domain renewed successfully' },
      { success: true, message: 'Domain Renewal Successful!', domain: 'EXAMPLE.COM', period: '1' },
      { success: true, orderid: 4711, invoiceid: 815 },
      { success: true, regperiod: 1, domain: { id: 12, name: 'example.com', status: 'Active' } },
    ],
  ],
  [
    'modules of a billing system',
    'done',
    [
      { success: true, orderid: 4711, domainids: '12', invoiceid: '815', productids: '', addonids: '' },
      { success: true, message: 'Order #4711 placed. Invoice #815 paid: €10.00', clientid: 7 },
      {
        success: true,
        description: 'Domain Renewal - example.com - 1 Year/s (2026-11-28 - 2027-11-27)',
        amount: '10.00',
      },
      { success: true, message: 'Your account has been charged 10.00 EUR. New balance: 490.00 EUR.' },
    ],
  ],
  [
    'registries over EPP',
    'done',
    [
      {
        success: true,
        code: 1000,
        msg: 'Command completed successfully',
        data: { exDate: '2027-11-28T23:59:59.0Z' },
      },
      {
        success: true,
        result: { code: '1000', message: '1000 Command completed successfully' },
        clTRID: 'ABC-12345',
        svTRID: '54321-XYZ',
      },
    ],
  ],
  [
    'REST with data',
    'done',
    [
      {
        success: true,
        data: { ...renewedUntil, status: 'active', created_at: '2016-11-28T10:00:00Z', deleted_at: null },
      },
      {
        success: true,
        code: 200,
        message: 'OK',
        data: [{ ...renewedUntil, id: 17, price: 10, currency: 'USD' }],
      },
    ],
  ],
  [
    'orders',
    'done',
    [
      {
        success: true,
        order: {
          id: 4711,
          status: 'Completed',
          total: '10.00',
          currency: 'EUR',
          items: [{ type: 'renew', domain: 'example.com', period: 1, periodUnit: 'y' }],
        },
      },
      {
        success: true,
        transactionId: '3f2a9c1e-12ab-4cde-9876-00aabbccddee',
        oldExpiry: '2026-11-28',
        newExpiry: '2027-11-28',
      },
    ],
  ],
  [
    'legacy ones, in words',
    'done',
    [
      { success: true, message: 'OK' },
      { success: 'true', msg: 'RENEWAL_SUCCESSFUL', ref: 'REF-2026-0042' },
      { success: true, message: 'Thank you. Domain <b>example.com</b> renewed for 1 year(s).' },
    ],
  ],
  [
    'those whose yes is no yes here',
    'uncertain',
    [
      { result: 'success' },
      { result: 'success', orderid: 4711 },
      { code: 1000, msg: 'Command completed successfully' },
      { status: 'ok' },
      { renewed: true },
      { success: 'Domain renewed' },
      '{"success":true}',
      1,
      true,
      null,
      [],
      {},
    ],
  ],
];

/** Beside a yes: each by hand, and of a kind. */
export const takenBackByHand: readonly Json[] = [
  ...takenBackInTenLanguages.map((message) => ({ success: true, message })),
  { success: true, errno: 28 },
  { success: true, errcode: 12 },
  { success: true, errmsg: 'E1043' },
  { success: true, code: 'E2104' },
  { success: true, code: 1001 },
  { success: true, rc: 1 },
  { success: true, exit: 1 },
  { success: true, count: 0 },
  { success: true, domains: [], count: 0 },
  { success: true, status: 'held' },
  { success: true, data: { state: 'rejeté' } },
  { success: true, data: { result: 'ko' } },
  { success: true, dryrun: true },
  { success: true, simulated: true },
  { success: true, data: { testmode: 1 } },
  { success: true, demo: 'yes' },
  { success: true, oldexpiry: '2026-12-01', newexpiry: '2026-12-01' },
  { success: true, data: { expiry: { old: '2026-12-01', new: '2026-12-01' } } },
  { success: true, message: 'Nоt renewed' },
  { success: true, message: 'N0t renewed' },
  { success: true, message: 'NOTRENEWED' },
  { success: true, message: '<b>Not</b> renewed' },
  { success: true, message: 'Order c0mpleted' },
  { success: true, message: '10.00 DUE' },
  { success: true, message: 'Renewed for 2 years' },
  { success: true, info: { reason: 'premium' } },
  { success: true, warning: 'grace period is over' },
  { success: true, orderid: 'ON-HOLD-17' },
  { success: true, message: 'Order 0' },
  { success: true, message: 'Invoice for your order: 12.00 EUR' },
  { success: true, message: 'Domain renewed until 2020-01-01' },
  { success: true, expirydate: '1970-01-01' },
  { success: true, status: 'new' },
  { success: true, domains_to_renew: ['example.com'] },
  { success: true, renewal: false },
  { success: true, message: 'x'.repeat(501) },
  { success: 'success', status: 'success', message: 'Duplicate order' },
];
