import { withSeams } from './card-name';
import { CommonName } from './common-name';
import { cropTitle } from './crop-words';

/** Renders the name of a crop as a heading, above its common name. */
export function CropHeading({ crop }: { crop: string }) {
  const name = cropTitle(crop);
  return (
    <>
      {withSeams(name)}
      <CommonName crop={crop} shown={name} />
    </>
  );
}
