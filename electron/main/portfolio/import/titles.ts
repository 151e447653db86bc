import type { ImportField } from '#shared/domain/domain-parts.ts';

/**
 * What a title says of its column. `dated`: a day that is no expiry of the domain; `price`: what the service is to tell; `other`: what
 * is known and never taken.
 */
export type ColumnKind = ImportField | 'dated' | 'price' | 'other';

/** How surely a title says it: 3 it is one, 2 a word of it says so, 1 it may mean so, 0 not at all. */
export type Grade = 0 | 1 | 2 | 3;

interface Words {
  /** Whole titles, without accents and {@link fillers}. */
  readonly whole: string;
  /** What stands in titles, anywhere in a word from five letters on; shorter ones begin a word. */
  readonly parts?: string;
  /** The same of titles that may mean something else. */
  readonly weak?: string;
  /** What takes all of that back. */
  readonly never?: string;
}

/** What has an expiry of its own. */
const ofElse =
  'ssl|cert|zertifik|hosting|privacy|whois|auth|epp|code|trial|card|warranty|licen|lizenz|password|token|backup|mail|auto ?renew|days|tage|jours|证书|サーバ';

/**
 * Titles in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Turkish, Czech, Russian, Ukrainian, Chinese, Japanese,
 * Korean and Indonesian, some in Swedish, Danish, Norwegian, Finnish, Hungarian, Romanian, Greek, Arabic and Vietnamese.
 */
const words: Readonly<Record<ColumnKind, Words>> = {
  domain: {
    whole:
      'domain|domains|domain name|domain names|domainname|domainnamen|domainnames|domainliste|fqdn|domane|domanen|domanenname|domaine|domaines|nom de domaine|noms de domaine|nom domaine|dominio|dominios|nombre de dominio|nombre dominio|nome dominio|nome a dominio|nome di dominio|nome de dominio|nome do dominio|domini|domein|domeinen|domeinnaam|domeinnamen|domena|domeny|nazwa domeny|alan adi|alan adlari|domain adi|domena nazev|nazev domeny|nazov domeny|домен|домены|доменное имя|имя домена|домени|доменне імя|域名|域名名称|网域|網域|網域名稱|网域名称|ドメイン|ドメイン名|도메인|도메인명|도메인 이름|nama domain|doman|domaner|domannamn|domaene|domaenenavn|domene|domenenavn|verkkotunnus|domain nev|domainnev|domeniu|nume domeniu|ten mien|ονομα τομεα|اسم النطاق|النطاق',
    weak: '^(?:names?|nombre|nome|nom|naam|nazwa|nazev|ad|adi|имя|название|名称|名稱|名前|이름|nama|sites?|web ?sites?|webseiten?|site web|sitio|sito|witryna|strona|сайт|сайты|网站|網站|サイト|urls?|web address|zones?|zonen?|host ?names?|host|hosts|id|idn|sld|label|second level domain|(?:punycode|ascii|unicode|idn)(?: names?| domain| domain name)?|primary domain|main domain|service|product|produkt)$',
  },
  tld: {
    whole:
      'tld|tlds|extension|extensions|ext|ending|suffix|domain extension|endung|domainendung|domain endung|estensione|extensao|extensie|rozszerzenie|koncowka|uzanti|pripona|koncovka|зона|доменная зона|后缀|後綴|域名后缀|拡張子|확장자|ekstensi|andelse|toppdoman|top level domain',
  },
  expires: {
    whole:
      'expires|expiry|expiration|expire|expiring|expires on|registrar registration expiration|registration expiration|registry expiry|registrar expiry|paid until|paid till|paid thru|valid until|valid till|valid to|valid through|registered until|registered till|expires at|expiry time|expire time|ablauf|ablaufdatum|ablauftermin|laufzeitende|expiration utc|expiry utc|expirydate|expirationdate|expiredate|registryexpirydate|到期时间|到期日期|到期日|到期|到期時間|过期时间|過期時間|有効期限|만료일|만료',
    parts:
      'expir|exspir|expired at|ablauf|gultig bis|bezahlt bis|laufzeit bis|laufzeitende|vertragsende|valid until|valid till|valid thru|valid through|paid until|paid till|registered until|registered till|until|till|end date|enddate|ends at|ends on|endet am|endet|einddatum|enddatum|echeance|fin de validite|valable jusqu|caduc|vencim|vence|scaden|scade|valido fino|valida fino|valido ate|valida ate|verval|verloop|geldig tot|wygas|waznos|wazna do|wazny do|oplacon|bitis|son kullanma|sona er|platnost|platna do|zaplaceno do|vyprse|exspirac|истека|истеч|оконч|срок|действует до|действителен до|оплачен до|оплачено до|закінч|дійсний до|到期|过期|過期|有效期|失効|期限|満了|만료|kedaluwarsa|kadaluarsa|kadaluwarsa|berakhir|masa aktif|utgar|utgang|giltig till|utlop|udlob|lejar|ervenyes|vanhen|paatty|voimassa|ληξη|انتهاء|het han',
    weak: 'renew|verlanger|renouvel|renovac|rinnov|verleng|odnow|yenile|prodlouz|продлен|продовж|续费|續費|续期|갱신|perpanjang|fornyel|forny|jatuh tempo',
    never: ofElse,
  },
  lock: {
    whole:
      'lock|locked|lock status|registrar lock|transfer lock|domain lock|registrar locked|transfer locked|domain locked|registrar lock status|transfer lock status|domain lock status|transferlock|is locked|theft protection|sperre|gesperrt|transfersperre|verrou|verrouille|verrouillage|bloqueo|bloqueado|blocco|bloccato|bloqueio|vergrendeld|vergrendeling|blokada|zablokowana|kilit|kilitli|transfer kilidi|zamek|zamceno|blokace|блокировка|заблокирован|замок|锁定|锁|鎖定|域名锁|转移锁|ロック|移管ロック|レジストラロック|잠금|kunci|terkunci|las',
  },
  nameservers: {
    whole:
      'nameserver|nameservers|name server|name servers|ns|dns|dns server|dns servers|dnsserver|name server list|nameserver list|ns server|ns servers|ns record|ns records|delegated to|nameserver host|namensserver|serveur de noms|serveurs de noms|serveur dns|serveurs dns|servidor de nombres|servidores de nombres|servidor dns|servidores dns|server dei nomi|server dns|servidor de nomes|servidores de nomes|naamserver|naamservers|serwer nazw|serwery nazw|serwer dns|serwery dns|ad sunucusu|ad sunuculari|isim sunucusu|isim sunuculari|dns sunucusu|jmenny server|jmenne servery|nameservery|сервер имен|серверы имен|dns сервер|dns серверы|ns сервер|ns серверы|днс|域名服务器|dns服务器|dns 服务器|名称服务器|名稱伺服器|dns伺服器|ネームサーバー|ネームサーバ|dnsサーバー|네임서버|server nama|namnserver|namnservrar|navneserver|navneservere|nimipalvelin|nevszerver',
  },
  tags: {
    whole:
      'tag|tags|folder|folders|category|categories|group|groups|label|labels|schlagwort|schlagworte|schlagworter|ordner|gruppe|kategorie|kategorien|etiquette|etiquettes|dossier|groupe|categorie|categories|etiqueta|etiquetas|carpeta|grupo|categoria|etichetta|etichette|cartella|gruppo|pasta|groep|etykieta|etykiety|grupa|kategoria|etiket|etiketler|klasor|grup|kategori|stitek|stitky|slozka|skupina|метки|теги|тег|папка|группа|категория|标签|標籤|分组|分組|分类|分類|タグ|フォルダ|フォルダー|グループ|カテゴリ|태그|그룹|etikett|mapp|grupp',
  },
  client: {
    whole:
      'client|clients|customer|customers|client name|customer name|clientname|customername|kunde|kunden|kundenname|mandant|auftraggeber|nom du client|nom client|cliente|clientes|nombre del cliente|nombre cliente|nome cliente|nome do cliente|klant|klanten|klantnaam|klient|nazwa klienta|musteri|musteri adi|zakaznik|jmeno zakaznika|клиент|заказчик|клієнт|замовник|客户|客戶|客户名称|顧客|顧客名|お客様|クライアント|고객|고객명|klien|pelanggan|nama pelanggan|kund|kundnamn|kundens navn|asiakas|ugyfel|khach hang|πελατης|العميل',
    weak: '^(?:(?:domain )?owner|owner name|inhaber|domaininhaber|besitzer|eigentumer|holder|proprietaire|titulaire|titular|propietario|proprietario|intestatario|eigenaar|houder|wlasciciel|abonent|sahibi?|vlastnik|drzitel|владелец|власник|所有者|持有者|持有人|소유자|pemilik|agare|ejer|eier|omistaja|tulajdonos|company|firma|company name)$',
  },
  note: {
    whole:
      'note|notes|comment|comments|remark|remarks|memo|description|domain note|notiz|notizen|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|kommentare|beschreibung|remarque|remarques|commentaire|commentaires|nota|notas|observaciones|comentario|comentarios|osservazioni|commento|commenti|observacoes|observacao|opmerking|opmerkingen|notitie|notities|uwagi|notatka|notatki|komentarz|notlar|aciklama|poznamka|poznamky|примечание|примечания|заметка|заметки|комментарий|примітка|备注|備註|说明|備考|メモ|コメント|비고|메모|catatan|keterangan|anteckning|anteckningar|bemaerkning|bemerkning|huomautus|megjegyzes|ghi chu',
    parts: 'internal note|admin note|private note|bemerkung',
  },
  archived: { whole: 'archived|archived on|is archived|archiviert|archive|archivado|archiviato' },
  status: {
    whole:
      'status|statuses|domain status|domainstatus|registration status|current status|statut|etat|estado|stato|situacao|stan|durum|durumu|stav|статус|состояние|стан|状态|狀態|域名状态|ステータス|状態|상태|tila|allapot|stare|trang thai',
    weak: '^(?:state|zustand|staat|toestand)$',
  },
  dated: {
    whole: 'date',
    parts: `${ofElse}|creat|registered|registration|registry dat|reg date|regdate|since|added|start|begin|begun|updat|modif|chang|last|renewed|order|purchas|bought|acquired|owned|ownership|transferred|transfer date|due|invoic|billing|bill|payment|paid on|check|scan|seen|import|export|erstell|angelegt|anlage|registrier|seit|geandert|anderung|aktualis|bestell|rechnung|fallig|gekauft|transfer am|depot|cree|enregistr|debut|mise a jour|factur|achat|alta|registro|inicio|actualiz|compra|creaz|registraz|inizio|aggiorn|fattur|acquist|criac|criad|registo|atualiz|fatur|aangemaakt|registratie|geregistreerd|gewijzigd|ingang|utworz|rejestr|zmian|aktualiz|faktur|zakup|olustur|kayit|baslang|guncel|vytvor|zaloz|zmen|zalozeno|создан|регистр|измен|обновл|счет|счёт|покуп|начал|створ|реєстр|зміне|оновл|注册|註冊|创建|創建|建立|登记|登記|更新|修改|购买|付款|账单|登録|作成|取得|請求|契約|등록|생성|수정|dibuat|terdaftar|registrasi|pendaftaran|daftar|diperbarui|tagihan|skapad|registrerad|oprettet|opprettet|luotu|letrehoz|bejegyz|inregistr|ngay dang ky`,
  },
  price: {
    whole:
      'price|cost|costs|fee|amount|preis|kosten|gebuhr|prix|cout|precio|coste|prezzo|costo|preco|custo|prijs|cena|koszt|fiyat|ucret|цена|стоимость|价格|费用|金额|価格|料金|가격|harga|biaya|pris',
    parts:
      'price|pricing|renewal fee|renewal cost|renew cost|expected cost|recurring amount|preis|prix|precio|prezzo|preco|prijs|цена|стоимост|价格|费用|價格|価格|料金|harga',
  },
  other: {
    whole: 'user|currency|type|period|link|source|provider|account|server',
    parts:
      'registrar|registrant|registrador|registrator|bureau|provider|anbieter|aanbieder|rejestrator|kayit firmasi|регистратор|реєстратор|注册商|註冊商|レジストラ|registrasi oleh|auto ?renew|privacy|whois|mail|phone|telefon|currency|wahrung|devise|waluta|moneda|valuta|币种|валюта|country|land|payment method|dnssec|premium|forward|redirect|weiterleitung|备案|链接|traffic|username|billing cycle|ip address|department|abteilung|url forwards|handle',
  },
};

const fillers = new Set(
  'domain domains date datum data fecha dato tarihi tarih дата time on at of the de du do da del della di la le l d der des am an um utc gmt tanggal name'.split(
    ' ',
  ),
);

/** A title as titles are compared: words in lower case without accents and signs. */
export const plainTitle = (title: string): string =>
  unaccented(title.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll(/[^\p{L}\p{M}\p{N}#]+/gu, ' ')
    .trim();

const unaccented = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll(/[łıßø]/g, (letter) => ({ ł: 'l', ı: 'i', ß: 'ss' })[letter] ?? 'o');

interface Matcher {
  readonly whole: ReadonlySet<string>;
  readonly parts: RegExp | null;
  readonly weak: RegExp | null;
  readonly never: RegExp | null;
}

const matchers = Object.fromEntries(
  Object.entries(words).map(([kind, { whole, parts, weak, never }]) => [
    kind,
    {
      whole: new Set(unaccented(whole).split('|')),
      parts: matcherOf(parts),
      weak: matcherOf(weak),
      never: matcherOf(never),
    },
  ]),
) as Record<string, Matcher> as Readonly<Record<ColumnKind, Matcher>>; // Of the entries of `words`.

export const kinds = Object.keys(matchers) as readonly ColumnKind[]; // Of the entries of `words`.

function matcherOf(alternatives: string | undefined): RegExp | null {
  if (alternatives === undefined) return null;
  if (alternatives.startsWith('^')) return new RegExp(unaccented(alternatives), 'u');
  const all = unaccented(alternatives)
    .split('|')
    .map((part) => (/^[a-z ]{1,4}$/.test(part) ? `(?<!\\p{L})${part}` : part));
  return new RegExp(all.join('|'), 'u');
}

/** @param title As {@link plainTitle} makes it. */
export function gradeIn(kind: ColumnKind, title: string): Grade {
  const { whole, parts, weak, never } = matchers[kind];
  if (title === '' || never?.test(title) === true) return 0;
  const core = title
    .split(' ')
    .filter((word) => !fillers.has(word))
    .join(' ');
  if (whole.has(title) || (core !== '' && whole.has(core))) return 3;
  if (parts?.test(title) === true) return 2;
  return weak?.test(title) === true ? 1 : 0;
}
