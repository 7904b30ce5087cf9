/** What the figures of India do not wait for: one chunk. */
export { BasisNote } from './basis-note';
export { RegionBar } from './region-bar';
