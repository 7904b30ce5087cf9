import type { Locator, Page } from '@playwright/test';
import { figure } from '../grow-test';

/** Any of the app's tables; a column is named by its header, so that a test reads like the screen. */
export class CropTable {
  readonly table: Locator;
  readonly rows: Locator;

  constructor(page: Page, name: RegExp) {
    this.table = page.getByRole('table', { name });
    this.rows = this.table.getByRole('row').filter({ has: page.getByRole('rowheader') });
  }

  row(crop: string): Locator {
    return this.rows.filter({ has: this.table.page().getByRole('rowheader', { name: crop, exact: true }) });
  }

  async headers(): Promise<string[]> {
    return this.table.getByRole('columnheader').allTextContents();
  }

  /** The cell under a header, without the label that stands before it on phones. */
  async cell(crop: string, header: string): Promise<Locator> {
    await this.row(crop).waitFor();
    const column = (await this.headers()).indexOf(header);
    if (column < 1) throw new Error(`No column ${header}`);
    return this.row(crop)
      .getByRole('cell')
      .nth(column - 1)
      .locator(':scope > div');
  }

  async figure(crop: string, header: string): Promise<number> {
    return figure((await (await this.cell(crop, header)).textContent()) ?? '');
  }

  async crops(): Promise<string[]> {
    return this.rows.getByRole('rowheader').allTextContents();
  }
}

export const demandTable = (page: Page) => new CropTable(page, /^Demand, supply already met/);
export const knownCropTable = (page: Page) => new CropTable(page, /^Crops you know/);
export const sowingsTable = (page: Page) => new CropTable(page, /^Your sowings/);
