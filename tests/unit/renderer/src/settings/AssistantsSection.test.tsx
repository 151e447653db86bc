// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AssistantsSection } from '../../../../../renderer/src/settings/AssistantsSection.tsx';
import { drawInJsdom, drawPart } from '../../../../support/draw.tsx';
import { ok } from '#shared/result.ts';
import { aboutThis, aWorld } from '../../../../support/fake-world.ts';

drawInJsdom();

describe('assistants in the settings', () => {
  async function shown(assistantsEnabled: boolean) {
    const onChange = vi.fn();
    const settings = { ...aWorld().settings, assistantsEnabled };
    const about = { ...aboutThis, commandLine: ['/opt/own/namedesk'] };
    const drawn = await drawPart(<AssistantsSection settings={settings} onChange={onChange} />, {
      answers: { app: { about: () => Promise.resolve(ok(about)) } },
      before: (stores) => stores.settings.actions.readAbout(),
    });
    return { ...drawn, onChange };
  }

  it('are off at first, say what assistants learn, and show no line to paste', async () => {
    const { onChange, user } = await shown(false);
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Let assistants read and propose' });
    expect(toggle.checked).toBe(false);
    expect(screen.getByText(/only you apply them/)).not.toBeNull();
    expect(screen.queryByText(/mcpServers/)).toBeNull();
    await user.click(toggle);
    expect(onChange).toHaveBeenCalledWith({ assistantsEnabled: true });
  });

  it('show the line to paste once they are on, as JSON that starts the program that this copy has', async () => {
    await shown(true);
    expect(JSON.parse(screen.getByText(/mcpServers/).textContent)).toEqual({
      mcpServers: { namedesk: { command: '/opt/own/namedesk', args: ['mcp'] } },
    });
    expect(screen.getByRole('button', { name: 'Copy' })).not.toBeNull();
  });
});
