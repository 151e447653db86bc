import type { Reporter, TestCase } from '@playwright/test/reporter';
import { pictured } from '../support/application/photographs.ts';

/** Says at the end how many states were photographed, and what was found in each. */
export default class Tally implements Reporter {
  private readonly states: (readonly string[])[] = [];

  onTestEnd({ annotations }: TestCase): void {
    for (const { type, description = '' } of annotations)
      if (type === pictured) this.states.push(description.split('\n'));
  }

  onEnd(): void {
    const troubled = this.states.filter(([, ...wrong]) => wrong.length > 0);
    for (const [name = '', ...wrong] of troubled) console.log(`${name}: ${wrong.join(' · ')}`);
    console.log(
      `${this.states.length} states in test-results/screens, ${troubled.length} of them with findings`,
    );
  }
}
