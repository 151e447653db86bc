import { NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../../../app-stores.ts';
import { Section } from '../../../components/Section.tsx';
import type { Settings } from '../../../lib/nouns.ts';
import { valueOf } from '../../../lib/remote.ts';
import { Setting } from '../Setting.tsx';

interface Props {
  readonly settings: Settings;
  readonly onChange: (changes: Partial<Settings>) => void;
}

/** How long a copied code may stay, and who else may see the windows with secrets in them. */
export const CodesSection = ({ settings, onChange }: Props) => (
  <Section title="Keys and transfer codes">
    <ClipboardTime seconds={settings.clearClipboardAfterS} onChange={onChange} />
    <Protection isOn={settings.protectSecretWindows} onChange={onChange} />
  </Section>
);

/** As the contract has them, in seconds. */
const shortest = 5;
const longest = 60;

interface ClipboardTimeProps extends Pick<Props, 'onChange'> {
  readonly seconds: number;
}

function ClipboardTime({ seconds, onChange }: ClipboardTimeProps) {
  const [typed, setTyped] = useState<number | string | null>(null);

  function take(value: number | string): void {
    setTyped(value);
    if (isTime(value)) onChange({ clearClipboardAfterS: value });
  }

  return (
    <Setting
      label="A copied code stays in the clipboard for"
      purpose="Then it is taken out; at once when the screen is locked, the computer sleeps or Namedesk is closed. What you copied yourself meanwhile stays. 5 to 60 seconds."
    >
      {(labelled) => (
        <NumberInput
          {...labelled}
          w={120}
          min={shortest}
          max={longest}
          allowDecimal={false}
          allowNegative={false}
          suffix=" s"
          value={typed ?? seconds}
          onChange={take}
          onBlur={() => setTyped(null)}
        />
      )}
    </Setting>
  );
}

const isTime = (value: number | string): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= shortest && value <= longest;

interface ProtectionProps extends Pick<Props, 'onChange'> {
  readonly isOn: boolean;
}

/** Source: Electron, `win.setContentProtection`: Windows and macOS alone. */
function Protection({ isOn, onChange }: ProtectionProps) {
  const platform = useStore(useStores().settings, (state) => valueOf(state.about)?.platform ?? '');
  const isImpossible = platform.startsWith('linux');
  return (
    <Setting
      label="Keep windows with keys and codes out of screen captures"
      purpose={
        isImpossible
          ? 'Not on this system: Linux has no way to do it. Screenshots and shared screens show these windows.'
          : 'Screenshots and shared screens show them black.'
      }
    >
      {(labelled) => (
        <Switch
          {...labelled}
          label={isOn && !isImpossible ? 'On' : 'Off'}
          checked={isOn && !isImpossible}
          disabled={isImpossible}
          onChange={(event) => onChange({ protectSecretWindows: event.currentTarget.checked })}
        />
      )}
    </Setting>
  );
}
