import { Box, Button, Group, Paper, Select, Space, Table, Text, Title } from '@mantine/core';
import { IconCopy, IconDeviceFloppy, IconFileCheck, IconRefresh, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { Output } from '../client.ts';
import { useStores } from '../app-stores.ts';
import { counted, format } from '../ui/Formats.tsx';
import { BackTo, Page } from '../ui/PageParts.tsx';
import { EmptyState, Loaded } from '../ui/States.tsx';
import { copyText, showingInFolder } from '../ui/copy.ts';
import { useAction } from '../use-action.ts';
import { bundleText, type Deviation, deviationText } from '#shared/domain/diagnostics.ts';
import { CommandButton } from '../shell/everywhere.tsx';
import { valueOf } from '../remote.ts';

interface Props {
  readonly title: string;
  readonly purpose: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A subpage of the settings. */
export function DiagnosticsPage(props: Props) {
  const { goToSettings } = useStores().route.actions;
  return (
    <Page
      width={1320}
      back={<BackTo label="Back to the settings" onClick={() => goToSettings({ kind: 'all' })} />}
      {...props}
    />
  );
}

type Bundle = Output<'diagnostics', 'bundle'>;

/** The complete diagnostics bundle, to be read before it is shared. */
export function BundlePage() {
  const [remote, read] = useAction('diagnostics', 'bundle', {});
  const bundle = valueOf(remote);
  return (
    <DiagnosticsPage
      title="Support bundle"
      purpose="For whoever helps you. Read it first: exactly this is saved. Nothing leaves this computer automatically."
      actions={bundle !== null && <Actions bundle={bundle} gather={read} />}
    >
      <Loaded of={remote} again={read} loading="Preparing the bundle…">
        {({ parts }) =>
          parts.map(({ name, text }) => (
            <Paper key={name} component="section" withBorder aria-label={name}>
              <Title order={2} fz="sm" lh="sm" px={12} py="sm">
                {name}
              </Title>
              {/* Focusable, so that a long line can be scrolled with the keyboard. */}
              <Box
                component="pre"
                className="mono selectable line-above"
                tabIndex={0}
                aria-label={`Text of ${name}`}
                mah={360}
                m={0}
                px={12}
                py="sm"
                fz="xs"
                lh="18px"
                style={{ overflow: 'auto' }}
              >
                {text}
              </Box>
            </Paper>
          ))
        }
      </Loaded>
    </DiagnosticsPage>
  );
}

function Actions({ bundle, gather }: { readonly bundle: Bundle; readonly gather: () => void }) {
  const stores = useStores();

  async function save(): Promise<void> {
    const saved = await stores.bridge.request.diagnostics.saveBundle({ id: bundle.id });
    if (!saved.ok) stores.notices.actions.fail(saved.error);
    else if (saved.value.path !== null)
      stores.notices.actions.say(
        `Saved as ${saved.value.path}`,
        'quiet',
        showingInFolder(stores, saved.value.path),
      );
  }

  return (
    <>
      <Button variant="subtle" leftSection={<IconRefresh size={14} aria-hidden />} onClick={gather}>
        Read again
      </Button>
      <Button
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void copyText(stores, bundleText(bundle.parts), 'the support bundle')}
      >
        Copy
      </Button>
      <Button
        variant="filled"
        leftSection={<IconDeviceFloppy size={14} aria-hidden />}
        onClick={() => void save()}
      >
        Save…
      </Button>
    </>
  );
}

/** Where an account's service deviates from the API document: at first the active one's. */
export function DeviationsPage() {
  const { accounts } = useStores();
  const known = useStore(accounts, (state) => valueOf(state.accounts));
  const [picked, setPicked] = useState<string | null>(null);
  const all = known?.accounts ?? [];
  const id = picked ?? known?.activeId ?? all[0]?.id ?? null;
  return (
    <DiagnosticsPage
      title="API discrepancies"
      purpose="Namedesk reads these answers anyway. The list has paths and types only, no values: you can send it to whoever runs the service."
    >
      {all.length > 1 && (
        <Select
          maw={320}
          label="Account"
          value={id}
          onChange={setPicked}
          data={all.map((account) => ({ value: account.id, label: account.label }))}
        />
      )}
      {id !== null && <OfAccount key={id} accountId={id} />}
      {id === null && known !== null && <NoAccount />}
    </DiagnosticsPage>
  );
}

function OfAccount({ accountId }: { readonly accountId: string }) {
  const [remote, read] = useAction('diagnostics', 'deviations', { accountId });
  return (
    <Loaded of={remote} again={read} loading="Loading…">
      {({ deviations }) =>
        deviations.length === 0 ? (
          <EmptyState icon={<IconFileCheck size={24} stroke={1.5} />} title="No discrepancies so far">
            Every answer of this account’s service is compared with the API document. So far they match.
          </EmptyState>
        ) : (
          <Deviations deviations={deviations} />
        )
      }
    </Loaded>
  );
}

function NoAccount() {
  return (
    <EmptyState
      icon={<IconUsers size={24} stroke={1.5} />}
      title="No account yet"
      actions={<CommandButton of="addAccount" />}
    >
      Every answer of an account’s service is compared with the API document.
    </EmptyState>
  );
}

/** In the order received: the most frequent first. */
function Deviations({ deviations }: { readonly deviations: readonly Deviation[] }) {
  const stores = useStores();
  const words = counted(deviations.length, 'difference', 'differences');
  return (
    <>
      <Group gap="sm">
        <Text c="dimmed">{words}, most frequent first</Text>
        <Space flex={1} />
        <Button
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(stores, deviationText(deviations), words)}
        >
          Copy as text
        </Button>
      </Group>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Operation</Table.Th>
            <Table.Th>Where</Table.Th>
            <Table.Th>The document says</Table.Th>
            <Table.Th>The service says</Table.Th>
            <Table.Th ta="right">How often</Table.Th>
            <Table.Th>Last seen</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deviations.map(({ operation, path, expected, seen, count, lastSeenAt }) => (
            <Table.Tr key={`${operation} ${path} ${expected} ${seen}`} className="selectable">
              <Table.Td>{operation}</Table.Td>
              {path === '' ? (
                <Table.Td>The whole answer</Table.Td>
              ) : (
                <Table.Td className="mono">{path}</Table.Td>
              )}
              <Table.Td>{expected}</Table.Td>
              <Table.Td>{seen}</Table.Td>
              <Table.Td ta="right">{format.count(count)}</Table.Td>
              <Table.Td w="1%" style={{ whiteSpace: 'nowrap' }}>
                <time dateTime={lastSeenAt}>{format.instant(lastSeenAt)}</time>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
