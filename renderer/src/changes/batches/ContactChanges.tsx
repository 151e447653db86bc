import { Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { Batch } from '#shared/domain/batch.ts';
import { contactLabelOf } from '#shared/domain/contact-labels.ts';
import { plural } from '#shared/domain/counting.ts';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isolatedName } from '#shared/domain/isolated.ts';
import type { Output } from '../../client.ts';
import { counted, format } from '../../ui/Formats.tsx';
import { useAction, useAgainWith } from '../../use-action.ts';
import { Fold } from '../../ui/PageParts.tsx';
import { Loaded } from '../../ui/States.tsx';
import { ContactValue, NoValue } from '../ChangeParts.tsx';

type ContactChange = NonNullable<Output<'batches', 'contactChanges'>['changes']>[number];

interface Props {
  readonly batch: Batch;
}

/** Old and new value of each field that a batch of contacts changes, as its review has read them. */
export const ContactChanges = ({ batch }: Props) => batch.ask.kind === 'contacts' && <Read batch={batch} />;

function Read({ batch: { id, digest, counts } }: Props) {
  const asked = useAction('batches', 'contactChanges', { id });
  // Of what is ready alone.
  useAgainWith(`${digest ?? ''} ${counts.remaining}`, asked);
  const [read, again] = asked;
  return (
    <Loaded of={read} about="Couldn’t show what changes" loading="Comparing the contacts…" again={again}>
      {({ changes }) =>
        changes === null ? (
          <Text c="var(--nd-caution)">
            The values that the domains have now are no longer in memory. Read again to see them.
          </Text>
        ) : (
          <section aria-label="What changes">
            <Title order={3} fz="sm">
              What changes
            </Title>
            <Stack component="ul" gap={4} mt={4}>
              {groupsOf(changes).map((group) => (
                <Field key={`${group[0].role} ${group[0].field} ${group[0].after}`} group={group} />
              ))}
            </Stack>
          </section>
        )
      }
    </Loaded>
  );
}

type OfField = readonly [ContactChange, ...ContactChange[]];

/** By the field and what it is given; within it, first what most domains have. */
function groupsOf(changes: readonly ContactChange[]): readonly OfField[] {
  const groups = new Map<string, [ContactChange, ...ContactChange[]]>();
  for (const change of changes) {
    const key = JSON.stringify([change.role, change.field, change.after]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()];
}

function Field({ group }: { readonly group: OfField }) {
  const [first, ...others] = group;
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return (
    <li>
      <Text span fw={600} mr={4}>
        {first.role}: {contactLabelOf(first.field)}
      </Text>{' '}
      <BeforeAndAfter change={first} />
      {rest > 0 && (
        <Fold
          summary={`${counted(rest, 'domain', 'domains')} with ${plural(others.length, 'another old value', `${format.count(others.length)} other old values`)}`}
        >
          <ul>
            {others.map((change) => (
              <li key={change.before}>
                <BeforeAndAfter change={change} />
                <Text c="dimmed" className="mono selectable" style={{ overflowWrap: 'anywhere' }}>
                  {change.domains.map((name) => isolatedName(toUnicode(name))).join(', ')}
                  {change.count > change.domains.length &&
                    ` and ${format.count(change.count - change.domains.length)} more`}
                </Text>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </li>
  );
}

const BeforeAndAfter = ({ change: { before, after, count } }: { readonly change: ContactChange }) => (
  <Group component="span" display="inline-flex" gap="0 8px" className="selectable">
    <Value of={before} isOld />
    <IconArrowRight color="var(--nd-muted)" size={14} role="img" aria-label="becomes" />
    <Value of={after} />
    <Text span c="dimmed">
      ({counted(count, 'domain', 'domains')})
    </Text>
  </Group>
);

const Value = ({ of, isOld = false }: { readonly of: string; readonly isOld?: boolean }) =>
  of === '' ? (
    <NoValue>nothing</NoValue>
  ) : (
    <Text span c={isOld ? 'dimmed' : 'bright'} fw={isOld ? 400 : 600} style={{ overflowWrap: 'anywhere' }}>
      <ContactValue>{of}</ContactValue>
    </Text>
  );
