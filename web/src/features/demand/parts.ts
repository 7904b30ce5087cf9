/** One chunk for what comes right after the figures. */
export { DemandChart } from './details/demand-chart';
export { FigureNotes } from './details/figure-notes';
export { More } from './more/more';
