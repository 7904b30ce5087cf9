import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { regionName } from '@/domain/regions/region-name';
import { regionsQuery } from '@/shared/api/regions';
import { useLanguage } from '@/shared/i18n/language';
import { INDIA } from '@/shared/paths';
import { SelectField } from '@/shared/ui/field';

interface RegionChoiceProps {
  label: string;
  /** Code of the region; empty until one is chosen. */
  value: string;
  /** Text of the choice of none. */
  none?: string;
  /** A region that is no choice. */
  without?: string;
  /** Returns the address of a region. */
  pathOf: (region: string) => string;
}

/** Renders the choice of a region. It is part of the address. */
export function RegionChoice({ label, value, none, without, pathOf }: RegionChoiceProps) {
  const { data } = useQuery(regionsQuery);
  const [, navigate] = useLocation();
  const language = useLanguage();
  /** A closed list changes with every arrow key and letter. Only a choice from the open one is a step of the history. */
  const isTyping = useRef(false);
  const regions = inOrder(data?.items.map(({ code }) => code) ?? [INDIA], language);
  return (
    <SelectField
      label={label}
      value={value}
      onPointerDown={() => {
        isTyping.current = false;
      }}
      onKeyDown={({ key }) => {
        isTyping.current = key !== 'Enter' && key !== ' ';
      }}
      onChange={(event) => navigate(pathOf(event.currentTarget.value), { replace: isTyping.current })}
    >
      {none && <option value="">{none}</option>}
      {regions
        .filter((code) => code !== without)
        .map((code) => (
          <option key={code} value={code}>
            {regionName(code)}
          </option>
        ))}
      {value && (!regions.includes(value) || value === without) && <option value={value}>{value}</option>}
    </SelectField>
  );
}

/**
 * Returns India, then the states in the order of their names in the language. English keeps the order of the
 * server, because a collator is slow to create on cheap phones.
 */
export function inOrder(codes: readonly string[], language: string): string[] {
  if (language === 'en') return [...codes];
  const states = codes.filter((code) => code !== INDIA);
  return [INDIA, ...states.sort((a, b) => regionName(a).localeCompare(regionName(b), language))];
}
