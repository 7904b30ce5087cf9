/** One chunk for all details. */
export { FigureDetails } from './figure-details';
export { SummaryDetails } from './summary-details';
