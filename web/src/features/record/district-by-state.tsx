import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { regionName, STATES } from '@/domain/regions/region-name';
import { problemMessage } from '@/shared/api/problem-sentences';
import type { District } from '@/shared/api/record';
import { useLanguage } from '@/shared/i18n/language';
import { SelectField } from '@/shared/ui/field';
import { LoadError } from '@/shared/ui/message';
import { Question } from '@/shared/ui/question';
import { districtsQuery } from './places';

interface DistrictByStateProps {
  /** Why the district is asked for. */
  why: ReactNode;
  disabled?: boolean;
  onChoose: (district: District) => void;
}

/** Asks for the state, then for one of its districts: a village is in no list, but everybody knows these two. */
export function DistrictByState({ why, disabled, onChoose }: DistrictByStateProps) {
  const language = useLanguage();
  const [state, setState] = useState('');
  const { data, error, refetch } = useQuery(districtsQuery(state, language));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, language);
  const states = Object.keys(STATES).map((code) => ({ code, name: regionName(code) }));
  const choose = (key: string) => {
    const district = data?.items.find((one) => one.key === key);
    if (district) onChoose(district);
  };
  return (
    <Question question={why}>
      <SelectField
        label={t`State`}
        value={state}
        disabled={disabled}
        onChange={(event) => setState(event.target.value)}
      >
        <option value="">{t`Choose your state`}</option>
        {states.sort(byName).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {state !== '' && !error && (
        <SelectField
          label={t`District`}
          value=""
          disabled={disabled || !data}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{data ? t`Choose your district` : t`Loading...`}</option>
          {[...(data?.items ?? [])].sort(byName).map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {error && <LoadError message={problemMessage(error)} onRetry={() => refetch()} />}
    </Question>
  );
}
