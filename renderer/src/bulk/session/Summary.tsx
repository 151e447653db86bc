import { Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconShoppingCart } from '@tabler/icons-react';
import { useState } from 'react';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { noCounts, type ShownCounts } from '#shared/domain/session.ts';
import type { GridModel } from '../../grid/grid-model.ts';
import type { GridPlace } from '../../grid/selection.ts';
import { useStores } from '../../app-stores.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { copyNames } from '../../ui/copy.ts';
import { FindingMark, findingWords, StackedBar, unknownWords } from '../../ui/Marks.tsx';
import { PanelTitle } from '../../search/Details.tsx';
import { copyOthers, useUnreadNames } from '../../search/owned.ts';
import { causeWords, countsInWords } from '../session-words.ts';
import { useCauses } from './RunProgress.tsx';
import { domainAt, nameAt, shortlistOf, useSessionWideActions } from './session-actions.ts';
import { useLiveModel, useSession, useSessionActions, useSessionState } from './session-store.ts';
import panelCss from '../../styles/panel.module.css';
import css from './summary.module.css';
import { shownKinds } from '#shared/domain/finding-kinds.ts';

/** The session's summary: the number of each finding, failures by cause, and the differences between TLDs. */
export function Summary() {
  return (
    <>
      <header className={panelCss['head']}>
        <Text component="h2" size="lg" fw={600} lh={1.75}>
          Summary
        </Text>
      </header>
      <div className={panelCss['body']}>
        <Kinds />
        <TldChart />
        <ShortlistPart />
        <Failures />
      </div>
    </>
  );
}

function Kinds() {
  const model = useLiveModel();
  const counts: ShownCounts = model?.counts() ?? noCounts();
  const all = model?.matrix.codes.length ?? 0;
  return (
    <section>
      <PanelTitle>Findings</PanelTitle>
      <table className={css['counts']}>
        <tbody>
          {shownKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                <Group gap="sm">
                  <FindingMark kind={kind} decorative />
                  {findingWords[kind]}
                </Group>
              </th>
              <td>{format.count(counts[kind] ?? 0)}</td>
              <td className={css['share']}>{shareInWords(counts[kind] ?? 0, all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A percentage with one decimal; "under" where a non-zero share would round to zero. */
function shareInWords(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return part > 0 && percent < 0.1 ? 'under 0.1 %' : `${percents.format(percent)} %`;
}

const percents = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function Failures() {
  const causes = useCauses();
  if (causes.length === 0) return null;
  return (
    <section>
      <PanelTitle>Without a usable answer</PanelTitle>
      <ul className="figures">
        {causes.map(({ cause, count }) => (
          <Group key={cause} component="li" gap={12} py={8} wrap="nowrap" className="line-below">
            <Stack gap={0} flex={1}>
              <strong>{causeWords[cause]}</strong>
              <Text c="dimmed">{unknownWords[cause]}</Text>
            </Stack>
            <span>{format.count(count)}</span>
          </Group>
        ))}
      </ul>
    </section>
  );
}

/** The shortlist: its size, and actions on all of its domains. */
function ShortlistPart() {
  const model = useLiveModel();
  const stores = useStores();
  const { accountId } = useSession();
  if (model === null) return null;
  const count = model.shortlisted();
  const copied = shortlistOf(model, false);
  return (
    <section>
      <PanelTitle>Shortlist</PanelTitle>
      {count === 0 ? (
        <Text c="dimmed">The shortlist is empty. Press Space on a cell, or the star in its details.</Text>
      ) : (
        <>
          <p className="figures">
            {counted(count, 'domain is', 'domains are')} on it
            {copied.length < count && `, ${format.count(count - copied.length)} of them yours`}.
          </p>
          <Group gap="sm" mt="sm">
            <Button
              disabled={copied.length === 0}
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() =>
                void copyOthers(stores, accountId, (own) =>
                  copyNames(
                    stores,
                    copied
                      .filter((place) => !own.has(domainAt(model, place)))
                      .map((place) => nameAt(model, place)),
                  ),
                )
              }
            >
              Copy the names
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}

/** The orders of these; says so where there is none. */
export function RegisterAll({ places }: { readonly places: readonly GridPlace[] }) {
  const { registerAll } = useSessionWideActions();
  const areUnread = useUnreadNames(useSession().accountId) !== null;
  const count = places.length;
  return (
    <Tooltip label="Contacts and nameservers once, and one review for all." disabled={count < 2}>
      <Button
        variant="filled"
        size="compact-sm"
        disabled={count === 0 || areUnread}
        leftSection={<IconShoppingCart size={14} aria-hidden />}
        onClick={() => registerAll(places)}
      >
        {count === 0 ? 'None can be registered' : `Register ${format.count(count)}…`}
      </Button>
    </Tooltip>
  );
}

const best = 12;

/** Findings by TLD, as bars and as a table for screen readers. Pressing a TLD shows it alone. */
function TldChart() {
  const model = useLiveModel();
  const chosen = useSessionState((state) => state.choice.filter.tlds);
  const { filterBy } = useSessionActions();
  const [isWhole, setWhole] = useState(false);
  if (model === null) return null;
  const shares = tldShares(model);
  const isAlone = (tld: string): boolean => chosen?.length === 1 && chosen[0] === tld;
  return (
    <section>
      <PanelTitle id="findings-by-tld">Findings by TLD</PanelTitle>
      <div className={css['chart']}>
        <table aria-labelledby="findings-by-tld">
          <thead>
            <tr>
              <th scope="col">TLD</th>
              <th scope="col" aria-hidden />
              <th scope="col" className={css['figure']}>
                Available to buy
              </th>
              {shownKinds.map((kind) => (
                <th key={kind} scope="col" className="spoken">
                  {findingWords[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isWhole ? shares : shares.slice(0, best)).map((share) => (
              <Bar
                key={share.tld}
                share={share}
                isAlone={isAlone(share.tld)}
                onPress={() => filterBy({ tlds: isAlone(share.tld) ? null : [share.tld] })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shares.length > best && (
        <Button mt="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Top ${best} only` : `All ${format.count(shares.length)} TLDs`}
        </Button>
      )}
    </section>
  );
}

interface BarProps {
  readonly share: TldShare;
  readonly isAlone: boolean;
  readonly onPress: () => void;
}

function Bar({ share: { tld, counts, buyable }, isAlone, onPress }: BarProps) {
  return (
    <tr
      className={css['barRow']}
      data-alone={isAlone}
      title={`.${tld}: ${countsInWords(counts)}`}
      onClick={onPress}
    >
      <th scope="row">
        <button type="button" className={`${css['tldButton'] ?? ''} cut`} aria-pressed={isAlone}>
          .{toUnicode(tld)}
        </button>
      </th>
      <td style={{ width: '100%' }} aria-hidden>
        <StackedBar counts={counts} />
      </td>
      <td className={css['figure']}>{format.count(buyable)}</td>
      {shownKinds.map((kind) => (
        <td key={kind} className="spoken">
          {format.count(counts[kind] ?? 0)}
        </td>
      ))}
    </tr>
  );
}

interface TldShare {
  readonly tld: string;
  readonly counts: ShownCounts;
  /** Available plus premium. */
  readonly buyable: number;
}

/** Each TLD of the session with its findings, sorted by `buyable` in descending order; ties keep the column order. */
function tldShares(model: Pick<GridModel, 'matrix' | 'countsOfColumn'>): readonly TldShare[] {
  return model.matrix.tlds
    .map((tld, column) => {
      const counts = model.countsOfColumn(column);
      return { tld, counts, buyable: counts.available + counts.premium };
    })
    .sort((a, b) => b.buyable - a.buyable);
}
