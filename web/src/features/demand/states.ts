/** One chunk for what is told of states. */
export { Comparison } from './compare/comparison';
export { StateOverview } from './state/state-overview';
