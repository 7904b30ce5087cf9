import { t } from '@lingui/core/macro';
import { SelectField } from '@/shared/ui/field';
import { MATURITIES, maturityName } from './maturity';

interface MaturityFieldProps {
  saved?: string | null | undefined;
  /** It may not be left open. */
  isRequired?: boolean;
  error?: string | undefined;
}

export const MaturityField = ({ saved = null, isRequired = false, error }: MaturityFieldProps) => (
  <SelectField
    label={t`Variety`}
    name="maturity"
    hint={isRequired ? undefined : t`Optional. It makes the harvest dates more exact.`}
    error={error}
    defaultValue={saved ?? ''}
  >
    {!isRequired && <option value="">{t`I do not know`}</option>}
    {isRequired && !saved && <option value="">{t`Choose a variety`}</option>}
    {MATURITIES.map((maturity) => (
      <option key={maturity} value={maturity}>
        {maturityName(maturity)}
      </option>
    ))}
  </SelectField>
);
