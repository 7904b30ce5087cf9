import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { regionsQuery } from '@/shared/api/regions';
import { useLanguage, withMessages } from '@/shared/i18n/language';
import { demandPath, INDIA } from '@/shared/paths';
import { regionName } from '@/shared/regions/region-name';
import { SelectField } from '@/shared/ui/field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region-bar.module.css';

const OwnState = lazyPart(async () => (await withMessages('farmer', () => import('./own-state'))).OwnState, {
  meanwhile: <div className={styles.place} />,
});

interface RegionBarProps {
  region: string;
  signedIn: boolean;
}

/** Renders the choice of the region. The region is part of the address. */
export function RegionBar({ region, signedIn }: RegionBarProps) {
  const { data } = useQuery(regionsQuery);
  const [, navigate] = useLocation();
  const language = useLanguage();
  /** A closed list changes with every arrow key and letter. Only a choice from the open one is a step of the history. */
  const isTyping = useRef(false);
  const regions = inOrder(data?.items.map(({ code }) => code) ?? [INDIA], language);
  return (
    <div className="screen-only">
      <Panel>
        <div className={styles.bar}>
          <SelectField
            label={t`Region`}
            value={region}
            onPointerDown={() => {
              isTyping.current = false;
            }}
            onKeyDown={({ key }) => {
              isTyping.current = key !== 'Enter' && key !== ' ';
            }}
            onChange={(event) =>
              navigate(demandPath(event.currentTarget.value), { replace: isTyping.current })
            }
          >
            {regions.map((code) => (
              <option key={code} value={code}>
                {regionName(code)}
              </option>
            ))}
            {!regions.includes(region) && <option value={region}>{region}</option>}
          </SelectField>
          {signedIn && <OwnState region={region} />}
        </div>
      </Panel>
    </div>
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
