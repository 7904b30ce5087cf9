import { Fragment } from 'react';
import type { Crop } from '@/shared/api/crops';
import { CommonName } from './common-name';
import { cropTitle } from './crop-words';
import { displayName } from './display-names';

/** Marks where a name may break. */
export const withSeams = (name: string) =>
  partsOf(name).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      <span>{word}</span>
    </Fragment>
  ));

export function CardName({ crop: { crop, emoji } }: { crop: Crop }) {
  const name = displayName(crop);
  return (
    <>
      <span aria-hidden="true">{emoji}</span> {withSeams(name)}
      <CommonName crop={crop} shown={name} />
    </>
  );
}

export function CropHeading({ crop }: { crop: string }) {
  const name = cropTitle(crop);
  return (
    <>
      {withSeams(name)}
      <CommonName crop={crop} shown={name} />
    </>
  );
}

/** Where a Tamil compound begins its last word: gram, tuber, sorghum, pulse, grain, bread. */
const SEAM = /(?<=.)(?=(?:கடலை|கிழங்கு|சோளம்|பயறு|வரகு)$)/;

/** Returns the parts of a name between which it may break: a browser would break it within a syllable. */
export const partsOf = (name: string): string[] => name.split(SEAM);
