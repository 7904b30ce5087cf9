import { type Locator, page } from 'vitest/browser';

const words = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent ?? '');

/** A table of crops. Columns are named by their header. */
export class CropTable {
  readonly all: Locator;
  readonly rows: Locator;

  constructor(name: RegExp) {
    this.all = page.getByRole('table', { name });
    this.rows = this.all.getByRole('row').filter({ has: page.getByRole('rowheader') });
  }

  row(crop: string): Locator {
    return this.rows.filter({ has: page.getByRole('rowheader', { name: crop, exact: true }) });
  }

  crops = (): string[] => words(this.rows.getByRole('rowheader').elements());

  headers = (): string[] => words(this.all.getByRole('columnheader').elements());

  /** Returns the text of a row below a header, without the label that phones show. */
  text(crop: string, header: string): string {
    const column = this.headers().indexOf(header);
    const cell = this.row(crop).getByRole('cell').elements()[column - 1];
    return cell?.querySelector(':scope > div')?.textContent ?? '';
  }
}

/** The table of soil and climate, whose rows open. */
class SoilClimateTable extends CropTable {
  /** Returns the button below a row. */
  why = (crop: string): Locator => page.getByRole('button', { name: `Why ${crop}?`, exact: true });

  /** Returns the row group with the button and the detail. */
  entry = (crop: string): Locator => this.all.getByRole('rowgroup').filter({ has: this.why(crop) });

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

export const soilClimateTable = new SoilClimateTable(/^Crops that grow on land like yours/);
export const demandTable = new CropTable(/^Demand, supply already met/);
export const knownCropTable = new CropTable(/^Crops you know/);
export const sowingsTable = new CropTable(/^Your sowings/);
