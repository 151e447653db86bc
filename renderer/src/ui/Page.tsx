import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** The greatest width of the content, in px. */
  readonly width: number;
  /** The way back, before the title. */
  readonly back?: ReactNode;
  /** What is on the page, in one line. */
  readonly purpose?: string;
  /** Actions on the whole page, to the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page that scrolls as a whole. */
export const Page = ({ title, width, back, purpose, actions, children }: Props) => (
  <Box pos="relative" h="100%" style={{ overflowY: 'auto' }}>
    <Stack component="div" gap={12} maw={width} mx="auto" px="lg" pt="md" pb="lg">
      <Group gap={12} mih={32} ml={back === undefined ? 0 : -8}>
        {back}
        <Title order={1} flex={1} miw={0}>
          {title}
        </Title>
        {actions}
      </Group>
      {purpose !== undefined && (
        <Text c="dimmed" maw={880}>
          {purpose}
        </Text>
      )}
      {children}
    </Stack>
  </Box>
);
