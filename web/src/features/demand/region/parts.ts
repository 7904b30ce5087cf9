/** One chunk for the parts that the figures of India do not need. */
export { BasisNote } from './basis-note';
export { RegionBar } from './region-bar';
