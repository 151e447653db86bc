import { Box, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { UnreadNames } from '../search/Details.tsx';
import { Fact, OtherAccount } from '../ui/PageParts.tsx';
import { DisabledReason } from '../changes/ChangeParts.tsx';
import { useStore } from 'zustand';
import { useStores } from '../app-stores.ts';
import { creditOf } from '../shell/stores.ts';
import { useCurrency } from '../ui/currency.ts';
import { amountText } from '#shared/domain/counting.ts';
import { Age } from '../ui/Formats.tsx';

interface Props {
  readonly accountId: string;
  readonly label: string;
  /** How often the review was asked for: each time the first value that is missing gets the focus. */
  readonly tries: number;
  readonly aside: ReactNode;
  readonly asideLabel: string;
  readonly asideWidth: string;
  readonly children: ReactNode;
}

/** An order, of one name or of many: its form at the left, the names and what they cost at the right. */
export function OrderFrame({ accountId, label, tries, aside, asideLabel, asideWidth, children }: Props) {
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) main.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  return (
    <Group
      ref={main}
      flex={1}
      mih={0}
      w="100%"
      maw={1400}
      gap={0}
      align="stretch"
      wrap="nowrap"
      role="region"
      aria-label={label}
      tabIndex={-1}
      data-takes-focus
      style={{ outline: 'none' }}
    >
      <Box flex={1} miw={0} style={{ overflowY: 'auto' }}>
        <Stack gap={12} maw={928} px="lg" pt="md" pb={32}>
          <OtherAccount accountId={accountId} />
          <DisabledReason accountId={accountId} />
          <UnreadNames accountId={accountId} />
          {children}
        </Stack>
      </Box>
      <Stack
        component="aside"
        flex="none"
        w={asideWidth}
        gap={0}
        aria-label={asideLabel}
        className="line-before"
      >
        {aside}
      </Stack>
    </Group>
  );
}

/** The credit; known for the active account only. */
export function Credit({ accountId }: Pick<Props, 'accountId'>) {
  const credit = useStore(useStores().status, (state) => creditOf(state, accountId));
  const currency = useCurrency(accountId);
  return (
    <Fact name="Current credit">
      {credit === null ? (
        'not loaded'
      ) : (
        <>
          <span className="figures">{amountText({ amount: credit.amount, currency })}</span>,{' '}
          <Age at={credit.readAt} />
        </>
      )}
    </Fact>
  );
}
