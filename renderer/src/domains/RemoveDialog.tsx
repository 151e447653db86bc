import { rowsWithoutTyping, shareWithoutTyping } from '#shared/domain/batch.ts';
import { plural } from '#shared/domain/counting.ts';
import { type OwnText, ownTexts } from '#shared/domain/terms.ts';
import { useStores } from '../app-stores.ts';
import { ConfirmDialog, FewNames } from '../ui/Dialogs.tsx';
import { counted } from '../ui/Formats.tsx';
import { ownTextWords } from './domain-words.ts';
import type { DomainsByName } from './domains-store.ts';

interface Props {
  /** The account that holds the names. */
  readonly accountId: string;
  readonly names: readonly string[];
  readonly all: DomainsByName;
  readonly onClose: () => void;
}

/** Asks once, says what is lost and what stays; for many names, requires the count to be typed. */
export function RemoveDialog({ accountId, names, all, onClose }: Props) {
  const { bridge, undo } = useStores();
  const what = counted(names.length, 'domain', 'domains');
  const withText = (text: OwnText) => names.filter((name) => (all.get(name)?.[text] ?? '') !== '').length;
  const count = String(names.length);
  return (
    <ConfirmDialog
      title={`Remove ${what} from the portfolio?`}
      consequences={[
        plural(
          names.length,
          'Everything known about it here is deleted, with tags and notes.',
          'Everything known about them here is deleted, with tags and notes.',
        ),
        ...ownTexts.map(
          (text) =>
            withText(text) > 0 && `This includes ${counted(withText(text), ...ownTextWords[text].counted)}.`,
        ),
        'You can undo this until Namedesk restarts.',
        'The journal of changes is kept.',
        'Nothing changes at the service.',
      ]}
      typed={
        isToBeTyped(names.length, all.size)
          ? {
              label: `Type ${count} to remove them`,
              matches: (typed) => typed.trim() === count,
              isNumber: true,
            }
          : null
      }
      action={`Remove ${what}`}
      cancel={plural(names.length, 'Keep it', 'Keep them')}
      color="danger"
      onConfirm={() =>
        undo.actions.edit(
          { area: 'domains', text: `Removed ${what} from the portfolio`, accountId },
          (edit) => bridge.request.domains.remove({ accountId, domains: [...names], edit }),
        )
      }
      onClose={onClose}
    >
      <FewNames names={names} most={8} />
    </ConfirmDialog>
  );
}

/** Whether the count must be typed: above 25 names or a fifth of the portfolio; never for a single name. */
export const isToBeTyped = (count: number, ofAll: number): boolean =>
  count > 1 && (count > rowsWithoutTyping || count > ofAll * shareWithoutTyping);
