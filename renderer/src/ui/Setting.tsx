import { Box, Group, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { Fold, OnOff, type OnOffProps } from './PageParts.tsx';

/** Whether a setting of this label, with this text about it, is among those that are looked for. */
export type IsFound = (label: string, text: string) => boolean;

/** What a search over settings shows; everything where there is none. */
export const FoundSettings = createContext<IsFound>(() => true);

interface SettingPartProps {
  readonly label: string;
  /** Other words by which it is found. */
  readonly text?: string;
  readonly children: ReactNode;
}

/** A part of the settings that has no label and control of its own, such as a list. It stays mounted where a search hides it. */
export function SettingPart({ label, text = '', children }: SettingPartProps) {
  const isHidden = !useContext(FoundSettings)(label, text);
  return (
    <Box data-setting={label} data-hidden={isHidden || undefined} display={isHidden ? 'none' : undefined}>
      {children}
    </Box>
  );
}

interface SettingProps {
  readonly label: string;
  /** What the setting does, in one line. */
  readonly purpose: string;
  /** What else is to be known of it, folded. */
  readonly details?: string;
  /** Below that: the present state. */
  readonly more?: ReactNode;
  /** Renders the control with the ids for its label and description. */
  readonly children: (labelled: {
    readonly 'aria-labelledby': string;
    readonly 'aria-describedby': string;
  }) => ReactNode;
}

/** One setting: what it does on the left, its control on the right. */
export function Setting({ label, purpose, details = '', more, children }: SettingProps) {
  const labelId = useId();
  const purposeId = useId();
  return (
    <SettingPart label={label} text={`${purpose} ${details}`}>
      <Group gap="xl" py="sm" wrap="nowrap" justify="space-between">
        <Box flex={1} miw={0}>
          <Text id={labelId} component="div" fw={500}>
            {label}
          </Text>
          <Text id={purposeId} size="xs" c="dimmed" textWrap="pretty">
            {purpose}
          </Text>
          {details !== '' && (
            <Text component="div" size="xs" c="dimmed" textWrap="pretty">
              <Fold summary="Learn more">{details}</Fold>
            </Text>
          )}
          {more}
        </Box>
        {children({ 'aria-labelledby': labelId, 'aria-describedby': purposeId })}
      </Group>
    </SettingPart>
  );
}

type SwitchSettingProps = Pick<SettingProps, 'label' | 'purpose' | 'details'> & OnOffProps;

/** One setting that is on or off. */
export const SwitchSetting = ({ label, purpose, details, ...onOff }: SwitchSettingProps) => (
  <Setting label={label} purpose={purpose} {...(details !== undefined && { details })}>
    {(labelled) => <OnOff {...labelled} {...onOff} />}
  </Setting>
);
