import type { Json } from '../../electron/main/reseller/json.ts';
import {
  deep,
  envelopesOfNo,
  envelopesOfYes,
  type Members,
  namesOfIds,
  type Part,
  partsOfNothing,
  placesOfWords,
  sentencesOfYes,
  together,
  wrappers,
} from './answers-of-writes.ts';
import type { Random } from './fuzz/random.ts';

/** What services say beside a yes in ten languages, of a renewal of `example.com` for one year, and what takes a yes back there. */
const languages: readonly { readonly yes: readonly string[]; readonly no: readonly string[] }[] = [
  {
    yes: [
      'Domain example.com has been renewed for 1 year.',
      'The domain was successfully renewed until 2027-11-28',
      'Renewal successful. New expiry date: 28 November 2027',
      'Order #4711 completed, 10.00 EUR charged',
    ],
    no: [
      'Please top up your account, balance is 2.00',
      'Order on hold',
      'Invoice 1042 created, please pay',
      'Domain is in redemption period, restore it first',
      'Renewals are disabled for this TLD',
      'Contact support to renew this domain',
      'Balance due: 12.00',
      'Duplicate order',
      'Sandbox',
      'Renewable from 2027-01-01 only',
      'Registered until paid',
      'Renew your domain',
      'Complete the payment',
      'Domain deleted',
      'Domain de-activated',
      'Expired',
      '0 domains renewed',
    ],
  },
  {
    yes: [
      'Die Domain example.com wurde um 1 Jahr verlängert.',
      'Vielen Dank, Bestellung 4711 ausgeführt',
      'Erfolgreich',
    ],
    no: [
      'Guthaben zu niedrig',
      'Zahlung ausstehend',
      'Domäne gesperrt',
      'Bitte Konto aufladen',
      'Wird geprüft',
      'Kein Guthaben',
    ],
  },
  {
    yes: [
      'Le domaine a été renouvelé avec succès jusqu’au 28/11/2027',
      'Commande 4711 effectuée',
      'Opération réussie',
    ],
    no: [
      'Solde insuffisant',
      'Paiement en attente',
      'Le domaine doit être renouvelé',
      'Veuillez recharger votre compte',
      'Rejeté',
    ],
  },
  {
    yes: ['El dominio se ha renovado correctamente hasta el 28/11/2027', 'Pedido 4711 completado', 'Éxito'],
    no: [
      'Saldo insuficiente',
      'Pago pendiente',
      'El dominio no se ha renovado',
      'Recargue su cuenta',
      'Pedido retenido',
    ],
  },
  {
    yes: ['Il dominio è stato rinnovato con successo fino al 28/11/2027', 'Ordine 4711 completato'],
    no: [
      'Credito insufficiente',
      'Il dominio deve essere rinnovato',
      'In attesa di pagamento',
      'Ordine sospeso',
      'Ricaricare',
    ],
  },
  {
    yes: ['Het domein is succesvol verlengd tot 28-11-2027', 'Bestelling 4711 voltooid'],
    no: ['Onvoldoende saldo', 'Wacht op betaling', 'Het domein is nog niet verlengd', 'Domein geblokkeerd'],
  },
  {
    yes: ['Domena została pomyślnie odnowiona do 28.11.2027', 'Zamówienie 4711 zrealizowane'],
    no: [
      'Brak środków na koncie',
      'Domena nie została odnowiona',
      'Oczekuje na płatność',
      'Domena zablokowana',
    ],
  },
  {
    yes: ['O domínio foi renovado com sucesso até 28/11/2027', 'Pedido 4711 concluído'],
    no: ['Aguardando pagamento', 'O domínio não foi renovado', 'Recarregue sua conta', 'Pedido em espera'],
  },
  {
    yes: ['Домен example.com успешно продлён до 28.11.2027', 'Заказ 4711 выполнен'],
    no: [
      'Недостаточно средств',
      'Домен не продлён',
      'Ожидает оплаты',
      'Пополните баланс',
      'Домен заблокирован',
    ],
  },
  {
    yes: ['域名续费成功，到期日期：2027年11月28日', '操作成功', '订单已完成'],
    no: ['余额不足', '域名已到期', '未成功', '请先充值', '订单处理中', '域名被锁定'],
  },
  {
    yes: ['example.com alan adı başarıyla yenilendi', 'Sipariş 4711 tamamlandı'],
    no: ['Yetersiz bakiye', 'Alan adı yenilenmedi', 'Ödeme bekleniyor', 'Lütfen hesabınıza para yükleyin'],
  },
];
const saidInTenLanguages = languages.flatMap(({ yes }) => yes);
export const takenBackInTenLanguages = languages.flatMap(({ no }) => no);

/** Letters that look like others: an answer that has one in a word is not made of the words of a yes. */
const lookAlikes = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ' } as const;

function disguised(sentence: string, random: Random): string {
  const places = sentence.split('').flatMap((sign, at) => (sign in lookAlikes ? [at] : []));
  const at = random.pick(places);
  // Proof for the cast: only places of these letters are in the list.
  const sign = sentence[at] as keyof typeof lookAlikes;
  return `${sentence.slice(0, at)}${random.chance(0.8) ? lookAlikes[sign] : '0'}${sentence.slice(at + 1)}`;
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  'äöüßéèñçøåţźžğ',
  'абвгдежзиклмнопрстуфхцчшэюя',
  'αβγδεζηθικλμ',
  '天地玄黄宇宙洪荒日月盈昃',
];

function madeUpWord(random: Random): string {
  const letters = random.pick(alphabets).split('');
  return Array.from({ length: 4 + random.int(9) }, () => random.pick(letters)).join('');
}

/** A text that holds a word nobody knows, in any language or in none. */
function strangeText(random: Random): string {
  const word = madeUpWord(random);
  const yes = random.pick(saidInTenLanguages);
  return random.pick([
    () => random.pick(takenBackInTenLanguages),
    () => random.pick(takenBackInTenLanguages).toUpperCase(),
    () => `${yes} ${random.pick(takenBackInTenLanguages)}`,
    () => `${random.pick(takenBackInTenLanguages)}; ${yes}`,
    () => word,
    () => `${yes} (${word})`,
    () => `${word} ${yes}`,
    () =>
      disguised(
        random.pick(['Domain renewed successfully', 'Order completed', 'success', 'accepted']),
        random,
      ),
    () => `${yes} ${random.pick(['?', '❌', '⏳', '≠', '%'])}`,
  ])();
}

const namesOfTexts = [
  ...placesOfWords,
  'alert',
  'text',
  'title',
  'state',
  'comment',
  'code',
  'notice',
  'domain',
  'data',
] as const;
const flagsOfTrials = [
  'test',
  'testMode',
  'test_mode',
  'dryrun',
  'dryRun',
  'dry_run',
  'simulated',
  'simulation',
  'demo',
  'demoMode',
] as const;

/** Members that take a yes back without a sentence. */
const strangeMembers: readonly Part[] = [
  (random) => ({ [random.pick(flagsOfTrials)]: random.pick<Json>([true, 1, '1', 'yes', 'on']) }),
  (random) => ({
    [random.pick(['errno', 'errcode', 'err', 'errmsg', 'errCode', 'err_no'])]: random.pick<Json>([
      28,
      '12',
      'E1043',
      true,
      [1],
    ]),
  }),
  (random) => ({
    [random.pick(['code', 'statusCode', 'result_code'])]: random.pick<Json>([
      'E2104',
      'X-17',
      28,
      '1001',
      12,
    ]),
  }),
  (random) => ({
    [random.pick(['rc', 'exit', 'exitcode', 'retcode', 'signal'])]: random.pick<Json>([1, 12, '28', 255]),
  }),
  (random) => ({
    [random.pick(['count', 'affected', 'rows', 'renewals_made', 'queued_jobs'])]: random.pick<Json>([
      0,
      '0',
      false,
    ]),
  }),
  (random) => ({
    [random.pick(['on_hold', 'held', 'needsPayment', 'amount_due', 'in_cart', 'disabled', 'expired'])]:
      random.pick<Json>([true, 1, '1', 'yes']),
  }),
  (random) => ({
    [random.pick(['enoughCredits', 'live', 'production', 'renewable', 'eligible'])]: random.pick<Json>([
      false,
      0,
      '0',
      'no',
    ]),
  }),
  (random) => ({
    [random.pick(['status', 'state', 'result'])]: random.pick([
      'held',
      'hold',
      'parked',
      'waiting',
      'draft',
      'open',
    ]),
  }),
  (random) => ({ [random.pick(['period', 'years', 'regperiod'])]: random.pick<Json>([2, '10', 0]) }),
  (random) =>
    random.pick<Members>([
      { oldexpiry: '2026-12-01', newexpiry: '2026-12-01' },
      { old_expiry: '2026-12-01', expiry: '2026-12-01' },
      { previousExpiryDate: '2026-12-01', newExpiryDate: '2026-11-01' },
      { expirydate: { before: '2026-12-01', after: '2026-12-01' } },
      { creditBefore: '100.00', creditAfter: '100.00' },
      { message: 'Renewed from 2026-12-01 to 2026-12-01' },
    ]),
  (random) => ({ [madeUpWord(random)]: random.pick<Json>([true, 17, 'OK', ['example.com']]) }),
];

/** What an ordinary yes of the field has beside its flag. */
const ordinaryMembers: readonly Part[] = [
  ...partsOfNothing,
  (random) => ({
    [random.pick(['msg', 'description', 'info', 'note', 'detail'])]: random.pick([
      ...saidInTenLanguages,
      ...sentencesOfYes,
    ]),
  }),
  (random) => ({
    [random.pick(namesOfIds)]: random.pick([
      4711,
      '4711',
      'A-17',
      'ORD-2026-0042',
      '3f2a9c1e-12ab-4cde-9876-00aabbccddee',
    ]),
  }),
  (random) => ({
    [random.pick(['amount', 'price', 'total', 'cost', 'charged', 'balance', 'credit'])]: random.pick([
      '10.00',
      12.5,
      '480',
      '1234.56',
    ]),
  }),
  (random) => ({
    [random.pick(['expiryDate', 'expiry_date', 'newexpiry', 'expires', 'exDate', 'nextduedate'])]:
      random.pick([
        '2027-11-28',
        '2027-11-28 23:59:59',
        '2027-11-28T23:59:59.0Z',
        '28/11/2027',
        1_827_360_000,
      ]),
  }),
  (random) => ({
    [random.pick(['status', 'state'])]: random.pick(['Active', 'active', 'OK', 'Completed', 'Paid']),
  }),
  () => ({ oldexpiry: '2026-11-28', newexpiry: '2027-11-28' }),
  () => ({ currency: 'EUR', period: 1 }),
  () => ({ test: false, errno: 0, errmsg: '' }),
  () => ({ domain: { id: 17, name: 'EXAMPLE.COM', sld: 'example', tld: '.com' } }),
];

/** @param isStrange Whether something stands in it that no yes says. */
export interface DrawnYes {
  readonly body: Json;
  readonly isStrange: boolean;
}

/** A yes with what ordinarily stands beside it, and in half of them a word, a flag or a number that nobody knows. */
export function drawYes(random: Random): DrawnYes {
  let body = random.pick(envelopesOfYes)(random);
  for (let some = random.int(4); some > 0; some -= 1) body = together(body, deepOrdinary(random));
  const isStrange = random.chance(0.5);
  if (isStrange) {
    const text = {
      [random.pick(namesOfTexts)]: random.chance(0.3) ? [strangeText(random)] : strangeText(random),
    };
    body = together(body, deep(random.chance(0.7) ? text : random.pick(strangeMembers)(random), random));
  }
  return { body, isStrange };
}

const deepOrdinary = (random: Random): Members => {
  const members = random.pick(ordinaryMembers)(random);
  return random.chance(0.5) ? members : { [random.pick(wrappers)]: random.chance(0.5) ? members : [members] };
};

/** A defined no with a yes in one of ten languages in it. */
export function drawNoWithYes(random: Random): Json {
  const no = random.pick(envelopesOfNo)(random);
  return together(no, deep({ [random.pick(placesOfWords)]: random.pick(saidInTenLanguages) }, random));
}
