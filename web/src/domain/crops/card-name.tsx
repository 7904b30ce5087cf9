import { Fragment } from 'react';
import type { Crop } from '@/shared/api/crops';
import { CommonName } from './common-name';
import { displayName } from './display-names';
import { partsOf } from './name-parts';

/** Marks where a name may break. */
export const withSeams = (name: string) =>
  partsOf(name).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      <span>{word}</span>
    </Fragment>
  ));

/** Renders the name of a crop on its card, after its emoji and above its common name. */
export function CardName({ crop: { crop, emoji } }: { crop: Crop }) {
  const name = displayName(crop);
  return (
    <>
      <span aria-hidden="true">{emoji}</span> {withSeams(name)}
      <CommonName crop={crop} shown={name} />
    </>
  );
}
