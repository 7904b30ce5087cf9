import { t } from '@lingui/core/macro';
import { SelectField } from '../ui/field';
import { MATURITIES, maturityName } from './maturity';

/** Asks how long the variety stands, which may be left open. */
export const MaturityField = ({ saved = '' }: { saved?: string | null }) => (
  <SelectField
    label={t`Variety`}
    name="maturity"
    hint={t`You need not say it. It makes the days of the harvest more exact.`}
    defaultValue={saved ?? ''}
  >
    <option value="">{t`I do not know`}</option>
    {MATURITIES.map((maturity) => (
      <option key={maturity} value={maturity}>
        {maturityName(maturity)}
      </option>
    ))}
  </SelectField>
);
