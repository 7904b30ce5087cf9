import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cropName } from '@/domain/crops/crop-names';
import { changedCrops, withChange } from '@/shared/api/demand-order';
import { pageEvent } from '@/shared/api/page-answers';
import { regionDemandQuery } from '@/shared/api/queries';
import type { DemandOverview } from '@/shared/api/shapes';
import { tonnes } from '@/shared/format/numbers';
import { inBackground } from '@/shared/in-background';
import { INDIA, serverPaths } from '@/shared/paths';
import { useNotices } from '@/shared/ui/notices';
import { browserSurroundings, followDemand, type StreamState } from './demand-stream';

/** Polling interval without a stream. */
const POLL_MS = 15_000;
/** Age of polled figures from which the farmer is told. */
const OLD_MS = 45_000;
const GLOW_MS = 2_500;
const ANNOUNCE_MS = 1_500;
/** A reconnect within this time is not reported. */
const PAUSE_MS = 5_000;

interface LiveDemand {
  /** Crops whose figures changed recently. */
  changed: ReadonlySet<string>;
  /** True while the stream is lost. The figures may be out of date. */
  paused: boolean;
}

/** Keeps the demand of a region in the cache up to date while the screen is mounted. */
export function useLiveDemand(region = INDIA): LiveDemand {
  const client = useQueryClient();
  const { announce } = useNotices();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [paused, setPaused] = useState(false);
  const announcer = useRef(announce);
  announcer.current = announce;

  useEffect(() => {
    const { queryKey } = regionDemandQuery(region);
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const pending = new Set<string>();
    let speaking: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;
    let pausing: ReturnType<typeof setTimeout> | undefined;
    let stream: StreamState | undefined;

    const refetch = () => inBackground(client.invalidateQueries({ queryKey }), 'The demand is not renewed');

    const poll = () => {
      if (document.visibilityState !== 'visible') return;
      const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
      // Without a stream of its own, a tab is as good as live while its polls are answered.
      if (stream === 'full') setPaused(Date.now() - dataUpdatedAt > OLD_MS);
      // A request that is not answered must be able to fail.
      inBackground(
        client.invalidateQueries({ queryKey }, { cancelRefetch: false }),
        'The demand is not renewed',
      );
    };

    const speak = () => {
      const overview = client.getQueryData(queryKey);
      announcer.current(changeSentence(overview, pending));
      pending.clear();
    };

    const note = (crops: string[]) => {
      if (crops.length === 0) return;
      setChanged((current) => new Set([...current, ...crops]));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setChanged((current) => new Set([...current].filter((crop) => !crops.includes(crop))));
      }, GLOW_MS);
      timers.add(timer);
      for (const crop of crops) pending.add(crop);
      clearTimeout(speaking);
      speaking = setTimeout(speak, ANNOUNCE_MS);
    };

    const show = (next: DemandOverview, isReturn = false) => {
      const before = client.getQueryData(queryKey);
      const query = client.getQueryCache().find({ queryKey });
      // Replace the state even if its revision is older: a restarted server may reset its revisions.
      // `setQueryData` keeps the later one.
      if (isReturn && query) query.setState({ data: next, dataUpdatedAt: Date.now(), status: 'success' });
      else client.setQueryData(queryKey, next);
      note(changedCrops(before, client.getQueryData(queryKey) ?? next));
    };

    const after = client.getQueryData(queryKey) && pageEvent(region);
    const stop = followDemand(
      {
        overview: show,
        change: (change) => {
          const next = withChange(client.getQueryData(queryKey), change);
          if (next) show(next);
          else refetch();
        },
        // Called for every failed attempt. Later calls do not restart the timers.
        state: (now) => {
          if (now === stream) return;
          stream = now;
          if (now === 'live') {
            clearInterval(polling);
            polling = undefined;
          } else {
            polling ??= setInterval(poll, POLL_MS);
          }
          if (now === 'lost') {
            pausing ??= setTimeout(setPaused, PAUSE_MS, true);
          } else {
            clearTimeout(pausing);
            pausing = undefined;
            setPaused(false);
          }
        },
        missed: refetch,
      },
      browserSurroundings(serverPaths.demandEvents(region, after)),
    );

    return () => {
      stop();
      clearInterval(polling);
      clearTimeout(pausing);
      clearTimeout(speaking);
      for (const timer of timers) clearTimeout(timer);
    };
  }, [client, region]);

  return { changed, paused };
}

function changeSentence(overview: DemandOverview | undefined, crops: ReadonlySet<string>): string {
  const rows = overview?.crops.filter((row) => crops.has(row.crop)) ?? [];
  const [only] = rows;
  if (rows.length === 1 && only) {
    const crop = cropName(only.crop);
    const met = tonnes(only.met_tonnes);
    return t`${crop}: met is now ${met} tonnes.`;
  }
  const count = rows.length;
  return plural(count, { one: '# crop has new figures.', other: '# crops have new figures.' });
}
