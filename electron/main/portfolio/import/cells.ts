import type { LockState } from '#shared/changes/parts.ts';
import { mostNameservers } from '#shared/domain/bounds.ts';
import { plainHost } from '#shared/domain/domain-name.ts';
import { cellDate, clearDay } from './dates.ts';

/** What a cell says. */
export type CellValue<T> =
  | { readonly kind: 'blank' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'unreadable' };

const unreadable = { kind: 'unreadable' } as const;
/** How files say that there is nothing. */
const empty = /^(?:[-\u2010-\u2015]+|n\/?a|none|null|unknown)?$/i;
const locked = /^(?:locked|lock|yes|y|on|true|1|enabled|active|clienttransferprohibited)$/i;
const unlocked = /^(?:unlocked|unlock|no|n|off|false|0|disabled|inactive|ok)$/i;

/** A registrar lock in the words of a registrar's panel. */
export function cellLock(cell: string): CellValue<LockState> {
  const text = cell.trim();
  if (empty.test(text)) return { kind: 'blank' };
  if (locked.test(text)) return { kind: 'value', value: 'locked' };
  return unlocked.test(text) ? { kind: 'value', value: 'unlocked' } : unreadable;
}

const yes = /^(?:yes|y|true|1|archived)$/i;
const no = /^(?:no|n|false|0|active)$/i;

/** Since when a domain is archived, in UTC; `now` where the cell only says that it is. What is not archived is as good as blank. */
export function cellArchived(cell: string, now: string): CellValue<string> {
  const text = cell.trim();
  if (empty.test(text) || no.test(text)) return { kind: 'blank' };
  if (yes.test(text)) return { kind: 'value', value: now };
  if (isInstant(text)) return { kind: 'value', value: text };
  const day = clearDay(cellDate(text));
  return day === null ? unreadable : { kind: 'value', value: `${day}T00:00:00.000Z` };
}

/**
 * Whether a domain is held, by the status of its row: `leaving`: it is, and a transfer is on its way; `cancelled`: no longer, if it ever
 * was; `gone`: no longer; `never`: it was not registered, or not yet.
 */
export type Holding = 'held' | 'leaving' | 'cancelled' | 'gone' | 'never';

/**
 * The words of registrars' and billing panels, each a whole cell or a part of it. What has expired, is suspended or is about to be deleted
 * is held still: it can be renewed or restored.
 */
const statusWords: Readonly<Record<Holding, string>> = {
  held: `active, ok, okay, live, registered, valid, enabled, normal, paid, owned, held, in use, managed, connected, current, renewed, locked,
    unlocked, add period, auto renew, auto renew on, auto renew off, auto renew period, renew period, transfer period, transferred in,
    expired, expiring, expiring soon, expires soon, expiration, grace, grace period, in grace, past due, overdue, redemption, in redemption,
    redemption period, redemption grace period, suspended, on hold, hold, client hold, server hold, inactive, parked, disabled,
    pending delete, pending deletion, pending restore, pending renewal, pending renew, pending update, pending expiration, pending expiry,
    pending verification, awaiting renewal, to be renewed, renewal due, not verified, verified,
    client delete prohibited, client transfer prohibited, client update prohibited, client renew prohibited,
    server delete prohibited, server transfer prohibited, server update prohibited, server renew prohibited,
    aktiv, aktiviert, registriert, verbunden, abgelaufen, gesperrt, läuft ab, läuft aus, actif, activé, enregistré, expiré, suspendu,
    activo, activa, registrado, expirado, caducado, vencido, suspendido, ativo, ativa, vencida, attivo, attiva, registrato, scaduto, sospeso,
    actief, geregistreerd, verlopen, opgeschort, aktywna, aktywny, aktywne, zarejestrowana, wygasła, zawieszona, aktivní, registrována,
    expirovaná, aktív, lejárt, aktiverad, registrerad, utgången, aktivt, aktive, udløbet, aktiivinen, rekisteröity, aktif, kayıtlı, süresi doldu, activă,
    активен, активный, активна, активно, зарегистрирован, истёк, истек, просрочен, активний, ενεργό, 有効, 登録済み, 期限切れ, 正常, 有效,
    已注册, 已激活, 过期, 已过期, 使用中, 활성, 정상, 등록됨, 만료`,
  leaving: `pending transfer, pending transfer out, pending transfer away, transfer pending, transferring, transferring out, transferring away,
    transfer in progress, transfer requested, outgoing transfer, in transfer, transfer läuft, umzug läuft, transfert en cours,
    transferencia en curso, transferencia pendiente, trasferimento in corso, transferência pendente, w trakcie transferu, 移管中, 转移中`,
  cancelled: `cancelled, canceled, cancelled by client, order cancelled, inactive cancelled, closed, gekündigt, storniert, annulé, annulée, résilié,
    résiliée, cancelado, cancelada, anulado, anulada, annullato, annullata, cancellato, cancellata, disdetto, disdetta, geannuleerd,
    opgezegd, anulowana, anulowany, wypowiedziana, zrušena, zrušeno, zrušená, lemondva, uppsagd, avslutad, opsagt, oppsagt, annulleret,
    annullert, peruttu, irtisanottu, iptal, iptal edildi, anulat, отменён, отменен, аннулирован, скасовано, ακυρώθηκε, 解約, 解約済み, 取消, 已取消, 취소, 취소됨`,
  gone: `transferred, transferred out, transferred away, transfer out, transfer away, transfer out complete, transfer out completed,
    moved, moved out, moved away, outbound transfer completed, deleted, removed, released, dropped, purged, lost, sold, terminated, gone,
    archived, not renewed, no longer held, no longer managed, gave up, abandoned, not registered anymore, transferiert, umgezogen, weggezogen, abgegeben, gelöscht, freigegeben,
    verkauft, archiviert, transféré, transférée, supprimé, supprimée, libéré, vendu, transferido, transferida, eliminado, eliminada, borrado,
    vendido, excluído, removido, trasferito, trasferita, eliminato, eliminata, venduto, verhuisd, verplaatst, verwijderd, verkocht,
    przeniesiona, przeniesiony, przetransferowana, usunięta, usunięty, sprzedana, převedena, převedeno, smazána, smazáno, prodána,
    átköltöztetve, törölt, törölve, flyttad, raderad, borttagen, såld, flyttet, slettet, solgt, siirretty, poistettu, myyty,
    transfer edildi, silindi, satıldı, transferat, șters, передан, перенесён, перенесен, удалён, удален, продан, видалено, перенесено,
    διαγράφηκε, μεταφέρθηκε, 削除, 削除済み, 移管済み, 已删除, 已转出, 已转移, 삭제, 삭제됨, 이전완료, 이전됨`,
  never: `fraud, pending, pending registration, pending register, pending create, pending creation, pending order, pending payment, pending approval,
    registration pending, awaiting registration, awaiting payment, unpaid, ordered, in cart, cart, draft, failed, registration failed,
    rejected, refused, declined, denied, available, not registered, unregistered, processing, in process, new order, quote,
    betrug, ausstehend, registrierung ausstehend, in bearbeitung, bestellt, fehlgeschlagen, abgelehnt, verfügbar, fraude, en attente, en cours,
    en cours d'enregistrement, échoué, refusé, pendiente, pendiente de registro, fallido, rechazado, pendente, falhou, recusado, frode,
    in attesa, in attesa di registrazione, fallito, rifiutato, in behandeling, in afwachting, mislukt, geweigerd, oszustwo, oczekuje, oczekująca,
    oczekujące, nieudana, odrzucona, čeká, čeká na registraci, zamítnuto, folyamatban, väntar, väntande, afventer, venter, odottaa, beklemede,
    beklemede kayıt, reddedildi, în așteptare, мошенничество, ожидание, ожидает, ожидает регистрации, отклонён, отклонен, очікує, εκκρεμεί,
    保留, 申請中, 登録中, 待处理, 待注册, 处理中, 대기, 대기중, 등록 대기`,
};

/** Without capitals, marks and signs: `clientTransferProhibited` is three words. */
const statusPhrase = (text: string): string =>
  text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

const holdings = Object.keys(statusWords) as readonly Holding[]; // Its own.
const holdingOf: ReadonlyMap<string, Holding> = new Map(
  holdings.flatMap((holding) =>
    statusWords[holding].split(',').map((words) => [statusPhrase(words), holding] as const),
  ),
);

/** A status in the words of a panel. One with a word for each of two meanings is none. */
export function cellStatus(cell: string): CellValue<Holding> {
  const text = cell.trim();
  if (empty.test(text)) return { kind: 'blank' };
  const phrases = text.split(/[,;|/()[\]:]|\s[-–—]\s/u).map(statusPhrase);
  const known = phrases
    .filter((phrase) => phrase !== '')
    .map((phrase) => holdingOf.get(phrase) ?? holdingOf.get(phrase.replace(statusAround, '').trim()));
  const isHeld = (holding: Holding | undefined): boolean => holding === 'held' || holding === 'leaving';
  const value = holdings.findLast((holding) => known.includes(holding));
  const areOne = known.every((holding) => holding !== undefined && isHeld(holding) === isHeld(value));
  return value === undefined || !areOne ? unreadable : { kind: 'value', value };
}

/** What stands around the word for a status: "Domain has been deleted on 2026-01-01". */
const statusAround =
  /^(?:(?:the )?domain(?:e|ain)?|status)? ?(?:(?:is|was|has been|ist|wurde|est|a ete|esta|e|stato) )?|(?: (?:on|at|since|by|to|until|am|seit|zum|le|el|il|op|from))+$/gu;

/** As files of this application have instants. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Nameservers in one cell, parted by spaces, commas, semicolons or bars: each once, as A-labels in lower case, in their order. */
export function cellHosts(cell: string): CellValue<readonly string[]> {
  const text = cell.trim();
  if (empty.test(text)) return { kind: 'blank' };
  const words = text.split(/[\s,;|]+/u).filter((word) => word !== '');
  const hosts = [...new Set(words.map(plainHost))];
  return hosts.length <= mostNameservers && hosts.every(isHost)
    ? { kind: 'value', value: hosts }
    : unreadable;
}

function isHost(host: string): boolean {
  const labels = host.split('.');
  const isName = labels.length > 1 && host.length <= 253 && labels.every((one) => label.test(one));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '');
}
