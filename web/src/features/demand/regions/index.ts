/** All that only the choice of a region needs: one chunk. */
export { BasisNote } from './basis-note';
export { RegionBar } from './region-bar';
