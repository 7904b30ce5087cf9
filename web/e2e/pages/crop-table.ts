import type { Locator, Page } from '@playwright/test';
import { expect, figure } from '../grow-test';

/** Page model of a table. Columns are named by their header. */
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

  /** Returns the cell below a header, without the label that phones show. */
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

/** The table of soil and climate, whose rows open. */
export class SoilClimateTable extends CropTable {
  constructor(page: Page) {
    super(page, /^Crops that grow on land like yours/);
  }

  /** Returns the button below a row. */
  why(crop: string): Locator {
    return this.table.page().getByRole('button', { name: `Why ${crop}?`, exact: true });
  }

  /** Returns the row group with the button and the detail. */
  entry(crop: string): Locator {
    return this.table.getByRole('rowgroup').filter({ has: this.why(crop) });
  }

  reasons(crop: string) {
    const entry = this.entry(crop);
    const items = (title: string) =>
      entry.getByRole('region', { name: title }).getByRole('list').getByRole('listitem');
    return {
      sentence: entry.getByText(/^On land like yours/),
      near: items('Where the number comes from'),
      limits: items('What limits it'),
      nutrients: items('Nutrients in your soil'),
      fertilisers: items('Fertiliser for one hectare'),
    };
  }
}

/**
 * Opens what stands behind the figures of the demand screen, in any language. A press while the figures come can miss
 * the button, which they push down.
 */
export async function openMore(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^(?:More|और देखें|மேலும்): / });
  await expect(async () => {
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    await expect(more).toHaveAttribute('aria-expanded', 'true', { timeout: 1_000 });
  }).toPass();
}

/** The sentences and the sources of a crop, behind the figures. */
export const cropNote = (page: Page, opener: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: opener, exact: true }) });

export const demandTable = (page: Page) => new CropTable(page, /^Demand, supply already met/);
export const knownCropTable = (page: Page) => new CropTable(page, /^Crops you know/);
export const sowingsTable = (page: Page) => new CropTable(page, /^Your sowings/);
