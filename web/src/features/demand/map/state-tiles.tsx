import { t } from '@lingui/core/macro';
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { regionName } from '@/domain/regions/region-name';
import type { CropByState, CropInState } from '@/shared/api/demand-details';
import { compact } from '@/shared/format/lakhs';
import { demandPath } from '@/shared/paths';
import { focusTitle } from '@/shared/ui/page-title';
import { placeSentence } from '../details/row-sentences';
import styles from './state-map.module.css';
import { COLUMNS, levelOf, ratioText, TILES, type Tile, tileAfter } from './tiles';

interface StateTilesProps {
  shown: CropByState;
  /** Name of the crop. */
  name: string;
  region: string;
  /** No use is known: the tiles show what is grown. */
  isGrownOnly: boolean;
}

/** Renders one square for each state. One square is in the tab order; arrow keys lead to the others. */
export function StateTiles({ shown, name, region, isGrownOnly }: StateTilesProps) {
  const [looked, setLooked] = useState(region);
  // Only the focus moves it: the map may open under the pointer.
  const [tabStop, setTabStop] = useState(region);
  const links = useRef(new Map<string, HTMLAnchorElement>());
  const hint = useId();
  const states = new Map(shown.states.map((state) => [state.region, state]));
  const reachable = TILES.find((tile) => tile.region === tabStop) ?? TILES[0];
  const current = states.get(looked);

  const follow = (event: KeyboardEvent, from: Tile) => {
    const next = tileAfter(from, event.key);
    if (!next) return;
    event.preventDefault();
    links.current.get(next.region)?.focus();
  };

  return (
    <div className={styles.tiles}>
      <nav
        className={styles.grid}
        style={{ '--columns': COLUMNS } as CSSProperties}
        aria-label={t`Map of India: ${name}`}
        aria-describedby={hint}
      >
        {TILES.map((tile) => {
          const state = states.get(tile.region);
          return (
            state && (
              <Link
                key={tile.region}
                ref={(link: HTMLAnchorElement | null) => {
                  if (link) links.current.set(tile.region, link);
                  else links.current.delete(tile.region);
                }}
                href={demandPath(tile.region)}
                className={styles.tile}
                style={{ gridArea: `${tile.row} / ${tile.column}` }}
                data-level={levelOf(state.usual_tonnes, state.domestic_tonnes)}
                aria-current={tile.region === region ? 'true' : undefined}
                tabIndex={tile === reachable ? 0 : -1}
                onFocus={() => {
                  setLooked(tile.region);
                  setTabStop(tile.region);
                }}
                onPointerEnter={() => setLooked(tile.region)}
                onKeyDown={(event: KeyboardEvent) => follow(event, tile)}
                onClick={showRegion}
              >
                <span className="visually-hidden">{sentence(state)}</span>
                <span className={styles.letters} aria-hidden="true">
                  {tile.letters}
                </span>
                <span className={styles.ratio} aria-hidden="true">
                  {shortText(state)}
                </span>
              </Link>
            )
          );
        })}
      </nav>
      {/* Each square tells a screen reader the same. */}
      {current && (
        <p className={styles.looked} aria-hidden="true">
          {sentence(current)}
        </p>
      )}
      <p id={hint} className="soft">
        {isGrownOnly
          ? t`Each square is a state. Tap it, or move with the arrow keys and press Enter.`
          : t`Each square is a state, with what it grows as a percentage of what it uses. Tap it, or move with the arrow keys and press Enter.`}
      </p>
    </div>
  );
}

/** Where no use is known, what is grown stands alone. */
const shortText = ({ usual_tonnes, domestic_tonnes, basis }: CropInState) =>
  basis === 'production' ? compact(usual_tonnes) : ratioText(usual_tonnes, domestic_tonnes);

function sentence(state: CropInState): string {
  const name = regionName(state.region);
  const told = placeSentence(state);
  return t`${name}. ${told}`;
}

/** Leads from the map to the figures of the chosen region, which are above it. */
export function showRegion(): void {
  focusTitle();
  scrollTo(0, 0);
}
