// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useKeptFocus } from '../../../../../renderer/src/ui/focus.ts';

afterEach(cleanup);

interface Step {
  readonly step: number;
  readonly go: () => void;
}

function Page({ of: Part }: { readonly of: (step: Step) => ReactNode }) {
  const [step, set] = useState(0);
  useKeptFocus();
  return (
    <main tabIndex={-1} aria-label="The screen">
      <Part step={step} go={() => set(step + 1)} />
    </main>
  );
}

/** A screen that gives the focus by itself. */
function OwnFocus() {
  useEffect(() => document.getElementById('list')?.focus(), []);
  return <div id="list" role="grid" aria-label="Its list" tabIndex={0} />;
}

const places: Readonly<Record<string, readonly [(step: Step) => ReactNode, name: string]>> = {
  'a button that leaves its section': [
    ({ step, go }) => (
      <>
        <h1>Screen</h1>
        <section>
          <h3>Section</h3>
          {step === 0 && <button onClick={go}>Press</button>}
        </section>
      </>
    ),
    'Section',
  ],
  'a button of a part that takes the focus itself': [
    ({ step, go }) => (
      <>
        <h1>Screen</h1>
        <div role="region" aria-label="Form" tabIndex={-1}>
          {step === 0 && <button onClick={go}>Press</button>}
        </div>
      </>
    ),
    'Form',
  ],
  'a screen that is left for another': [
    ({ step, go }) =>
      step === 0 ? (
        <section key="a">
          <h1>First</h1>
          <button onClick={go}>Press</button>
        </section>
      ) : (
        <section key="b">
          <h1>Second</h1>
        </section>
      ),
    'Second',
  ],
  'a screen whose code is still loading': [
    function Later({ step, go }) {
      useEffect(() => {
        if (step !== 1) return undefined;
        const timer = setTimeout(go, 120);
        return () => clearTimeout(timer);
      }, [step, go]);
      if (step === 0) return <button onClick={go}>Press</button>;
      return step === 1 ? null : <h1>Loaded</h1>;
    },
    'Loaded',
  ],
  'a screen with a list that takes the focus': [
    ({ step, go }) => (step === 0 ? <button onClick={go}>Press</button> : <OwnFocus />),
    'Its list',
  ],
  'a screen that marks its result': [
    ({ step, go }) =>
      step === 0 ? (
        <button onClick={go}>Press</button>
      ) : (
        <>
          <h1>Screen</h1>
          <div role="region" aria-label="Result" tabIndex={-1} data-takes-focus />
        </>
      ),
    'Result',
  ],
};

describe('what gets the focus when what had it is gone', () => {
  it.each(Object.entries(places))('%s', async (_, [part, name]) => {
    render(<Page of={part} />);
    await userEvent.click(screen.getByRole('button', { name: 'Press' }));
    await vi.waitFor(() => {
      const { activeElement } = document;
      expect(activeElement?.getAttribute('aria-label') ?? activeElement?.textContent).toBe(name);
    });
  });

  it('stays with a button that is disabled until its answer comes', async () => {
    render(
      <Page
        of={({ step, go }) => (
          <>
            <h1>Screen</h1>
            <button disabled={step === 1} onClick={go}>
              Press
            </button>
            <div role="button" aria-label="Answer" onClick={go} />
          </>
        )}
      />,
    );
    const button = screen.getByRole('button', { name: 'Press' });
    button.focus();
    button.click();
    // jsdom leaves the focus where Chromium takes it away.
    button.blur();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Screen'));
    screen.getByRole('button', { name: 'Answer' }).click();
    await vi.waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('is nothing where a person clicked beside everything', async () => {
    render(
      <Page
        of={({ step, go }) => (
          <>
            <h1>Screen {step}</h1>
            <button onClick={go}>Press</button>
          </>
        )}
      />,
    );
    const button = screen.getByRole('button', { name: 'Press' });
    button.focus();
    button.blur();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => button.click());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(screen.getByText('Screen 1')).toBeDefined();
    expect(document.activeElement).toBe(document.body);
  });
});
