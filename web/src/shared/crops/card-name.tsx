import { Fragment } from 'react';
import type { Crop } from '../api/crops';
import { displayName } from './display-names';

/** Word boundaries in Tamil compound names: before 'gram', 'tuber' and 'sorghum'. */
const SEAM = /(?<=.)(?=கடலை$|கிழங்கு$|சோளம்$)/;

/** Marks word boundaries, so that long names do not break within a syllable. */
export const withSeams = (name: string) =>
  name.split(SEAM).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));

/** Renders the name of a crop on its card, after its emoji. */
export function CardName({ crop: { crop, emoji } }: { crop: Crop }) {
  return (
    <>
      <span aria-hidden="true">{emoji}</span> {withSeams(displayName(crop))}
    </>
  );
}
