/** One chunk for what stands around the figures. */
export { CropNote } from './details/crop-note';
export { DemandChart } from './details/demand-chart';
export { GapPanel } from './details/gap-panel';
export { SummaryNote } from './details/summary-note';
export { TableNote } from './details/table-note';
export { MapPanel } from './map/map-panel';
