import type { Locator, Page } from '@playwright/test';
import type { Words } from '../words';

const LINE = 'Better advice: {done} of {all} answered';

/** Page model of the questions about the farmer's field: one line, which opens. */
export class YourField {
  readonly line: Locator;
  /** What has opened. */
  readonly questions: Locator;

  constructor(page: Page, say: Words = (english) => english) {
    const [begin = ''] = say(LINE).split(':');
    this.line = page.getByRole('button', { name: new RegExp(`^${begin}:`) });
    this.questions = page.getByRole('region', { name: say('Your field') });
  }

  async open(): Promise<void> {
    await this.line.click();
    await this.questions.waitFor();
  }
}
