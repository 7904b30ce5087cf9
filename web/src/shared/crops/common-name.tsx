import styles from './common-name.module.css';
import { useCommonName } from './use-common-name';

/** Renders what a crop is called where the farmer lives, quietly below its name. Who hears the screen hears one name. */
export function CommonName({ crop, shown }: { crop: string; shown: string }) {
  const name = useCommonName(crop, shown);
  return (
    name && (
      <small className={styles.common} aria-hidden="true">
        {name}
      </small>
    )
  );
}
