import { CropDrawing } from '@/domain/crops/crop-drawing';
import { CropName } from '@/domain/crops/crop-name';
import { BarChart } from '@/shared/charts/bar-chart';
import { MetChart } from '@/shared/charts/met-chart';
import { tonnes } from '@/shared/format/numbers';
import { Breakdown } from '@/shared/ui/breakdown';
import { Button } from '@/shared/ui/button';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { Disclosure } from '@/shared/ui/disclosure';
import { NeedFigure } from '@/shared/ui/need-figure';
import { Panel, StatCard, StatCards } from '@/shared/ui/panel';
import styles from './gallery.module.css';

const ROWS = [
  { crop: 'sugarcane', name: 'SUGARCANE', demand_tonnes: 477_398_686, met_tonnes: 466_100_667 },
  { crop: 'paddy', name: 'PADDY', demand_tonnes: 170_737_796, met_tonnes: 192_315_333 },
  { crop: 'horseGram', name: 'HORSE GRAM', demand_tonnes: 280_112, met_tonnes: 0 },
];
type Row = (typeof ROWS)[number];

const columns: [Column<Row>, ...Column<Row>[]] = [
  { id: 'crop', header: 'Crop', cell: (row) => <CropName crop={row.crop} name={row.name} /> },
  { id: 'demand', header: 'Demand', numeric: true, cell: (row) => tonnes(row.demand_tonnes) },
  { id: 'met', header: 'Met', numeric: true, sort: 'descending', cell: (row) => tonnes(row.met_tonnes) },
  {
    id: 'need',
    header: 'Need',
    numeric: true,
    cell: (row) => (
      <NeedFigure tonnes={row.demand_tonnes - row.met_tonnes} surplus={row.met_tonnes > row.demand_tonnes} />
    ),
  },
  {
    id: 'breakdown',
    header: 'Breakdown',
    beside: true,
    cell: (row) => (
      <Breakdown
        metPercent={(row.met_tonnes / row.demand_tonnes) * 100}
        surplus={row.met_tonnes > row.demand_tonnes}
      />
    ),
  },
  { id: 'action', header: 'Action', action: true, cell: () => <Button>Sowing the Crop</Button> },
];

export function Figures() {
  return (
    <>
      <Panel title="Stat cards">
        <StatCards>
          <StatCard label="Average Demand" value="5,24,65,911.94" unit="tonnes" tone="demand" />
          <StatCard label="Average Met" value="5,30,63,323.25" unit="tonnes" tone="met" />
          <StatCard label="Total Need to Get" value="95,58,580.95" unit="tonnes" tone="need" />
          <StatCard label="Total Need to Get" value="-95,58,580.95" unit="tonnes, surplus" tone="surplus" />
        </StatCards>
        <StatCards>
          <StatCard label="A figure alone" value="4" tone="met" />
        </StatCards>
      </Panel>
      <Panel title="Pies">
        <div className={styles.row}>
          {[0, 2.5, 40, 97.63, 100, 104.2].map((percent) => (
            <Breakdown key={percent} metPercent={percent} surplus={false} />
          ))}
          <Breakdown metPercent={112.64} surplus />
        </div>
      </Panel>
      <Panel title="Bar chart">
        <BarChart
          rows={ROWS}
          label="Bar chart of demand and met"
          series={{ demand: 'Demand', met: 'Met' }}
          note="Tonnes, rounded."
        />
      </Panel>
      <Panel title="Chart of what is met">
        <MetChart
          rows={[
            { crop: 'redGram', name: 'RED GRAM', met_percent: 0.73, surplus: false },
            { crop: 'paddy', name: 'PADDY', met_percent: 103.9, surplus: false },
            { crop: 'maize', name: 'MAIZE', met_percent: 139.68, surplus: true },
            { crop: 'onion', name: 'ONION', met_percent: 414, surplus: true },
            { crop: 'ragi', name: 'RAGI', met_percent: null, surplus: false },
          ]}
          label="Bar chart of what is met"
          series={{ met: 'Met', notMet: 'Not met', surplus: 'Surplus' }}
          unknown="no balance is known"
          note="A full bar is the whole demand."
        />
      </Panel>
      <Panel title="Table">
        <DataTable
          caption="Rows, of which one has just changed"
          columns={columns}
          rows={ROWS}
          rowKey={(row) => row.crop}
          changed={new Set(['paddy'])}
        />
      </Panel>
      <Panel title="Table with rows that open">
        <DataTable
          caption="Each row says why"
          columns={columns}
          rows={ROWS}
          rowKey={(row) => row.crop}
          detail={(row) => (
            <Disclosure label={`Why ${row.name}?`}>{() => <p>Because of the climate.</p>}</Disclosure>
          )}
        />
      </Panel>
      <Panel title="Drawings">
        <div className={styles.row}>
          {(['row', 'choice', 'card', 'title'] as const).map((size) => (
            <CropDrawing key={size} crop="paddy" size={size} />
          ))}
        </div>
      </Panel>
    </>
  );
}
